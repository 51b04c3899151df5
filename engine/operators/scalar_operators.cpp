// SPDX-License-Identifier: MIT
#include "engine/operators/scalar_operators.h"

#include "engine/core/contract.h"
#include "engine/operators/vertex_assembly.h"

#include <Eigen/Geometry>

namespace limber {

TetGradients hat_gradients(const TetMesh& mesh) {
    TetGradients gradients(static_cast<std::size_t>(mesh.tet_count()));
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 origin = mesh.X.row(mesh.T(t, 0));
        const Vec3 e1 = mesh.X.row(mesh.T(t, 1)).transpose() - origin;
        const Vec3 e2 = mesh.X.row(mesh.T(t, 2)).transpose() - origin;
        const Vec3 e3 = mesh.X.row(mesh.T(t, 3)).transpose() - origin;
        const Vec3 normal = e2.cross(e3);
        const double scale = 1.0 / e1.dot(normal);
        auto& g = gradients[static_cast<std::size_t>(t)];
        g.row(1) = scale * normal;
        g.row(2) = scale * e3.cross(e1);
        g.row(3) = scale * e1.cross(e2);
        g.row(0) = -(g.row(1) + g.row(2) + g.row(3));
    }
    return gradients;
}

Vector lumped_mass(const TetMesh& mesh, const Vector& density) {
    EXPECTS(density.size() == mesh.tet_count());
    Vector mass = Vector::Zero(mesh.vertex_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const double quarter = 0.25 * density[t] * tet_volume(mesh, t);
        for (int a = 0; a < 4; ++a) {
            mass[mesh.T(t, a)] += quarter;
        }
    }
    return mass;
}

SparseMatrix stiffness_laplacian(const TetMesh& mesh, const Vector& coefficient) {
    EXPECTS(coefficient.size() == mesh.tet_count());
    const TetGradients gradients = hat_gradients(mesh);
    const Vector weight = tet_volumes(mesh).cwiseProduct(coefficient);
    return assembled<1>(mesh.T, mesh.vertex_count(), [&](int t, int a, int b) {
        const auto& g = gradients[static_cast<std::size_t>(t)];
        return Eigen::Matrix<double, 1, 1>(weight[t] * g.row(a).dot(g.row(b)));
    });
}

SparseMatrix weight_space_hessian(const TetMesh& mesh, const Material& material) {
    return stiffness_laplacian(mesh, 4.0 * lame_mu(material) + lame_lambda(material));
}

} // namespace limber
