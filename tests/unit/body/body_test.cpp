// SPDX-License-Identifier: MIT
#include "engine/body/build_body.h"

#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/body/stages.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/skinning.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace limber {
namespace {

TetMesh bar() {
    return testing::bar_mesh(8, 3, 3, Vec3(1.0, 0.3, 0.3));
}

State after_steps(const Body& body, const Controls& controls, int steps) {
    Workspace workspace(body.model);
    State state = rest_state(body.model, controls.P);
    for (int i = 0; i < steps; ++i) {
        step(body.model, controls, state, workspace);
    }
    return state;
}

// J' M D B = 0: no secondary motion has a part that the rig could make.
TEST(Body, HasSecondaryMotionThatIsComplementaryToItsRig) {
    const TetMesh mesh = bar();
    const Body body = build_body(mesh, affine_handle(mesh), {.modes = 6}).value();
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix& W = body.modes->W;
    const Vector weight = body.mass.cwiseProduct(body.leak);
    for (Index mode = 0; mode < W.cols(); ++mode) {
        for (int q = 0; q < 4; ++q) {
            const Vector q_of_vertex = q == 3 ? Vector::Ones(mesh.vertex_count()) : Vector(mesh.X.col(q));
            const Vector moved = weight.cwiseProduct(W.col(mode)).cwiseProduct(q_of_vertex);
            EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
        }
    }
}

// Without constrained weights, the coordinates of the step satisfy J' M D u = 0.
TEST(Body, HasComplementaryMotionWithUnconstrainedModes) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::skinning_unconstrained, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    const Body free = build_free_body(mesh, {.modes = 6}).value();
    EXPECT_EQ(body.modes->W, free.modes->W);
    EXPECT_EQ(body.model.coordinate_count(), 4 * 6 - 4);
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.subspace = options.subspace, .modes = 1}));
}

// The weights satisfy J' M D P_i W = 0, of each axis i; the coordinates of the step what is left of the constraint.
TEST(Body, HasComplementaryMotionWithPartlyConstrainedModes) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::skinning_partly_constrained, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Vector weight = body.mass.cwiseProduct(body.leak);
    const Matrix translated = weight.asDiagonal() * body.modes->W;
    EXPECT_LT((J.transpose() * translated).norm(), 1e-9 * translated.norm() * J.norm());
    const Matrix scaled = mesh.X.col(0).asDiagonal() * translated;
    EXPECT_GT((J.transpose() * scaled).norm(), 1e-3 * scaled.norm() * J.norm());
    EXPECT_EQ(body.model.coordinate_count(), 4 * 6 - 3);
    EXPECT_EQ(modes_possible(body), mesh.vertex_count() - 4);
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix moved = weight.asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_TRUE(after_steps(body, rest_controls(body), 30).Z.allFinite());
    const Body one = build_body(mesh, affine_handle(mesh), {.subspace = options.subspace, .modes = 1}).value();
    EXPECT_EQ(one.model.coordinate_count(), 1);
    EXPECT_EQ(build_free_body(mesh, options).value().modes->W, build_free_body(mesh, {.modes = 6}).value().modes->W);
}

TEST(Body, HasComplementaryMotionWithWeightsOfHandles) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::weights, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    EXPECT_EQ(body.modes->W, build_free_body(mesh, options).value().modes->W);
    EXPECT_LT((body.modes->W.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-12);
    EXPECT_GE(body.modes->W.minCoeff(), 0.0);
    EXPECT_TRUE(std::is_sorted(body.modes->lambda.begin(), body.modes->lambda.end()));
    EXPECT_GT(body.modes->lambda(0), 0.0);
    EXPECT_EQ(body.model.coordinate_count(), 4 * 6 - 4);
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.subspace = options.subspace, .modes = 1}));
    const State state = after_steps(body, rest_controls(body), 30);
    EXPECT_TRUE(state.Z.allFinite());
}

TEST(Body, HasComplementaryMotionWithLocalisedModes) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::localised, .modes = 6};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    EXPECT_LT(body.modes->constraint_violation, 1e-10);
    EXPECT_TRUE(std::is_sorted(body.modes->lambda.begin(), body.modes->lambda.end()));
    const Matrix B = skinning_basis(in_frame(mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * B;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
    EXPECT_TRUE(build_free_body(mesh, options));
    EXPECT_TRUE(after_steps(body, rest_controls(body), 30).Z.allFinite());
}

TEST(Body, HasModesThatFollowItsMaterialUnlessTheyAreHomogeneous) {
    const TetMesh mesh = bar();
    Material stiff_end = uniform_material({}, mesh.tet_count());
    stiff_end.young.head(mesh.tet_count() / 2) *= 100.0;
    const auto modes_of = [&](SubspaceKind kind, const Material& material) {
        const BodyOptions options{.material_of_tets = material, .subspace = kind, .modes = 6};
        return build_body(mesh, affine_handle(mesh), options).value().modes;
    };
    const auto uniform = modes_of(SubspaceKind::skinning, uniform_material({}, mesh.tet_count()));
    const auto aware = modes_of(SubspaceKind::skinning, stiff_end);
    const auto homogeneous = modes_of(SubspaceKind::skinning_homogeneous, stiff_end);
    EXPECT_LT((homogeneous->W - uniform->W).norm(), 1e-6 * uniform->W.norm());
    EXPECT_GT((aware->W - uniform->W).norm(), 0.1 * uniform->W.norm());
}

TEST(Body, SagsUnderGravityAndKeepsItsRigStill) {
    const TetMesh mesh = bar();
    const Body body = build_body(mesh, affine_handle(mesh), {.material = {.young = 2e4}, .modes = 6}).value();
    const Controls controls = rest_controls(body);
    const State state = after_steps(body, controls, 60);
    EXPECT_TRUE(state.Z.allFinite());
    EXPECT_EQ(state.P, controls.P);
}

// A free body falls as a point does: g t^2 / 2, of the steps of backward Euler.
TEST(Body, FallsFreely) {
    const Body body = build_free_body(bar(), {.modes = 6}).value();
    const Controls controls = rest_controls(body);
    const int steps = 30;
    const State state = after_steps(body, controls, steps);
    const Points x = reconstructed(body.model, state, body.mesh.X, body.rig, body.modes->W);
    const Vec3 fall = (body.mass.transpose() * (x - body.mesh.X)).transpose() / body.mass.sum();
    const double h = controls.time_step;
    EXPECT_NEAR(fall.y(), -9.81 * h * h * steps * (steps + 1) / 2.0, 1e-4);
    EXPECT_NEAR(fall.x(), 0.0, 1e-6);
}

TetMesh together(const TetMesh& a, const TetMesh& b, const Vec3& offset) {
    TetMesh both = a;
    both.X.conservativeResize(a.vertex_count() + b.vertex_count(), 3);
    both.X.bottomRows(b.vertex_count()) = b.X.rowwise() + offset.transpose();
    both.T.conservativeResize(a.tet_count() + b.tet_count(), 4);
    both.T.bottomRows(b.tet_count()) = b.T.array() + static_cast<int>(a.vertex_count());
    return both;
}

// A small piece beside a large one lies on the floor too, and does not hang from its only contact point below it.
TEST(Body, LiesOnTheFloorWithEachOfItsPieces) {
    const TetMesh large = testing::bar_mesh(8, 3, 8, Vec3(2.0, 0.3, 2.0));
    const TetMesh small = testing::bar_mesh(3, 3, 3, Vec3(0.2, 0.2, 0.2));
    const Body body =
        build_free_body(together(large, small, Vec3(0.9, 0.6, 2.4)), {.material = {.young = 1e6}, .modes = 10}).value();
    Controls controls = rest_controls(body);
    controls.contact.points = contact_points_of(body, 30);
    controls.contact.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{}, 0.3, 0.0}});
    Workspace workspace(body.model, 0, widest_instruction_set(), controls.contact.points->count());
    State state = rest_state(body.model, controls.P, controls.contact.points->count());
    for (int i = 0; i < 300; ++i) {
        step(body.model, controls, state, workspace);
    }
    const Points x = reconstructed(body.model, state, body.mesh.X, body.rig, body.modes->W);
    EXPECT_GT(x.topRows(large.vertex_count()).col(1).minCoeff(), -0.05);
    EXPECT_GT(x.bottomRows(small.vertex_count()).col(1).minCoeff(), -0.05);
    EXPECT_LT(x.bottomRows(small.vertex_count()).col(1).minCoeff(), 0.05); // it has fallen
}

TEST(Body, HasTheMusclesThatWereAskedFor) {
    const Body body = build_free_body(bar(), {.modes = 8, .muscles = 3}).value();
    EXPECT_EQ(body.model.muscle_count(), 3);
    EXPECT_EQ(contact_points_of(body, 10)->count(), 10);
}

TEST(Body, RefusesWhatIsOutOfRange) {
    const TetMesh mesh = bar();
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.material = {.young = -1.0}}));
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.leak = {.depth = 0.0}}));
    EXPECT_FALSE(build_body(mesh, Rig{}));
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), {.modes = 100000}));
}

class LinearBody : public ::testing::TestWithParam<SubspaceKind> {
protected:
    TetMesh mesh = bar();
    Body body = build_body(mesh, affine_handle(mesh), {.subspace = GetParam(), .modes = 2}).value();

    /// After some steps with the end held aside by a handle.
    State pulled(double stiffness) const {
        Controls controls = rest_controls(body);
        const int end = static_cast<int>(mesh.vertex_count()) - 1;
        const Vec3 target = mesh.X.row(end).transpose() + Vec3(0.0, 0.0, 0.2);
        controls.handles = {{body_point(body, std::array{end}, std::array{1.0}), stiffness, target}};
        BodyWorkspace workspace(body);
        State state = rest_state(body, controls.P);
        for (int i = 0; i < 40; ++i) {
            step(body, controls, state, workspace);
        }
        return state;
    }
};

TEST_P(LinearBody, HasComplementaryMotion) {
    const Matrix J = rig_jacobian(mesh.X, body.rig.W);
    const Points u = displacements(body, pulled(1e4).Z, rest_controls(body).P);
    EXPECT_GT(u.norm(), 1e-3);
    const Matrix moved = body.mass.cwiseProduct(body.leak).asDiagonal() * u;
    EXPECT_LT((J.transpose() * moved).norm(), 1e-9 * moved.norm() * J.norm());
}

TEST_P(LinearBody, FollowsAHandle) {
    const Index end = mesh.vertex_count() - 1;
    const auto aside = [&](double stiffness) {
        return positions(body, pulled(stiffness))(end, 2) - mesh.X(end, 2);
    };
    EXPECT_GT(aside(1e4), 0.05);
    EXPECT_GT(aside(1e4), 2.0 * aside(1e2));
}

// What the vertex shader blends.
TEST_P(LinearBody, IsShownByAffineMaps) {
    const State state = pulled(1e4);
    Points x = Points::Zero(mesh.vertex_count(), 3);
    add_skinned(mesh.X, body.rig.W, state.P, x);
    add_skinned(mesh.X, secondary_weights(body), secondary_maps(body, state.Z), x);
    EXPECT_LT((x - positions(body, state)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_P(LinearBody, HasTheCoordinatesOfItsDisplacements) {
    const State state = pulled(1e4);
    const AffineStack again = nearest_coordinates(body, displacements(body, state.Z, state.P), state.P);
    EXPECT_LT((again - state.Z).norm(), 1e-9 * state.Z.norm());
    const Matrix B = displacement_basis(body);
    const Points rows = state.Z;
    const Vector u = B * Eigen::Map<const Vector>(rows.data(), rows.size());
    const Points expected = displacements(body, state.Z, state.P);
    EXPECT_LT((u - Eigen::Map<const Vector>(expected.data(), expected.size())).norm(), 1e-12 * u.norm());
}

TEST_P(LinearBody, HasRestEigenvaluesOfItsDisplacements) {
    const Vector eigenvalues = rest_eigenvalues(body, *body.linear, body.material);
    ASSERT_GE(eigenvalues.size(), 12);
    EXPECT_GT(eigenvalues.minCoeff(), 0.0);
    const auto modes = vibration_modes_of(body, body.material, 12).value();
    EXPECT_GE(eigenvalues(0), (1.0 - 1e-6) * modes.lambda(0)); // no displacements are softer
    const bool has_modes = !depends_on_loads(GetParam()) && GetParam() != SubspaceKind::substructured;
    EXPECT_LE(eigenvalues(0), (has_modes ? 1.0 + 1e-6 : 10.0) * modes.lambda(0));
}

INSTANTIATE_TEST_SUITE_P(Kinds, LinearBody,
                         ::testing::Values(SubspaceKind::displacement, SubspaceKind::displacement_affine,
                                           SubspaceKind::modal_derivatives, SubspaceKind::greens,
                                           SubspaceKind::pod_sampled, SubspaceKind::substructured));

class FreeLinearBody : public ::testing::TestWithParam<SubspaceKind> {};

// The motion of the whole is in the subspace, whatever it is made from.
TEST_P(FreeLinearBody, Falls) {
    const TetMesh mesh = bar();
    const Body body = build_free_body(mesh, {.subspace = GetParam(), .modes = 2, .clusters = 10}).value();
    Controls controls = rest_controls(body);
    controls.arithmetic = Arithmetic::double_precision;
    State state = rest_state(body, controls.P);
    BodyWorkspace workspace(body);
    for (int i = 0; i < 30; ++i) {
        step(body, controls, state, workspace);
    }
    const Points u = positions(body, state) - mesh.X;
    const double h = controls.time_step;
    const Points fallen = Vec3(0.0, -9.81 * h * h * 30.0 * 31.0 / 2.0, 0.0).transpose().replicate(u.rows(), 1);
    EXPECT_LT((u - fallen).norm(), 1e-6 * fallen.norm());
}

INSTANTIATE_TEST_SUITE_P(OfLoadsAndDomains, FreeLinearBody,
                         ::testing::Values(SubspaceKind::force_dual, SubspaceKind::greens, SubspaceKind::pod_sampled,
                                           SubspaceKind::substructured));

// The rigid motions, which nothing holds then, would have by far the largest responses.
TEST(Body, ThatReceivesAllMomentumHasTheResponsesOfAFreeOne) {
    const TetMesh mesh = bar();
    BodyOptions options{.subspace = SubspaceKind::force_dual_skinning, .modes = 4, .leak = {.amount = 1.0}};
    const Body leaking = build_body(mesh, affine_handle(mesh), options).value();
    const Body free = build_free_body(mesh, options).value();
    ASSERT_EQ(leaking.variances.size(), free.variances.size());
    EXPECT_TRUE(leaking.variances.isApprox(free.variances, 1e-9));
    EXPECT_EQ(supports_of(leaking).C.cols(), 0);
    options.leak.amount = 0.9;
    EXPECT_GT(supports_of(build_body(mesh, affine_handle(mesh), options).value()).C.cols(), 0);
}

// Forces at one end alone: displacements that are made for them follow a handle there better than vibration modes do.
TEST(Body, OfDisplacementsForLoadsMovesWhereTheyAre) {
    const TetMesh mesh = bar();
    const Vector mass = lumped_mass(mesh, uniform_material({}, mesh.tet_count()).density);
    const Index end = mesh.vertex_count() - 1;
    const std::array<int, 1> handles{static_cast<int>(end)};
    BodyOptions options{.subspace = SubspaceKind::displacement, .modes = 1, .clusters = 10};
    const auto reach = [&](SubspaceKind kind) {
        options.subspace = kind;
        options.loads = std::make_shared<const LoadDistribution>(handle_loads(mass, handles, 1.0, Mat3::Identity()));
        const Body body = build_body(mesh, affine_handle(mesh), options).value();
        Controls controls = rest_controls(body);
        controls.gravity.setZero();
        const Vec3 target = mesh.X.row(end).transpose() + Vec3(0.0, 0.0, 0.05);
        controls.handles = {{body_point(body, handles, std::array{1.0}), 1e3, target}};
        State state = rest_state(body, controls.P);
        BodyWorkspace workspace(body);
        for (int i = 0; i < 100; ++i) {
            step(body, controls, state, workspace);
        }
        return positions(body, state)(end, 2) - mesh.X(end, 2);
    };
    const double of_modes = reach(SubspaceKind::displacement);
    for (const SubspaceKind kind : {SubspaceKind::force_dual, SubspaceKind::greens, SubspaceKind::pod_sampled}) {
        EXPECT_GT(reach(kind), 1.02 * of_modes) << static_cast<int>(kind);
    }
}

// The basis has the motion's own displacements in its span.
TEST(Body, OfAMotionCanMakeThatMotion) {
    const TetMesh mesh = bar();
    const Body shown = build_body(mesh, affine_handle(mesh), {.modes = 4}).value();
    Controls controls = rest_controls(shown);
    const int end = static_cast<int>(mesh.vertex_count()) - 1;
    controls.handles = {{body_point(shown, std::array{end}, std::array{1.0}), 1e4, Vec3(1.0, 0.5, 0.5)}};
    BodyWorkspace workspace(shown);
    State state = rest_state(shown, controls.P);
    std::vector<Points> motion;
    for (int frame = 0; frame < 10; ++frame) {
        controls.P.row(3).x() = 0.1 * frame; // the rig's part is taken away
        step(shown, controls, state, workspace);
        motion.push_back(positions(shown, state));
    }
    BodyOptions options{.subspace = SubspaceKind::pod, .modes = 2, .motion = motion};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    EXPECT_LE(body.linear->displacements, 10);
    const Points u = displacements(shown, state.Z, state.P);
    const Points again = displacements(body, nearest_coordinates(body, u, state.P), state.P);
    EXPECT_GT(u.norm(), 1e-2);
    EXPECT_LT((again - u).norm(), 1e-5 * u.norm());
    options.motion.back() = Points::Zero(3, 3);
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), options));
    options.motion = {mesh.X};
    EXPECT_FALSE(build_body(mesh, affine_handle(mesh), options)); // without secondary motion
}

// Its smallest displacements are near the round-off of the positions, where the rig's constraint seems to be violated.
TEST(Body, OfASmallShortMotionCanMakeThatMotion) {
    const TetMesh mesh = bar();
    const Body shown = build_body(mesh, affine_handle(mesh), {.modes = 6}).value();
    Controls controls = rest_controls(shown);
    const int end = static_cast<int>(mesh.vertex_count()) - 1;
    controls.handles = {{body_point(shown, std::array{end}, std::array{1.0}), 10.0, Vec3(1.0, 0.5, 0.5)}};
    BodyWorkspace workspace(shown);
    State state = rest_state(shown, controls.P);
    std::vector<Points> motion;
    for (int frame = 0; frame < 12; ++frame) {
        step(shown, controls, state, workspace);
        motion.push_back(positions(shown, state));
    }
    const BodyOptions options{.subspace = SubspaceKind::pod, .modes = 6, .motion = motion};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    const Points u = displacements(shown, state.Z, state.P);
    const Points again = displacements(body, nearest_coordinates(body, u, state.P), state.P);
    EXPECT_GT(u.norm(), 1e-6);
    EXPECT_LT((again - u).norm(), 1e-4 * u.norm());
}

// Weights from a file: half of the body each, so that their sum is the constant weight.
TEST(Body, TakesItsWeightsFromItsOptions) {
    const TetMesh mesh = bar();
    Matrix weights(mesh.vertex_count(), 2);
    weights.col(0) = mesh.X.col(0) / mesh.X.col(0).maxCoeff();
    weights.col(1) = Vector::Ones(mesh.vertex_count()) - weights.col(0);
    BodyOptions options{.subspace = SubspaceKind::weights, .weights = weights};
    EXPECT_EQ(build_free_body(mesh, options).value().modes->W.cols(), 2);
    options.weights = weights.leftCols(1);
    EXPECT_EQ(build_free_body(mesh, options).value().modes->W.cols(), 2); // and the constant one
    options.weights = weights.topRows(5);
    EXPECT_FALSE(build_free_body(mesh, options));
    options.weights = Matrix::Zero(mesh.vertex_count(), 1);
    EXPECT_FALSE(build_free_body(mesh, options));
}

TEST(Body, OfALinearSubspaceHasMuscles) {
    const TetMesh mesh = bar();
    const BodyOptions options{.subspace = SubspaceKind::displacement, .modes = 2, .muscles = 3};
    const Body body = build_body(mesh, affine_handle(mesh), options).value();
    ASSERT_EQ(muscle_count(body), 3);
    Controls controls = rest_controls(body);
    BodyWorkspace workspace(body);
    State passive = rest_state(body, controls.P);
    State active = passive;
    for (int i = 0; i < 20; ++i) {
        controls.activation = Vector::Zero(3);
        step(body, controls, passive, workspace);
        controls.activation = Vector::Constant(3, 0.5);
        step(body, controls, active, workspace);
    }
    EXPECT_GT((positions(body, active) - positions(body, passive)).cwiseAbs().maxCoeff(), 0.01);
}

// A free body of displacements falls on a plane and stays above it.
TEST(Body, OfALinearSubspaceRestsOnTheGround) {
    const Body body = build_free_body(bar(), {.subspace = SubspaceKind::displacement_affine, .modes = 2}).value();
    Controls controls = rest_controls(body);
    controls.contact.points = contact_points_of(body, 20);
    controls.contact.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3(0.0, -0.1, 0.0)}, 0.5}});
    BodyWorkspace workspace(body, 8, widest_instruction_set(), controls.contact.points->count());
    State state = rest_state(body, controls.P, controls.contact.points->count());
    StepReport report;
    for (int i = 0; i < 120; ++i) {
        report = step(body, controls, state, workspace);
    }
    EXPECT_GT(report.contacts, 0);
    const Points touching = contact_positions(body, *controls.contact.points, state);
    EXPECT_GT(touching.col(1).minCoeff(), -0.1 - 1e-4);
    EXPECT_LT(touching.col(1).minCoeff(), -0.09);
    const Points x = positions(body, state);
    for (Index i = 0; i < touching.rows(); ++i) {
        const int vertex = controls.contact.points->vertices[static_cast<std::size_t>(i)];
        EXPECT_LT((touching.row(i) - x.row(vertex)).norm(), 1e-9);
    }
}

TEST(Body, OfAReconstructedKindHasNoMuscles) {
    const auto body = build_free_body(bar(), {.subspace = SubspaceKind::warped, .modes = 2, .muscles = 3});
    ASSERT_FALSE(body);
    EXPECT_EQ(body.error().where, "muscles");
}

// The correction is of second order.
TEST(Body, OfAReconstructedKindIsItsLinearOneForSmallDisplacements) {
    const TetMesh mesh = bar();
    const Body linear =
        build_body(mesh, affine_handle(mesh), {.subspace = SubspaceKind::displacement, .modes = 1}).value();
    for (const SubspaceKind kind :
         {SubspaceKind::warped, SubspaceKind::rotation_strain, SubspaceKind::force_dual_rotation_strain}) {
        const Body body = build_body(mesh, affine_handle(mesh), {.subspace = kind, .modes = 1}).value();
        const AffineStack P = rest_controls(body).P;
        EXPECT_GT(body.linear->reconstruction->seconds, 0.0);
        EXPECT_EQ(secondary_weights(body).cols(), 0);
        double apart = 0.0;
        for (const double size : {1e-2, 1e-3}) {
            AffineStack Z = AffineStack::Zero(coordinate_rows(body), 3);
            Z(0, 0) = size;
            const Points u = displacements(body, Z, P);
            const Points expected = displacement_basis(body).col(0).reshaped(3, mesh.vertex_count()).transpose() * size;
            const double now = (u - expected).norm() / expected.norm();
            EXPECT_TRUE(apart == 0.0 || now < 0.2 * apart) << now << " after " << apart;
            apart = now;
        }
    }
    EXPECT_FALSE(is_reconstructed(linear));
}

// The velocity of a corrected displacement is not the correction of a velocity.
TEST(Body, OfAReconstructedKindMovesAtTheRateOfItsDisplacements) {
    const TetMesh mesh = bar();
    for (const SubspaceKind kind :
         {SubspaceKind::warped, SubspaceKind::rotation_strain, SubspaceKind::force_dual_rotation_strain}) {
        const Body body = build_body(mesh, affine_handle(mesh), {.subspace = kind, .modes = 1}).value();
        const AffineStack P = rest_controls(body).P;
        AffineStack Pdot = AffineStack::Zero(P.rows(), 3);
        Pdot(0, 1) = 0.5; // turns about z
        Pdot(1, 0) = -0.5;
        AffineStack Z = AffineStack::Zero(coordinate_rows(body), 3);
        AffineStack Zdot = Z;
        Z(0, 0) = 2.0;
        Zdot(0, 0) = -3.0;
        Zdot(0, 1) = 20.0;
        const double t = 1e-3;
        const Points moved =
            displacements(body, Z + t * Zdot, P + t * Pdot) - displacements(body, Z - t * Zdot, P - t * Pdot);
        const Points rates = displacement_rates(body, Z, Zdot, P, Pdot);
        EXPECT_LT((rates - moved / (2.0 * t)).norm(), 1e-2 * rates.norm());
        EXPECT_GT((rates - displacements(body, Zdot, P)).norm(), 0.05 * rates.norm()) << "the test says nothing";
    }
}

// Its step turns the rig's rows into the frame of its modes.
TEST(Body, OfAReconstructedKindKeepsTheRowsOfItsRigToTheLastBit) {
    const TetMesh mesh = bar();
    const Body body = build_body(mesh, affine_handle(mesh), {.subspace = SubspaceKind::warped, .modes = 1}).value();
    const AffineStack rest = rest_controls(body).P;
    Controls controls = rest_controls(body);
    controls.integrator = Integrator::bdf2;
    BodyWorkspace workspace(body);
    State state = rest_state(body, rest);
    for (int i = 1; i <= 5; ++i) {
        const Mat3 turn = Eigen::AngleAxisd(0.1 * i, Vec3(1, 2, 3).normalized()).toRotationMatrix();
        controls.P = rest * turn.transpose();
        const State before = state;
        ASSERT_NE(step(body, controls, state, workspace).status, StepStatus::not_finite);
        EXPECT_EQ(state.P, controls.P);
        EXPECT_EQ(state.previous.P, before.P);
        EXPECT_EQ(state.previous.Pdot, before.Pdot);
    }
    const auto hash = hash_of(state);
    controls.gravity.y() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(step(body, controls, state, workspace).status, StepStatus::not_finite);
    EXPECT_EQ(hash_of(state), hash);
}

// A free body falls as a whole, because its vibration modes include the rigid motions.
TEST(Body, OfFreeDisplacementsFalls) {
    const Body body = build_free_body(bar(), {.subspace = SubspaceKind::displacement, .modes = 1}).value();
    Controls controls = rest_controls(body);
    controls.arithmetic = Arithmetic::double_precision;
    BodyWorkspace workspace(body);
    State state = rest_state(body, controls.P);
    for (int i = 0; i < 30; ++i) {
        step(body, controls, state, workspace);
    }
    const double h = controls.time_step;
    const Points fallen = positions(body, state) - body.mesh.X;
    EXPECT_NEAR(fallen.col(1).mean(), -9.81 * h * h * 30 * 31 / 2.0, 1e-9);
    EXPECT_LT(fallen.col(0).cwiseAbs().maxCoeff(), 1e-9);
}

} // namespace
} // namespace limber
