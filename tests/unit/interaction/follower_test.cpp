// SPDX-License-Identifier: MIT
#include "app/interaction/follower.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

constexpr double frame = 1.0 / 60.0; // [s]
const Vec3 up = Vec3::UnitY();
const ViewArea follower_view;

BoundingBox box_at(const Vec3& middle) {
    return {middle - Vec3::Constant(0.5), middle + Vec3::Constant(0.5)};
}

BoundingBox around_both(const BoundingBox& a, const BoundingBox& b) {
    return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)};
}

CameraTargets one_at(const Vec3& middle) {
    return {1, 1, box_at(middle), box_at(middle), std::sqrt(3.0), true, false};
}

CameraTargets two_at(const Vec3& middle, const Vec3& other) {
    return {1, 2, box_at(middle), around_both(box_at(middle), box_at(other)), std::sqrt(3.0), true, false};
}

// A camera that frames all characters, and a follower that starts from there.
struct Watch {
    GlidingCamera camera;
    Follower follower;

    explicit Watch(const CameraTargets& start) {
        camera.jump_to(framing(OrbitCamera{}, follower_view, start.scene_box));
        follower.start(start);
    }
    void see(const CameraTargets& now, int frames = 1) {
        for (int i = 0; i < frames; ++i) {
            follower.follow(now, up, frame, follower_view, camera);
            camera.advance(frame);
        }
    }
    // [pixels] of the view's height
    double height_of(const CameraTargets& camera_targets) const {
        return 1.0 / metres_per_pixel(camera.now(), follower_view, camera_targets.selected_box.centre());
    }
};

TEST(Follower, FollowsHorizontalMotionImmediately) {
    Watch watch(one_at(Vec3::Zero()));
    const Vec3 before = watch.camera.now().target;
    watch.see(one_at(Vec3(3, 0, -2)));
    EXPECT_NEAR((watch.camera.now().target - before - Vec3(3, 0, -2)).norm(), 0.0, 1e-9);
}

TEST(Follower, FollowsVerticalMotionSmoothly) {
    Watch watch(one_at(Vec3::Zero()));
    watch.see(one_at(Vec3(0, -2.5, 0)));
    EXPECT_GT(watch.camera.now().target.y(), -0.3) << "a single step is shown";
    watch.see(one_at(Vec3(0, -2.5, 0)), 180);
    const Pixel seen = pixel_of(watch.camera.now(), follower_view, Vec3(0, -2.5, 0)).value();
    EXPECT_GT(seen.y(), follower_view.y + 0.2 * follower_view.height);
    EXPECT_LT(seen.y(), follower_view.y + 0.8 * follower_view.height);
}

TEST(Follower, StaysStillWhileAFallingBodyIsInView) {
    Watch watch(one_at(Vec3::Zero()));
    const Vec3 before = watch.camera.now().target;
    watch.see(one_at(Vec3(0, -0.3, 0)), 180);
    EXPECT_EQ(watch.camera.now().target, before);
}

TEST(Follower, LimitsTheDistanceToTheSelectedCharacter) {
    const CameraTargets start = two_at(Vec3::Zero(), Vec3(1.5, 0, 0));
    Watch watch(start);
    const double size = watch.height_of(start);
    for (int i = 0; i <= 400; ++i) {
        watch.see(two_at(Vec3(0.1 * i, 0, 0), Vec3(1.5 - i, 0, 0)));
    }
    const CameraTargets apart = two_at(Vec3(40, 0, 0), Vec3(-398.5, 0, 0));
    EXPECT_GT(watch.height_of(apart), size / 3.5);
    EXPECT_TRUE(follower_view.holds(*pixel_of(watch.camera.now(), follower_view, apart.selected_box.centre())));
}

TEST(Follower, ReturnsWhenTheOthersAreRemoved) {
    Watch watch(one_at(Vec3::Zero()));
    const double distance = watch.camera.now().distance;
    watch.see(two_at(Vec3::Zero(), Vec3(1.5, 0, 0)), 200);
    EXPECT_GT(watch.camera.now().distance, distance);
    watch.see(two_at(Vec3(20, 0, 0), Vec3(-50, 0, 0)), 200);
    watch.see(one_at(Vec3(20, 0, 0)), 200);
    EXPECT_NEAR(watch.camera.now().distance, distance, 1e-3 * distance);
    EXPECT_NEAR((watch.camera.now().target - Vec3(20, 0, 0)).norm(), 0.0, 1e-2);
}

TEST(Follower, MovesToANewlySelectedCharacterOutOfView) {
    Watch watch(two_at(Vec3::Zero(), Vec3(60, 0, 0)));
    CameraTargets other = two_at(Vec3(60, 0, 0), Vec3::Zero());
    other.selected = 2;
    watch.see(other, 200);
    EXPECT_TRUE(follower_view.holds(*pixel_of(watch.camera.now(), follower_view, other.selected_box.centre())));
    EXPECT_GT(watch.height_of(other), follower_view.height / 40.0);
}

// Two compared characters, one of which moves in this direction for 20 s.
void expect_both_are_seen(const Vec3& way) {
    CameraTargets now = two_at(Vec3::Zero(), Vec3(1.5, 0, 0));
    now.is_compared = true;
    Watch watch(now);
    for (int i = 0; i <= 1200; ++i) {
        now = two_at(Vec3::Zero(), Vec3(1.5, 0, 0) + frame * i * way);
        now.is_compared = true;
        watch.see(now);
    }
    watch.see(now, 60);
    EXPECT_TRUE(shows(watch.camera.now(), follower_view, now.scene_box)) << "after " << way.transpose();
    EXPECT_GT(now.scene_box.diagonal() / metres_per_pixel(watch.camera.now(), follower_view, now.scene_box.centre()),
              0.4 * follower_view.height)
        << "after " << way.transpose();
}

TEST(Follower, KeepsAllCharactersInViewWhileComparing) {
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, 1), Vec3(0, 0, -1), Vec3(0.5, 0.2, -0.7)}) {
        expect_both_are_seen(way);
    }
}

TEST(Follower, StaysStillIfTheSelectedCharacterIsInView) {
    const CameraTargets start = two_at(Vec3::Zero(), Vec3(1.5, 0, 0));
    Watch watch(start);
    const Vec3 before = watch.camera.now().target;
    CameraTargets other = two_at(Vec3(1.5, 0, 0), Vec3::Zero());
    other.selected = 2;
    watch.see(other, 50);
    EXPECT_EQ(watch.camera.now().target, before);
}

TEST(Follower, DoesNotFollowARiggedCharacter) {
    CameraTargets still = one_at(Vec3::Zero());
    still.goes = false;
    Watch watch(still);
    const Vec3 before = watch.camera.now().target;
    still.selected_box = still.scene_box = box_at(Vec3(1, 0, 0));
    watch.see(still, 20);
    EXPECT_EQ(watch.camera.now().target, before);
}

} // namespace
} // namespace limber::app
