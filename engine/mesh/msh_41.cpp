// SPDX-License-Identifier: MIT
#include "engine/mesh/msh_sections.h"

namespace limber {
namespace {

using NumberType::float64;
using NumberType::int32;
using NumberType::uint64;

// entity dimension, entity, parametric?, node count; all numbers; then x y z and the parameters of each.
void read_msh_41_node_block(Scanner& scanner, MshContent& content) {
    const std::int64_t dimension = scanner.integer(int32);
    scanner.integer(int32);
    const bool is_parametric = scanner.integer(int32) != 0;
    if (dimension < 0 || dimension > 3) {
        scanner.fail("a block of nodes belongs to an entity of dimension " + std::to_string(dimension) +
                     ", but 0 to 3 exist: export the file again");
    }
    const Index count = scanner.count(uint64, "nodes", scanner.least_bytes(4, float64));
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        content.numbers.add(scanner.integer(uint64));
    }
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        read_msh_vertex(scanner, content);
        for (std::int64_t parameter = 0; is_parametric && parameter < dimension; ++parameter) {
            scanner.real(float64);
        }
    }
}

// entity dimension, entity, element type, element count; then number and nodes of each.
void read_msh_41_element_block(Scanner& scanner, MshContent& content) {
    scanner.integer(int32);
    scanner.integer(int32);
    const std::int64_t type = scanner.integer(int32);
    const auto node_count = static_cast<std::size_t>(known_msh_node_count(scanner, type));
    const Index count = scanner.count(uint64, "elements", scanner.least_bytes(1 + node_count, uint64));
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        scanner.integer(uint64);
        read_msh_element_nodes(scanner, uint64, type, content);
    }
}

} // namespace

void read_msh_41_nodes(Scanner& scanner, MshContent& content) {
    scanner.rest_of_line();
    scanner.set_encoding(content.encoding);
    const Index block_count = scanner.count(uint64, "blocks of nodes", scanner.least_bytes(4, int32));
    content.builder.reserve_vertices(scanner.count(uint64, "nodes", scanner.least_bytes(4, float64)));
    scanner.integer(uint64);
    scanner.integer(uint64);
    for (Index block = 0; block < block_count && !scanner.failed(); ++block) {
        read_msh_41_node_block(scanner, content);
    }
    scanner.set_encoding(Encoding::text);
    finish_msh_nodes(scanner, content);
}

void read_msh_41_elements(Scanner& scanner, MshContent& content) {
    scanner.rest_of_line();
    scanner.set_encoding(content.encoding);
    const Index block_count = scanner.count(uint64, "blocks of elements", scanner.least_bytes(4, int32));
    scanner.count(uint64, "elements", scanner.least_bytes(2, uint64));
    scanner.integer(uint64);
    scanner.integer(uint64);
    for (Index block = 0; block < block_count && !scanner.failed(); ++block) {
        read_msh_41_element_block(scanner, content);
    }
    scanner.set_encoding(Encoding::text);
}

} // namespace limber
