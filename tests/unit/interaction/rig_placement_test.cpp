// SPDX-License-Identifier: MIT
#include "app/interaction/rig_placement.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

TEST(RigPlacement, IsTheIdentityIfNothingWasMoved) {
    EXPECT_LT((affine_of({}, Vec3(1, 2, 3)) - identity_affine()).norm(), 1e-15);
}

TEST(RigPlacement, RoundTripsTheSliderValues) {
    const Vec3 centre(0.3, -0.2, 1.0);
    for (const Vec3& degrees : {Vec3(20, 0, 0), Vec3(10, -70, 35), Vec3(-120, 15, 160)}) {
        const RigPlacement placement{Vec3(0.1, 0.2, -0.3), degrees, Vec3(1.5, 0.7, 1.0)};
        const Affine map = affine_of(placement, centre);
        const RigPlacement read = placement_of(map, centre);
        EXPECT_LT((read.translation - placement.translation).norm(), 1e-12);
        EXPECT_LT((read.stretch - placement.stretch).norm(), 1e-12);
        EXPECT_LT((affine_of(read, centre) - map).norm(), 1e-9);
    }
}

// Dragged through the whole circle, the slider shows its own angle, and the others stay at zero.
TEST(RigPlacement, TurnsAroundTheVerticalByTheWholeCircle) {
    for (double degrees = -179.0; degrees < 180.0; degrees += 7.0) {
        const RigPlacement placement{Vec3::Zero(), Vec3(0, degrees, 0), Vec3::Ones()};
        const Vec3 read = placement_of(affine_of(placement, Vec3::Zero()), Vec3::Zero()).degrees;
        EXPECT_LT((read - placement.degrees).norm(), 1e-9) << degrees;
    }
}

TEST(RigPlacement, KeepsTheMapAtThePole) {
    const RigPlacement placement{Vec3::Zero(), Vec3(90, 30, 10), Vec3::Ones()};
    const Affine map = affine_of(placement, Vec3::Zero());
    EXPECT_LT((affine_of(placement_of(map, Vec3::Zero()), Vec3::Zero()) - map).norm(), 1e-6);
}

} // namespace
} // namespace limber::app
