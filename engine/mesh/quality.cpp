// SPDX-License-Identifier: MIT
#include "engine/mesh/quality.h"

#include "engine/mesh/simplex_groups.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>

namespace limber {
namespace {

constexpr double sliver_angle = 5.0; // [degrees]

struct AngleRange {
    double low = std::numeric_limits<double>::max();
    double high = 0.0;
};

// The angle between the faces opposite to corners i and j: pi minus the angle between their outward normals.
AngleRange dihedral_range(const TetMesh& mesh, Index tet) {
    std::array<Vec3, 4> normals;
    for (std::size_t k = 0; k < 4; ++k) {
        const auto& [a, b, c] = tet_faces[k];
        const Vec3 origin = mesh.X.row(mesh.T(tet, a));
        normals[k] =
            (mesh.X.row(mesh.T(tet, b)).transpose() - origin).cross(mesh.X.row(mesh.T(tet, c)).transpose() - origin);
    }
    AngleRange range;
    for (const auto& [i, j] : tet_edges) {
        const Vec3& n = normals[static_cast<std::size_t>(i)];
        const Vec3& m = normals[static_cast<std::size_t>(j)];
        const double angle = std::atan2(n.cross(m).norm(), -n.dot(m)) * 180.0 / std::numbers::pi;
        range.low = std::min(range.low, angle);
        range.high = std::max(range.high, angle);
    }
    return range;
}

void measure_angles(const TetMesh& mesh, MeshQuality& quality) {
    std::vector<double> smallest;
    quality.dihedral_min = 180.0;
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        const AngleRange range = dihedral_range(mesh, tet);
        smallest.push_back(range.low);
        quality.dihedral_min = std::min(quality.dihedral_min, range.low);
        quality.dihedral_max = std::max(quality.dihedral_max, range.high);
        quality.sliver_count += range.low < sliver_angle;
    }
    const auto first_percent = smallest.begin() + static_cast<std::ptrdiff_t>(smallest.size() / 100);
    std::nth_element(smallest.begin(), first_percent, smallest.end());
    quality.dihedral_first_percent = *first_percent;
}

double mean_edge_length(const TetMesh& mesh) {
    std::vector<std::array<int, 2>> edges;
    edges.reserve(static_cast<std::size_t>(6 * mesh.tet_count()));
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        for (const auto& [i, j] : tet_edges) {
            edges.push_back({mesh.T(tet, i), mesh.T(tet, j)});
        }
    }
    double sum = 0.0;
    Index count = 0;
    for_each_group(edges, [&](std::span<const int> same) {
        const auto& [i, j] = edges[static_cast<std::size_t>(same.front())];
        sum += (mesh.X.row(i) - mesh.X.row(j)).norm();
        ++count;
    });
    return sum / static_cast<double>(count);
}

Index non_manifold_edges(const Triangles& boundary) {
    std::vector<std::array<int, 2>> edges;
    for (Index face = 0; face < boundary.rows(); ++face) {
        for (Index k = 0; k < 3; ++k) {
            edges.push_back({boundary(face, k), boundary(face, (k + 1) % 3)});
        }
    }
    Index count = 0;
    for_each_group(std::move(edges), [&](std::span<const int> same) { count += same.size() != 2; });
    return count;
}

void measure_boundary(const Triangles& boundary, const Points& X, MeshQuality& quality) {
    const Vec3 origin = X.row(boundary(0, 0)); // limits round-off
    for (Index face = 0; face < boundary.rows(); ++face) {
        const Vec3 a = X.row(boundary(face, 0)).transpose() - origin;
        const Vec3 b = X.row(boundary(face, 1)).transpose() - origin;
        const Vec3 c = X.row(boundary(face, 2)).transpose() - origin;
        quality.area += 0.5 * (b - a).cross(c - a).norm();
        quality.enclosed_volume += a.dot(b.cross(c)) / 6.0;
    }
}

} // namespace

MeshQuality quality_of(const TetMesh& mesh) {
    EXPECTS(mesh.tet_count() > 0);
    MeshQuality quality;
    const Triangles boundary = boundary_triangles(mesh.T);
    quality.volume = tet_volumes(mesh).sum();
    if (boundary.rows() > 0) {
        measure_boundary(boundary, mesh.X, quality);
    }
    measure_angles(mesh, quality);
    quality.edge_mean = mean_edge_length(mesh);
    quality.component_count = connected_components(mesh.T, mesh.vertex_count()).count;
    quality.boundary_face_count = boundary.rows();
    quality.non_manifold_edge_count = non_manifold_edges(boundary);
    return quality;
}

} // namespace limber
