// SPDX-License-Identifier: MIT
#include "engine/core/lower_case.h"
#include "engine/mesh/scanner.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/surface_mesh_builder.h"

#include <algorithm>
#include <cstring>

namespace limber {
namespace {

constexpr std::size_t header_size = 80;
constexpr std::size_t triangle_size = 50; // normal, three corners, two attribute bytes
constexpr auto float32 = NumberType::float32;

// Binary files may start with "solid" too, so the size decides.
bool is_binary(std::string_view bytes) {
    if (bytes.size() < header_size + 4) {
        return false;
    }
    Scanner scanner(bytes, "");
    scanner.set_encoding(Encoding::little_endian);
    scanner.skip_bytes(header_size);
    const auto count = scanner.integer(NumberType::uint32);
    return bytes.size() == header_size + 4 + triangle_size * static_cast<std::size_t>(count) ||
           !bytes.starts_with("solid");
}

void read_triangle(Scanner& scanner, SurfaceMeshBuilder& builder) {
    const auto first = static_cast<int>(builder.vertex_count());
    for (int corner = 0; corner < 3; ++corner) {
        if (scanner.encoding() == Encoding::text) {
            scanner.expect_word("vertex");
        }
        const double x = scanner.real(float32);
        const double y = scanner.real(float32);
        const double z = scanner.real(float32);
        builder.add_vertex(x, y, z);
    }
    const int corners[] = {first, first + 1, first + 2};
    builder.add_polygon(corners);
}

void read_binary(Scanner& scanner, SurfaceMeshBuilder& builder) {
    scanner.set_encoding(Encoding::little_endian);
    scanner.skip_bytes(header_size);
    const Index count = scanner.count(NumberType::uint32, "triangles", triangle_size);
    for (Index i = 0; i < count && !scanner.failed(); ++i) {
        scanner.skip_bytes(12);
        read_triangle(scanner, builder);
        scanner.skip_bytes(2);
    }
}

// The normal is skipped, because some writers put "nan" there.
void read_facet(Scanner& scanner, SurfaceMeshBuilder& builder) {
    scanner.rest_of_line();
    scanner.expect_word("outer");
    scanner.expect_word("loop");
    read_triangle(scanner, builder);
    scanner.expect_word("endloop");
    scanner.expect_word("endfacet");
}

void read_text(Scanner& scanner, SurfaceMeshBuilder& builder) {
    bool is_inside = false;
    if (scanner.next_word().empty()) {
        scanner.fail("the file is empty: export or download it again");
    }
    while (!scanner.next_word().empty()) {
        const std::string keyword = lower(scanner.next_word());
        if (is_inside && keyword == "facet") {
            scanner.word();
            read_facet(scanner, builder);
        } else if (keyword == (is_inside ? "endsolid" : "solid")) {
            scanner.rest_of_line();
            is_inside = !is_inside;
        } else {
            scanner.fail(in_quotes(keyword) + (is_inside ? " stands where a facet or endsolid should: export it again"
                                                         : " stands where a solid should start; this is no STL file or "
                                                           "a damaged one: export it again"));
        }
    }
    if (is_inside) {
        scanner.fail("there is no endsolid, the file is truncated: export or download it again");
    }
}

} // namespace

Result<Repaired<SurfaceMesh>> parse_stl(std::string_view bytes, std::string_view where) {
    Scanner scanner(bytes, where);
    SurfaceMeshBuilder builder;
    if (is_binary(bytes)) {
        read_binary(scanner, builder);
    } else {
        read_text(scanner, builder);
    }
    if (scanner.failed()) {
        return scanner.error();
    }
    return Repaired<SurfaceMesh>{welded(builder.mesh()), {}};
}

} // namespace limber
