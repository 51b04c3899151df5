// SPDX-License-Identifier: MIT
#include "engine/rig/leg_bending.h"

#include "engine/core/random.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber {
namespace {

// Facing +z, with a knee that is bent by an angle.
LegPlaces bent_leg(double angle) {
    const Vec3 hip(0.1, 0.9, 0.0);
    const Vec3 knee = hip + Vec3(0.0, -0.4 * std::cos(0.5 * angle), 0.4 * std::sin(0.5 * angle));
    return {hip, knee, knee + Vec3(0.0, -0.4 * std::cos(0.5 * angle), -0.4 * std::sin(0.5 * angle))};
}

Vec3 ankle_after(const LegPlaces& leg, const LegTurns& turns) {
    return leg.hip + turns.thigh * (leg.knee - leg.hip) + turns.shin * (leg.ankle - leg.knee);
}

TEST(LegTurns, LeaveALegWhoseAnkleIsInItsPlace) {
    for (const double angle : {-0.05, 0.0, 1e-4, 0.05, 0.5, 1.5, 3.0}) {
        const LegPlaces leg = bent_leg(angle);
        const LegTurns turns = leg_turns(leg, leg.ankle, Vec3::UnitX());
        EXPECT_LT((turns.thigh - Mat3::Identity()).norm(), 1e-9) << angle;
        EXPECT_LT((turns.shin - Mat3::Identity()).norm(), 1e-9) << angle;
    }
}

TEST(LegTurns, AreRotationsThatPutTheAnkleOfABentLegInItsPlace) {
    Rng rng(3);
    for (int i = 0; i < 200; ++i) {
        const LegPlaces leg = bent_leg(rng.uniform(0.6, 2.0));
        const Vec3 way(rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04));
        const LegTurns turns = leg_turns(leg, leg.ankle + way, Vec3::UnitX());
        for (const Mat3& turn : {turns.thigh, turns.shin}) {
            EXPECT_LT((turn.transpose() * turn - Mat3::Identity()).norm(), 1e-12);
            EXPECT_GT(turn.determinant(), 0.0);
        }
        EXPECT_LT((ankle_after(leg, turns) - leg.ankle - way).norm(), 0.002 + 0.05 * way.norm());
    }
}

TEST(LegTurns, BendAStraightKneeForwardsAndDoNotSnap) {
    const LegPlaces leg = bent_leg(0.0);
    const LegTurns turns = leg_turns(leg, leg.ankle + Vec3(0.0, 0.02, 0.0), Vec3::UnitX());
    EXPECT_GT((turns.thigh * (leg.knee - leg.hip)).z(), 0.01) << "the knee goes to the front";
    const Vec3 ankle = ankle_after(leg, turns);
    EXPECT_GT(ankle.y(), leg.ankle.y() + 0.005);
    EXPECT_LE(ankle.y(), leg.ankle.y() + 0.02);
    // To go a millimetre exactly, the knee would bend by 0.1 rad.
    const LegTurns small = leg_turns(leg, leg.ankle + Vec3(0.0, 0.001, 0.0), Vec3::UnitX());
    EXPECT_LT(Eigen::AngleAxisd(small.shin * small.thigh.transpose()).angle(), 0.05);
}

TEST(LegTurns, StretchALegAsFarAsItIsLong) {
    const LegPlaces leg = bent_leg(0.5);
    const LegTurns turns = leg_turns(leg, leg.ankle - Vec3(0.0, 0.5, 0.0), Vec3::UnitX());
    EXPECT_LT((ankle_after(leg, turns) - (leg.hip - Vec3(0.0, 0.8, 0.0))).norm(), 0.01);
}

// From knees bent backwards by 34 degrees to those bent forwards as far.
TEST(LegTurns, AreContinuous) {
    for (const double shorter : {0.02, 0.005, -0.005}) {
        Mat3 thigh = Mat3::Identity();
        Mat3 shin = Mat3::Identity();
        for (int i = -6000; i <= 6000; ++i) {
            const LegPlaces leg = bent_leg(1e-4 * i);
            const LegTurns turns = leg_turns(leg, leg.ankle + Vec3(0.0, shorter, 0.0), Vec3::UnitX());
            if (i > -6000) {
                EXPECT_LT((turns.thigh - thigh).norm(), 2e-3) << i;
                EXPECT_LT((turns.shin - shin).norm(), 2e-3) << i;
            }
            thigh = turns.thigh;
            shin = turns.shin;
        }
    }
}

// Around the knees that are bent backwards about an axis as long as the left's weight.
TEST(LegTurns, AreContinuousWithKneesThatBendAskew) {
    for (const double shorter : {0.02, -0.005}) {
        Mat3 shin = Mat3::Identity();
        for (int i = 0; i <= 2000; ++i) {
            const double around = 2.0 * std::numbers::pi * i / 2000.0;
            const Vec3 sine(-0.25 + 0.02 * std::cos(around), 0.0, 0.02 * std::sin(around));
            LegPlaces leg = bent_leg(0.0);
            const double angle = std::asin(sine.norm());
            leg.ankle = leg.knee + Eigen::AngleAxisd(angle, sine.normalized()) * (leg.ankle - leg.knee);
            const LegTurns turns = leg_turns(leg, leg.ankle + Vec3(0.0, shorter, 0.0), Vec3::UnitX());
            EXPECT_LT((turns.shin - (i > 0 ? shin : turns.shin)).norm(), 2e-3) << i;
            shin = turns.shin;
        }
    }
}

TEST(LegTurns, MakeNoLegLongerThatMustGetShorter) {
    for (int i = -60; i <= 60; ++i) {
        const LegPlaces leg = bent_leg(1e-2 * i);
        const Vec3 along = (leg.hip - leg.ankle).normalized();
        double least = 1.0;
        for (double shorter = -0.01; shorter < 0.06; shorter += 1e-3) {
            const Vec3 ankle = ankle_after(leg, leg_turns(leg, leg.ankle + shorter * along, Vec3::UnitX()));
            const double distance = (ankle - leg.hip).norm();
            EXPECT_LT(distance, least + 5e-4) << 1e-2 * i << " rad, " << shorter << " m shorter";
            least = std::min(least, distance);
        }
    }
}

TEST(LegTurns, BendAnAnimalsKneeBackwards) {
    const LegPlaces leg = bent_leg(-0.8);
    const LegTurns turns = leg_turns(leg, leg.ankle + Vec3(0.0, 0.03, 0.0), Vec3::UnitX());
    EXPECT_LT((turns.thigh * (leg.knee - leg.hip)).z(), (leg.knee - leg.hip).z() - 0.01);
    EXPECT_LT((ankle_after(leg, turns) - leg.ankle - Vec3(0.0, 0.03, 0.0)).norm(), 0.003);
}

TEST(LegTurns, AreNoneForALegWithoutLength) {
    const LegPlaces point{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    EXPECT_EQ(leg_turns(point, Vec3::UnitY(), Vec3::UnitX()).thigh, Mat3::Identity());
    const LegPlaces leg = bent_leg(0.0);
    EXPECT_EQ(leg_turns(leg, leg.hip, Vec3::UnitX()).shin, Mat3::Identity());
    EXPECT_EQ(leg_turns(leg, leg.ankle + Vec3::UnitY(), Vec3::Zero()).shin, Mat3::Identity()) << "no axis";
}

TEST(LiftingAngle, PutsTheEndAtTheHeight) {
    const Vec3 axis = -Vec3::UnitX(); // lifts what points to +z
    for (const double pitch : {-0.1, -0.7, -1.5, -1.8}) {
        const Vec3 v(0.0, 0.2 * std::sin(pitch), 0.2 * std::cos(pitch));
        const double angle = lifting_angle(v, axis, Vec3::UnitY(), -0.01, 3.0);
        EXPECT_NEAR((Eigen::AngleAxisd(angle, axis) * v).y(), -0.01, 1e-12) << pitch;
        EXPECT_NEAR(angle, std::asin(-0.05) - pitch, 1e-9) << pitch;
    }
}

TEST(LiftingAngle, IsZeroForWhatIsHighEnoughAndNoMoreThanAllowed) {
    const Vec3 axis = -Vec3::UnitX();
    EXPECT_EQ(lifting_angle(Vec3(0.0, 0.0, 0.2), axis, Vec3::UnitY(), -0.01, 1.0), 0.0);
    EXPECT_EQ(lifting_angle(Vec3(0.0, -0.2, 0.0), axis, Vec3::UnitY(), 0.0, 0.6), 0.6);
    EXPECT_EQ(lifting_angle(Vec3::Zero(), axis, Vec3::UnitY(), 0.1, 0.6), 0.0);
    // As high as it gets.
    EXPECT_NEAR(lifting_angle(Vec3(0.0, 0.0, 0.2), axis, Vec3::UnitY(), 1.0, 3.0), 0.5 * std::numbers::pi, 1e-12);
}

// A foot on its edge has nothing to be lifted by.
TEST(LiftingAngle, FadesAsTheAxisGetsUpright) {
    const double upright = 0.5 * std::numbers::pi;
    double before = 1.0;
    for (int i = 0; i <= 100; ++i) {
        const Mat3 roll = Eigen::AngleAxisd(upright * i / 100.0, Vec3::UnitZ()).toRotationMatrix();
        const double angle =
            lifting_angle(roll * Vec3(0.0, -0.05, 0.2), roll * -Vec3::UnitX(), Vec3::UnitY(), 0.1, 1.0);
        EXPECT_LT(std::abs(angle - before), i == 0 ? 1.0 : 0.1) << i;
        before = angle;
    }
    EXPECT_NEAR(before, 0.0, 1e-9);
}

} // namespace
} // namespace limber
