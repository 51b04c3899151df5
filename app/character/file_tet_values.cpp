// SPDX-License-Identifier: MIT
#include "app/character/file_tet_values.h"

#include "engine/mesh/closest_point.h"

#include <algorithm>
#include <iterator>

namespace limber::app {
namespace {

Vec3 centre_of(const TetMesh& mesh, Index t) {
    return 0.25 *
           (mesh.X.row(mesh.T(t, 0)) + mesh.X.row(mesh.T(t, 1)) + mesh.X.row(mesh.T(t, 2)) + mesh.X.row(mesh.T(t, 3)))
               .transpose();
}

// A triangle without an area at each tet's centre.
SurfaceMesh centres_of(const TetMesh& mesh) {
    SurfaceMesh centres{Points(mesh.tet_count(), 3), Triangles(mesh.tet_count(), 3)};
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        centres.V.row(t) = centre_of(mesh, t);
        centres.F.row(t).setConstant(static_cast<int>(t));
    }
    return centres;
}

} // namespace

std::vector<int> FileTetValues::carried_of_tets(const std::vector<int>& labels, const TetMesh& now) const {
    std::vector<int> carried;
    if (part_) {
        std::ranges::transform(part_->tets, std::back_inserter(carried),
                               [&](int tet) { return labels[static_cast<std::size_t>(tet)]; });
        return carried;
    }
    const ClosestPoint nearest_centre(centres_of(in_file_));
    for (Index t = 0; t < now.tet_count(); ++t) {
        carried.push_back(labels[static_cast<std::size_t>(nearest_centre(centre_of(now, t)).triangle)]);
    }
    return carried;
}

std::vector<int> FileTetValues::carried_of_vertices(const std::vector<int>& labels, const TetMesh& now) const {
    const Embedding vertices = vertices_of(now);
    std::vector<int> carried;
    for (Index i = 0; i < vertices.weights.rows(); ++i) {
        Index corner = 0;
        vertices.weights.row(i).maxCoeff(&corner);
        carried.push_back(labels[static_cast<std::size_t>(vertices.corners(i, corner))]);
    }
    return carried;
}

Embedding FileTetValues::vertices_of(const TetMesh& now) const {
    if (!part_) {
        return embedding(now.X, in_file_);
    }
    Embedding same{Tets(now.vertex_count(), 4), Matrix::Zero(now.vertex_count(), 4)};
    for (Index i = 0; i < now.vertex_count(); ++i) {
        same.corners.row(i).setConstant(part_->vertices[static_cast<std::size_t>(i)]);
        same.weights(i, 0) = 1.0;
    }
    return same;
}

} // namespace limber::app
