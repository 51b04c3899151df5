// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_fibres.h"

#include "engine/cubature/cubature_step.h"
#include "engine/full_space/full_space_step.h"
#include "engine/general_basis/general_step.h"
#include "engine/loads/muscle_loads.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/allocation_count.h"
#include "tests/support/meshes.h"
#include "tests/support/objective_on_a_line.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <vector>

/// Fibres under tension during steps of Newton's method: their energy A |F d|^2 V / 2 in the subspace, and in full
/// space.
namespace limber::testing {
namespace {

constexpr double tension = 5e4; // [Pa] at activation 1, of a body of 1e5 Pa

/// A bar on one free handle, with two muscles: in its upper half, and across it with shares between 0 and 1.
class TenseBarOnCubature : public ::testing::Test {
protected:
    TenseBarOnCubature() {
        const Vector upper = (mesh.X.col(1).array() > 0.1).cast<double>();
        fibres = {{fibre_matrix(mesh, muscle_fibres(mesh, mesh.X.col(0), upper)), 0, tension},
                  {fibre_matrix(mesh, muscle_fibres(mesh, mesh.X.col(1), 2.0 * mesh.X.col(0))), 2, 0.4 * tension}};
    }
    CubatureModel model_of(const Matrix& basis, ElasticEnergy energy = ElasticEnergy::stable_neo_hookean) const {
        const GeneralModel body = general_model(mesh, material, rig, {}, basis, one_cluster(mesh.tet_count())).value();
        CubatureModel model = cubature_model({mesh, material, body, energy}, whole_cubature(mesh.tet_count()));
        model.fibres = cubature_fibres(body, fibres);
        return model;
    }
    Matrix complete_basis() const {
        return Matrix::Identity(3 * mesh.vertex_count(), 3 * mesh.vertex_count());
    }
    Matrix few_columns() const {
        Rng rng(2);
        return Matrix::NullaryExpr(3 * mesh.vertex_count(), 12, [&] { return rng.normal(); });
    }
    // The third muscle pulls, the first one more with each frame.
    Controls flexing_controls(int frame) const {
        Controls controls;
        Affine turn;
        turn << Eigen::AngleAxisd(0.05 * frame, Vec3(1.0, 2.0, -0.5).normalized()).toRotationMatrix(),
            Vec3(0.01 * frame, 0.0, 0.0);
        controls.P = turn.transpose();
        controls.gravity = Vec3(0.5, -9.81, 1.0);
        controls.iterations = 1000;
        controls.young_scale = 0.8;
        controls.muscle_stiffness_scale = 0.7;
        controls.strain_damping = 0.002;
        controls.activation = Vector(3);
        controls.activation << std::min(0.25 * frame, 1.0), 0.5, 0.3;
        return controls;
    }

    TetMesh mesh = bar_mesh(4, 2, 2, Vec3(0.4, 0.2, 0.2));
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Rig rig = affine_handle(mesh);
    std::vector<TenseFibres> fibres;
};

// [J] equation 23 over the tets
double energy_of(const TetMesh& mesh, const MuscleFibres& of, const Points& x) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    double energy = 0.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Eigen::Matrix<double, 4, 3> corners = x(mesh.T.row(t), Eigen::all);
        const Vec3 d = of.directions.row(t);
        const Vec3 stretched = corners.transpose() * (hats[static_cast<std::size_t>(t)] * d);
        energy += 0.5 * volumes(t) * of.share(t) * stretched.squaredNorm();
    }
    return energy;
}

TEST_F(TenseBarOnCubature, HasTheEnergyOfItsTets) {
    const CubatureModel model = model_of(few_columns());
    const Controls controls = flexing_controls(4);
    FibreScratch scratch = fibre_scratch(model.fibres);
    prepare_fibres(model.fibres, controls, controls.P, scratch);
    Rng rng(4);
    Iterate at = iterate(model.body.coordinate_count() / 3);
    at.Z = shaken(Coordinates::Zero(at.Z.rows(), 3), 0.05, rng);
    at.gradient.setZero();
    const Points x = positions(model.body, at.Z, controls.P);
    const Vector upper = (mesh.X.col(1).array() > 0.1).cast<double>();
    const double expected = 0.8 * 0.7 * tension *
                            (1.0 * energy_of(mesh, muscle_fibres(mesh, mesh.X.col(0), upper), x) +
                             0.3 * 0.4 * energy_of(mesh, muscle_fibres(mesh, mesh.X.col(1), 2.0 * mesh.X.col(0)), x));
    EXPECT_NEAR(add_fibre_gradient(scratch, at), expected, 1e-10 * expected);
}

TEST_F(TenseBarOnCubature, HasTheGradientAndTheHessianOfFiniteDifferences) {
    const CubatureModel model = model_of(few_columns());
    ObjectiveOnALine along(model);
    along.prepare(flexing_controls(3), general_rest(model.body, flexing_controls(3).P));
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
    const Matrix& Q = along.objective.fibres.Q;
    EXPECT_GT(d.dot(Q * d), 1e-3 * curvature);
    EXPECT_LT((Q - Q.transpose()).norm(), 1e-12 * Q.norm());
}

TEST_F(TenseBarOnCubature, MovesWithACompleteBasisAsInFullSpace) {
    for (const ElasticEnergy energy : {ElasticEnergy::stable_neo_hookean, ElasticEnergy::corotational}) {
        const CubatureModel model = model_of(complete_basis(), energy);
        FullSpaceModel full = full_space_model(mesh, material, rig, {}, energy).value();
        full.stresses.fibres = fibres;
        CubatureWorkspace workspace(model);
        FullSpaceWorkspace full_workspace(full);
        State state = general_rest(model.body, flexing_controls(0).P);
        State full_state = full_space_rest(full, flexing_controls(0).P);
        for (int frame = 1; frame <= 4; ++frame) {
            const Controls controls = flexing_controls(frame);
            const auto expected = full_space_step(full, controls, full_state, full_workspace);
            ASSERT_TRUE(expected) << expected.error().message;
            EXPECT_EQ(expected.value().status, StepStatus::converged);
            ASSERT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::converged);
            const Points x = positions(model.body, state.Z, state.P);
            const Points y = positions(full, full_state.Z, full_state.P);
            EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-5) << "frame " << frame;
        }
        EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
    }
}

// Newton's method has their curvature, so that a tension far above the stiffness of the body takes few moves.
TEST_F(TenseBarOnCubature, TakesFewEvaluationsUnderALargeTension) {
    const CubatureModel model = model_of(few_columns());
    CubatureWorkspace workspace(model);
    Controls controls = flexing_controls(1);
    controls.muscle_stiffness_scale = 50.0;
    controls.iterations = 40;
    State state = general_rest(model.body, controls.P);
    for (int frame = 1; frame <= 4; ++frame) {
        EXPECT_EQ(cubature_step(model, controls, {}, state, workspace).status, StepStatus::converged);
    }
}

// A bar whose upper half shortens bends, and neither drifts nor turns.
TEST_F(TenseBarOnCubature, KeepsTheMomentumOfAFreeBody) {
    const CubatureModel model = model_of(complete_basis());
    CubatureWorkspace workspace(model);
    Controls controls = flexing_controls(0);
    controls.gravity.setZero();
    controls.strain_damping = 0.0;
    controls.activation(0) = 1.0;
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

// Fibres only pull.
TEST_F(TenseBarOnCubature, WithoutATensionChangesNoBit) {
    const CubatureModel model = model_of(few_columns());
    CubatureModel without = model;
    without.fibres = {};
    CubatureWorkspace workspace(model);
    CubatureWorkspace other(without);
    Controls controls = flexing_controls(1);
    controls.activation << -0.5, 0.5, 0.0;
    State state = general_rest(model.body, controls.P);
    State other_state = state;
    for (int frame = 1; frame <= 3; ++frame) {
        cubature_step(model, controls, {}, state, workspace);
        cubature_step(without, controls, {}, other_state, other);
        EXPECT_EQ(hash_of(state), hash_of(other_state));
    }
    controls.activation(0) = 0.5;
    cubature_step(model, controls, {}, state, workspace);
    cubature_step(without, controls, {}, other_state, other);
    EXPECT_NE(hash_of(state), hash_of(other_state));
}

TEST_F(TenseBarOnCubature, AStepAllocatesNothing) {
    const CubatureModel model = model_of(few_columns());
    CubatureWorkspace workspace(model);
    std::vector<Controls> frames;
    for (int frame = 1; frame <= 5; ++frame) {
        frames.push_back(flexing_controls(frame));
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
