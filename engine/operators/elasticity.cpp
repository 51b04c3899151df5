// SPDX-License-Identifier: MIT
#include "engine/operators/elasticity.h"

#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"
#include "engine/operators/vertex_assembly.h"

namespace limber {
namespace {

// The second-order part of the stress 2 mu (F - R) + lambda tr(S - I) R of F = I + A + W, A symmetric and W
// antisymmetric. By the polar decomposition F = R S: R = I + W + (W W - A W - W A) / 2 and
// S = I + A + (A W - W A - W W) / 2 to second order.
Mat3 second_order_stress(const Mat3& gradient, double mu, double lambda) {
    const Mat3 A = 0.5 * (gradient + gradient.transpose());
    const Mat3 W = 0.5 * (gradient - gradient.transpose());
    const Mat3 WW = W * W;
    return mu * (A * W + W * A - WW) + lambda * (A.trace() * W - 0.5 * WW.trace() * Mat3::Identity());
}

} // namespace

double elastic_energy(const TetMesh& mesh, const Material& material, const Points& x) {
    EXPECTS(x.rows() == mesh.vertex_count() && !fault_in(material, mesh));
    const TetGradients gradients = hat_gradients(mesh);
    const Vector mu = lame_mu(material);
    const Vector lambda = lame_lambda(material);
    double energy = 0.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Mat3 F = gradient_in_tet(x, mesh.T, t, gradients[static_cast<std::size_t>(t)]);
        const Mat3 R = nearest_rotation(F);
        const double swelling = (R.transpose() * F).trace() - 3.0;
        energy += tet_volume(mesh, t) * (mu[t] * (F - R).squaredNorm() + 0.5 * lambda[t] * swelling * swelling);
    }
    return energy;
}

// R depends on F, but its derivative drops out, because R maximises tr(R'F), in which both terms are written.
Points elastic_gradient(const TetMesh& mesh, const Material& material, const Points& x) {
    EXPECTS(x.rows() == mesh.vertex_count() && !fault_in(material, mesh));
    const TetGradients gradients = hat_gradients(mesh);
    const Vector mu = lame_mu(material);
    const Vector lambda = lame_lambda(material);
    Points gradient = Points::Zero(x.rows(), 3);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto& g = gradients[static_cast<std::size_t>(t)];
        const Mat3 F = gradient_in_tet(x, mesh.T, t, g);
        const Mat3 R = nearest_rotation(F);
        const double swelling = (R.transpose() * F).trace() - 3.0;
        const Mat3 stress = tet_volume(mesh, t) * (2.0 * mu[t] * (F - R) + lambda[t] * swelling * R);
        for (int a = 0; a < 4; ++a) {
            gradient.row(mesh.T(t, a)) += g.row(a) * stress.transpose();
        }
    }
    return gradient;
}

SparseMatrix rest_hessian(const TetMesh& mesh, const Material& material) {
    EXPECTS(!fault_in(material, mesh));
    const TetGradients gradients = hat_gradients(mesh);
    const Vector V = tet_volumes(mesh);
    const Vector mu = V.cwiseProduct(lame_mu(material));
    const Vector lambda = V.cwiseProduct(lame_lambda(material));
    return assembled<3>(mesh.T, mesh.vertex_count(), [&](int t, int a, int b) {
        const Vec3 g = gradients[static_cast<std::size_t>(t)].row(a);
        const Vec3 h = gradients[static_cast<std::size_t>(t)].row(b);
        const Mat3 dyad = g * h.transpose();
        return Mat3(mu[t] * (g.dot(h) * Mat3::Identity() + dyad.transpose()) + lambda[t] * dyad);
    });
}

Points rest_gradient_curvature(const TetMesh& mesh, const Material& material, const Points& u, const Points& v) {
    EXPECTS(u.rows() == mesh.vertex_count() && v.rows() == mesh.vertex_count() && !fault_in(material, mesh));
    const TetGradients gradients = hat_gradients(mesh);
    const Vector mu = lame_mu(material);
    const Vector lambda = lame_lambda(material);
    Points curvature = Points::Zero(u.rows(), 3);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto& g = gradients[static_cast<std::size_t>(t)];
        const Mat3 U = gradient_in_tet(u, mesh.T, t, g);
        const Mat3 V = gradient_in_tet(v, mesh.T, t, g);
        // The bilinear form of a quadratic one.
        const Mat3 stress =
            0.5 * tet_volume(mesh, t) *
            (second_order_stress(U + V, mu[t], lambda[t]) - second_order_stress(U - V, mu[t], lambda[t]));
        for (int a = 0; a < 4; ++a) {
            curvature.row(mesh.T(t, a)) += g.row(a) * stress.transpose();
        }
    }
    return curvature;
}

} // namespace limber
