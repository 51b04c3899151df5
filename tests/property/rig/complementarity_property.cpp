// SPDX-License-Identifier: MIT
#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

struct Case {
    TetMesh mesh;
    Vector mass;
    Vector leak;
    Matrix W; // weights of two bones
};

Case random_case(Rng& rng) {
    Case c;
    c.mesh = ball_mesh(3);
    const Index n = c.mesh.vertex_count();
    c.mesh.X = shaken(c.mesh.X, 0.01, rng);
    c.mass = Vector::NullaryExpr(n, [&] { return rng.uniform(0.5, 2.0); });
    c.leak = Vector::NullaryExpr(n, [&] { return rng.uniform(0.1, 1.0); });
    c.W = Matrix(n, 2);
    c.W.col(0) = Vector::NullaryExpr(n, [&] { return rng.uniform(); });
    c.W.col(1) = Vector::Ones(n) - c.W.col(0);
    return c;
}

/// 3n x 12b, vertex-interleaved: one column for each entry of each bone's affine map.
Matrix textbook_jacobian(const Points& X, const Matrix& W) {
    const Matrix J = rig_jacobian(X, W);
    Matrix full = Matrix::Zero(3 * X.rows(), 3 * J.cols());
    for (int axis = 0; axis < 3; ++axis) {
        full(Eigen::seqN(axis, X.rows(), 3), Eigen::seqN(axis, J.cols(), 3)) = J;
    }
    return full;
}

Matrix orthonormal(const Matrix& C) {
    Eigen::ColPivHouseholderQR<Matrix> qr(C);
    qr.setThreshold(1e-10);
    return qr.householderQ() * Matrix::Identity(C.rows(), qr.rank());
}

/// The relative distance of the columns of C to the span of the columns of D.
double distance_from_span(const Matrix& C, const Matrix& D) {
    const Matrix Q = orthonormal(D);
    const Matrix rest = C - Q * (Q.transpose() * C);
    return (rest.colwise().norm().array() / C.colwise().norm().array()).maxCoeff();
}

Vector free_weight(const Matrix& C, Rng& rng) {
    const Matrix Q = orthonormal(C);
    const Vector w = Vector::NullaryExpr(C.rows(), [&] { return rng.normal(); });
    const Vector once = w - Q * (Q.transpose() * w);
    return once - Q * (Q.transpose() * once);
}

TEST(Complementarity, MakesAffineMotionsComplementaryToTheRig) {
    Rng rng(1);
    for (int trial = 0; trial < 5; ++trial) {
        const Case c = random_case(rng);
        const Vector w = free_weight(complementarity_columns(c.mesh.X, c.mass, c.leak, c.W), rng);
        const Matrix J = rig_jacobian(c.mesh.X, c.W);
        for (int motion = 0; motion < 5; ++motion) {
            const Points u = w.asDiagonal() * transformed(c.mesh.X, random_affine(rng, 2.0));
            const Points momentum = c.leak.cwiseProduct(c.mass).asDiagonal() * u;
            EXPECT_LT((J.transpose() * momentum).norm(), 1e-12 * J.norm() * momentum.norm());
        }
    }
}

TEST(Complementarity, OfASkinningRigAndOfItsJacobianSpanTheSameSpace) {
    Rng rng(2);
    const Case c = random_case(rng);
    const Matrix closed_form = complementarity_columns(c.mesh.X, c.mass, c.leak, c.W);
    const Matrix general = complementarity_columns(c.mesh.X, c.mass, c.leak, textbook_jacobian(c.mesh.X, c.W), 1e-10);
    EXPECT_EQ(closed_form.cols(), 20);
    EXPECT_EQ(general.cols(), 20);
    EXPECT_TRUE((general.transpose() * general).isIdentity(1e-12));
    EXPECT_LT(distance_from_span(closed_form, general), 1e-10);
    EXPECT_LT(distance_from_span(general, closed_form), 1e-10);
}

TEST(Complementarity, DoesNotDependOnTheOriginOrTheUnit) {
    Rng rng(3);
    const Case c = random_case(rng);
    const Matrix here = complementarity_columns(c.mesh.X, c.mass, c.leak, c.W);
    for (const double scale : {1e-3, 1.0, 1e3}) {
        Affine map = identity_affine();
        map.leftCols<3>() = scale * random_rotation(rng);
        map.col(3) = random_vector(rng, 5.0 * scale);
        const Matrix there = complementarity_columns(transformed(c.mesh.X, map), c.mass, c.leak, c.W);
        EXPECT_LT(distance_from_span(there, here), 1e-10);
    }
}

TEST(Complementarity, OfATranslatingRigConservesMomentumOnly) {
    Rng rng(4);
    const Case c = random_case(rng);
    const Index n = c.mesh.vertex_count();
    Matrix J = Matrix::Zero(3 * n, 1);
    J(Eigen::seqN(0, n, 3), 0).setOnes(); // the whole body along x
    const Matrix C = complementarity_columns(c.mesh.X, c.mass, c.leak, J, 1e-10);
    EXPECT_EQ(C.cols(), 4);
    const Vector momentum = c.mass.cwiseProduct(c.leak);
    EXPECT_LT(distance_from_span(momentum, C), 1e-12);
    EXPECT_LT(distance_from_span(momentum.cwiseProduct(c.mesh.X.col(2)), C), 1e-12);
}

} // namespace
} // namespace limber::testing
