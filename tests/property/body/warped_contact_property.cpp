// SPDX-License-Identifier: MIT
#include "engine/body/warped_contact.h"

#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/body/linear_subspace.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>

/// Contact of modal warping: what touches is what is shown, and forces act by its derivative.
namespace limber::testing {
namespace {

TetMesh bar_on_ground() {
    return bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.25));
}

Body touching_body(SubspaceKind kind, Index modes) {
    const TetMesh mesh = bar_on_ground();
    return build_body(mesh, affine_handle(mesh), {.subspace = kind, .modes = modes, .clusters = mesh.tet_count()})
        .value();
}

// A rig that has turned by this rotation about the origin: P has the transposes of the maps.
AffineStack turned_rig(const Body& body, const Vec3& angles) {
    const double angle = angles.norm();
    const Mat3 R = angle > 0.0 ? Eigen::AngleAxisd(angle, angles / angle).toRotationMatrix() : Mat3(Mat3::Identity());
    return rest_controls(body).P * R.transpose();
}

AffineStack random_rows(Index rows, double size, Rng& rng) {
    return AffineStack::NullaryExpr(rows, 3, [&] { return size * rng.normal(); });
}

Obstacles plane_at(const Vec3& point, const Vec3& normal, double friction) {
    return {{HalfSpace{point, normal}, friction}};
}

/// A state that is bent far, in motion, under a rig that turns.
class WarpedPoints : public ::testing::Test {
protected:
    WarpedPoints() {
        state = rest_state(body, turned_rig(body, Vec3(0.4, -0.3, 0.8)), points->count());
        state.Z = random_rows(state.Z.rows(), 0.3, rng);
        state.Zdot = random_rows(state.Z.rows(), 1.0, rng);
        Mat3 spin;
        spin << 0.0, -0.7, 0.2, 0.7, 0.0, -0.5, -0.2, 0.5, 0.0;
        state.Pdot = state.P * spin.transpose();
        controls = rest_controls(body);
        controls.P = state.P;
        controls.contact.points = points;
        controls.contact.obstacles =
            std::make_shared<const Obstacles>(plane_at(Vec3(0.0, -9.0, 0.0), Vec3(0.0, 1.0, 0.0), 0.5));
    }

    const Reconstruction& reconstruction() const {
        return *body.linear->reconstruction;
    }
    WarpedStep step_here() const {
        return {reconstruction(), *points, controls, state};
    }
    // phi' Z of the linearised points.
    static Points products(const ContactPoints& linearised, const AffineStack& Z) {
        const Points rows = Z;
        const Eigen::Map<const Vector> z(rows.data(), rows.size());
        Points x(linearised.count(), 3);
        for (Index i = 0; i < x.rows(); ++i) {
            for (Index axis = 0; axis < 3; ++axis) {
                x(i, axis) = linearised.phi.col(i).segment(axis * z.size(), z.size()).dot(z);
            }
        }
        return x;
    }

    Rng rng{31};
    Body body = touching_body(SubspaceKind::warped, 2);
    std::shared_ptr<const ContactPoints> points = contact_points_of(body, 20);
    State state;
    Controls controls;
};

TEST_F(WarpedPoints, AreThoseThatAreShown) {
    const Points x = positions(body, state);
    const Points at = contact_positions(body, *points, state);
    EXPECT_LT((at - x(points->vertices, Eigen::all)).cwiseAbs().maxCoeff(), 1e-10);
    const Points linear = products(*points, state.Z);
    const Points rig = body.linear->model.J * state.P;
    const Points shown = (at - rig(points->vertices, Eigen::all)) * frame_rotation(reconstruction(), state.P);
    EXPECT_GT((shown - linear).norm(), 0.1 * linear.norm()) << "the test says nothing";
}

TEST_F(WarpedPoints, MoveByTheDerivativeOfTheirPositions) {
    WarpedContact contact;
    const Mat3 R = frame_rotation(reconstruction(), controls.P);
    begin_contact(step_here(), contact);
    linearise_contact(step_here(), R, state.Z, contact);
    const AffineStack change = random_rows(state.Z.rows(), 1.0, rng);
    constexpr double length = 1e-5;
    const Points ahead = warped_positions(*points, state.Z + length * change, R, controls.P);
    const Points behind = warped_positions(*points, state.Z - length * change, R, controls.P);
    const Points expected = (ahead - behind) / (2.0 * length);
    EXPECT_LT((products(contact.points, change) - expected).norm(), 1e-6 * expected.norm());
    EXPECT_LT(warped_end(step_here(), R, state.Z, contact).error, 1e-12);
    // To first order, so that the error is of second order.
    const double far = warped_end(step_here(), R, state.Z + 2e-3 * change, contact).error;
    const double near = warped_end(step_here(), R, state.Z + 1e-3 * change, contact).error;
    EXPECT_NEAR(far / near, 4.0, 0.2);
}

TEST_F(WarpedPoints, StartWhereTheyAreAtTheirVelocity) {
    WarpedContact contact;
    begin_contact(step_here(), contact);
    linearise_contact(step_here(), frame_rotation(reconstruction(), controls.P), state.Z, contact);
    const PointsOfStep& of_step = contact.points.of_step.value();
    EXPECT_LT((of_step.start - contact_positions(body, *points, state)).cwiseAbs().maxCoeff(), 1e-12);
    const Points rates = displacement_rates(body, state.Z, state.Zdot, state.P, state.Pdot);
    const Points shown = rates + body.linear->model.J * state.Pdot;
    const Points expected = shown(points->vertices, Eigen::all);
    const Points found = of_step.velocity + products(contact.points, state.Zdot);
    EXPECT_LT((found - expected).norm(), 1e-5 * expected.norm());
}

// The rig pushes the body down onto a slope and along it.
TEST(WarpedContact, NoShownPointIsInsideAndFrictionStaysInItsCone) {
    const Body body = touching_body(SubspaceKind::warped, 3);
    const auto points = contact_points_of(body, 16);
    const Vec3 normal = Vec3(0.1, 1.0, 0.05).normalized();
    const double level = (body.mesh.X(points->vertices, Eigen::all) * normal).minCoeff() - 1e-3;
    Controls controls = rest_controls(body);
    controls.iterations = 40;
    controls.contact.points = points;
    controls.contact.obstacles = std::make_shared<const Obstacles>(plane_at(level * normal, normal, 0.5));
    BodyWorkspace workspace(body, 8, widest_instruction_set(), points->count());
    State state = rest_state(body, controls.P, points->count());
    const double deepest = depth_tolerance_of_size * body.linear->model.size;
    int touches = 0;
    for (int frame = 1; frame <= 20; ++frame) {
        controls.P = rest_controls(body).P;
        controls.P.row(3) += frame * Eigen::RowVector3d(1e-3, -5e-4, 5e-4);
        const StepReport report = step(body, controls, state, workspace);
        ASSERT_NE(report.status, StepStatus::not_finite);
        touches += report.contacts > 0 ? 1 : 0;
        EXPECT_LT(report.depth, deepest) << "frame " << frame;
        const Points x = positions(body, state)(points->vertices, Eigen::all);
        EXPECT_GT((x * normal).minCoeff() - level, -deepest) << "frame " << frame;
        for (Index i = 0; i < points->count(); ++i) {
            const Vec3 force = state.contact_force.row(i);
            const double push = force.dot(normal);
            EXPECT_GE(push, 0.0);
            EXPECT_LE((force - push * normal).norm(), 0.5 * push * (1.0 + 1e-9) + 1e-12);
        }
    }
    EXPECT_GT(touches, 10);
}

// The correction is of second order: a body that is hardly bent touches as its linear kind, with one cluster for each
// tet, whose energy has the same Hessian at rest.
TEST(WarpedContact, OfSmallMotionsIsThatOfDisplacements) {
    std::array<Points, 2> ends;
    for (const bool is_warped_body : {false, true}) {
        const Body body = touching_body(is_warped_body ? SubspaceKind::warped : SubspaceKind::displacement, 2);
        const auto points = contact_points_of(body, 16);
        Controls controls = rest_controls(body);
        controls.iterations = 400;
        controls.arithmetic = Arithmetic::double_precision;
        controls.contact.points = points;
        controls.contact.obstacles =
            std::make_shared<const Obstacles>(plane_at(Vec3(0.0, 5e-4, 0.0), Vec3(0.0, 1.0, 0.0), 0.5));
        BodyWorkspace workspace(body, 8, widest_instruction_set(), points->count());
        State state = rest_state(body, controls.P, points->count());
        int touches = 0;
        for (int frame = 0; frame < 12; ++frame) {
            touches += step(body, controls, state, workspace).contacts > 0 ? 1 : 0;
        }
        EXPECT_GT(touches, 2);
        ends[is_warped_body ? 1 : 0] = positions(body, state) - body.mesh.X;
    }
    EXPECT_GT(ends[0].cwiseAbs().maxCoeff(), 3e-4);
    EXPECT_LT((ends[1] - ends[0]).cwiseAbs().maxCoeff(), 0.1 * ends[0].cwiseAbs().maxCoeff());
}

// Positions after steps of a swaying rig on a slope, all turned by R.
Points end_on_slope(const Body& body, const Mat3& R) {
    const auto points = contact_points_of(body, 16);
    const Vec3 normal = Vec3(0.1, 1.0, 0.05).normalized();
    const double level = (body.mesh.X(points->vertices, Eigen::all) * normal).minCoeff() - 1e-3;
    const AffineStack rest = rest_controls(body).P;
    Controls controls = rest_controls(body);
    controls.iterations = 100;
    controls.gravity = R * Vec3(0.0, -9.81, 0.0);
    controls.contact.points = points;
    controls.contact.obstacles = std::make_shared<const Obstacles>(plane_at(R * (level * normal), R * normal, 0.5));
    BodyWorkspace workspace(body, 8, widest_instruction_set(), points->count());
    State state = rest_state(body, rest * R.transpose(), points->count());
    for (int frame = 1; frame <= 12; ++frame) {
        AffineStack P = rest;
        P.row(3) += frame * Eigen::RowVector3d(1e-3, -5e-4, 5e-4);
        controls.P = P * R.transpose();
        step(body, controls, state, workspace);
    }
    EXPECT_GT(state.contact_force.norm(), 0.0);
    return positions(body, state);
}

TEST(WarpedContact, IsAlikeInATurnedWorld) {
    const Body body = touching_body(SubspaceKind::warped, 3);
    Rng rng(5);
    const Mat3 R = random_rotation(rng);
    const Points plain = end_on_slope(body, Mat3::Identity());
    const Points turned = end_on_slope(body, R);
    EXPECT_LT((turned - plain * R.transpose()).cwiseAbs().maxCoeff(), 2e-5);
}

TEST(WarpedContact, IsThatOfModalWarpingAlone) {
    EXPECT_TRUE(can_touch(touching_body(SubspaceKind::warped, 1)));
    EXPECT_TRUE(can_touch(touching_body(SubspaceKind::displacement, 1)));
    const Body strain = touching_body(SubspaceKind::rotation_strain, 1);
    EXPECT_FALSE(can_touch(strain));
    EXPECT_FALSE(is_warped(contact_points_at(strain, {0, 1})));
}

} // namespace
} // namespace limber::testing
