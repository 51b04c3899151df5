// SPDX-License-Identifier: MIT
#include "app/controllers/gait_driver.h"

#include "tests/support/keys.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::app {
namespace {

using namespace limber::testing::keys;

constexpr double frame = 1.0 / 60.0; // [s]
constexpr double blend = 0.4;        // [s]

// A constant activation of 1, so that only the driver changes it.
Gait constant(double amplitude) {
    return {"", "", {{{amplitude, 1e6, 0.25}}}, 0.0, 1.0};
}

class GaitDriverTest : public ::testing::Test {
protected:
    GaitDriverTest() {
        gaits.keep({"ahead", GaitRole::forward, constant(1.0)});
        gaits.keep({"left", GaitRole::left, constant(-1.0)});
    }

    // The muscle's activation in the next frame.
    double after(const std::vector<InputEvent>& events) {
        time += frame;
        gait_driver.take(events, gaits, time, blend);
        const MuscleControls controls = gait_driver.play(1, gait_driver.driven({}, gaits), time, blend);
        gait_driver.end_fade_request();
        Vector activation(1);
        fill_activation(controls, time, activation);
        return activation(0);
    }

    double after_frames(int frames, const std::vector<InputEvent>& events = {}) {
        double last = after(events);
        for (int i = 1; i < frames; ++i) {
            last = after({});
        }
        return last;
    }

    GaitLibrary gaits;
    GaitDriver gait_driver;
    double time = 0.0;
};

GamepadMoved stick(double right, double forward) {
    GamepadMoved moved;
    moved.right = right;
    moved.forward = forward;
    return moved;
}

TEST_F(GaitDriverTest, FollowsTheStickWithoutJumps) {
    after_frames(60);
    EXPECT_NEAR(after_frames(60, {stick(0.0, 1.0)}), 1.0, 1e-9);
    double before = 1.0;
    for (int step = 19; step >= 9; --step) { // from 1.00 to 0.45, one step for each frame
        const double deflected = 0.05 * step;
        const double now = after({stick(0.0, deflected)});
        EXPECT_NEAR(now, (deflected - 0.25) / 0.75, 1e-6) << deflected;
        EXPECT_LT(std::abs(now - before), 0.08) << deflected;
        before = now;
    }
    EXPECT_NEAR(after_frames(60), before, 1e-6) << "and stays while the stick does";
}

TEST_F(GaitDriverTest, FollowsTheStickDuringAFade) {
    after_frames(60, {stick(0.0, 1.0)});
    after({stick(-1.0, 0.0)});
    double before = after_frames(6);
    EXPECT_GT(before, -0.9) << "on its way";
    for (int step = 19; step >= 9; --step) {
        const double now = after({stick(-0.05 * step, 0.0)});
        EXPECT_LT(now, before + 0.08);
        EXPECT_LT(std::abs(now - before), 0.2);
        before = now;
    }
    EXPECT_NEAR(after_frames(24), -(0.45 - 0.25) / 0.75, 1e-6) << "the handover did not restart";
}

int frames_for(double seconds) {
    return static_cast<int>(std::lround(seconds / frame));
}

class GaitDriverJump : public GaitDriverTest {
protected:
    GaitDriverJump() {
        Gait leap = constant(0.5);
        leap.waveforms.front().front().period = period;
        gaits.keep({"leap", GaitRole::jump, leap});
        after_frames(30);
    }

    static constexpr double period = 0.5; // [s]
};

TEST_F(GaitDriverJump, TapPlaysAWholePeriod) {
    after({pressed(space), released(space)});
    EXPECT_EQ(gait_driver.command().role, GaitRole::jump);
    after_frames(frames_for(blend + period) - 2);
    EXPECT_EQ(gait_driver.command().role, GaitRole::jump) << "at its full strength, whatever its phase";
    after_frames(3);
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
}

TEST_F(GaitDriverJump, HeldKeyRepeatsUntilRelease) {
    after_frames(frames_for(3.0), {pressed(space)});
    EXPECT_EQ(gait_driver.command().role, GaitRole::jump);
    after({released(space)});
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
}

TEST_F(GaitDriverJump, LandsBeforeTurning) {
    after({pressed(space), released(space)});
    after({pressed(left)});
    EXPECT_EQ(gait_driver.command().role, GaitRole::jump);
    after_frames(frames_for(blend + period));
    EXPECT_EQ(gait_driver.command().role, GaitRole::left);
    after({released(left)});
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
}

TEST_F(GaitDriverJump, RewindClearsATap) {
    after({pressed(space), released(space)});
    time = 0.0;
    after({});
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
    after_frames(60);
    EXPECT_EQ(gait_driver.command().role, GaitRole::none) << "also when it passes again";
}

TEST_F(GaitDriverTest, TapLastsUntilTheGaitHasFadedIn) {
    after_frames(30);
    after({pressed(left), released(left)});
    EXPECT_NEAR(after_frames(frames_for(blend) - 1), -1.0, 0.1);
    after_frames(2);
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
}

TEST_F(GaitDriverTest, ReportsAMissingGaitForATap) {
    gait_driver.take({pressed(down), released(down)}, gaits, time, blend);
    EXPECT_EQ(gait_driver.unknown(), GaitRole::back);
    EXPECT_THAT(gait_driver.take({pressed(space)}, gaits, time, blend), ::testing::SizeIs(1))
        << "it belongs to another character";
    EXPECT_EQ(gait_driver.unknown(), GaitRole::jump);
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
}

TEST_F(GaitDriverTest, DescribesItsKeys) {
    EXPECT_EQ(words_for_keys(gaits), "The up key walks, Space pauses, D stops driving");
    gaits.keep({"right", GaitRole::right, constant(0.3)});
    gaits.keep({"leap", GaitRole::jump, constant(0.5)});
    EXPECT_EQ(hint_for_keys(gaits, true, true), "The arrow keys steer, Space jumps, D stops driving");
    EXPECT_EQ(hint_for_keys(gaits, true, false), "Paused: Space plays, left and right step through time");
    EXPECT_EQ(hint_for_keys({}, false, true), "");
}

TEST_F(GaitDriverTest, KeepsItsCommandWhilePaused) {
    EXPECT_THAT(gait_driver.wait({pressed(left)}, time), ::testing::SizeIs(1)) << "the key steps back in time";
    EXPECT_EQ(gait_driver.command().role, GaitRole::none);
    KeyChanged again = pressed(left);
    again.repeated = true;
    gait_driver.take({again}, gaits, time, blend);
    EXPECT_EQ(gait_driver.command().role, GaitRole::none) << "an earlier key press drives no character";
}

TEST_F(GaitDriverTest, FadesFromOneRoleToAnotherAndToRest) {
    after_frames(60, {stick(0.0, 1.0)});
    double before = 1.0;
    for (const auto& event : {stick(-1.0, 0.0), stick(0.0, 0.0)}) {
        for (int i = 0; i < 30; ++i) {
            const double now = after(i == 0 ? std::vector<InputEvent>{event} : std::vector<InputEvent>{});
            EXPECT_LT(std::abs(now - before), 2.0 * 1.5 * frame / blend + 1e-9);
            before = now;
        }
    }
    EXPECT_NEAR(before, 0.0, 1e-9);
}

TEST_F(GaitDriverTest, WalksACurveWithBothGaitsAndFadesIntoIt) {
    after_frames(60, {stick(0.0, 1.0)});
    double before = 1.0;
    for (const auto& event : {stick(-1.0, 1.0), stick(-1.0, 0.0), stick(-1.0, 1.0), stick(0.0, 1.0)}) {
        for (int i = 0; i < 30; ++i) {
            const double now = after(i == 0 ? std::vector<InputEvent>{event} : std::vector<InputEvent>{});
            EXPECT_LT(std::abs(now - before), 2.0 * 1.5 * frame / blend + 1e-9);
            before = now;
        }
    }
    after({stick(-1.0, 1.0)});
    const Gait both = gait_driver.driven({}, gaits).gait;
    ASSERT_EQ(both.waveforms.at(0).size(), 2u);
    EXPECT_NEAR(both.waveforms[0][0].amplitude, std::sqrt(0.5), 1e-9);
    gaits.remove("left");
    after({stick(0.0, 0.0)});
    after({stick(-1.0, 1.0)});
    EXPECT_EQ(gait_driver.unknown(), GaitRole::left);
    const Waveform ahead = gait_driver.driven({}, gaits).gait.waveforms.at(0);
    ASSERT_EQ(ahead.size(), 1u);
    EXPECT_NEAR(ahead[0].amplitude, 1.0, 1e-9) << "it moves ahead";
}

} // namespace
} // namespace limber::app
