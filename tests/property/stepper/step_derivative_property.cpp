// SPDX-License-Identifier: MIT
#include "engine/stepper/step_derivative.h"

#include "engine/actuation/example_poses.h"
#include "engine/actuation/muscles.h"
#include "engine/stepper/step.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

/// How the end of a step answers to the muscles, against finite differences of the step itself.
namespace limber::testing {
namespace {

constexpr Index derived_muscles = 4;
constexpr double tolerance = 1e-8;

FreeBody derived_block(double poisson) {
    TetMesh mesh = bar_mesh(2, 4, 2, Vec3(0.4, 0.8, 0.4));
    return free_body(mesh, {.modes = 4,
                            .clusters = 6,
                            .contact_points = 24,
                            .young = 4e4,
                            .poisson = poisson,
                            .muscles = derived_muscles});
}

struct SolvedStep {
    Controls controls;
    State before;
};

Controls derived_controls(const FreeBody& body, double friction) {
    Controls controls = controls_on(body, {{HalfSpace{Vec3::Zero(), Vec3::UnitY()}, friction, 0.0}});
    controls.activation = Vector::LinSpaced(derived_muscles, -0.2, 0.3);
    controls.muscle_stiffness_scale = 2.0;
    controls.iterations = 3000;
    controls.tolerance = 1e-15;
    return controls;
}

AffineStack end_of(const FreeBody& body, const SolvedStep& solved, const Vector& activation, Workspace& workspace) {
    State state = solved.before;
    Controls controls = solved.controls;
    controls.activation = activation;
    EXPECT_NE(step(body.model, controls, state, workspace).status, StepStatus::not_finite);
    return state.Z;
}

// The central difference of a change of muscle v.
Vector central_difference(const FreeBody& body, const SolvedStep& solved, Index v, double change) {
    Workspace workspace = workspace_of(body);
    const Vector offset = change * Vector::Unit(derived_muscles, v);
    const AffineStack difference = (end_of(body, solved, solved.controls.activation + offset, workspace) -
                                    end_of(body, solved, solved.controls.activation - offset, workspace)) /
                                   (2.0 * change);
    return Eigen::Map<const Vector>(difference.data(), difference.size());
}

// The largest error of the derivative's columns, relative to the largest column. By central differences of two changes,
// whose error falls with the fourth power of the change, so that the change can be far larger than the round-off and
// the tolerance of a step.
double error_of(const FreeBody& body, const SolvedStep& solved, const StepDerivative::Result& derivative) {
    constexpr double change = 1e-4;
    double error = 0.0;
    double size = 0.0;
    for (Index v = 0; v < derived_muscles; ++v) {
        const Vector column =
            (4.0 * central_difference(body, solved, v, change) - central_difference(body, solved, v, 2.0 * change)) /
            3.0;
        error = std::max(error, (derivative.response.col(v) - column).norm());
        size = std::max(size, column.norm());
    }
    return error / size;
}

StepDerivative::Result derivative_of(const FreeBody& body, const SolvedStep& solved) {
    Workspace workspace = workspace_of(body);
    end_of(body, solved, solved.controls.activation, workspace);
    const StepDerivative derivative(body.model);
    StepDerivative::Result result = derivative.result(workspace);
    const Index unknowns = 3 * body.model.coordinate_count();
    EXPECT_TRUE(derivative.compute(solved.controls, workspace, Matrix::Identity(unknowns, unknowns), result));
    return result;
}

// The same with four example poses as muscles.
FreeBody derived_block_with_examples(double poisson) {
    constexpr double size = 0.3; // rms strain at activation 1
    FreeBody body = derived_block(poisson);
    const LivingBar& bar = body.bar;
    Rng rng(8);
    std::vector<Points> examples;
    for (Index k = 0; k < derived_muscles; ++k) {
        Points x = transformed(bar.mesh.X, random_affine(rng, 0.15));
        const Vec3 along = random_vector(rng);
        const Vec3 bend = random_vector(rng, 0.3);
        for (Index i = 0; i < x.rows(); ++i) {
            x.row(i) += std::pow(bar.mesh.X.row(i).dot(along), 2) * bend.transpose();
        }
        examples.push_back(std::move(x));
    }
    const Matrix stretches = example_stretches(bar.mesh, examples);
    const Matrix targets = size * example_parameters(bar.mesh, bar.material, stretches).stretches;
    const Matrix no_displacements = Matrix::Zero(3 * bar.mesh.vertex_count(), targets.cols());
    body.model.actuation = actuation_set(bar.mesh, bar.material, bar.rig, bar.W, body.model,
                                         one_cluster(bar.mesh.tet_count()), MuscleTargets(no_displacements, &targets))
                               .value();
    return body;
}

TEST(StepDerivative, OfAFlyingBodyIsThatOfFiniteDifferences) {
    for (const FreeBody& body : {derived_block(0.0), derived_block(0.3), derived_block_with_examples(0.3)}) {
        SolvedStep solved{derived_controls(body, 0.5), body.start(Vec3(0.3, 0.1, -0.2))};
        solved.controls.contact = {};
        solved.controls.damping = 0.5;
        solved.controls.strain_damping = 0.01;
        Rng rng(3);
        solved.before.Z += AffineStack::NullaryExpr(solved.before.Z.rows(), 3, [&] { return 0.2 * rng.normal(); });
        solved.before.contact_force.resize(0, 3);
        EXPECT_LT(error_of(body, solved, derivative_of(body, solved)), tolerance)
            << "Poisson's ratio " << body.bar.material.poisson(0);
    }
}

// Steps on the floor until the body has touched it for some steps.
SolvedStep after_landing(const FreeBody& body, double friction, const Vec3& velocity) {
    SolvedStep solved{derived_controls(body, friction), body.start(velocity)};
    Workspace workspace = workspace_of(body);
    for (int i = 0; i < 3; ++i) {
        step(body.model, solved.controls, solved.before, workspace);
    }
    return solved;
}

TEST(StepDerivative, OfAStickingBodyIsThatOfFiniteDifferences) {
    const FreeBody body = derived_block(0.0);
    const SolvedStep solved = after_landing(body, 2.0, Vec3::Zero());
    const auto derivative = derivative_of(body, solved);
    EXPECT_GE(derivative.sticking, 3);
    EXPECT_LT(error_of(body, solved, derivative), tolerance);
}

TEST(StepDerivative, OfAStickingBodyWithExamplesIsThatOfFiniteDifferences) {
    const FreeBody body = derived_block_with_examples(0.0);
    const SolvedStep solved = after_landing(body, 2.0, Vec3::Zero());
    const auto derivative = derivative_of(body, solved);
    EXPECT_GE(derivative.sticking, 1);
    EXPECT_LT(error_of(body, solved, derivative), tolerance);
}

TEST(StepDerivative, OfASlidingBodyIsThatOfFiniteDifferences) {
    const FreeBody body = derived_block(0.0);
    const SolvedStep solved = after_landing(body, 0.1, Vec3(1.5, 0.0, 0.7));
    const auto derivative = derivative_of(body, solved);
    EXPECT_GE(derivative.sliding, 3);
    EXPECT_LT(error_of(body, solved, derivative), tolerance);
}

// By two handles that are as stiff as the flesh.
SolvedStep pulled_after_landing(const FreeBody& body, double friction, const Vec3& velocity) {
    SolvedStep solved = after_landing(body, friction, velocity);
    Rng rng(5);
    for (int i = 0; i < 2; ++i) {
        Handle handle = random_handle(body.bar, body.model, rng).handle;
        handle.stiffness = 1e4;
        const Vec3 at =
            solved.before.Z.transpose() * handle.point.phi + solved.before.P.transpose() * handle.point.rig_row;
        handle.target = at + Vec3(0.02, 0.03, 0.01);
        solved.controls.handles.push_back(handle);
    }
    return solved;
}

TEST(StepDerivative, OfAPulledBodyInEachModeOfContactIsThatOfFiniteDifferences) {
    for (const FreeBody& body : {derived_block(0.0), derived_block(0.3)}) {
        const SolvedStep sticks = pulled_after_landing(body, 2.0, Vec3::Zero());
        const auto of_sticking = derivative_of(body, sticks);
        EXPECT_GE(of_sticking.sticking, 1);
        const Matrix unpulled = derivative_of(body, after_landing(body, 2.0, Vec3::Zero())).response;
        EXPECT_GT((of_sticking.response - unpulled).norm(), 0.01 * unpulled.norm()) << "the handles count";
        EXPECT_LT(error_of(body, sticks, of_sticking), tolerance);
        const SolvedStep slides = pulled_after_landing(body, 0.1, Vec3(1.5, 0.0, 0.7));
        const auto of_sliding = derivative_of(body, slides);
        EXPECT_GE(of_sliding.sliding, 1);
        EXPECT_LT(error_of(body, slides, of_sliding), tolerance);
        SolvedStep flies = pulled_after_landing(body, 0.5, Vec3::Zero());
        flies.controls.contact = {};
        flies.before.contact_force.resize(0, 3);
        EXPECT_LT(error_of(body, flies, derivative_of(body, flies)), tolerance);
    }
}

// Inner forces do not move the centre of mass.
TEST(StepDerivative, LeavesTheCentreOfMassOfAFlyingBody) {
    const FreeBody body = derived_block(0.3);
    SolvedStep solved{derived_controls(body, 0.5), body.start()};
    solved.controls.contact = {};
    solved.before.contact_force.resize(0, 3);
    const auto derivative = derivative_of(body, solved);
    const Index k = body.model.coordinate_count();
    for (Index axis = 0; axis < 3; ++axis) {
        const Eigen::RowVectorXd moved = body.model.BM1.transpose() * derivative.response.middleRows(axis * k, k);
        EXPECT_LT(moved.norm(), 1e-9 * body.model.BM1.norm() * derivative.response.norm());
    }
}

} // namespace
} // namespace limber::testing
