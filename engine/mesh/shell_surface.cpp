// SPDX-License-Identifier: MIT
#include "engine/mesh/shell_surface.h"

#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/simplex_groups.h"
#include "engine/mesh/surface_mesh_builder.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr double folded_flat = 1.0 - 1e-9; // cosine between the sides of a hinge

std::string so_many(Index count, const std::string& one, const std::string& many) {
    return std::to_string(count) + (count == 1 ? one : many);
}

// The first of the triangles with the same corners stays.
Index drop_covered_triangles(SurfaceMesh& surface) {
    std::vector<std::array<int, 3>> corners;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        corners.push_back({surface.F(f, 0), surface.F(f, 1), surface.F(f, 2)});
    }
    std::vector<Index> kept;
    for_each_group(std::move(corners), [&](std::span<const int> members) { kept.push_back(members.front()); });
    std::ranges::sort(kept);
    const Index dropped = surface.F.rows() - static_cast<Index>(kept.size());
    surface.F = Triangles(surface.F(kept, Eigen::all));
    return dropped;
}

// From the edge to the corner that is not on it, square to the edge.
Vec3 height_on(const SurfaceMesh& surface, Index face, const std::array<int, 2>& edge) {
    const Vec3 origin = surface.V.row(edge[0]).transpose();
    const Vec3 along = (surface.V.row(edge[1]).transpose() - origin).normalized();
    for (const int corner : surface.F.row(face)) {
        if (corner != edge[0] && corner != edge[1]) {
            const Vec3 side = surface.V.row(corner).transpose() - origin;
            return (side - side.dot(along) * along).normalized();
        }
    }
    return Vec3::Zero();
}

struct Hinges {
    Index crowded = 0; // with more than two triangles
    Index folded = 0;  // with two triangles that lie on each other
};

Hinges hinges_of(const SurfaceMesh& surface) {
    std::vector<std::array<int, 2>> sides;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        for (Index k = 0; k < 3; ++k) {
            sides.push_back({surface.F(f, k), surface.F(f, (k + 1) % 3)});
        }
    }
    Hinges hinges;
    for_each_group(sides, [&](std::span<const int> members) {
        hinges.crowded += members.size() > 2;
        if (members.size() == 2) {
            const auto& edge = sides[static_cast<std::size_t>(members[0])];
            const double cosine =
                height_on(surface, members[0] / 3, edge).dot(height_on(surface, members[1] / 3, edge));
            hinges.folded += cosine > folded_flat;
        }
    });
    return hinges;
}

} // namespace

Result<Repaired<SurfaceMesh>> shell_surface(Repaired<SurfaceMesh> read, std::string_view where) {
    std::vector<std::string> warnings = std::move(read.warnings);
    std::erase_if(warnings, &is_about_edges);
    SurfaceMesh joined = welded(read.value);
    if (const Index count = read.value.V.rows() - joined.V.rows(); count > 0) {
        warnings.push_back(so_many(count, " vertex stands in the place of another and is joined with it",
                                   " vertices stand in the place of others and are joined with them"));
        auto validated = validate(std::move(joined), where);
        if (!validated) {
            return validated.error();
        }
        read = std::move(validated).value();
        std::ranges::remove_copy_if(read.warnings, std::back_inserter(warnings), &is_about_edges);
    }
    SurfaceMesh surface = std::move(read.value);
    if (const Index count = drop_covered_triangles(surface); count > 0) {
        warnings.push_back(so_many(count, " triangle lies on another one and is dropped: a shell has both sides",
                                   " triangles lie on others and are dropped: a shell has both sides"));
    }
    const Hinges hinges = hinges_of(surface);
    if (hinges.crowded > 0) {
        warnings.push_back(so_many(hinges.crowded,
                                   " edge has more than two triangles, which bend against each other in one hinge",
                                   " edges have more than two triangles, which bend against each other in one hinge"));
    }
    if (hinges.folded > 0) {
        warnings.push_back(so_many(hinges.folded, " edge is folded: its two triangles lie on each other",
                                   " edges are folded: their two triangles lie on each other"));
    }
    return Repaired<SurfaceMesh>{std::move(surface), std::move(warnings)};
}

} // namespace limber
