// SPDX-License-Identifier: MIT
#include "app/interaction/gizmo.h"

#include "app/interaction/picking.h"

#include <gtest/gtest.h>

#include <numbers>

namespace limber::app {
namespace {

const ViewArea gizmo_view{0, 0, 800, 600};

OrbitCamera oblique_camera() {
    OrbitCamera camera;
    camera.yaw = 0.6;
    camera.pitch = 0.5;
    return camera;
}

Affine bone_at(const Vec3& joint) {
    Affine world = identity_affine();
    world.leftCols<3>() = 7.0 * Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    world.col(3) = joint;
    return world;
}

Pixel on_ring(const GizmoFrame& frame, int axis, double angle, const OrbitCamera& camera) {
    const double radius = gizmo_radius(camera, gizmo_view, frame, 1.0);
    const Vec3 u = frame.axes.col((axis + 1) % 3);
    const Vec3 v = frame.axes.col((axis + 2) % 3);
    return *pixel_of(camera, gizmo_view, frame.origin + radius * (std::cos(angle) * u + std::sin(angle) * v));
}

TEST(Gizmo, HasARightHandedOrthonormalFrameForAnyBone) {
    const GizmoFrame frame = gizmo_frame(bone_at(Vec3(0.1, 0.2, 0.3)));
    EXPECT_LT((frame.axes.transpose() * frame.axes - Mat3::Identity()).norm(), 1e-12);
    EXPECT_NEAR(frame.axes.determinant(), 1.0, 1e-12);
}

TEST(Gizmo, KeepsItsSizeOnTheScreen) {
    OrbitCamera camera = oblique_camera();
    const GizmoFrame frame = gizmo_frame(identity_affine());
    const double near_by =
        gizmo_radius(camera, gizmo_view, frame, 1.0) / metres_per_pixel(camera, gizmo_view, frame.origin);
    camera.distance *= 5;
    const double far_off =
        gizmo_radius(camera, gizmo_view, frame, 1.0) / metres_per_pixel(camera, gizmo_view, frame.origin);
    EXPECT_NEAR(near_by, far_off, 1e-9);
}

TEST(Gizmo, FindsTheArrowTheKnobAndTheRingUnderTheMouse) {
    const OrbitCamera camera = oblique_camera();
    const GizmoFrame frame = gizmo_frame(identity_affine());
    const double radius = gizmo_radius(camera, gizmo_view, frame, 1.0);
    const Pixel joint = *pixel_of(camera, gizmo_view, frame.origin);
    EXPECT_EQ(part_under(joint, frame, camera, gizmo_view, 1.0), GizmoPart::knob);
    const Pixel arrow = *pixel_of(camera, gizmo_view, frame.origin + 1.5 * radius * Vec3::UnitX());
    EXPECT_EQ(part_under(arrow, frame, camera, gizmo_view, 1.0), GizmoPart::arrow_x);
    EXPECT_EQ(part_under(joint + Pixel(300, 0), frame, camera, gizmo_view, 1.0), GizmoPart::none);
    const Vec3 right = frame_of(camera).right;
    const Pixel free_ring = *pixel_of(camera, gizmo_view, frame.origin + 1.2 * radius * right);
    EXPECT_EQ(part_under(free_ring, frame, camera, gizmo_view, 1.0), GizmoPart::ring_free);
}

TEST(Gizmo, RotatesByTheAngleOfTheMouseAroundARing) {
    const OrbitCamera camera = oblique_camera();
    const Vec3 joint(0.1, 0.2, -0.1);
    const GizmoFrame frame = gizmo_frame(bone_at(joint));
    const GizmoPart rings[] = {GizmoPart::ring_x, GizmoPart::ring_y, GizmoPart::ring_z};
    for (int axis = 0; axis < 3; ++axis) {
        if (std::abs(frame.axes.col(axis).dot(frame_of(camera).backward)) < 0.2) {
            continue;
        }
        GizmoDrag drag(rings[axis], frame, camera, gizmo_view, on_ring(frame, axis, 0.3, camera));
        const Affine change = drag.change_at(on_ring(frame, axis, 0.9, camera));
        const Mat3 expected = Eigen::AngleAxisd(0.6, Vec3(frame.axes.col(axis))).toRotationMatrix();
        EXPECT_LT((change.leftCols<3>() - expected).norm(), 1e-6) << axis;
        EXPECT_LT((apply(change, joint) - joint).norm(), 1e-9);
    }
}

TEST(Gizmo, RotatesByMoreThanHalfATurn) {
    const OrbitCamera camera = oblique_camera();
    const GizmoFrame frame = gizmo_frame(identity_affine());
    GizmoDrag drag(GizmoPart::ring_z, frame, camera, gizmo_view, on_ring(frame, 2, 0.0, camera));
    Affine change = identity_affine();
    for (double angle = 0.1; angle <= 4.0 + 1e-9; angle += 0.1) {
        change = drag.change_at(on_ring(frame, 2, angle, camera));
    }
    EXPECT_LT((change.leftCols<3>() - Eigen::AngleAxisd(4.0, Vec3::UnitZ()).toRotationMatrix()).norm(), 1e-6);
}

TEST(Gizmo, SnapsToFifteenDegreesWhenAsked) {
    const OrbitCamera camera = oblique_camera();
    const GizmoFrame frame = gizmo_frame(identity_affine());
    GizmoDrag drag(GizmoPart::ring_z, frame, camera, gizmo_view, on_ring(frame, 2, 0.0, camera));
    const Affine change = drag.change_at(on_ring(frame, 2, 0.30, camera), true);
    const double step = std::numbers::pi / 12.0;
    EXPECT_LT((change.leftCols<3>() - Eigen::AngleAxisd(step, Vec3::UnitZ()).toRotationMatrix()).norm(), 1e-9);
}

TEST(Gizmo, RotatesARingSeenEdgeOn) {
    OrbitCamera camera;
    camera.pitch = 0.0; // looks along -z: the y ring is a line
    const GizmoFrame frame = gizmo_frame(identity_affine());
    GizmoDrag drag(GizmoPart::ring_y, frame, camera, gizmo_view, gizmo_view.centre());
    const Affine change = drag.change_at(gizmo_view.centre() + Pixel(62, 0));
    // The front of the ring moves to the right, so z turns towards x. A drag by one radius turns by one radian.
    const Mat3 expected = Eigen::AngleAxisd(1.0, Vec3::UnitY()).toRotationMatrix();
    EXPECT_LT((change.leftCols<3>() - expected).norm(), 0.05);
}

TEST(Gizmo, MovesAlongAnArrowAsFarAsTheMouse) {
    const OrbitCamera camera = oblique_camera();
    const GizmoFrame frame = gizmo_frame(identity_affine());
    const Vec3 from(0.2, 0, 0);
    const Vec3 to(0.5, 0, 0);
    GizmoDrag drag(GizmoPart::arrow_x, frame, camera, gizmo_view, *pixel_of(camera, gizmo_view, from));
    const Affine change = drag.change_at(*pixel_of(camera, gizmo_view, to));
    EXPECT_LT((change.col(3) - Vec3(0.3, 0, 0)).norm(), 1e-6);
    EXPECT_LT((change.leftCols<3>() - Mat3::Identity()).norm(), 1e-12);
}

TEST(Gizmo, KnobMovesInTheViewPlane) {
    const OrbitCamera camera = oblique_camera();
    const GizmoFrame frame = gizmo_frame(identity_affine());
    GizmoDrag drag(GizmoPart::knob, frame, camera, gizmo_view, gizmo_view.centre());
    const Affine change = drag.change_at(gizmo_view.centre() + Pixel(50, 20));
    const Pixel seen = *pixel_of(camera, gizmo_view, change.col(3));
    EXPECT_LT((seen - gizmo_view.centre() - Pixel(50, 20)).norm(), 1e-6);
}

TEST(Gizmo, HighlightsThePartUnderTheMouse) {
    const GizmoFrame frame = gizmo_frame(identity_affine());
    const Sketch quiet = drawn(frame, GizmoPart::none, oblique_camera(), gizmo_view, 1.0);
    const Sketch lit = drawn(frame, GizmoPart::ring_x, oblique_camera(), gizmo_view, 1.0);
    const auto lit_strokes = [](const Sketch& sketch) {
        return std::ranges::count_if(sketch.strokes, [](const Stroke& s) { return s.width > 3.0; });
    };
    EXPECT_EQ(lit_strokes(quiet), 0);
    EXPECT_GT(lit_strokes(lit), 0);
}

} // namespace
} // namespace limber::app
