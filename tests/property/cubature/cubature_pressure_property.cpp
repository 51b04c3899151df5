// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_pressure.h"

#include "engine/cubature/cubature_step.h"
#include "engine/full_space/full_space_step.h"
#include "engine/general_basis/general_step.h"
#include "engine/loads/pocket_pressure.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/allocation_count.h"
#include "tests/support/meshes.h"
#include "tests/support/objective_on_a_line.h"
#include "tests/support/seen_fractions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

/// Gas in a pocket during steps of Newton's method: its energy -p v in the subspace, and in full space.
namespace limber::testing {
namespace {

constexpr double pressure = 3e4; // [Pa] at activation 1, of a body of 1e5 Pa

/// A box with a cavity on one free handle.
class InflatedBoxOnCubature : public ::testing::Test {
protected:
    CubatureModel model_of(const Matrix& basis) const {
        const GeneralModel body = general_model(mesh, material, rig, {}, basis, one_cluster(mesh.tet_count())).value();
        CubatureModel model =
            cubature_model({mesh, material, body, ElasticEnergy::stable_neo_hookean}, whole_cubature(mesh.tet_count()));
        model.pressure = cubature_pressure(body, pockets);
        if (are_curvatures_shorter(model.pressure)) {
            model.pressure.curvatures = pocket_curvatures(model.pressure).value();
        }
        return model;
    }
    Matrix few_columns() const {
        Rng rng(2);
        return Matrix::NullaryExpr(3 * mesh.vertex_count(), 6, [&] { return rng.normal(); });
    }
    Controls inflating_controls(int frame) const {
        Controls controls;
        controls.P = rig_maps(rig, rest_pose(rig.skeleton));
        controls.gravity = Vec3(0.5, -9.81, 1.0);
        controls.iterations = 1000;
        controls.young_scale = 0.8;
        controls.muscle_stiffness_scale = 0.7;
        controls.strain_damping = 0.002;
        controls.activation = Vector(2);
        controls.activation << 0.3, std::min(0.25 * frame, 1.0);
        return controls;
    }

    TetMesh mesh = part_of(bar_mesh(4, 3, 3, Vec3(0.4, 0.3, 0.3)), [](const Vec3& c) {
        return c.x() < 0.1 || c.x() > 0.3 || c.y() < 0.1 || c.y() > 0.2 || c.z() < 0.1 || c.z() > 0.2;
    });
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Rig rig = affine_handle(mesh);
    std::vector<InflatedPocket> pockets{{pockets_of(mesh).front(), 1, pressure}}; // of the second muscle
};

TEST_F(InflatedBoxOnCubature, HasTheGradientAndTheHessianOfFiniteDifferences) {
    const CubatureModel model = model_of(few_columns());
    ObjectiveOnALine along(model);
    along.prepare(inflating_controls(3), general_rest(model.body, inflating_controls(3).P));
    constexpr double step = 1e-5;
    const double difference = (along.value_at(step) - along.value_at(-step)) / (2.0 * step);
    const double slope = along.slope_at(0.0);
    EXPECT_NEAR(slope, difference, 1e-5 * std::abs(slope));
    Matrix exact(model.body.coordinate_count(), model.body.coordinate_count());
    compute_second_derivative(model, along.controls, along.start, along.objective, exact);
    const Matrix whole = exact.selfadjointView<Eigen::Lower>();
    const Vector d = as_vector(along.direction);
    const double curvature = (along.slope_at(step) - along.slope_at(-step)) / (2.0 * step);
    EXPECT_NEAR(d.dot(whole * d), curvature, 1e-5 * std::abs(curvature));
    // Of the pressure alone.
    const auto pressure_slope = [&](double length) {
        along.at.Z = along.start + length * along.direction;
        along.at.gradient.setZero();
        add_pressure_gradient(model.pressure, along.controls, along.objective.pressure, along.at);
        return along.at.gradient.cwiseProduct(along.direction).sum();
    };
    const double of_pressure = (pressure_slope(step) - pressure_slope(-step)) / (2.0 * step);
    Matrix H = Matrix::Zero(exact.rows(), exact.cols());
    add_pressure_hessian(model.pressure, along.controls, along.start, along.objective.pressure, H);
    EXPECT_GT(std::abs(of_pressure), 1e-5 * std::abs(curvature));
    EXPECT_NEAR(d.dot(H * d), of_pressure, 1e-6 * std::abs(of_pressure));
    EXPECT_LT((H - H.transpose()).norm(), 1e-12 * H.norm());
}

TEST_F(InflatedBoxOnCubature, HasBlocksThatAddUpToTheHessian) {
    const Pocket& pocket = pockets.front().pocket;
    Rng rng(11);
    const Points x = mesh.X + 0.05 * Points::NullaryExpr(mesh.vertex_count(), 3, [&] { return rng.normal(); });
    const Index size = x.size();
    Matrix expected = Matrix::Zero(size, size);
    add_pressure_hessian_times(pocket, 2.0, x, Matrix::Identity(size, size), expected);
    Matrix sum = Matrix::Zero(size, size);
    for_each_pressure_block(pocket, 2.0, x,
                            [&](int i, int j, const Mat3& block) { sum.block<3, 3>(3 * i, 3 * j) += block; });
    EXPECT_LT((sum - expected).norm(), 1e-14 * expected.norm());
    EXPECT_LT((sum - sum.transpose()).norm(), 1e-12 * sum.norm());
}

// A curvature is computed once in place of sums over the triangles.
TEST_F(InflatedBoxOnCubature, HasTheHessianOfTheSumsOverItsTriangles) {
    const CubatureModel model = model_of(few_columns());
    ASSERT_EQ(model.pressure.curvatures.size(), 1U);
    CubaturePressure sums = model.pressure;
    sums.curvatures.clear();
    const Controls controls = inflating_controls(3);
    const Index k = model.body.coordinate_count();
    PressureScratch scratch = pressure_scratch(model.pressure);
    PressureScratch scratch_of_sums = pressure_scratch(sums);
    Rng rng(7);
    for (int trial = 0; trial < 10; ++trial) {
        AffineStack P = controls.P;
        for (double& entry : P.reshaped()) {
            entry += rng.normal();
        }
        const Coordinates Z = Coordinates::NullaryExpr(k / 3, 3, [&] { return rng.normal(); });
        prepare_pressure(model.pressure, P, scratch);
        prepare_pressure(sums, P, scratch_of_sums);
        Matrix H = Matrix::Zero(k, k);
        Matrix expected = H;
        add_pressure_hessian(model.pressure, controls, Z, scratch, H);
        add_pressure_hessian(sums, controls, Z, scratch_of_sums, expected);
        EXPECT_GT(expected.norm(), 0.0);
        EXPECT_LT((H - expected).norm(), 1e-12 * expected.norm());
    }
}

TEST_F(InflatedBoxOnCubature, IsReducedWithAProgressUntilItIsCancelled) {
    const GeneralModel body =
        general_model(mesh, material, rig, {}, few_columns(), one_cluster(mesh.tet_count())).value();
    const CubaturePressure pressure = cubature_pressure(body, pockets);
    std::string phase;
    const std::vector<double> fractions = seen_fractions([&](Progress& progress) {
        ASSERT_TRUE(pocket_curvatures(pressure, &progress));
        phase = progress.latest().phase;
    });
    EXPECT_EQ(phase, "reducing pockets");
    EXPECT_TRUE(std::ranges::is_sorted(fractions)) << ::testing::PrintToString(fractions);
    EXPECT_GT(fractions.back(), 0.5);
    EXPECT_LE(fractions.back(), 1.0);
    Progress progress;
    progress.cancel();
    const auto cancelled = pocket_curvatures(pressure, &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
}

TEST_F(InflatedBoxOnCubature, WithMoreColumnsThanItsPocketNeedsHasSums) {
    const Index size = 3 * mesh.vertex_count();
    EXPECT_TRUE(model_of(Matrix::Identity(size, size)).pressure.curvatures.empty());
}

// At rest it is the force whose response the target of the pocket's muscle is.
TEST_F(InflatedBoxOnCubature, PushesAtRestWithTheForceOfThePressure) {
    const CubatureModel model = model_of(few_columns());
    Controls controls = inflating_controls(4);
    PressureScratch scratch = pressure_scratch(model.pressure);
    prepare_pressure(model.pressure, controls.P, scratch);
    Iterate at = iterate(model.body.coordinate_count() / 3);
    at.Z.setZero();
    at.gradient.setZero();
    EXPECT_NEAR(add_pressure_gradient(model.pressure, controls, scratch, at), 0.0, 1e-9);
    const Vector expected = model.body.B.transpose() * pressure_forces(mesh, pockets_of(mesh).front()) *
                            (0.8 * 0.7 * pressure * controls.activation(1));
    EXPECT_LT((as_vector(at.gradient) + expected).norm(), 1e-9 * expected.norm());
}

TEST_F(InflatedBoxOnCubature, MovesWithACompleteBasisAsInFullSpace) {
    const Index size = 3 * mesh.vertex_count();
    const CubatureModel model = model_of(Matrix::Identity(size, size));
    FullSpaceModel full = full_space_model(mesh, material, rig, {}, ElasticEnergy::stable_neo_hookean).value();
    full.stresses.pockets = pockets;
    CubatureWorkspace workspace(model);
    FullSpaceWorkspace full_workspace(full);
    const AffineStack P = rig_maps(rig, rest_pose(rig.skeleton));
    State state = general_rest(model.body, P);
    State full_state = full_space_rest(full, P);
    for (int frame = 1; frame <= 4; ++frame) {
        const Controls controls = inflating_controls(frame);
        const auto expected = full_space_step(full, controls, full_state, full_workspace);
        ASSERT_TRUE(expected) << expected.error().message;
        EXPECT_LE(expected.value().iterations, 3) << "Newton's method has the second derivative of the gas";
        const StepReport report = cubature_step(model, controls, {}, state, workspace);
        ASSERT_EQ(report.status, StepStatus::converged);
        const Points x = positions(model.body, state.Z, state.P);
        const Points y = positions(full, full_state.Z, full_state.P);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-5) << "frame " << frame;
        EXPECT_NEAR(report.elastic_energy, expected.value().elastic_energy,
                    1e-4 * (1.0 + std::abs(expected.value().elastic_energy)));
    }
    Points unused = Points::Zero(mesh.vertex_count(), 3);
    const Points x = positions(model.body, state.Z, state.P);
    EXPECT_LT(add_pressure_energy(pockets.front().pocket, 1.0, x, unused), -0.05 * pockets.front().pocket.volume)
        << "the pocket grows";
}

// A gas in a closed cavity neither pushes nor turns the body as a whole.
TEST_F(InflatedBoxOnCubature, KeepsTheMomentumOfAFreeBody) {
    const Index size = 3 * mesh.vertex_count();
    const CubatureModel model = model_of(Matrix::Identity(size, size));
    CubatureWorkspace workspace(model);
    Controls controls = inflating_controls(4);
    controls.gravity.setZero();
    controls.strain_damping = 0.0;
    State state = general_rest(model.body, controls.P);
    const Vector mass = lumped_mass(mesh, material.density);
    for (int frame = 0; frame < 5; ++frame) {
        const Points before = positions(model.body, state.Z, state.P);
        ASSERT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::converged);
        const Points x = positions(model.body, state.Z, state.P);
        const Points momentum = mass.asDiagonal() * (x - before);
        Vec3 turning = Vec3::Zero();
        for (Index i = 0; i < x.rows(); ++i) {
            turning += Vec3(x.row(i)).cross(Vec3(momentum.row(i)));
        }
        const double moved = momentum.rowwise().norm().sum();
        EXPECT_GT(moved, 0.0);
        EXPECT_LT(momentum.colwise().sum().norm(), 1e-5 * moved);
        if (frame == 0) { // backward Euler keeps it from rest alone
            EXPECT_LT(turning.norm(), 1e-5 * moved * 0.4);
        }
    }
}

TEST_F(InflatedBoxOnCubature, WithoutPressureChangesNoBit) {
    const CubatureModel model = model_of(few_columns());
    CubatureModel without = model;
    without.pressure = {};
    CubatureWorkspace workspace(model);
    CubatureWorkspace other(without);
    const Controls start = inflating_controls(0);
    State state = general_rest(model.body, start.P);
    State other_state = state;
    for (int frame = 1; frame <= 3; ++frame) {
        cubature_step(model, start, {}, state, workspace);
        cubature_step(without, start, {}, other_state, other);
        EXPECT_EQ(hash_of(state), hash_of(other_state));
    }
    cubature_step(model, inflating_controls(3), {}, state, workspace);
    cubature_step(without, inflating_controls(3), {}, other_state, other);
    EXPECT_NE(hash_of(state), hash_of(other_state));
}

TEST_F(InflatedBoxOnCubature, AStepAllocatesNothing) {
    const CubatureModel model = model_of(few_columns());
    CubatureWorkspace workspace(model);
    std::vector<Controls> frames;
    for (int frame = 1; frame <= 5; ++frame) {
        frames.push_back(inflating_controls(frame));
    }
    State state = general_rest(model.body, frames.front().P);
    State copy = state;
    cubature_step(model, frames.back(), {}, copy, workspace); // a BLAS allocates in its first call
    const auto before = allocation_count();
    for (const Controls& controls : frames) {
        cubature_step(model, controls, {}, state, workspace);
    }
    EXPECT_EQ(allocation_count(), before);
}

} // namespace
} // namespace limber::testing
