// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_step.h"

#include "engine/full_space/full_space_step.h"
#include "engine/operators/scalar_operators.h"
#include "engine/stepper/springs.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/allocation_count.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace limber::testing {
namespace {

Controls controls_at(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 500;
    controls.memory = 8;
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

// 3n x 12m: the skinning subspace as displacements.
Matrix displacements_of(const LivingBar& bar) {
    const Matrix B = skinning_basis(bar.mesh.X, bar.W, {});
    Matrix basis = Matrix::Zero(3 * B.rows(), 3 * B.cols());
    for (Index i = 0; i < B.rows(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            basis.row(3 * i + axis).segment(axis * B.cols(), B.cols()) = B.row(i);
        }
    }
    return basis;
}

GeneralModel model_of(const LivingBar& bar, const Matrix& basis, const Vector& leak) {
    return general_model(bar.mesh, bar.material, bar.rig, leak, basis, bar.clusters).value();
}

// One pushes and one pulls.
template <typename PointAt>
std::vector<Spring> springs_between(const PointAt& point_at) {
    return {spring_between(point_at(0), point_at(35), 2e3, 0.5), spring_between(point_at(5), point_at(40), 500.0, 1.2)};
}

// The same subspace, once with the I_3 (x) kernel and once as any other.
void expect_the_motion_of_the_reduced_model(const LivingBar& bar) {
    const ReducedModel reduced = bar.model();
    const GeneralModel model = model_of(bar, displacements_of(bar), {});
    Workspace reduced_workspace(reduced);
    GeneralWorkspace workspace(model);
    State reduced_state = rest_state(reduced, dancing_maps(bar, 0));
    State state = general_rest(model, dancing_maps(bar, 0));
    Rng rng(5);
    Controls with_handle = controls_at(bar, 0);
    with_handle.handles = {random_handle(bar, reduced, rng).handle};
    const std::array vertex{7};
    const std::array whole{1.0};
    for (int frame = 1; frame <= 12; ++frame) {
        Controls controls = controls_at(bar, frame);
        controls.integrator = frame < 6 ? Integrator::backward_euler : Integrator::bdf2;
        controls.strain_damping = 0.003;
        controls.wind = {Vec3(4.0, 0.0, -2.0), 0.5};
        const Vec3 target(0.3, 0.1, 0.4);
        const GeneralHandle handle = general_handle(model, vertex, whole, 2000.0, target);
        const Vec3 force(20.0, -5.0, 10.0);
        const std::array other{3};
        controls.forces = {{general_point(model, other, whole), force}};
        controls.springs = springs_between([&](int i) { return general_point(model, std::array{i}, whole); });
        general_step(model, controls, {handle}, state, workspace);
        controls.forces = {{body_point(reduced, bar.mesh.X, bar.rig, bar.W, other, whole), force}};
        controls.springs = springs_between(
            [&](int i) { return body_point(reduced, bar.mesh.X, bar.rig, bar.W, std::array{i}, whole); });
        controls.handles = {{body_point(reduced, bar.mesh.X, bar.rig, bar.W, vertex, whole), 2000.0, target}};
        step(reduced, controls, reduced_state, reduced_workspace);
        const Points x = positions(model, state.Z, state.P);
        const Points y = positions(bar, reduced, reduced_state);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-6) << "frame " << frame;
    }
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
}

TEST(GeneralBasis, ASkinningSubspaceMovesAsTheReducedModel) {
    expect_the_motion_of_the_reduced_model(living_bar(21, 3));
    expect_the_motion_of_the_reduced_model(shaped_bar(21, 3));
}

Controls scaled_controls_at(const LivingBar& bar, int frame) {
    Controls controls = controls_at(bar, frame);
    controls.iterations = 20;
    controls.strain_damping = frame % 2 == 0 ? 0.003 : 0.0;
    controls.wind = {Vec3(4.0, 0.0, -2.0), 0.5};
    controls.young_scale = 0.6;
    controls.lambda_scale = 1.4;
    controls.density_scale = 1.7;
    controls.rig_discontinuity = frame == 4;
    controls.time_step = frame < 3 ? 1.0 / 60.0 : 1.0 / 90.0;
    return controls;
}

// Every control scales the same terms as in a skinning subspace, and the report has the same energies.
TEST(GeneralBasis, TheControlsAndTheEnergiesAreThoseOfTheReducedModel) {
    const LivingBar bar = living_bar(27, 3);
    const ReducedModel reduced = bar.model();
    const GeneralModel model = model_of(bar, displacements_of(bar), {});
    Workspace reduced_workspace(reduced);
    GeneralWorkspace workspace(model);
    State reduced_state = rest_state(reduced, dancing_maps(bar, 0));
    State state = general_rest(model, dancing_maps(bar, 0));
    for (int frame = 1; frame <= 8; ++frame) {
        Controls controls = scaled_controls_at(bar, frame);
        controls.iterations = 500;
        const StepReport report = general_step(model, controls, {}, state, workspace);
        const StepReport expected = step(reduced, controls, reduced_state, reduced_workspace);
        const Points x = positions(model, state.Z, state.P);
        const Points y = positions(bar, reduced, reduced_state);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-6) << "frame " << frame;
        EXPECT_NEAR(report.elastic_energy, expected.elastic_energy, 1e-5 * (1.0 + expected.elastic_energy));
        EXPECT_NEAR(report.kinetic_energy, expected.kinetic_energy, 1e-5 * (1.0 + expected.kinetic_energy));
    }
}

// The muscles of a skinning subspace move a general basis of the same span alike, and store the same energy.
void expect_motion_of_the_reduced_model(const MuscledBar& body) {
    const LivingBar& bar = body.bar;
    const ReducedModel reduced = body.model();
    GeneralModel model = model_of(bar, displacements_of(bar), {});
    model.actuation = general_actuation(bar.mesh, bar.material, model, body.clusters, body.muscle_targets()).value();
    Workspace reduced_workspace(reduced);
    GeneralWorkspace workspace(model);
    State reduced_state = rest_state(reduced, dancing_maps(bar, 0));
    State state = general_rest(model, dancing_maps(bar, 0));
    for (int frame = 1; frame <= 8; ++frame) {
        Controls controls = scaled_controls_at(bar, frame);
        controls.iterations = 500;
        controls.muscle_stiffness_scale = 0.7;
        controls.activation = frame < 3 ? Vector() : lively_activation(3, 0.1 * frame);
        const StepReport report = general_step(model, controls, {}, state, workspace);
        const StepReport expected = step(reduced, controls, reduced_state, reduced_workspace);
        const Points x = positions(model, state.Z, state.P);
        const Points y = positions(bar, reduced, reduced_state);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-6) << "frame " << frame;
        EXPECT_NEAR(report.elastic_energy, expected.elastic_energy, 1e-5 * (1.0 + std::abs(expected.elastic_energy)));
    }
}

MuscledBar muscled_living_bar() {
    LivingBar living = living_bar(31, 3);
    const Clusters one = one_cluster(living.mesh.tet_count());
    return muscled(std::move(living), 3, one);
}

TEST(GeneralBasis, MusclesMoveItAsTheReducedModel) {
    expect_motion_of_the_reduced_model(muscled_living_bar());
}

TEST(GeneralBasis, ExamplePosesMoveItAsTheReducedModel) {
    expect_motion_of_the_reduced_model(with_examples(muscled_living_bar()));
}

TEST(GeneralBasis, GrowingItsMusclesIsCancelled) {
    const MuscledBar body = muscled_living_bar();
    const LivingBar& bar = body.bar;
    const GeneralModel model = model_of(bar, displacements_of(bar), {});
    Progress progress;
    ASSERT_TRUE(general_actuation(bar.mesh, bar.material, model, body.clusters, body.muscle_targets(), &progress));
    EXPECT_GT(progress.latest().fraction, 0.5);
    progress.cancel();
    const auto cancelled =
        general_actuation(bar.mesh, bar.material, model, body.clusters, body.muscle_targets(), &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
}

TEST(GeneralBasis, MusclesOfStiffnessZeroChangeNoBit) {
    const MuscledBar body = muscled(living_bar(32, 3), 2, living_bar(32, 3).clusters);
    const LivingBar& bar = body.bar;
    const GeneralModel passive = model_of(bar, displacements_of(bar), bar.leak);
    GeneralModel model = passive;
    model.actuation = general_actuation(bar.mesh, bar.material, model, body.clusters, body.D).value();
    GeneralWorkspace workspace(model);
    GeneralWorkspace passive_workspace(passive);
    State state = general_rest(model, dancing_maps(bar, 0));
    State passive_state = state;
    for (int frame = 1; frame <= 4; ++frame) {
        Controls controls = scaled_controls_at(bar, frame);
        controls.arithmetic = Arithmetic::single_precision;
        general_step(passive, controls, {}, passive_state, passive_workspace);
        controls.activation = lively_activation(2, 0.1 * frame);
        controls.muscle_stiffness_scale = 0.0;
        general_step(model, controls, {}, state, workspace);
        EXPECT_EQ(hash_of(state), hash_of(passive_state)) << "frame " << frame;
    }
}

// One step from the same state: clusters in vector lanes in single precision against all in double.
TEST(GeneralBasis, SinglePrecisionAgreesWithDoubleOnEveryInstructionSet) {
    const LivingBar bar = living_bar(28, 3);
    const GeneralModel model = model_of(bar, displacements_of(bar), bar.leak);
    for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (!runs_here(set)) {
            continue;
        }
        GeneralWorkspace workspace(model, set);
        State state = general_rest(model, dancing_maps(bar, 0));
        for (int frame = 1; frame <= 6; ++frame) {
            Controls controls = scaled_controls_at(bar, frame);
            State single = state;
            general_step(model, controls, {}, state, workspace);
            controls.arithmetic = Arithmetic::single_precision;
            const StepReport report = general_step(model, controls, {}, single, workspace);
            EXPECT_NE(report.status, StepStatus::not_finite);
            const Points x = positions(model, state.Z, state.P);
            const Points y = positions(model, single.Z, single.P);
            EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 2e-4) << name_of(set) << ", frame " << frame;
        }
    }
}

// Random columns, so that the clusters have no structure that the packing could hide.
TEST(GeneralBasis, TheKernelsDenseProductsAreThoseOfTheMatrices) {
    const LivingBar bar = living_bar(29, 3);
    Rng rng(4);
    const Matrix basis = Matrix::NullaryExpr(3 * bar.mesh.vertex_count(), 40, [&] { return rng.normal(); });
    const GeneralModel model = model_of(bar, basis, bar.leak);
    GeneralPass pass = general_pass(model);
    const Kernel& functions = kernel(widest_instruction_set());
    Iterate at = iterate(model.coordinate_count() / 3);
    const Coordinates direction = Coordinates::NullaryExpr(at.Z.rows(), 3, [&] { return rng.normal(); });
    const Coordinates start = Coordinates::NullaryExpr(at.Z.rows(), 3, [&] { return 0.05 * rng.normal(); });
    Controls controls = controls_at(bar, 0);
    prepare_general_pass(model, controls, functions, controls.P, pass);
    const auto energy_at = [&](double length) {
        at.Z = start + length * direction;
        at.gradient.setZero();
        return add_general_gradient(model, controls, functions, pass, at);
    };
    const double h = 1e-5;
    const double difference = (energy_at(h) - energy_at(-h)) / (2.0 * h);
    const double energy = energy_at(0.0);
    const double slope = at.gradient.cwiseProduct(direction).sum();
    EXPECT_NEAR(slope, difference, 1e-5 * (std::abs(slope) + std::abs(energy)));
}

TEST(GeneralBasis, AStepAllocatesNothing) {
    const LivingBar bar = living_bar(30, 3);
    const GeneralModel model = model_of(bar, displacements_of(bar), bar.leak);
    for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
        GeneralWorkspace workspace(model);
        State state = general_rest(model, dancing_maps(bar, 0));
        const std::array vertex{7};
        const std::array whole{1.0};
        const std::vector<GeneralHandle> handles{general_handle(model, vertex, whole, 2000.0, Vec3(0.3, 0.1, 0.4))};
        std::vector<Controls> dance;
        for (int frame = 1; frame <= 8; ++frame) {
            dance.push_back(scaled_controls_at(bar, frame));
            dance.back().arithmetic = arithmetic;
            dance.back().integrator = Integrator::bdf2;
        }
        const auto before = allocation_count();
        for (const Controls& controls : dance) {
            general_step(model, controls, handles, state, workspace);
        }
        EXPECT_EQ(allocation_count(), before);
    }
}

// With a basis of all displacements, the step is that of full space, constraint included.
void expect_the_motion_of_full_space(const LivingBar& bar) {
    const Index size = 3 * bar.mesh.vertex_count();
    const GeneralModel model = model_of(bar, Matrix::Identity(size, size), bar.leak);
    const FullSpaceModel full = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    GeneralWorkspace workspace(model);
    FullSpaceWorkspace full_workspace(full);
    State state = general_rest(model, dancing_maps(bar, 0));
    State full_state = full_space_rest(full, dancing_maps(bar, 0));
    for (int frame = 1; frame <= 4; ++frame) {
        Controls controls = controls_at(bar, frame);
        ASSERT_TRUE(full_space_step(full, controls, full_state, full_workspace));
        general_step(model, controls, {}, state, workspace);
        const Points x = positions(model, state.Z, state.P);
        const Points y = positions(full, full_state.Z, full_state.P);
        EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-6) << "frame " << frame;
    }
}

TEST(GeneralBasis, ACompleteBasisMovesAsFullSpace) {
    expect_the_motion_of_full_space(living_bar(22, 1, true));
    expect_the_motion_of_full_space(shaped_bar(22, 1, true));
}

TEST(GeneralBasis, TheCoordinatesAreMassOrthonormalAndKeepApartFromTheRig) {
    const LivingBar bar = living_bar(23, 4);
    Rng rng(3);
    const Matrix basis = Matrix::NullaryExpr(3 * bar.mesh.vertex_count(), 40, [&] { return rng.normal(); });
    const GeneralModel model = model_of(bar, basis, bar.leak);
    const Index kept = 40 - 24;
    const Vector M = lumped_mass(bar.mesh, bar.material.density);
    const Vector mass = M.transpose().replicate(3, 1).reshaped();
    ASSERT_EQ(model.coordinate_count(), 18); // padded to a multiple of three
    const Matrix B = model.B.leftCols(kept);
    EXPECT_LT((B.transpose() * mass.asDiagonal() * B - Matrix::Identity(kept, kept)).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_EQ(model.B.rightCols(2).cwiseAbs().maxCoeff(), 0.0);
    for (Index column = 0; column < kept; ++column) {
        const Points u = Eigen::Map<const Points>(B.col(column).data(), M.size(), 3);
        const Matrix force = model.J.transpose() * (bar.leak.cwiseProduct(M).asDiagonal() * u);
        EXPECT_LT(force.cwiseAbs().maxCoeff(), 1e-9 * M.sum() * u.cwiseAbs().maxCoeff());
    }
}

// The constraint takes nothing from a basis that satisfies it.
TEST(GeneralBasis, ConstrainedModesKeepAllTheirCoordinates) {
    const LivingBar bar = living_bar(26, 1);
    const Vector M = lumped_mass(bar.mesh, bar.material.density);
    const Matrix C = bar.leak.cwiseProduct(M).asDiagonal() * rig_jacobian(bar.mesh.X, bar.rig.W);
    const auto modes = constrained_displacement_modes(bar.mesh, bar.material, C, {.count = 30}).value();
    EXPECT_EQ(model_of(bar, modes.D, bar.leak).coordinate_count(), 30);
}

TEST(GeneralBasis, ConstrainedDisplacementModesAreEigenmodesThatTheRigCannotMake) {
    const LivingBar bar = living_bar(24, 1);
    const Vector M = lumped_mass(bar.mesh, bar.material.density);
    const Matrix C = bar.leak.cwiseProduct(M).asDiagonal() * rig_jacobian(bar.mesh.X, bar.rig.W);
    const auto modes = constrained_displacement_modes(bar.mesh, bar.material, C, {.count = 9}).value();
    EXPECT_LT(modes.residual_max, 1e-6);
    for (Index mode = 0; mode < 9; ++mode) {
        EXPECT_LT((C.transpose() * modes.displacement(mode)).cwiseAbs().maxCoeff(), 1e-9 * C.norm());
    }
    const auto free = constrained_displacement_modes(bar.mesh, bar.material, Matrix(M.size(), 0), {.count = 8}).value();
    EXPECT_LT(free.lambda(5), 1e-6 * free.lambda(6)); // the rigid motions
}

// Displacement modes are no closed set of turned motions: a rotated body moves alike only if its subspace is rotated.
TEST(GeneralBasis, RefusesWhatDoesNotFit) {
    const LivingBar bar = living_bar(25, 1);
    const auto refused = general_model(bar.mesh, bar.material, bar.rig, bar.leak, Matrix::Ones(7, 2), bar.clusters);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
    const Matrix rig_alone = Matrix::Identity(3 * bar.mesh.vertex_count(), 3);
    EXPECT_FALSE(general_model(bar.mesh, bar.material, bar.rig, bar.leak, rig_alone, bar.clusters));
}

} // namespace
} // namespace limber::testing
