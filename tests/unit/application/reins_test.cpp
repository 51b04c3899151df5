#include "app/application/reins.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::app {
namespace {

constexpr double frame = 1.0 / 60.0; // [s]
constexpr double blend = 0.4;        // [s]

// A constant activation of 1, so that every change comes from whoever drives.
Gait constant(double amplitude) {
    return {"", "", {{{amplitude, 1e6, 0.25}}}, 0.0, 1.0};
}

class Driven : public ::testing::Test {
protected:
    Driven() {
        gaits.keep({"ahead", GaitRole::forward, constant(1.0)});
        gaits.keep({"left", GaitRole::left, constant(-1.0)});
    }

    // What the muscle is told in the next frame.
    double after(const std::vector<InputEvent>& events) {
        time += frame;
        reins.take(events, gaits);
        const MuscleControls told = reins.tell(1, reins.driven({}, gaits), time, blend);
        reins.all_are_told();
        Vector activation(1);
        fill_activation(told, time, activation);
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
    Reins reins;
    double time = 0.0;
};

GamepadMoved stick(double right, double forward) {
    GamepadMoved moved;
    moved.right = right;
    moved.forward = forward;
    return moved;
}

TEST_F(Driven, FollowsTheStickAtOnceAndNeverJumps) {
    after_frames(60);
    EXPECT_NEAR(after_frames(60, {stick(0.0, 1.0)}), 1.0, 1e-9);
    double before = 1.0;
    for (int step = 19; step >= 9; --step) { // from 1.00 to 0.45, a step a frame
        const double deflected = 0.05 * step;
        const double now = after({stick(0.0, deflected)});
        EXPECT_NEAR(now, (deflected - 0.25) / 0.75, 1e-6) << deflected;
        EXPECT_LT(std::abs(now - before), 0.08) << deflected;
        before = now;
    }
    EXPECT_NEAR(after_frames(60), before, 1e-6) << "and stays where the stick does";
}

TEST_F(Driven, FollowsTheStickInAGaitThatFadesIn) {
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
    EXPECT_NEAR(after_frames(24), -(0.45 - 0.25) / 0.75, 1e-6) << "the hand-over did not start anew";
}

TEST_F(Driven, FadesFromOneRoleToAnotherAndToRest) {
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

} // namespace
} // namespace limber::app
