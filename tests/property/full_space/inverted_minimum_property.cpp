// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"
#include "engine/full_space/inverted_tets.h"
#include "engine/operators/material.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

/// A step of full space ends in a minimum where tets are inside out too: the textbook's gradient vanishes there, its
/// Hessian has no negative curvature, and Newton's method, which shares no code with the step, ends no lower.
namespace limber::testing {
namespace {

/// A step's objective over the coordinates y of the displacements that the constraint allows.
struct Problem {
    oracle::TextbookBody body;
    oracle::TextbookControls controls;
    oracle::TextbookState before;

    double objective(const Vector& y) const {
        return oracle::textbook_objective(body, controls, before, body.B * y);
    }
    Vector gradient(const Vector& y) const {
        return body.B.transpose() * oracle::textbook_gradient(body, controls, before, body.B * y);
    }
    /// k x k, by central differences of the gradient.
    Matrix hessian(const Vector& y) const {
        constexpr double step = 1e-6; // [m]
        Matrix H(y.size(), y.size());
        for (Index i = 0; i < y.size(); ++i) {
            const Vector side = step * Vector::Unit(y.size(), i);
            H.col(i) = (gradient(y + side) - gradient(y - side)) / (2.0 * step);
        }
        return 0.5 * (H + H.transpose());
    }
};

/// Newton's method with backtracking; negative curvature counts as positive, so that each direction descends.
Vector newton_minimum(const Problem& problem, Vector y) {
    constexpr int moves_max = 100;
    constexpr double shortest = 1e-10; // of a move
    const double slope_at_start = problem.gradient(y).norm();
    for (int move = 0; move < moves_max && problem.gradient(y).norm() > 1e-9 * slope_at_start; ++move) {
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(problem.hessian(y));
        const Vector curvature =
            eigen.eigenvalues().cwiseAbs().cwiseMax(1e-9 * eigen.eigenvalues().cwiseAbs().maxCoeff());
        const Vector along = eigen.eigenvectors().transpose() * problem.gradient(y);
        const Vector direction = -(eigen.eigenvectors() * along.cwiseQuotient(curvature));
        double length = 1.0;
        while (length > shortest && !(problem.objective(y + length * direction) < problem.objective(y))) {
            length *= 0.5;
        }
        if (length <= shortest) {
            break;
        }
        y += length * direction;
    }
    return y;
}

struct Case {
    double poisson = 0.0;
    double young = 2e4;             // [Pa]
    double time_step = 1.0 / 60.0;  // [s]
    double handle_stiffness = 3000; // [N/m]
};

/// A block on an affine handle, with one rotation for each tet.
LivingBar block_of_tets(const Case& one) {
    LivingBar block;
    block.mesh = bar_mesh(2, 2, 2, Vec3(0.4, 0.3, 0.25));
    block.material = uniform_material({.young = one.young, .poisson = one.poisson}, block.mesh.tet_count());
    block.rig = affine_handle(block.mesh);
    block.leak = Vector::Ones(block.mesh.vertex_count());
    block.clusters = one_cluster_a_tet(block.mesh.tet_count());
    return block;
}

/// The textbook's, with an orthonormal basis of the displacements that the constraint allows.
oracle::TextbookBody on_the_constraint(const LivingBar& block) {
    oracle::TextbookBody body = block.full_body();
    const Eigen::HouseholderQR<Matrix> qr(Eigen::FullPivLU<Matrix>(Matrix(body.C.transpose())).kernel());
    body.B = qr.householderQ() * Matrix::Identity(qr.rows(), qr.cols());
    body.C = Matrix(body.B.rows(), 0);
    return body;
}

class InvertedMinimum : public ::testing::TestWithParam<Case> {};

// A corner is pulled through the block and out on the other side.
TEST_P(InvertedMinimum, IsThatOfNewtonsMethod) {
    const LivingBar block = block_of_tets(GetParam());
    const FullSpaceModel model = full_space_model(block.mesh, block.material, block.rig, block.leak).value();
    FullSpaceWorkspace workspace(model);
    const Vec3 through = 1.4 * block.mesh.X.row(26).transpose() - 0.4 * block.mesh.X.row(0).transpose();
    Controls controls;
    controls.P = skinning_maps(block.rig.skeleton, rest_pose(block.rig.skeleton));
    controls.time_step = GetParam().time_step;
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.iterations = 5000;
    controls.handles = {
        {full_space_point(model, std::array{0}, std::array{1.0}), GetParam().handle_stiffness, through}};
    Problem problem{on_the_constraint(block), textbook(controls), {}};
    problem.controls.springs = {{controls.handles[0].point.phi, GetParam().handle_stiffness, through}};
    const Matrix& B = problem.body.B;
    State state = full_space_rest(model, controls.P);
    for (int frame = 1; frame <= 4; ++frame) {
        problem.before = {oracle::flat(Points(state.Z)), oracle::flat(Points(state.Zdot)), oracle::flat(state.P),
                          oracle::flat(state.Pdot)};
        ASSERT_EQ(full_space_step(model, controls, state, workspace).value().status, StepStatus::converged) << frame;
        const Vector start = B.transpose() * (problem.before.u + controls.time_step * problem.before.u_dot);
        const Vector found = B.transpose() * oracle::flat(Points(state.Z));
        EXPECT_LT(problem.gradient(found).norm(), 2e-6 * problem.gradient(start).norm()) << frame;
        const Vector curvature = Eigen::SelfAdjointEigenSolver<Matrix>(problem.hessian(found)).eigenvalues();
        EXPECT_GT(curvature(0), 1e-3 * curvature.maxCoeff()) << frame;
        const Vector newton = newton_minimum(problem, start);
        const double fallen = problem.objective(start) - problem.objective(found);
        EXPECT_NEAR(problem.objective(newton), problem.objective(found), 1e-9 * fallen) << frame;
        EXPECT_LT((newton - found).norm(), 1e-5) << frame; // [m]
    }
    EXPECT_GE(inverted_tet_count(model, positions(model, state.Z, state.P)), 6);
}

// Of the last, elasticity and the handle outweigh inertia.
INSTANTIATE_TEST_SUITE_P(
    Cases, InvertedMinimum,
    ::testing::Values(Case{}, Case{.poisson = 0.45},
                      Case{.poisson = 0.3, .young = 2e5, .time_step = 1.0 / 20.0, .handle_stiffness = 5e4}));

} // namespace
} // namespace limber::testing
