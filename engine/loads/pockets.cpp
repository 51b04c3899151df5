// SPDX-License-Identifier: MIT
#include "engine/loads/pockets.h"

#include "engine/core/contract.h"
#include "engine/core/disjoint_sets.h"
#include "engine/mesh/topology.h"
#include "engine/mesh/winding_number.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace limber {
namespace {

constexpr double pocket_share_min = 0.5;
constexpr double inside_min = 0.5; // of a winding number

struct Edge {
    int low = 0;
    int high = 0;
    int triangle = 0;
    bool is_forward = true; // from low to high

    auto ends() const {
        return std::pair(low, high);
    }
};

// Of all triangles, equal ones side by side.
std::vector<Edge> sorted_edges(const Triangles& F) {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(3 * F.rows()));
    for (Index f = 0; f < F.rows(); ++f) {
        for (Index corner = 0; corner < 3; ++corner) {
            const int a = F(f, corner);
            const int b = F(f, (corner + 1) % 3);
            edges.push_back({std::min(a, b), std::max(a, b), static_cast<int>(f), a < b});
        }
    }
    std::ranges::stable_sort(edges, {}, &Edge::ends);
    return edges;
}

// In the order of their first triangles.
std::vector<Triangles> parts_of(const Triangles& F) {
    DisjointSets sets(static_cast<std::size_t>(F.rows()));
    const std::vector<Edge> edges = sorted_edges(F);
    for (std::size_t i = 1; i < edges.size(); ++i) {
        if (edges[i].ends() == edges[i - 1].ends()) {
            sets.join(edges[i].triangle, edges[i - 1].triangle);
        }
    }
    std::map<int, std::vector<Index>> triangles; // the root of a set is its first triangle
    for (Index f = 0; f < F.rows(); ++f) {
        triangles[sets.root(static_cast<int>(f))].push_back(f);
    }
    std::vector<Triangles> parts;
    for (const auto& [root, rows] : triangles) {
        parts.emplace_back(F(rows, Eigen::all));
    }
    return parts;
}

// Each edge is passed as often in one direction as in the other.
bool is_closed(const Triangles& F) {
    const std::vector<Edge> edges = sorted_edges(F);
    int balance = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (i > 0 && edges[i].ends() != edges[i - 1].ends()) {
            if (balance != 0) {
                return false;
            }
        }
        balance += edges[i].is_forward ? 1 : -1;
    }
    return balance == 0;
}

// Positive for a surface that is oriented outwards.
double enclosed_volume(const Points& X, const Triangles& F) {
    const Vec3 origin = X.row(F(0, 0));
    double volume = 0.0;
    for (Index f = 0; f < F.rows(); ++f) {
        const Vec3 a = X.row(F(f, 0)).transpose() - origin;
        const Vec3 b = X.row(F(f, 1)).transpose() - origin;
        const Vec3 c = X.row(F(f, 2)).transpose() - origin;
        volume += a.dot(b.cross(c)) / 6.0;
    }
    return volume;
}

bool is_inside_any(const Vec3& point, const std::vector<WindingNumber>& surfaces) {
    return std::ranges::any_of(surfaces, [&](const WindingNumber& surface) { return surface.at(point) > inside_min; });
}

} // namespace

std::vector<Pocket> pockets_of(const TetMesh& mesh) {
    std::vector<Pocket> inwards;
    std::vector<WindingNumber> outer;
    for (Triangles& part : parts_of(boundary_triangles(mesh.T))) {
        const double volume = enclosed_volume(mesh.X, part);
        if (volume < 0.0) {
            inwards.push_back({std::move(part), -volume});
        } else {
            outer.emplace_back(SurfaceMesh{mesh.X, part});
        }
    }
    std::erase_if(inwards,
                  [&](const Pocket& pocket) { return !is_inside_any(mesh.X.row(pocket.surface(0, 0)), outer); });
    return inwards;
}

Result<Pocket> pocket_around(const TetMesh& mesh, const Vec3& point) {
    for (Pocket& pocket : pockets_of(mesh)) {
        if (WindingNumber({mesh.X, pocket.surface}).at(point) < -inside_min) {
            return std::move(pocket);
        }
    }
    return Error{ErrorKind::bad_input,
                 "has no closed pocket around its centre: move it into a cavity that is not open to the outside",
                 "loads"};
}

Result<Pocket> pocket_of_share(const TetMesh& mesh, const Vector& share) {
    EXPECTS(share.size() == mesh.vertex_count());
    const Triangles boundary = boundary_triangles(mesh.T);
    std::vector<Index> rows;
    for (Index f = 0; f < boundary.rows(); ++f) {
        const bool is_covered = share(boundary(f, 0)) >= pocket_share_min &&
                                share(boundary(f, 1)) >= pocket_share_min && share(boundary(f, 2)) >= pocket_share_min;
        if (is_covered) {
            rows.push_back(f);
        }
    }
    const Triangles surface = boundary(rows, Eigen::all);
    if (rows.empty()) {
        return Error{ErrorKind::bad_input, "has a pocket without a surface: its field covers no triangle", "loads"};
    }
    if (!is_closed(surface)) {
        return Error{ErrorKind::bad_input, "has a pocket that is not closed: its field must cover all of its surface",
                     "loads"};
    }
    return Pocket{surface, -enclosed_volume(mesh.X, surface)};
}

Vector pressure_forces(const TetMesh& mesh, const Pocket& pocket) {
    Vector forces = Vector::Zero(3 * mesh.vertex_count());
    for (Index f = 0; f < pocket.surface.rows(); ++f) {
        const Vec3 a = mesh.X.row(pocket.surface(f, 0));
        const Vec3 b = mesh.X.row(pocket.surface(f, 1));
        const Vec3 c = mesh.X.row(pocket.surface(f, 2));
        const Vec3 sixth = (b - a).cross(c - a) / 6.0;
        for (Index corner = 0; corner < 3; ++corner) {
            forces.segment<3>(3 * pocket.surface(f, corner)) -= sixth;
        }
    }
    return forces;
}

LoadDistribution pocket_loads(const TetMesh& mesh, const std::vector<Pocket>& pockets) {
    LoadDistribution loads = no_loads(mesh.vertex_count());
    loads.patterns.resize(Eigen::NoChange, static_cast<Index>(pockets.size()));
    for (std::size_t p = 0; p < pockets.size(); ++p) {
        loads.patterns.col(static_cast<Index>(p)) = pressure_forces(mesh, pockets[p]);
    }
    return loads;
}

} // namespace limber
