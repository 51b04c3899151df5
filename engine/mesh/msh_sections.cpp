// SPDX-License-Identifier: MIT
#include "engine/mesh/msh_sections.h"

namespace limber {
namespace {

constexpr std::int64_t tet_type = 4;

bool is_tet(std::int64_t type) {
    return type == tet_type || type == 11 || (type >= 29 && type <= 31) || type == 71 || type == 72 || type == 73;
}

// Hexahedra, prisms and pyramids.
bool is_other_solid(std::int64_t type) {
    return (type >= 5 && type <= 7) || (type >= 12 && type <= 14) || (type >= 17 && type <= 19);
}

} // namespace

int msh_node_count(std::int64_t type) {
    // Entries 1 to 31 of the manual's list of element types.
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
        const int index = content.numbers.index_of(node);
        if (index < 0) {
            scanner.fail("an element names node " + std::to_string(node) +
                         ", which the file does not hold: export it again");
        }
        if (k < 4) {
            tet[static_cast<std::size_t>(k)] = index;
        }
    }
    if (!is_tet(type)) {
        content.builder.skip_elements(is_other_solid(type) ? 1 : 0);
    } else if (!scanner.failed()) {
        content.builder.add_tet(tet);
        if (type != tet_type) {
            content.builder.add_curved_tet();
        }
    }
}

void read_msh_vertex(Scanner& scanner, MshContent& content) {
    const double x = scanner.real(NumberType::float64);
    const double y = scanner.real(NumberType::float64);
    const double z = scanner.real(NumberType::float64);
    content.builder.add_vertex(x, y, z);
}

int known_msh_node_count(Scanner& scanner, std::int64_t type) {
    if (!scanner.failed() && msh_node_count(type) == 0) {
        scanner.fail("elements of Gmsh type " + std::to_string(type) +
                     " are not known here: export tetrahedra (type 4) only");
    }
    return msh_node_count(type);
}

} // namespace limber
