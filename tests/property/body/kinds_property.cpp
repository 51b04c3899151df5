// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/body/linear_subspace.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

/// Which subspaces move alike in a turned world: skinning subspaces are closed under rotation, and kinds with a frame
/// of their own turn with the rig. Displacements do neither, except for affine motions of the whole.
namespace limber::testing {
namespace {

TetMesh tapered_bar() {
    TetMesh mesh = bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.25));
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        mesh.X(i, 1) *= 1.0 + 0.3 * mesh.X(i, 0);
    }
    return mesh;
}

Body body_of(const TetMesh& mesh, SubspaceKind kind) {
    return build_body(mesh, affine_handle(mesh), {.subspace = kind, .modes = 3, .clusters = 20}).value();
}

// The maps in a world that is turned by R about the origin: P has their transposes.
AffineStack turned_maps(const AffineStack& P, const Mat3& R) {
    return P * R.transpose();
}

// Positions in some steps under a swaying rig, gravity and a pull, all turned by R.
std::vector<Points> swaying_motion(const Body& body, const Mat3& R) {
    const AffineStack rest = rest_controls(body).P;
    Controls controls = rest_controls(body);
    controls.arithmetic = Arithmetic::double_precision;
    controls.iterations = 100;
    controls.gravity = R * Vec3(0.0, -9.81, 0.0);
    controls.damping = 1.0;
    const int tip = static_cast<int>(body.vertex_count()) - 1;
    const Vec3 aside = body.mesh.X.row(tip).transpose() + Vec3(0.0, 0.15, 0.2);
    controls.handles = {{body_point(body, std::array{tip}, std::array{1.0}), 2000.0, R * aside}};
    BodyWorkspace workspace(body);
    State state = rest_state(body, turned_maps(rest, R));
    std::vector<Points> motion;
    for (int frame = 1; frame <= 12; ++frame) {
        AffineStack P = rest;
        P.row(3) += 0.02 * frame * Eigen::RowVector3d(0.3, 1.0, -0.5);
        controls.P = turned_maps(P, R);
        step(body, controls, state, workspace);
        motion.push_back(positions(body, state));
    }
    return motion;
}

// How far a turned world's motion is from the turned motion, relative to the secondary motion.
double lack_of_equivariance(const Body& body, const Mat3& R) {
    const Points plain = swaying_motion(body, Mat3::Identity()).back();
    const Points turned = swaying_motion(body, R).back();
    const AffineStack P = rest_controls(body).P;
    const double secondary = displacements(body, nearest_coordinates(body, plain - body.mesh.X, P), P).norm();
    return (turned - plain * R.transpose()).norm() / secondary;
}

Mat3 some_turn() {
    Rng rng(12);
    return random_rotation(rng);
}

// The best subspace for the body's own motion, as the kind pod has it.
Body body_of_its_motion(const TetMesh& mesh) {
    BodyOptions options{.subspace = SubspaceKind::pod, .modes = 3, .clusters = 20};
    options.motion = swaying_motion(body_of(mesh, SubspaceKind::skinning), Mat3::Identity());
    return build_body(mesh, affine_handle(mesh), options).value();
}

class EquivariantKind : public ::testing::TestWithParam<SubspaceKind> {};

TEST_P(EquivariantKind, MovesAlikeInATurnedWorld) {
    EXPECT_LT(lack_of_equivariance(body_of(tapered_bar(), GetParam()), some_turn()), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EquivariantKind,
                         ::testing::Values(SubspaceKind::skinning, SubspaceKind::skinning_homogeneous,
                                           SubspaceKind::skinning_unconstrained,
                                           SubspaceKind::skinning_partly_constrained, SubspaceKind::weights,
                                           SubspaceKind::localised, SubspaceKind::force_dual_skinning,
                                           SubspaceKind::warped, SubspaceKind::rotation_strain,
                                           SubspaceKind::force_dual_rotation_strain));

class KindOfDisplacements : public ::testing::TestWithParam<SubspaceKind> {};

// A turn by which every kind differs by more than a twentieth of its motion; a small one differs less.
TEST_P(KindOfDisplacements, MovesOtherwiseInATurnedWorld) {
    const TetMesh bar = tapered_bar();
    const Body body = GetParam() == SubspaceKind::pod ? body_of_its_motion(bar) : body_of(bar, GetParam());
    const double lack = lack_of_equivariance(body, some_turn());
    RecordProperty("lack", std::to_string(lack));
    EXPECT_GT(lack, 0.05);
    EXPECT_LT(lack_of_equivariance(body, Mat3::Identity()), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Kinds, KindOfDisplacements,
                         ::testing::Values(SubspaceKind::displacement, SubspaceKind::displacement_affine,
                                           SubspaceKind::modal_derivatives, SubspaceKind::pod, SubspaceKind::force_dual,
                                           SubspaceKind::greens, SubspaceKind::pod_sampled,
                                           SubspaceKind::substructured));

// All kinds move alike if the rest shape turns too: no axis is preferred.
Points displacements_after_a_pull(const Body& body, const Mat3& world) {
    Controls controls = rest_controls(body);
    controls.arithmetic = Arithmetic::double_precision;
    controls.iterations = 200;
    controls.gravity = world * Vec3(0.0, -9.81, 0.0);
    const int tip = static_cast<int>(body.vertex_count()) - 1;
    const Vec3 aside = body.mesh.X.row(tip).transpose() + world * Vec3(0.0, 0.1, 0.2);
    controls.handles = {{body_point(body, std::array{tip}, std::array{1.0}), 2000.0, aside}};
    BodyWorkspace workspace(body);
    State state = rest_state(body, controls.P);
    for (int frame = 0; frame < 8; ++frame) {
        step(body, controls, state, workspace);
    }
    return positions(body, state) - body.mesh.X;
}

// How far the motion of a turned body in a turned world is from the turned motion, relative to it. `build`: a body of a
// mesh.
template <typename Build>
double lack_with_a_turned_rest_shape(const Build& build) {
    const Mat3 R = some_turn();
    Affine turn = identity_affine();
    turn.leftCols<3>() = R;
    const TetMesh mesh = tapered_bar();
    const Points plain = displacements_after_a_pull(build(mesh), Mat3::Identity());
    EXPECT_GT(plain.norm(), 1e-2);
    const Points turned = displacements_after_a_pull(build(transformed(mesh, turn)), R);
    return (turned - plain * R.transpose()).norm() / plain.norm();
}

class EigenmodesOf : public ::testing::TestWithParam<SubspaceKind> {};

// They take translations for the cheapest motions, and the span of the constraint's columns is the same about every
// point.
TEST_P(EigenmodesOf, DoNotDependOnTheOrigin) {
    const TetMesh here = tapered_bar();
    Affine shift = identity_affine();
    shift.col(3) = Vec3(7.0, -3.0, 5.0); // several lengths of the bar
    const auto there = body_of(transformed(here, shift), GetParam()).modes;
    const auto modes = body_of(here, GetParam()).modes;
    EXPECT_LT((there->W - modes->W).norm(), 1e-7 * modes->W.norm());
    EXPECT_LT((there->lambda - modes->lambda).norm(), 1e-9 * modes->lambda.norm());
}

INSTANTIATE_TEST_SUITE_P(Kinds, EigenmodesOf,
                         ::testing::Values(SubspaceKind::skinning, SubspaceKind::skinning_homogeneous,
                                           SubspaceKind::skinning_unconstrained,
                                           SubspaceKind::skinning_partly_constrained));

class EveryKind : public ::testing::TestWithParam<SubspaceKind> {};

TEST_P(EveryKind, MovesAlikeWithATurnedRestShape) {
    EXPECT_LT(lack_with_a_turned_rest_shape([](const TetMesh& mesh) { return body_of(mesh, GetParam()); }), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryKind,
                         ::testing::Values(SubspaceKind::skinning, SubspaceKind::displacement,
                                           SubspaceKind::displacement_affine, SubspaceKind::modal_derivatives,
                                           SubspaceKind::substructured, SubspaceKind::warped,
                                           SubspaceKind::rotation_strain, SubspaceKind::force_dual,
                                           SubspaceKind::force_dual_rotation_strain, SubspaceKind::greens,
                                           SubspaceKind::pod_sampled));

class KindForLoads : public ::testing::TestWithParam<SubspaceKind> {};

TEST_P(KindForLoads, MovesAlikeWithATurnedRestShapeUnderWhatPresses) {
    const Vector share = share_of({Vec3(1.0, 0.1, 0.1), 0.2, 20.0}, tapered_bar().X);
    const auto build = [&](const TetMesh& mesh) {
        BodyOptions options{.subspace = GetParam(), .modes = 2, .clusters = 20};
        options.loads = std::make_shared<const LoadDistribution>(pressing_loads(mesh, share));
        return build_body(mesh, affine_handle(mesh), options).value();
    };
    EXPECT_LT(lack_with_a_turned_rest_shape(build), 1e-4);
}

// Which has columns for the turns about its pin.
TEST_P(KindForLoads, MovesAlikeWithATurnedRestShapeOnAPin) {
    const auto build = [](const TetMesh& mesh) {
        Body body = build_free_body(mesh, {.subspace = GetParam(), .modes = 2, .clusters = 20}).value();
        body.pinned = Vector::Unit(mesh.vertex_count(), 4);
        const Matrix columns = load_basis_of(body, body.material, 2).value().columns;
        body.linear = std::make_shared<const LinearSubspace>(linear_subspace_of(body, body.material, columns).value());
        return body;
    };
    EXPECT_LT(lack_with_a_turned_rest_shape(build), 1e-4);
    const Body body = build(tapered_bar());
    const Points moved = displacements_after_a_pull(body, Mat3::Identity());
    EXPECT_LT(moved.row(4).norm(), 1e-6 * moved.rowwise().norm().maxCoeff());
}

INSTANTIATE_TEST_SUITE_P(Kinds, KindForLoads,
                         ::testing::Values(SubspaceKind::force_dual, SubspaceKind::greens, SubspaceKind::pod_sampled));

} // namespace
} // namespace limber::testing
