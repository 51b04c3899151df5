// SPDX-License-Identifier: MIT
#include "engine/operators/scalar_operators.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/step.h"
#include "tests/support/allocation_count.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <tuple>

/// The muscles' energy in a step equals that over the tets, and a step with muscles has the properties of a step
/// without.
namespace limber::testing {
namespace {

constexpr Index muscle_count = 4;

MuscledBar dancer(std::uint64_t seed, int clusters, double poisson = 0.0) {
    LivingBar bar = living_bar(seed, 4);
    bar.material.poisson.setConstant(poisson);
    const Clusters groups = clusters == 1 ? one_cluster(bar.mesh.tet_count()) : bar.clusters;
    return muscled(std::move(bar), muscle_count, groups);
}

MuscledBar swimmer(std::uint64_t seed) {
    LivingBar bar = flying_bar(seed, 5);
    const Clusters groups = one_cluster(bar.mesh.tet_count());
    return muscled(std::move(bar), muscle_count, groups);
}

Controls lively_controls(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.arithmetic = Arithmetic::double_precision;
    controls.activation = lively_activation(muscle_count, 0.02 * frame);
    controls.muscle_stiffness_scale = 1.7;
    return controls;
}

// Two handles that pull at the body.
void take_hold(const LivingBar& bar, const ReducedModel& model, Controls& controls) {
    const double whole = 1.0;
    for (const int vertex : {0, static_cast<int>(bar.mesh.vertex_count()) / 2}) {
        const BodyPoint point =
            body_point(model, bar.mesh.X, bar.rig, bar.W, std::span(&vertex, 1), std::span(&whole, 1));
        controls.handles.push_back({point, 2e3, bar.mesh.X.row(vertex).transpose() + Vec3(0.3, 0.2, -0.1)});
    }
}

Coordinates random_coordinates(Index rows, Rng& rng) {
    return Coordinates::NullaryExpr(rows, 3, [&] { return 0.3 * rng.normal(); });
}

double relative_distance(const Points& a, const Points& b) {
    return (a - b).norm() / b.norm();
}

TEST(Muscles, HaveTheEnergyOfTheirTets) {
    for (const MuscledBar& body :
         {dancer(3, 1, 0.3), dancer(3, 5, 0.3), with_examples(dancer(3, 1, 0.3)), with_examples(dancer(3, 5, 0.3))}) {
        const ReducedModel model = body.model();
        const ReducedModel flesh = body.bar.model();
        Workspace workspace(model);
        Workspace flesh_workspace(flesh);
        Rng rng(4);
        for (int frame = 1; frame < 20; ++frame) {
            const Controls controls = lively_controls(body.bar, frame);
            State state = rest_state(model, dancing_maps(body.bar, frame - 1));
            state.Z = random_coordinates(state.Z.rows(), rng);
            const auto energy = [&](const ReducedModel& of, Controls inputs, Workspace& scratch) {
                predict_motion(inputs, state, uses_history(inputs, state), scratch.prediction);
                prepare_objective(of, inputs, scratch.prediction, scratch.objective);
                scratch.now.Z = state.Z;
                evaluate(of, inputs, scratch.objective, scratch.now);
                return elastic_energy(of, inputs, scratch.prediction, scratch.objective, scratch.now);
            };
            Controls alone = controls;
            alone.activation.resize(0);
            const double difference = energy(model, controls, workspace) - energy(flesh, alone, flesh_workspace);
            State place = state;
            place.P = controls.P;
            const double expected =
                controls.muscle_stiffness_scale * body.energy(positions(body.bar, model, place), controls.activation);
            EXPECT_NEAR(difference, expected, 1e-12 * std::abs(workspace.now.cluster_energy) + 1e-12 * expected);
            EXPECT_GT(expected, 0.0);
        }
    }
}

void expect_force_of_finite_differences(const MuscledBar& body) {
    const ReducedModel model = body.model();
    Workspace workspace(model);
    Rng rng(6);
    Controls controls = lively_controls(body.bar, 3);
    controls.strain_damping = 0.01;
    controls.young_scale = 1.3;
    take_hold(body.bar, model, controls);
    const State state = rest_state(model, dancing_maps(body.bar, 0));
    predict_motion(controls, state, uses_history(controls, state), workspace.prediction);
    prepare_objective(model, controls, workspace.prediction, workspace.objective);
    const Coordinates Z = random_coordinates(state.Z.rows(), rng);
    workspace.now.Z = Z;
    Iterate trial = workspace.now;
    evaluate(model, controls, workspace.objective, workspace.now);
    for (int round = 0; round < 10; ++round) {
        const Coordinates along = random_coordinates(Z.rows(), rng);
        const double e = 1e-5;
        const auto at = [&](double s) {
            trial.Z = Z + s * along;
            evaluate(model, controls, workspace.objective, trial);
            return trial.objective;
        };
        const double slope = (8.0 * (at(e) - at(-e)) - (at(2 * e) - at(-2 * e))) / (12.0 * e);
        const double expected = workspace.now.gradient.cwiseProduct(along).sum();
        EXPECT_NEAR(slope, expected, 1e-7 * workspace.now.gradient.norm() * along.norm());
    }
}

TEST(Muscles, ForceEqualsFiniteDifferences) {
    expect_force_of_finite_differences(dancer(3, 5, 0.3));
}

TEST(Muscles, OfExamplesHaveAForceThatEqualsFiniteDifferences) {
    expect_force_of_finite_differences(with_examples(dancer(3, 5, 0.3)));
}

// The passive model with the muscles' clusters and their added stiffness.
ReducedModel with_passive_clusters(ReducedModel model) {
    model.sets.push_back(model.actuation->rest);
    model.w_sum += model.actuation->w_sum;
    model.stiffness *= 2.0;
    model.BLJ *= 2.0;
    model.JLJ *= 2.0;
    model.actuation.reset();
    return model;
}

// A body with muscles at zero activation, beside one without muscles.
template <typename Hold>
void expect_the_same_bits(const LivingBar& bar, const ReducedModel& model, const ReducedModel& passive, Hold hold) {
    State state = rest_state(model, dancing_maps(bar, 0));
    State twin = state;
    Workspace workspace(model);
    Workspace twin_workspace(passive);
    for (int frame = 1; frame <= 40; ++frame) {
        Controls controls = lively_controls(bar, frame);
        hold(controls);
        Controls twin_controls = controls;
        twin_controls.activation.resize(0);
        step(model, controls, state, workspace);
        step(passive, twin_controls, twin, twin_workspace);
        ASSERT_EQ(hash_of(state), hash_of(twin)) << frame;
    }
}

TEST(Muscles, AtZeroActivationAreThePassiveClustersBitForBit) {
    for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
        const MuscledBar body = dancer(5, 5);
        const ReducedModel model = body.model();
        expect_the_same_bits(body.bar, model, with_passive_clusters(model), [=](Controls& controls) {
            controls.arithmetic = arithmetic;
            controls.activation.setZero();
            controls.muscle_stiffness_scale = 1.0;
        });
    }
}

TEST(Muscles, OfExamplesAtZeroActivationAreThePassiveClustersBitForBit) {
    const MuscledBar body = with_examples(dancer(5, 5));
    const ReducedModel model = body.model();
    expect_the_same_bits(body.bar, model, with_passive_clusters(model), [](Controls& controls) {
        controls.activation.setZero();
        controls.muscle_stiffness_scale = 1.0;
    });
}

TEST(Muscles, OfExamplesWithZeroStiffnessAreThePassiveBodyBitForBit) {
    const MuscledBar body = with_examples(dancer(5, 1, 0.45));
    expect_the_same_bits(body.bar, body.model(), body.bar.model(), [](Controls& controls) {
        controls.arithmetic = Arithmetic::single_precision;
        controls.muscle_stiffness_scale = 0.0;
    });
}

TEST(Muscles, WithZeroStiffnessAreThePassiveBodyBitForBit) {
    const MuscledBar body = dancer(5, 1, 0.45);
    expect_the_same_bits(body.bar, body.model(), body.bar.model(), [](Controls& controls) {
        controls.arithmetic = Arithmetic::single_precision;
        controls.muscle_stiffness_scale = 0.0;
    });
}

TEST(Muscles, DeformTheBodyTowardsTheirTarget) {
    LivingBar bar = flying_bar(7, 4);
    bar.W = Matrix::Identity(bar.mesh.vertex_count(), bar.mesh.vertex_count()); // every motion is in the subspace
    const Clusters groups = one_cluster(bar.mesh.tet_count());
    const MuscledBar body = muscled(bar, muscle_count, groups);
    const ReducedModel model = body.model();
    Workspace workspace(model);
    State state = rest_state(model, dancing_maps(bar, 0));
    Controls controls;
    controls.P = state.P;
    controls.arithmetic = Arithmetic::double_precision;
    controls.damping = 30.0;
    controls.muscle_stiffness_scale = 1e4; // the passive elasticity is negligible
    controls.activation = Vector::Zero(muscle_count);
    controls.activation(0) = 0.5;
    controls.iterations = 30;
    for (int i = 0; i < 100; ++i) {
        step(model, controls, state, workspace);
    }
    EXPECT_LT(body.energy(positions(bar, model, state), controls.activation),
              1e-3 * body.energy(bar.mesh.X, controls.activation));
}

struct Momenta {
    Vec3 centre;
    Vec3 linear;
    Vec3 angular;
    double swirl = 0.0; // sum of the absolute moments, the scale of the angular momentum
};

Momenta momenta_of(const MuscledBar& body, const ReducedModel& model, const State& state) {
    const Vector M = lumped_mass(body.bar.mesh, body.bar.material.density);
    const Points x = positions(body.bar, model, state);
    State moving = state;
    moving.Z = state.Zdot;
    moving.P = state.Pdot;
    const Points v = positions(body.bar, model, moving);
    Momenta momenta{x.transpose() * M / M.sum(), v.transpose() * M, Vec3::Zero(), 0.0};
    for (Index i = 0; i < x.rows(); ++i) {
        const Vec3 arm = x.row(i).transpose() - momenta.centre;
        const Vec3 moment = arm.cross(M(i) * Vec3(v.row(i)));
        momenta.angular += moment;
        momenta.swirl += moment.norm();
    }
    return momenta;
}

// Each activation oscillates at its own rate, slower than the body's modes, so that a step of 10 ms resolves it.
Vector calm_activation(double time) {
    return Vector::NullaryExpr(muscle_count, [time](Index v) {
        const double rate = 6.0 * (1.0 + 0.3 * static_cast<double>(v)); // [1/s]
        return (v % 2 == 0 ? -0.2 : 0.2) * (1.0 - std::cos(rate * time));
    });
}

Controls converged(Integrator integrator) {
    Controls controls;
    controls.integrator = integrator;
    controls.arithmetic = Arithmetic::double_precision;
    controls.iterations = 200;
    controls.tolerance = 1e-12;
    return controls;
}

// The largest angular momentum relative to the absolute moments, in half a second of free flight.
double spurious_spin(Controls controls, int substeps) {
    const MuscledBar body = swimmer(11);
    const ReducedModel model = body.model();
    State state = rest_state(model, dancing_maps(body.bar, 0));
    Workspace workspace(model);
    controls.P = state.P;
    controls.time_step = 0.01 / substeps;
    const Momenta before = momenta_of(body, model, state);
    double spin = 0.0;
    double swirl = 0.0;
    for (int i = 1; i <= 50 * substeps; ++i) {
        controls.activation = calm_activation(i * controls.time_step);
        step(model, controls, state, workspace);
        const Momenta now = momenta_of(body, model, state);
        EXPECT_LT((now.centre - before.centre).norm(), 1e-12);
        spin = std::max(spin, now.angular.norm());
        swirl = std::max(swirl, now.swirl);
    }
    return spin / swirl;
}

// First order for backward Euler, second order for BDF2: half and a quarter of the error with half the step.
TEST(Muscles, DoNotRotateAFreeBodyToTheOrderOfTheIntegrator) {
    for (const auto& [integrator, most, least, greatest] :
         {std::tuple(Integrator::backward_euler, 1e-3, 0.45, 0.55), std::tuple(Integrator::bdf2, 4e-5, 0.2, 0.32)}) {
        double coarse = spurious_spin(converged(integrator), 1);
        EXPECT_LT(coarse, most);
        for (const int substeps : {2, 4}) {
            const double fine = spurious_spin(converged(integrator), substeps);
            EXPECT_GT(fine, least * coarse) << substeps;
            EXPECT_LT(fine, greatest * coarse) << substeps;
            coarse = fine;
        }
    }
}

// With the default ten iterations in single precision, up to their error.
TEST(Muscles, HardlyRotateAFreeBodyInTenIterations) {
    Controls controls;
    controls.iterations = 10;
    controls.tolerance = 0.0;
    const double coarse = spurious_spin(controls, 1);
    EXPECT_LT(coarse, 6e-4);
    EXPECT_LT(spurious_spin(controls, 2), 0.75 * coarse);
    controls.integrator = Integrator::bdf2;
    EXPECT_LT(spurious_spin(controls, 1), 4e-4);
    EXPECT_LT(spurious_spin(controls, 2), 4e-4);
}

// At the end of each step, sum_i m_i (x_i - c) x (v_i - v_i before) is zero.
TEST(Muscles, ExertNoForceAndNoTorqueOnAFreeBody) {
    for (const MuscledBar& body : {swimmer(11), with_examples(swimmer(11))}) {
        const ReducedModel model = body.model();
        State state = rest_state(model, dancing_maps(body.bar, 0));
        Workspace workspace(model);
        Controls controls = converged(Integrator::backward_euler);
        controls.P = state.P;
        controls.time_step = 0.01;
        controls.iterations = 3000;
        controls.tolerance = 1e-15;
        const Vec3 centre = momenta_of(body, model, state).centre;
        for (int i = 1; i <= 20; ++i) {
            const State before = state;
            controls.activation = calm_activation(0.2 + i * controls.time_step);
            step(model, controls, state, workspace);
            State change = state;
            change.Zdot -= before.Zdot;
            change.Pdot -= before.Pdot;
            const Momenta impulse = momenta_of(body, model, change);
            EXPECT_LT((impulse.centre - centre).norm(), 1e-12) << i;
            EXPECT_LT(impulse.angular.norm(), 1e-6 * impulse.swirl) << i;
            EXPECT_GT(impulse.swirl, 0.0) << i;
        }
    }
}

void expect_equivariance(const MuscledBar& body) {
    Rng rng(6);
    Affine turn;
    turn << random_rotation(rng), random_vector(rng, 2.0);
    const MuscledBar other = turned(body, turn);
    const ReducedModel model = body.model();
    const ReducedModel other_model = other.model();
    State state = rest_state(model, dancing_maps(body.bar, 0));
    State other_state = rest_state(other_model, dancing_maps(body.bar, 0));
    state.P = other_state.P = identity_affine().transpose();
    Workspace workspace(model);
    Workspace other_workspace(other_model);
    for (int frame = 1; frame <= 60; ++frame) {
        Controls controls = lively_controls(body.bar, frame);
        controls.P = identity_affine().transpose();
        Controls other_controls = controls;
        other_controls.gravity = turn.leftCols<3>() * controls.gravity;
        step(model, controls, state, workspace);
        step(other_model, other_controls, other_state, other_workspace);
        const Points expected = transformed(positions(body.bar, model, state), turn);
        ASSERT_LT(relative_distance(positions(other.bar, other_model, other_state), expected), 1e-8) << frame;
    }
}

TEST(Muscles, AreEquivariantUnderRotation) {
    expect_equivariance(swimmer(6));
}

TEST(Muscles, OfExamplesAreEquivariantUnderRotation) {
    expect_equivariance(with_examples(swimmer(6)));
}

TEST(Muscles, KeepTheDescentMonotone) {
    for (const double poisson : {0.0, 0.45}) {
        for (const int memory : {0, 5}) {
            const MuscledBar body = dancer(8, 5, poisson);
            const ReducedModel model = body.model();
            Rng rng(9);
            State start = rest_state(model, dancing_maps(body.bar, 0));
            start.Z = random_coordinates(start.Z.rows(), rng);
            Controls controls = lively_controls(body.bar, 3);
            controls.memory = memory;
            take_hold(body.bar, model, controls);
            Workspace workspace(model);
            double previous = std::numeric_limits<double>::infinity();
            for (controls.iterations = 1; controls.iterations < 25; ++controls.iterations) {
                State state = start;
                step(model, controls, state, workspace);
                ASSERT_LE(workspace.now.objective, previous + 1e-11 * std::abs(previous))
                    << poisson << " memory " << memory << " iterations " << controls.iterations;
                previous = workspace.now.objective;
            }
        }
    }
}

TEST(Muscles, AgreeOnEveryInstructionSetAndInBothPrecisions) {
    const MuscledBar body = dancer(6, 5);
    const ReducedModel model = body.model();
    std::vector<Points> found;
    for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        for (const Arithmetic arithmetic : {Arithmetic::double_precision, Arithmetic::single_precision}) {
            if (!runs_here(set)) {
                continue;
            }
            Workspace workspace(model, 0, set);
            State state = rest_state(model, dancing_maps(body.bar, 0));
            for (int frame = 1; frame <= 60; ++frame) {
                Controls controls = lively_controls(body.bar, frame);
                controls.arithmetic = arithmetic;
                controls.iterations = 40;
                step(model, controls, state, workspace);
            }
            found.push_back(positions(body.bar, model, state));
        }
    }
    for (std::size_t i = 1; i < found.size(); ++i) {
        EXPECT_LT((found[i] - found[0]).cwiseAbs().maxCoeff(), i % 2 == 0 ? 1e-9 : 1e-4) << i;
    }
}

TEST(Muscles, AllocateNothing) {
    const MuscledBar body = dancer(6, 5, 0.45);
    const ReducedModel model = body.model();
    for (const Arithmetic arithmetic : {Arithmetic::double_precision, Arithmetic::single_precision}) {
        Workspace workspace(model);
        State state = rest_state(model, dancing_maps(body.bar, 0));
        Controls controls = lively_controls(body.bar, 1);
        controls.arithmetic = arithmetic;
        const auto before = allocation_count();
        for (int i = 0; i < 20; ++i) {
            controls.activation.array() *= -0.9;
            step(model, controls, state, workspace);
        }
        EXPECT_EQ(allocation_count(), before);
    }
}

TEST(Muscles, OfAnotherModelAreRejected) {
    const MuscledBar body = dancer(6, 1);
    const ReducedModel model = body.model();
    Workspace workspace(model);
    State state = rest_state(model, dancing_maps(body.bar, 0));
    Controls controls = lively_controls(body.bar, 1);
    controls.activation = Vector::Zero(muscle_count + 1);
    EXPECT_THROW(step(model, controls, state, workspace), std::logic_error);
    const ReducedModel without = body.bar.model();
    Workspace plain(without);
    controls.activation = Vector::Zero(muscle_count);
    EXPECT_THROW(step(without, controls, state, plain), std::logic_error);
    EXPECT_THROW(step(model, controls, state, plain), std::logic_error);
}

} // namespace
} // namespace limber::testing
