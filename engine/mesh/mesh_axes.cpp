// SPDX-License-Identifier: MIT
#include "engine/mesh/mesh_axes.h"

#include "engine/core/contract.h"

#include <Eigen/Geometry>

namespace limber {

Mat3 mesh_axes(const TetMesh& mesh) {
    EXPECTS(mesh.tet_count() > 0);
    const Vec3 corner = mesh.X.row(mesh.T(0, 0));
    const Vec3 edge = mesh.X.row(mesh.T(0, 1)).transpose() - corner;
    const Vec3 other = mesh.X.row(mesh.T(0, 2)).transpose() - corner;
    Mat3 axes;
    axes.col(0) = edge.normalized();
    axes.col(2) = axes.col(0).cross(other).normalized();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    return axes;
}

} // namespace limber
