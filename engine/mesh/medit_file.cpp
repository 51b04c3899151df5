// SPDX-License-Identifier: MIT
#include "engine/mesh/scanner.h"
#include "engine/mesh/tet_mesh_builder.h"
#include "engine/mesh/tet_mesh_file.h"

namespace limber {
namespace {

using NumberType::float64;
using NumberType::int32;

bool is_keyword(std::string_view word) {
    const char c = word.empty() ? '\0' : word.front();
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

void skip_to_next_keyword(Scanner& scanner) {
    while (!scanner.next_word().empty() && !is_keyword(scanner.next_word())) {
        scanner.word();
    }
}

void read_dimension(Scanner& scanner) {
    const std::int64_t dimension = scanner.integer(int32);
    if (!scanner.failed() && dimension != 3) {
        scanner.fail("the mesh has " + std::to_string(dimension) + " dimensions, but 3 are needed");
    }
}

// x y z and a reference for each vertex.
void read_vertices(Scanner& scanner, TetMeshBuilder& builder) {
    const Index count = scanner.count(int32, "vertices", 8);
    builder.reserve_vertices(count);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        const double x = scanner.real(float64);
        const double y = scanner.real(float64);
        const double z = scanner.real(float64);
        scanner.real(float64);
        builder.add_vertex(x, y, z);
    }
}

// Four vertices, counted from one, and a reference for each tet.
void read_tets(Scanner& scanner, TetMeshBuilder& builder) {
    const Index count = scanner.count(int32, "tetrahedra", 10);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        std::array<int, 4> tet{};
        for (int& corner : tet) {
            corner = scanner.index(int32, 1, builder.vertex_count());
        }
        scanner.integer(int32);
        builder.add_tet(tet);
    }
}

void read_section(Scanner& scanner, std::string_view keyword, TetMeshBuilder& builder) {
    if (keyword == "Dimension") {
        read_dimension(scanner);
    } else if (keyword == "Vertices") {
        read_vertices(scanner, builder);
    } else if (keyword == "Tetrahedra") {
        read_tets(scanner, builder);
    } else if (keyword == "Hexahedra" || keyword == "Prisms" || keyword == "Pyramids") {
        builder.skip_elements(scanner.count(int32, "elements", 2));
        skip_to_next_keyword(scanner);
    } else if (is_keyword(keyword)) {
        skip_to_next_keyword(scanner);
    } else {
        scanner.fail(in_quotes(keyword) +
                     " stands where a section such as Vertices should start; the count before it is "
                     "wrong: export the file again");
    }
}

} // namespace

Result<Repaired<TetMesh>> parse_medit(std::string_view bytes, std::string_view where) {
    Scanner scanner(bytes, where, '#');
    TetMeshBuilder builder;
    if (scanner.word() != "MeshVersionFormatted") {
        scanner.fail(
            "the file does not start with MeshVersionFormatted, so it is no MEDIT text file: export it as one");
    }
    scanner.integer(int32);
    bool has_tets = false;
    for (std::string_view keyword = scanner.word(); !keyword.empty() && keyword != "End"; keyword = scanner.word()) {
        has_tets = has_tets || keyword == "Tetrahedra";
        read_section(scanner, keyword, builder);
    }
    if (!has_tets) {
        scanner.fail("there is no section Tetrahedra; the file is truncated or holds a surface only: export it again "
                     "with its tetrahedra");
    }
    if (scanner.failed()) {
        return scanner.error();
    }
    return builder.mesh();
}

} // namespace limber
