// SPDX-License-Identifier: MIT
#include "engine/mesh/scanner.h"
#include "engine/mesh/tet_mesh_builder.h"
#include "engine/mesh/tet_mesh_file.h"

namespace limber {
namespace {

using NumberType::float64;
using NumberType::int32;

// Count, dimension, attribute count, marker flag; then number, x y z, attributes, marker of each.
void read_nodes(Scanner& scanner, TetMeshBuilder& builder, VertexNumbers& numbers) {
    const Index count = scanner.count(int32, "nodes", 8);
    const std::int64_t dimension = scanner.integer(int32);
    if (!scanner.failed() && dimension != 3) {
        scanner.fail("the nodes have " + std::to_string(dimension) + " dimensions, but 3 are needed");
    }
    const std::int64_t extra_count = scanner.integer(int32) + scanner.integer(int32);
    builder.reserve_vertices(count);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        numbers.add(scanner.integer(int32));
        const double x = scanner.real(float64);
        const double y = scanner.real(float64);
        const double z = scanner.real(float64);
        builder.add_vertex(x, y, z);
        for (std::int64_t extra = 0; extra < extra_count && !scanner.failed(); ++extra) {
            scanner.real(float64);
        }
    }
    if (!scanner.failed() && !numbers.finish()) {
        scanner.fail("two nodes have the same number: export the files again");
    }
}

int read_corner(Scanner& scanner, const VertexNumbers& numbers) {
    const std::int64_t number = scanner.integer(int32);
    const int index = numbers.index_of(number);
    if (index < 0) {
        scanner.fail("node " + std::to_string(number) +
                     " is named, but the .node file does not hold it: export both files together");
    }
    return index;
}

// Count, nodes a tet (4 or 10), attribute count; then number, nodes, attributes of each.
void read_elements(Scanner& scanner, TetMeshBuilder& builder, const VertexNumbers& numbers) {
    const Index count = scanner.count(int32, "tetrahedra", 10);
    const std::int64_t node_count = scanner.integer(int32);
    if (!scanner.failed() && node_count != 4 && node_count != 10) {
        scanner.fail("a tet is announced to have " + std::to_string(node_count) + " nodes, but it has 4 or 10");
    }
    const std::int64_t attribute_count = scanner.integer(int32);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        scanner.integer(int32);
        std::array<int, 4> tet{};
        for (int& corner : tet) {
            corner = read_corner(scanner, numbers);
        }
        for (std::int64_t rest = 4; rest < node_count + attribute_count && !scanner.failed(); ++rest) {
            scanner.real(float64);
        }
        builder.add_tet(tet);
        if (node_count == 10) {
            builder.add_curved_tet();
        }
    }
}

} // namespace

Result<Repaired<TetMesh>> parse_tetgen(std::string_view node_bytes, std::string_view ele_bytes,
                                       std::string_view where) {
    TetMeshBuilder builder;
    VertexNumbers numbers;
    Scanner nodes(node_bytes, std::string(where) + ".node", '#');
    read_nodes(nodes, builder, numbers);
    if (nodes.failed()) {
        return nodes.error();
    }
    Scanner elements(ele_bytes, std::string(where) + ".ele", '#');
    read_elements(elements, builder, numbers);
    if (elements.failed()) {
        return elements.error();
    }
    return builder.mesh();
}

} // namespace limber
