// SPDX-License-Identifier: MIT
#include "engine/mesh/msh_sections.h"

namespace limber {
namespace {

using NumberType::int32;

// One line: number, type, tag count, tags, nodes.
void read_msh_22_text_element(Scanner& scanner, MshContent& content) {
    scanner.integer(int32);
    const std::int64_t type = scanner.integer(int32);
    if (!scanner.failed() && msh_node_count(type) == 0) {
        scanner.rest_of_line();
        content.builder.skip_elements(1);
        return;
    }
    const Index tag_count = scanner.count(int32, "tags", 2);
    for (Index tag = 0; tag < tag_count && !scanner.failed(); ++tag) {
        scanner.integer(int32);
    }
    read_msh_element_nodes(scanner, int32, type, content);
}

// One header (type, element count, tag count), then for each element: number, tags, nodes.
Index read_msh_22_raw_block(Scanner& scanner, MshContent& content) {
    const std::int64_t type = scanner.integer(int32);
    const auto node_count = static_cast<std::size_t>(known_msh_node_count(scanner, type));
    const Index count = scanner.count(int32, "elements", 4 * (1 + node_count));
    const Index tag_count = scanner.count(int32, "tags", 4);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        scanner.skip_bytes(4 * static_cast<std::size_t>(1 + tag_count));
        read_msh_element_nodes(scanner, int32, type, content);
    }
    return count;
}

} // namespace

void read_msh_22_nodes(Scanner& scanner, MshContent& content) {
    // The count is text, even in a binary file.
    const std::size_t bytes_each = content.encoding == Encoding::text ? 8 : 28;
    const Index count = scanner.count(int32, "nodes", bytes_each);
    scanner.rest_of_line();
    scanner.set_encoding(content.encoding);
    content.builder.reserve_vertices(count);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        content.numbers.add(scanner.integer(int32));
        read_msh_vertex(scanner, content);
    }
    scanner.set_encoding(Encoding::text);
    finish_msh_nodes(scanner, content);
}

void read_msh_22_elements(Scanner& scanner, MshContent& content) {
    const bool is_text = content.encoding == Encoding::text;
    const Index count = scanner.count(int32, "elements", 8);
    scanner.rest_of_line();
    scanner.set_encoding(content.encoding);
    for (Index done = 0; done < count && !scanner.failed();) {
        if (is_text) {
            read_msh_22_text_element(scanner, content);
            ++done;
        } else {
            done += read_msh_22_raw_block(scanner, content);
        }
    }
    scanner.set_encoding(Encoding::text);
}

} // namespace limber
