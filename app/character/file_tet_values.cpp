// SPDX-License-Identifier: MIT
#include "app/character/file_tet_values.h"

#include "engine/mesh/closest_point.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

// All faces of all tets, so that places inside of the body are near to one too.
SurfaceMesh faces_of(const TetMesh& mesh) {
    constexpr std::array<std::array<int, 3>, 4> faces{{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
    SurfaceMesh surface{mesh.X, Triangles(4 * mesh.tet_count(), 3)};
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index face = 0; face < 4; ++face) {
            for (Index corner = 0; corner < 3; ++corner) {
                surface.F(4 * t + face, corner) =
                    mesh.T(t, faces[static_cast<std::size_t>(face)][static_cast<std::size_t>(corner)]);
            }
        }
    }
    return surface;
}

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

FileTetValues::FileTetValues(TetMesh in_file, const TetMesh& now) : in_file_(std::move(in_file)) {
    const ClosestPoint nearest_centre(centres_of(in_file_));
    for (Index t = 0; t < now.tet_count(); ++t) {
        nearest_tet_.push_back(nearest_centre(centre_of(now, t)).triangle);
    }
    const SurfaceMesh faces = faces_of(in_file_);
    const ClosestPoint closest(faces);
    for (Index i = 0; i < now.vertex_count(); ++i) {
        const SurfacePoint point = closest(now.X.row(i));
        places_.push_back(
            {{faces.F(point.triangle, 0), faces.F(point.triangle, 1), faces.F(point.triangle, 2)}, point.barycentric});
    }
}

std::vector<int> FileTetValues::carried_of_tets(const std::vector<int>& labels) const {
    std::vector<int> carried;
    std::ranges::transform(nearest_tet_, std::back_inserter(carried),
                           [&](int tet) { return labels[static_cast<std::size_t>(tet)]; });
    return carried;
}

std::vector<int> FileTetValues::carried_of_vertices(const std::vector<int>& labels) const {
    std::vector<int> carried;
    for (const Place& place : places_) {
        Index corner = 0;
        place.weights.maxCoeff(&corner);
        carried.push_back(labels[static_cast<std::size_t>(place.corners[static_cast<std::size_t>(corner)])]);
    }
    return carried;
}

Matrix FileTetValues::interpolated(const Matrix& values) const {
    Matrix carried(static_cast<Index>(places_.size()), values.cols());
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto& [corners, weights] = places_[i];
        carried.row(static_cast<Index>(i)) = weights(0) * values.row(corners[0]) + weights(1) * values.row(corners[1]) +
                                             weights(2) * values.row(corners[2]);
    }
    return carried;
}

} // namespace limber::app
