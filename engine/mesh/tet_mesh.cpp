// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh.h"

#include <Eigen/Geometry>

namespace limber {

double tet_volume(const TetMesh& mesh, Index tet) {
    const Vec3 origin = mesh.X.row(mesh.T(tet, 0));
    const Vec3 e1 = mesh.X.row(mesh.T(tet, 1)).transpose() - origin;
    const Vec3 e2 = mesh.X.row(mesh.T(tet, 2)).transpose() - origin;
    const Vec3 e3 = mesh.X.row(mesh.T(tet, 3)).transpose() - origin;
    return e1.dot(e2.cross(e3)) / 6.0;
}

Vector tet_volumes(const TetMesh& mesh) {
    Vector volumes(mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        volumes[t] = tet_volume(mesh, t);
    }
    return volumes;
}

BoundingBox bounding_box(const Points& X) {
    if (X.rows() == 0) {
        return {};
    }
    return {X.colwise().minCoeff(), X.colwise().maxCoeff()};
}

} // namespace limber
