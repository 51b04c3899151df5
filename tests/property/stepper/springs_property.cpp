// SPDX-License-Identifier: MIT
#include "engine/stepper/springs.h"

#include "engine/model/body_point.h"
#include "engine/stepper/step.h"
#include "engine/stepper/step_derivative.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

/// Springs between points of the body.
namespace limber::testing {
namespace {

struct SpringPlan {
    std::array<int, 2> vertices;
    double stiffness = 0.0; // [N/m]
    double stretch = 1.0;   // of the rest length, relative to the distance at rest
};

// Some are longer than at rest and some shorter, along and across the bars of these tests (at least 36 vertices).
const std::vector<SpringPlan> plans{{{0, 35}, 3e3, 0.6}, {{2, 30}, 8e3, 1.3}, {{17, 33}, 5e2, 0.8}, {{5, 8}, 2e3, 1.5}};

BodyPoint vertex_point(const LivingBar& bar, const ReducedModel& model, int vertex) {
    return body_point(model, bar.mesh.X, bar.rig, bar.W, std::array{vertex}, std::array{1.0});
}

double length_at_rest(const LivingBar& bar, const SpringPlan& plan) {
    return (bar.mesh.X.row(plan.vertices[1]) - bar.mesh.X.row(plan.vertices[0])).norm();
}

std::vector<Spring> springs_of(const LivingBar& bar, const ReducedModel& model) {
    std::vector<Spring> springs;
    for (const SpringPlan& plan : plans) {
        springs.push_back(spring_between(vertex_point(bar, model, plan.vertices[0]),
                                         vertex_point(bar, model, plan.vertices[1]), plan.stiffness,
                                         plan.stretch * length_at_rest(bar, plan)));
    }
    return springs;
}

std::vector<oracle::TextbookLengthSpring> textbook_springs_of(const LivingBar& bar) {
    std::vector<oracle::TextbookLengthSpring> springs;
    for (const SpringPlan& plan : plans) {
        Vector row = Vector::Zero(bar.mesh.vertex_count());
        row(plan.vertices[0]) = -1.0;
        row(plan.vertices[1]) = 1.0;
        springs.push_back({row, plan.stiffness, plan.stretch * length_at_rest(bar, plan)});
    }
    return springs;
}

Controls sprung_controls(const LivingBar& bar, const ReducedModel& model, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 7;
    controls.arithmetic = Arithmetic::double_precision;
    controls.springs = springs_of(bar, model);
    return controls;
}

// The iteration of the paper.
Controls plain_iterations(Controls controls) {
    controls.memory = 0;
    return controls;
}

TEST(Springs, InPlainIterationsEqualTheReferenceStepToRoundOff) {
    for (const std::uint64_t seed : {31u, 32u}) {
        const LivingBar bar = living_bar(seed, 3);
        const ReducedModel model = bar.model();
        const oracle::TextbookBody body = bar.reduced_body();
        State state = rest_state(model, dancing_maps(bar, 0));
        oracle::TextbookState twin = textbook(bar, model, state);
        Workspace workspace(model);
        for (int frame = 1; frame <= 6; ++frame) {
            const Controls controls = plain_iterations(sprung_controls(bar, model, frame));
            oracle::TextbookControls twin_controls = textbook(controls);
            twin_controls.length_springs = textbook_springs_of(bar);
            step(model, controls, state, workspace);
            oracle::textbook_step(body, twin_controls, twin);
            const Points x = positions(bar, model, state);
            const Points y = oracle::unflat(oracle::positions(body, twin));
            EXPECT_LT((x - y).cwiseAbs().maxCoeff(), 1e-10 * (1.0 + y.cwiseAbs().maxCoeff())) << "frame " << frame;
        }
    }
}

// Each iteration minimises a bound that touches the objective.
TEST(Springs, NeitherLocalNorGlobalStepRaisesTheObjective) {
    const LivingBar bar = living_bar(33, 3);
    const ReducedModel model = bar.model();
    const oracle::TextbookBody body = bar.reduced_body();
    const State start = rest_state(model, dancing_maps(bar, 0));
    const oracle::TextbookState before = textbook(bar, model, start);
    Workspace workspace(model);
    Controls controls = plain_iterations(sprung_controls(bar, model, 3));
    oracle::TextbookControls twin = textbook(controls);
    twin.length_springs = textbook_springs_of(bar);
    double last = oracle::textbook_objective(body, twin, before, before.u + controls.time_step * before.u_dot);
    const double first = last;
    for (controls.iterations = 1; controls.iterations <= 12; ++controls.iterations) {
        State state = start;
        step(model, controls, state, workspace);
        const double now = oracle::textbook_objective(body, twin, before, textbook(bar, model, state).u);
        EXPECT_LE(now, last + 1e-10 * std::abs(last)) << "iteration " << controls.iterations;
        last = now;
    }
    EXPECT_LT(last, first);
}

// With the history the same minimum is found as by many plain iterations.
TEST(Springs, OfAnyMaterialReachTheMinimumOfTheReference) {
    for (const double poisson : {0.0, 0.45}) {
        LivingBar bar = living_bar(34, 3);
        bar.material.poisson.setConstant(poisson);
        const ReducedModel model = bar.model();
        const oracle::TextbookBody body = bar.reduced_body();
        State state = rest_state(model, dancing_maps(bar, 0));
        const oracle::TextbookState before = textbook(bar, model, state);
        Workspace workspace(model);
        Controls controls = sprung_controls(bar, model, 2);
        controls.iterations = 400;
        oracle::TextbookControls twin = textbook(controls);
        twin.length_springs = textbook_springs_of(bar);
        step(model, controls, state, workspace);
        const double found = oracle::textbook_objective(body, twin, before, textbook(bar, model, state).u);
        const Vector minimum = oracle::textbook_minimum(body, twin, before, 1500);
        const double expected = oracle::textbook_objective(body, twin, before, minimum);
        const double at_start = oracle::textbook_objective(body, twin, before, before.u);
        EXPECT_LT(found - expected, 1e-6 * (at_start - expected)) << "Poisson's ratio " << poisson;
    }
}

TEST(Springs, TheGradientIsTheDerivativeOfTheObjective) {
    const LivingBar bar = living_bar(35, 3);
    const ReducedModel model = bar.model();
    Controls controls = sprung_controls(bar, model, 1);
    controls.strain_damping = 0.01;
    Rng rng(11);
    State state = rest_state(model, dancing_maps(bar, 0));
    const auto shake = [&](auto& rows, double amount) {
        for (Index i = 0; i < rows.size(); ++i) {
            rows.data()[i] += amount * rng.normal();
        }
    };
    shake(state.Z, 0.1);
    Workspace workspace(model);
    predict_motion(controls, state, false, workspace.prediction);
    prepare_objective(model, controls, workspace.prediction, workspace.objective);
    Iterate at = iterate(model.coordinate_count());
    at.Z = state.Z;
    shake(at.Z, 0.1);
    evaluate(model, controls, workspace.objective, at);
    Coordinates direction = Coordinates::Zero(at.Z.rows(), 3);
    shake(direction, 1.0);
    constexpr double change = 1e-5;
    std::array<double, 2> ends{};
    for (const int side : {0, 1}) {
        Iterate near = at;
        near.Z += (side == 0 ? -change : change) * direction;
        evaluate(model, controls, workspace.objective, near);
        ends[static_cast<std::size_t>(side)] = near.objective;
    }
    const double slope = at.gradient.cwiseProduct(direction).sum();
    EXPECT_NEAR((ends[1] - ends[0]) / (2.0 * change), slope, 1e-5 * at.gradient.norm() * direction.norm());
}

TEST(Springs, DoNotMoveTheCentreOfMassOfAFreeBody) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2));
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        Controls controls = body.controls();
        controls.integrator = integrator;
        controls.springs = springs_of(body.bar, body.model);
        State state = body.start(Vec3(1.0, -0.5, 2.0));
        const Vec3 momentum = body.momentum(state);
        Workspace workspace = workspace_of(body);
        double moved = 0.0;
        for (int n = 0; n < 100; ++n) {
            controls.springs[0].rest_length *= n % 2 == 0 ? 1.5 : 1.0 / 1.5;
            step(body.model, controls, state, workspace);
            ASSERT_LT((body.momentum(state) - momentum).norm(), 1e-8 * momentum.norm()) << n;
            const Vec3 centre = state.Z.transpose() * body.model.BM1 / body.model.mass;
            moved = std::max(moved, (state.Z - body.model.BM1 * centre.transpose()).norm());
        }
        EXPECT_GT(moved, 1e-3) << "the springs deform the body";
    }
}

TEST(Springs, AtTheirRestLengthsLeaveABodyAtRest) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2));
    Controls controls = body.controls();
    controls.springs = springs_of(body.bar, body.model);
    State state = body.start();
    for (Spring& spring : controls.springs) {
        spring.rest_length = vector_of(spring, state).norm();
    }
    EXPECT_LT(spring_energy(controls.springs, state), 1e-20);
    Workspace workspace = workspace_of(body);
    for (int n = 0; n < 60; ++n) {
        step(body.model, controls, state, workspace);
    }
    const double size = std::sqrt(body.model.mass); // of a displacement of 1 m of the whole body
    EXPECT_LT(state.Z.norm(), 1e-9 * size);
}

// Damped, the body comes to rest where the springs are as long as they want to be: they are far stiffer than the flesh.
TEST(Springs, StifferThanTheBodyReachTheirRestLengths) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2), {.young = 1e3});
    Controls controls = body.controls();
    controls.damping = 5.0;
    const SpringPlan plan{{0, 35}, 1e7, 0.9};
    controls.springs = {spring_between(vertex_point(body.bar, body.model, plan.vertices[0]),
                                       vertex_point(body.bar, body.model, plan.vertices[1]), plan.stiffness,
                                       plan.stretch * length_at_rest(body.bar, plan))};
    State state = body.start();
    Workspace workspace = workspace_of(body);
    for (int n = 0; n < 400; ++n) {
        step(body.model, controls, state, workspace);
    }
    const Spring& spring = controls.springs.front();
    EXPECT_NEAR(vector_of(spring, state).norm(), spring.rest_length, 1e-3 * spring.rest_length);
}

TEST(Springs, AreEquivariantUnderRotation) {
    Rng rng(36);
    Affine turn;
    turn << random_rotation(rng), random_vector(rng, 2.0);
    const FreeBody body = free_body(bar_mesh(5, 2, 2));
    FreeBody other = body;
    other.bar = turned(body.bar, turn);
    other.model = other.bar.model();
    Controls controls = body.controls();
    Controls turned_controls = other.controls();
    controls.springs = springs_of(body.bar, body.model);
    turned_controls.springs = springs_of(other.bar, other.model);
    State state = body.start();
    State turned_state = other.start();
    Workspace workspace = workspace_of(body);
    Workspace turned_workspace = workspace_of(other);
    for (int frame = 0; frame < 40; ++frame) {
        step(body.model, controls, state, workspace);
        step(other.model, turned_controls, turned_state, turned_workspace);
        const Points expected = transformed(positions(body.bar, body.model, state), turn);
        ASSERT_LT((positions(other.bar, other.model, turned_state) - expected).cwiseAbs().maxCoeff(), 1e-6) << frame;
    }
}

TEST(Springs, ThatAreRemovedLeaveNoTraceInTheWorkspace) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2), {.poisson = 0.45});
    const auto hash_after = [&](bool had_springs) {
        Workspace workspace = workspace_of(body);
        Controls controls = controls_on(body, {{HalfSpace{Vec3(0, -0.1, 0)}}});
        if (had_springs) {
            State other = body.start();
            controls.springs = springs_of(body.bar, body.model);
            step(body.model, controls, other, workspace);
            controls.springs.clear();
        }
        State state = body.start();
        for (int n = 0; n < 40; ++n) {
            step(body.model, controls, state, workspace);
        }
        return hash_of(state);
    };
    EXPECT_EQ(hash_after(true), hash_after(false));
}

TEST(Springs, AllocateNothingInAStep) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2), {.poisson = 0.45});
    Controls controls = controls_on(body, {{HalfSpace{Vec3(0, -0.1, 0)}}});
    controls.springs = springs_of(body.bar, body.model);
    State state = body.start();
    Workspace workspace = workspace_of(body);
    bool is_finite = true;
    const auto before = allocation_count();
    for (int n = 0; n < 40; ++n) {
        controls.springs[1].rest_length *= 0.995;
        is_finite = step(body.model, controls, state, workspace).status != StepStatus::not_finite && is_finite;
    }
    EXPECT_EQ(allocation_count(), before);
    EXPECT_TRUE(is_finite);
}

TEST(Springs, OfLengthZeroExertNoForceAndStayFinite) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2));
    const BodyPoint point = vertex_point(body.bar, body.model, 3);
    Controls controls = body.controls();
    controls.springs = {spring_between(point, point, 1e4, 0.2)};
    State state = body.start();
    Workspace workspace = workspace_of(body);
    for (int n = 0; n < 20; ++n) {
        ASSERT_NE(step(body.model, controls, state, workspace).status, StepStatus::not_finite);
    }
    EXPECT_LT(state.Z.norm(), 1e-9 * std::sqrt(body.model.mass));
}

// A solved step and its answer to the rest lengths, by the engine and by central differences.
struct SpringResponse {
    Matrix derived;     // 3k x springs
    Matrix differences; // 3k x springs
};

SpringResponse response_of(const FreeBody& body, const Controls& controls, const State& before) {
    const Index unknowns = 3 * body.model.coordinate_count();
    const auto springs = static_cast<Index>(controls.springs.size());
    Workspace workspace = workspace_of(body);
    const auto end_of = [&](const Controls& with) {
        State state = before;
        EXPECT_NE(step(body.model, with, state, workspace).status, StepStatus::not_finite);
        return Vector(state.Z.reshaped());
    };
    end_of(controls);
    const StepDerivative derivative(body.model);
    StepDerivative::Result result = derivative.result(workspace);
    EXPECT_TRUE(derivative.compute(controls, workspace, Matrix::Identity(unknowns, unknowns), result));
    SpringResponse response{result.spring_response.topLeftCorner(unknowns, springs), Matrix(unknowns, springs)};
    constexpr double change = 1e-4; // [m]
    for (Index i = 0; i < springs; ++i) {
        Controls longer = controls;
        Controls shorter = controls;
        longer.springs[static_cast<std::size_t>(i)].rest_length += change;
        shorter.springs[static_cast<std::size_t>(i)].rest_length -= change;
        response.differences.col(i) = (end_of(longer) - end_of(shorter)) / (2.0 * change);
    }
    return response;
}

Controls solved_controls(const FreeBody& body, Obstacles obstacles) {
    Controls controls = controls_on(body, std::move(obstacles));
    controls.springs = springs_of(body.bar, body.model);
    controls.iterations = 3000;
    controls.tolerance = 1e-15;
    return controls;
}

TEST(Springs, TheStepsDerivativeByRestLengthsIsThatOfFiniteDifferences) {
    for (const double poisson : {0.0, 0.3}) {
        for (const Index muscles : {Index(0), Index(3)}) {
            const FreeBody body = free_body(
                bar_mesh(5, 2, 2), {.modes = 4, .clusters = 6, .young = 4e4, .poisson = poisson, .muscles = muscles});
            Controls controls = solved_controls(body, {});
            controls.contact = {};
            controls.damping = 0.5;
            controls.strain_damping = 0.01;
            State state = body.start(Vec3(0.3, 0.1, -0.2));
            Rng rng(37);
            state.Z += AffineStack::NullaryExpr(state.Z.rows(), 3, [&] { return 0.1 * rng.normal(); });
            state.contact_force.resize(0, 3);
            const auto [derived, differences] = response_of(body, controls, state);
            EXPECT_LT((derived - differences).norm(), 1e-5 * differences.norm()) << "Poisson's ratio " << poisson;
        }
    }
}

TEST(Springs, TheStepsDerivativeOnAFloorIsThatOfFiniteDifferences) {
    const FreeBody body = free_body(bar_mesh(5, 2, 2), {.modes = 4, .clusters = 6, .young = 4e4});
    const Controls controls = solved_controls(body, {{HalfSpace{Vec3::Zero(), Vec3::UnitY()}, 2.0, 0.0}});
    State state = body.start();
    Workspace workspace = workspace_of(body);
    Controls without = controls;
    without.springs.clear();
    for (int n = 0; n < 3; ++n) {
        step(body.model, without, state, workspace);
    }
    const auto [derived, differences] = response_of(body, controls, state);
    EXPECT_LT((derived - differences).norm(), 1e-4 * differences.norm());
}

} // namespace
} // namespace limber::testing
