// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/live_drive.h"
#include "app/motion/loop_seam.h"
#include "app/motion/motion_history.h"
#include "app/motion/rigid_carrier.h"
#include "app/recording/replaying.h"
#include "app/simulation/snapshot.h"

#include <chrono>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

/// One character of the simulation: its motion, its controls, and the fade from its previous model. Characters share no
/// mutable state, so that each may be stepped by its own thread.
namespace limber::app {

/// A character to be simulated. The id stays the same when the character is rebuilt.
struct SimulatedInstance {
    int id = 0;
    CharacterPtr character;
    LiveControls controls;
    double clip_start = 0.0;             // clip time of its start and of each restart [s]
    double warm_up = 0.0;                // [s] simulated before each of them
    std::optional<RigidRole> rigid = {}; // of the rigid body that carries it; none: no such body
};

class SimulatedCharacter {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts at rest, and with a warm-up before its first step.
    explicit SimulatedCharacter(SimulatedInstance instance);

    int id() const {
        return id_;
    }
    const Motion& motion() const {
        return motion_;
    }
    const LiveControls& controls() const {
        return controls_;
    }
    /// The same with the placement of its rigid body, if one carries it: they pose the rig as it is now.
    LiveControls posed_controls() const;
    /// Whether the controls pose the rig otherwise than those of another time. A rigid body's placement is no control.
    bool is_posed_otherwise(LiveControls controls, const LiveControls& then) const;
    /// Without the steps of the warm-up.
    std::uint64_t step_count() const {
        return warming_ ? count_at_start_ : motion_.step_count();
    }
    const StepReport& report() const {
        return report_;
    }

    /// Another model of the same body continues without a jump, once the previous swap has faded; another body starts
    /// at rest. Returns whether the model changed.
    bool take_over(SimulatedInstance instance, Clock::time_point now);
    /// Performs the swap that waited for a fade to end. Returns whether the model changed.
    bool catch_up_on_swaps(Clock::time_point now);
    /// While the simulation is paused, changes of the rig's pose are shown at once.
    void set_controls(LiveControls controls, bool is_still);
    /// Sets the step count to that of the other characters; it does not affect the motion.
    void count_from(std::uint64_t step);
    /// Restarts at rest, `later` [s] after the start of its clip; at its start with the warm-up.
    void start_again(double later);

    /// Whether steps of the warm-up are missing; no other step is taken meanwhile.
    bool is_warming_up() const {
        return warming_.has_value();
    }
    /// Takes steps of the warm-up until that time, or until it is over.
    void warm_up_until(Clock::time_point time);
    /// Starts at rest without the warm-up.
    void skip_warm_up();

    bool is_fading() const {
        return fade_.before != nullptr;
    }
    void fade_to(Clock::time_point now);

    /// All obstacles around it, as they were edited; null: none.
    const std::shared_ptr<const Obstacles>& obstacles() const {
        return controls_.obstacles ? controls_.obstacles : motion_.character().obstacles;
    }
    /// The rigid body that carries it and steps with those of the others; nullopt: none does.
    std::optional<MovingRigidBody> begin_rigid_step();
    /// What its rigid body touches. Precondition: it has one.
    const Obstacles& touched() const {
        return carrier_.role()->touched;
    }
    /// Gives its rigid body velocities before the next step; without a body, nothing happens.
    void throw_next(const RigidThrow& thrown);
    /// Sets the controls of the next step: the current ones, at the place of its rigid body, changed by the drive if
    /// there is one.
    void begin_step(const LiveDrive& drive, Clock::time_point at);
    /// Poses the rig at the end of the next step, which follows.
    void pose_next() {
        motion_.pose_next(step_controls_);
    }
    /// The places in the next step of the obstacles that bones carry.
    void set_carried(std::vector<CarriedObstacle> carried) {
        step_controls_.carried = std::move(carried);
    }

    /// Takes the step that has begun, or else one with the current controls, adds it to the history and, if not null,
    /// to the recorder.
    void step(MotionHistory& history, Recorder* recorder);

    /// With that of its rigid body.
    StoredState stored_state() const;
    /// Moves to a stored state of its model, posed by the controls of that time. The next step uses the current
    /// controls.
    void go_to(const StoredState& stored_state, const LiveControls& then);
    /// The rig's change in the next step adds no velocity.
    void jump();
    /// Lets the rig jump if its rigid body was moved since the last step. Returns whether it does: the next step then
    /// does not continue the stored states before it.
    bool jump_if_moved();
    /// Returns a recorder of the character at rest at its clip's start, or as its warm-up has left it. It starts from
    /// rest, or from a stored state if the clip does not start at zero or the character was warmed up.
    Recorder recorder_from_rest();

    /// Fills the members of this character; the simulation fills the rest.
    Snapshot snapshot() const;

private:
    std::vector<ShownSpring> shown_springs() const;
    void swap(CharacterPtr next, Clock::time_point now);
    void take_controls(LiveControls controls);
    bool is_carried() const {
        return carrier_.carries() && controls_.is_enabled;
    }
    void choose_clip(const Character& model);
    void start();
    void end_warm_up();

    int id_;
    double clip_start_;
    double warm_up_;
    LiveControls controls_;
    int chosen_clip_;            // that of the controls, which play another one until the model has it
    LiveControls step_controls_; // of the next step, once it has begun
    bool has_begun_ = false;
    Motion motion_;
    RigidCarrier carrier_;
    std::optional<WarmUp> warming_;    // not over
    std::uint64_t count_at_start_ = 0; // after the warm-up
    LoopSeam seam_;
    StepReport report_;
    Fade fade_;
    std::deque<CharacterPtr> waiting_; // models to be swapped in, in order
    Clock::time_point fade_start_;
    std::shared_ptr<const Obstacles> moved_obstacles_; // as they are shown
    bool posed_while_paused_ = false;                  // the shown pose differs from that of the last step
};

/// Whether both controls pose the rig alike.
bool is_posed_alike(const LiveControls& a, const LiveControls& b);

} // namespace limber::app
