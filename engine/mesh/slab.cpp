// SPDX-License-Identifier: MIT
#include "engine/mesh/slab.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr double least_area = 1e-12; // of the square of the triangle's longest side

// Twice the signed area in the x-y plane; the largest squared side.
std::pair<double, double> area_and_side(const Points& V, const std::array<int, 3>& corners) {
    const Eigen::RowVector3d a = V.row(corners[1]) - V.row(corners[0]);
    const Eigen::RowVector3d b = V.row(corners[2]) - V.row(corners[0]);
    return {a.x() * b.y() - a.y() * b.x(), std::max({a.squaredNorm(), b.squaredNorm(), (b - a).squaredNorm()})};
}

// The prism of three ascending vertices p, q, r, which run clockwise or not. Each diagonal of a side runs from the
// larger vertex in front to the smaller one behind, so that neighbours agree.
void write_prism(const std::array<int, 3>& corners, int n, bool is_clockwise, Index first, Tets& T) {
    const auto [p, q, r] = corners;
    T.row(first) << p, r, q, p + n;
    T.row(first + 1) << q, p + n, r, q + n;
    T.row(first + 2) << r, q + n, p + n, r + n;
    if (is_clockwise) {
        for (Index t = first; t < first + 3; ++t) {
            std::swap(T(t, 1), T(t, 2));
        }
    }
}

} // namespace

bool is_flat(const Points& X) {
    const Vec3 size = X.colwise().maxCoeff() - X.colwise().minCoeff();
    return size.z() <= flat_within * size.norm();
}

Result<Tets> slab_tets(const Points& V, const Triangles& F) {
    const auto n = static_cast<int>(V.rows());
    Tets T(3 * F.rows(), 4);
    for (Index face = 0; face < F.rows(); ++face) {
        std::array<int, 3> corners{F(face, 0), F(face, 1), F(face, 2)};
        std::sort(corners.begin(), corners.end());
        const auto [area, side] = area_and_side(V, corners);
        if (!(std::abs(area) > least_area * side)) {
            return Error{ErrorKind::bad_input, "it has no area: remove it", "triangle " + std::to_string(face)};
        }
        write_prism(corners, n, area < 0.0, 3 * face, T);
    }
    return T;
}

Points slab_positions(const Points& V, double depth, const Vec3& normal) {
    Points X(2 * V.rows(), 3);
    X.topRows(V.rows()) = V.rowwise() + 0.5 * depth * normal.transpose();
    X.bottomRows(V.rows()) = V.rowwise() - 0.5 * depth * normal.transpose();
    return X;
}

Result<TetMesh> slab_of(const SurfaceMesh& flat, double depth) {
    EXPECTS(depth > 0.0);
    if (flat.F.rows() == 0) {
        return Error{ErrorKind::bad_input, "the body has no triangle", "mesh"};
    }
    if (!is_flat(flat.V)) {
        return Error{ErrorKind::bad_input, "is not flat: all of its vertices need one z", "mesh"};
    }
    Points V = flat.V;
    V.col(2).setConstant(V.col(2).mean());
    auto tets = slab_tets(V, flat.F);
    if (!tets) {
        return tets.error();
    }
    return TetMesh{slab_positions(V, depth), std::move(tets).value()};
}

std::vector<int> slab_outline(const TetMesh& slab) {
    const auto n = static_cast<int>(slab.vertex_count() / 2);
    std::map<std::pair<int, int>, int> triangles_at;
    for (Index t = 0; t < slab.tet_count(); t += 3) {
        std::array<int, 3> corners{slab.T(t, 0) % n, slab.T(t, 1) % n, slab.T(t, 2) % n};
        std::sort(corners.begin(), corners.end());
        ++triangles_at[{corners[0], corners[1]}];
        ++triangles_at[{corners[1], corners[2]}];
        ++triangles_at[{corners[0], corners[2]}];
    }
    std::vector<int> outline;
    for (const auto& [edge, count] : triangles_at) {
        if (count == 1) {
            outline.insert(outline.end(), {edge.first, edge.second});
        }
    }
    std::sort(outline.begin(), outline.end());
    outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
    return outline;
}

} // namespace limber
