#pragma once

#include "app/motion/motion_history.h"
#include "app/recording/replaying.h"
#include "app/simulation/snapshot.h"

#include <chrono>
#include <deque>
#include <optional>

/// One character on the simulation's stage: its motion, what the hand does to it, and what is left of the model
/// that it had before. Actors do not touch each other, so that each may be stepped by a thread of its own.
namespace limber::app {

/// Who is to be on the stage. The id stays the same however the character is built anew.
struct SimulatedInstance {
    int id = 0;
    CharacterPtr character;
    LiveControls controls;
    double clip_start = 0.0; // [s] of its clip, at which it comes in and starts again
};

class SimulatedCharacter {
public:
    using Clock = std::chrono::steady_clock;

    /// At rest.
    explicit SimulatedCharacter(SimulatedInstance role);

    int id() const {
        return id_;
    }
    const Motion& motion() const {
        return motion_;
    }
    const LiveControls& controls() const {
        return controls_;
    }
    const StepReport& report() const {
        return report_;
    }

    /// Another model of the same body goes on without a jump, once the swap before it has faded; another body starts at
    /// rest. Whether a new model came in.
    bool take_over(SimulatedInstance role, Clock::time_point now);
    /// The swap that has waited for a fade to end. Whether a new model came in.
    bool catch_up_on_swaps(Clock::time_point now);
    /// While nothing moves, what the hand does to the rig is seen at once.
    void set_controls(LiveControls controls, bool is_still);
    /// Counts its steps as the others on the stage do, which decides nothing.
    void count_from(std::uint64_t step);
    /// At rest, so long after its clip's start [s].
    void start_again(double later);

    bool is_fading() const {
        return fade_.before != nullptr;
    }
    void fade_to(Clock::time_point now);

    /// Notes the step in the act that is played, and for whoever records it.
    void step(MotionHistory& history, Recorder* recorder);

    /// To a moment of its model, posed by the controls of that time until the next step, which is under its own.
    void go_to(const Keyframe& keyframe, const LiveControls& then);
    /// What the next step changes of the rig is no velocity.
    void jump();
    /// At rest where its clip starts, to be written down: from rest, or, where the clip does not start at zero, from
    /// the moment.
    Recorder recorder_from_rest();

    /// Of this actor alone; the rest is the stage's.
    Snapshot snapshot() const;

private:
    void swap(CharacterPtr next, Clock::time_point now);

    int id_;
    double clip_start_;
    LiveControls controls_;
    Motion motion_;
    StepReport report_;
    Fade fade_;
    std::deque<CharacterPtr> waiting_; // to be taken over, each from the one before it
    Clock::time_point fade_start_;
    std::shared_ptr<const Obstacles> moved_obstacles_; // as they are shown
    bool posed_while_paused_ = false;                  // shown, though no step has reached it
};

/// Whether the hand holds the rig alike.
bool is_posed_alike(const LiveControls& a, const LiveControls& b);

} // namespace limber::app
