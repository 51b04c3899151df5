// SPDX-License-Identifier: MIT
#include "app/interaction/orbit_camera.h"
#include "tests/support/image_point.h"

#include <gtest/gtest.h>

#include <array>

namespace limber::app {
namespace {

const ViewArea orbit_view{300, 20, 900, 600};

BoundingBox unit_box() {
    return {Vec3(-0.5, 0, -0.5), Vec3(0.5, 1, 0.5)};
}

TEST(OrbitCamera, ShowsItsTargetInTheMiddleOfTheView) {
    OrbitCamera camera;
    camera.target = Vec3(1, 2, 3);
    camera.yaw = 0.7;
    const auto seen = pixel_of(camera, orbit_view, camera.target);
    ASSERT_TRUE(seen);
    EXPECT_LT((*seen - orbit_view.centre()).norm(), 1e-9);
}

TEST(OrbitCamera, RayThroughAPixelHitsTheProjectedPoint) {
    OrbitCamera camera;
    camera.yaw = -1.1;
    camera.pitch = 0.6;
    const Vec3 point(0.3, -0.2, 0.4);
    const auto seen = pixel_of(camera, orbit_view, point);
    ASSERT_TRUE(seen);
    const MouseRay ray = mouse_ray(camera, orbit_view, *seen);
    EXPECT_LT((point - ray.origin).normalized().cross(ray.direction).norm(), 1e-12);
}

TEST(OrbitCamera, ProjectsLikeTheRenderer) {
    OrbitCamera camera;
    camera.yaw = 0.4;
    const Vec3 point(0.3, 0.2, -0.4);
    const auto seen = pixel_of(camera, orbit_view, point);
    ASSERT_TRUE(seen);
    const glm::vec3 drawn = testing::image_point(
        drawn_camera(camera), static_cast<float>(orbit_view.width / orbit_view.height), glm::vec3(0.3F, 0.2F, -0.4F));
    EXPECT_NEAR(orbit_view.x + static_cast<double>(drawn.x) * orbit_view.width, seen->x(), 0.01);
    EXPECT_NEAR(orbit_view.y + static_cast<double>(drawn.y) * orbit_view.height, seen->y(), 0.01);
}

TEST(OrbitCamera, ZoomsTowardsTheCursor) {
    OrbitCamera camera;
    camera.yaw = 0.3;
    const Pixel cursor(900, 100);
    const Vec3 under = *meeting_point(mouse_ray(camera, orbit_view, cursor), camera.target, frame_of(camera).backward);
    const OrbitCamera closer = zoomed(camera, orbit_view, cursor, 3);
    EXPECT_LT(closer.distance, camera.distance);
    EXPECT_LT((*pixel_of(closer, orbit_view, under) - cursor).norm(), 1e-6);
}

TEST(OrbitCamera, PanMovesTheTargetWithTheMouse) {
    OrbitCamera camera;
    camera.pitch = 0.5;
    const OrbitCamera moved = panned(camera, orbit_view, Pixel(40, -25));
    const Pixel seen = *pixel_of(moved, orbit_view, camera.target);
    EXPECT_LT((seen - orbit_view.centre() - Pixel(40, -25)).norm(), 1e-6);
}

TEST(OrbitCamera, FramesTheWholeBoxWithAMarginFromEverySide) {
    for (double yaw = 0; yaw < 6.0; yaw += 0.7) {
        OrbitCamera camera;
        camera.yaw = yaw;
        const OrbitCamera framed = framing(camera, orbit_view, unit_box());
        double margin = 1e9;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point((corner & 1) ? 0.5 : -0.5, (corner & 2) ? 1 : 0, (corner & 4) ? 0.5 : -0.5);
            const Pixel seen = *pixel_of(framed, orbit_view, point);
            margin = std::min({margin, seen.x() - orbit_view.x, orbit_view.x + orbit_view.width - seen.x(),
                               seen.y() - orbit_view.y, orbit_view.y + orbit_view.height - seen.y()});
        }
        EXPECT_GT(margin, 20.0);
        EXPECT_LT(margin, 150.0);
    }
}

// The distances of the boxes to the four edges of orbit_view [pixels].
std::array<double, 4> margins(const OrbitCamera& camera, const std::vector<BoundingBox>& boxes) {
    std::array<double, 4> least{1e9, 1e9, 1e9, 1e9};
    for (const BoundingBox& box : boxes) {
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point((corner & 1) ? box.high.x() : box.low.x(), (corner & 2) ? box.high.y() : box.low.y(),
                             (corner & 4) ? box.high.z() : box.low.z());
            const Pixel seen = *pixel_of(camera, orbit_view, point);
            least = {std::min(least[0], seen.x() - orbit_view.x),
                     std::min(least[1], orbit_view.x + orbit_view.width - seen.x()),
                     std::min(least[2], seen.y() - orbit_view.y),
                     std::min(least[3], orbit_view.y + orbit_view.height - seen.y())};
        }
    }
    return least;
}

TEST(OrbitCamera, LeavesRoomAboveABoxAndNoMoreThanIsNeeded) {
    constexpr double headroom = 120.0;
    for (const double pitch : {-0.4, 0.0, 0.9}) {
        OrbitCamera camera;
        camera.pitch = pitch;
        camera = framing(camera, orbit_view, unit_box());
        const OrbitCamera lower = with_headroom(camera, orbit_view, unit_box(), headroom);
        EXPECT_TRUE(shows(lower, orbit_view, unit_box()));
        double top = orbit_view.height;
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point((corner & 1) - 0.5, (corner & 2) / 2, (corner & 4) / 4 - 0.5);
            top = std::min(top, pixel_of(lower, orbit_view, point)->y() - orbit_view.y);
        }
        EXPECT_GE(top, headroom);
        EXPECT_LT(top, headroom + 60.0) << "it stays large";
        const OrbitCamera again = with_headroom(lower, orbit_view, unit_box(), headroom);
        EXPECT_EQ(again.distance, lower.distance);
        EXPECT_EQ(again.target, lower.target);
    }
    OrbitCamera far = framing(OrbitCamera{}, orbit_view, unit_box());
    far.distance *= 4.0;
    EXPECT_EQ(with_headroom(far, orbit_view, unit_box(), headroom).target, far.target) << "nothing is in the way";
}

TEST(OrbitCamera, FramesSeveralBodiesTightlyAndCentred) {
    const std::vector<BoundingBox> wide = {
        {Vec3(-6, 0, -4), Vec3(-5, 1, -3)}, {Vec3(5, 4, 2), Vec3(6, 5, 3)}, {Vec3(0, 2, 3), Vec3(0.5, 2.5, 3.5)}};
    const std::vector<BoundingBox> high = {{Vec3(0, 0, 0), Vec3(1, 1, 1)}, {Vec3(0.5, 9, 0), Vec3(1, 10, 1)}};
    for (const std::vector<BoundingBox>& boxes : {wide, high, {unit_box()}}) {
        OrbitCamera camera;
        camera.yaw = 0.65;
        camera.pitch = 0.22;
        const OrbitCamera framed = framing(camera, orbit_view, boxes);
        const auto [left, right, top, bottom] = margins(framed, boxes);
        EXPECT_NEAR(left, right, 1e-6);
        EXPECT_NEAR(top, bottom, 1e-6);
        const double tightest = std::min(left / orbit_view.width, top / orbit_view.height);
        EXPECT_GT(tightest, 0.02) << "a little air";
        EXPECT_LT(tightest, 0.08) << "and not more of it";
        EXPECT_EQ(framed.yaw, camera.yaw);
        EXPECT_EQ(framed.pitch, camera.pitch);
    }
}

TEST(OrbitCamera, NarrowWindowShowsTheSameWidth) {
    const BoundingBox body{Vec3(-3, 0, -0.5), Vec3(3, 1, 0.5)};
    const BoundingBox cropped{Vec3(-50, 0, -0.5), Vec3(50, 1, 0.5)};
    const ViewArea narrow{300, 0, 400, 900};
    const OrbitCamera camera = framing(OrbitCamera{}, orbit_view, body);
    ASSERT_TRUE(shows(camera, orbit_view, body));
    ASSERT_FALSE(shows(camera, narrow, body));
    const OrbitCamera back = adapted(camera, orbit_view, narrow, {body, cropped});
    EXPECT_TRUE(shows(back, narrow, body));
    EXPECT_LT(back.distance, 5.0 * camera.distance) << "cropping is kept";
    EXPECT_EQ(back.target, camera.target);
    EXPECT_EQ(adapted(camera, orbit_view, orbit_view, {body}).distance, camera.distance);
}

TEST(OrbitCamera, IsUprightForAnyUpAxis) {
    for (const Vec3& up : {Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ()), Vec3(Vec3::UnitX())}) {
        OrbitCamera camera;
        camera.up = up;
        camera.pitch = 0.3;
        const CameraFrame frame = frame_of(camera);
        EXPECT_NEAR(frame.right.dot(up), 0.0, 1e-12);
        EXPECT_GT(frame.up.dot(up), 0.9);
        EXPECT_NEAR(frame.right.cross(frame.up).dot(frame.backward), 1.0, 1e-12);
    }
}

TEST(OrbitCamera, DoesNotPassThePole) {
    OrbitCamera camera;
    for (int i = 0; i < 100; ++i) {
        camera = orbited(camera, Pixel(3, 50));
    }
    EXPECT_LT(camera.pitch, 1.5708);
    EXPECT_GT(frame_of(camera).up.dot(camera.up), 0.0);
}

TEST(GlidingCamera, ArrivesAtItsGoalAndStaysThere) {
    GlidingCamera camera;
    camera.jump_to(OrbitCamera{});
    camera.goal.yaw = 1.0;
    camera.goal.distance = 9.0;
    camera.advance(1.0 / 60.0);
    EXPECT_GT(camera.now().yaw, 0.0);
    EXPECT_LT(camera.now().yaw, 1.0);
    for (int i = 0; i < 120; ++i) {
        camera.advance(1.0 / 60.0);
    }
    EXPECT_FALSE(camera.is_gliding());
    EXPECT_DOUBLE_EQ(camera.now().distance, 9.0);
}

} // namespace
} // namespace limber::app
