#include "engine/mesh/msh_sections.h"

namespace limber {
namespace {

constexpr auto int32 = NumberType::int32;
constexpr auto uint64 = NumberType::uint64;
constexpr auto float64 = NumberType::float64;
constexpr std::int64_t tet_type = 4;

bool is_tet(std::int64_t type) {
    return type == tet_type || type == 11 || (type >= 29 && type <= 31) || type == 71 || type == 72 || type == 73;
}

// Hexahedra, prisms and pyramids.
bool is_other_solid(std::int64_t type) {
    return (type >= 5 && type <= 7) || (type >= 12 && type <= 14) || (type >= 17 && type <= 19);
}

void read_vertex(Scanner& scanner, MshContent& content) {
    const double x = scanner.real(float64);
    const double y = scanner.real(float64);
    const double z = scanner.real(float64);
    content.gathered.add_vertex(x, y, z);
}

std::string unknown_type(std::int64_t type) {
    return "elements of Gmsh type " + std::to_string(type) + " are not known: export tetrahedra (type 4) only";
}

} // namespace

int msh_node_count(std::int64_t type) {
    // Places 1 to 31 of the manual's list of element types.
    constexpr int counts[] = {0, 2,  3,  4,  4, 8,  6,  5,  3,  6,  9, 10, 27, 18, 14, 1,
                              8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5,  6,  20, 35, 56};
    constexpr int tet_counts[] = {84, 120, 165}; // types 71 to 73
    if (type >= 71 && type <= 73) {
        return tet_counts[type - 71];
    }
    return type >= 1 && type <= 31 ? counts[type] : 0;
}

void finish_msh_nodes(Scanner& scanner, MshContent& content) {
    if (!scanner.failed() && !content.numbers.finish()) {
        scanner.fail("two nodes of this section have the same number: export the file again");
    }
}

void read_msh_element_nodes(Scanner& scanner, NumberType number, std::int64_t type, MshContent& content) {
    std::array<int, 4> tet{};
    for (int k = 0; k < msh_node_count(type) && !scanner.failed(); ++k) {
        const std::int64_t node = scanner.integer(number);
        const int place = content.numbers.place_of(node);
        if (place < 0) {
            scanner.fail("an element names node " + std::to_string(node) +
                         ", which the file does not hold: export it again");
        }
        if (k < 4) {
            tet[static_cast<std::size_t>(k)] = place;
        }
    }
    if (!is_tet(type)) {
        content.gathered.leave_aside(is_other_solid(type) ? 1 : 0);
    } else if (!scanner.failed()) {
        content.gathered.add_tet(tet);
        if (type != tet_type) {
            content.gathered.straighten();
        }
    }
}

void read_msh_22_nodes(Scanner& scanner, MshContent& content) {
    // The count is text, even in a binary file.
    const std::size_t bytes_each = content.encoding == Encoding::text ? 8 : 28;
    const Index count = scanner.count(int32, "nodes", bytes_each);
    scanner.rest_of_line();
    scanner.set_encoding(content.encoding);
    content.gathered.reserve_vertices(count);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        content.numbers.add(scanner.integer(int32));
        read_vertex(scanner, content);
    }
    scanner.set_encoding(Encoding::text);
    finish_msh_nodes(scanner, content);
}

// One line: number, type, tag count, tags, nodes.
static void read_msh_22_text_element(Scanner& scanner, MshContent& content) {
    scanner.integer(int32);
    const std::int64_t type = scanner.integer(int32);
    if (!scanner.failed() && msh_node_count(type) == 0) {
        scanner.rest_of_line();
        content.gathered.leave_aside(1);
        return;
    }
    const Index tag_count = scanner.count(int32, "tags", 2);
    for (Index tag = 0; tag < tag_count && !scanner.failed(); ++tag) {
        scanner.integer(int32);
    }
    read_msh_element_nodes(scanner, int32, type, content);
}

// One header (type, element count, tag count), then so many times: number, tags, nodes.
static Index read_msh_22_raw_block(Scanner& scanner, MshContent& content) {
    const std::int64_t type = scanner.integer(int32);
    if (!scanner.failed() && msh_node_count(type) == 0) {
        scanner.fail(unknown_type(type));
    }
    const auto node_count = static_cast<std::size_t>(msh_node_count(type));
    const Index count = scanner.count(int32, "elements", 4 * (1 + node_count));
    const Index tag_count = scanner.count(int32, "tags", 4);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        scanner.skip_bytes(4 * static_cast<std::size_t>(1 + tag_count));
        read_msh_element_nodes(scanner, int32, type, content);
    }
    return count;
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

// entity dimension, entity, parametric?, node count; all numbers; then x y z and the parameters of each.
static void read_msh_41_node_block(Scanner& scanner, MshContent& content) {
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
        read_vertex(scanner, content);
        for (std::int64_t parameter = 0; is_parametric && parameter < dimension; ++parameter) {
            scanner.real(float64);
        }
    }
}

void read_msh_41_nodes(Scanner& scanner, MshContent& content) {
    scanner.rest_of_line();
    scanner.set_encoding(content.encoding);
    const Index block_count = scanner.count(uint64, "blocks of nodes", scanner.least_bytes(4, int32));
    content.gathered.reserve_vertices(scanner.count(uint64, "nodes", scanner.least_bytes(4, float64)));
    scanner.integer(uint64);
    scanner.integer(uint64);
    for (Index block = 0; block < block_count && !scanner.failed(); ++block) {
        read_msh_41_node_block(scanner, content);
    }
    scanner.set_encoding(Encoding::text);
    finish_msh_nodes(scanner, content);
}

// entity dimension, entity, element type, element count; then number and nodes of each.
static void read_msh_41_element_block(Scanner& scanner, MshContent& content) {
    scanner.integer(int32);
    scanner.integer(int32);
    const std::int64_t type = scanner.integer(int32);
    if (!scanner.failed() && msh_node_count(type) == 0) {
        scanner.fail(unknown_type(type));
    }
    const auto node_count = static_cast<std::size_t>(msh_node_count(type));
    const Index count = scanner.count(uint64, "elements", scanner.least_bytes(1 + node_count, uint64));
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        scanner.integer(uint64);
        read_msh_element_nodes(scanner, uint64, type, content);
    }
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
