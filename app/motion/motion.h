// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "app/motion/behaviour_player.h"
#include "app/motion/body_stepper.h"
#include "app/motion/key_sampler.h"
#include "app/motion/rig_jump.h"
#include "app/motion/spring_mover.h"
#include "app/motion/stored_state.h"

#include <memory>
#include <optional>
#include <vector>

/// A character in motion: its state, its clip time, and the only function that advances it by a step. It uses no thread
/// and no clock, so that the window, `limber simulate` and tests produce the same bits.
namespace limber::app {

/// The steps before the first frame, under controls of their own, of which any number may be taken at a time.
struct WarmUp {
    LiveControls controls;
    double start = 0.0; // time of the clip at its end [s]
    int steps = 0;
    int taken = 0;

    bool is_over() const {
        return taken >= steps;
    }
};

class Motion {
public:
    /// Starts in the scene's start state (start_state.h), or else at rest in its pose. The instruction set must be
    /// supported by this CPU; it determines the last bits.
    explicit Motion(CharacterPtr character, InstructionSet instruction_set = widest_instruction_set());

    /// One time step under these controls. On not_finite the state is unchanged. If they disable the character, only
    /// the time passes.
    StepReport step(const LiveControls& controls);
    /// Poses the rig at the end of the next step, so that its bones can carry obstacles in it; a step with the same
    /// controls follows.
    void pose_next(const LiveControls& controls);

    /// Returns to the start of the scene, at clip time zero or where the part of the clip that plays begins.
    void restart(const LiveControls& controls);
    /// The same at the given time [s] of the clip or at the nearest one that plays, after so many seconds of
    /// simulation: a clip that loops plays meanwhile, any other is held in that pose. The motion's time is 0 at the
    /// end.
    void start(const LiveControls& controls, double clip_time, double warm_up);
    /// The same without the steps: `warm` takes them one by one until the warm-up is over.
    WarmUp begin_warm_up(const LiveControls& controls, double clip_time, double warm_up);
    void warm(WarmUp& warm_up);
    /// Returns to the start of the scene, in the clip's pose at any time [s].
    void set_time(const LiveControls& controls, double clip_time);
    /// Stores and restores the state. The stored state must be one of this model. The controls of that time pose the
    /// rig for drawing.
    StoredState stored_state() const;
    void go_to(const StoredState& stored_state, const LiveControls& controls);
    /// Continues with another model of the same body: Z and its velocity are carried over by the character's
    /// SubspaceTransfer, if it starts from this model. Starts at rest with another body.
    void swap(CharacterPtr character, const LiveControls& controls);

    const Character& character() const {
        return *character_;
    }
    const CharacterPtr& character_ptr() const {
        return character_;
    }
    InstructionSet instruction_set() const {
        return instruction_set_;
    }
    const State& state() const {
        return state_;
    }
    /// Index into the character's clips, of the one that plays; -1: the rest pose.
    int clip() const {
        return playhead_.clip;
    }
    double clip_time() const {
        return playhead_.clip_time;
    }
    /// Wall time of the last step without posing the rig [s].
    double step_seconds() const {
        return step_seconds_;
    }
    std::uint64_t step_count() const {
        return step_count_;
    }
    /// The number of jumps of the rig that were found in steps since the start (rig_jump.h).
    std::uint64_t rig_jump_count() const {
        return rig_jump_count_;
    }
    /// Whether the last step took the rig's change as none of its motion: a jump of the rig, or a clip that started
    /// again without a cross-fade. There is no motion between the states before and after it.
    bool rig_discontinuity() const {
        return rig_discontinuity_;
    }
    /// Poses the rig by these controls without a step, for drawing while paused.
    void pose(const LiveControls& controls) {
        pose_rig(controls);
    }
    /// 4b x 3: the rig's maps of that pose.
    const AffineStack& posed() const {
        return controls_.P;
    }
    /// Of a character that switches between loads; nullopt: it has one subspace.
    const std::optional<LoadSwitches>& load_switches() const {
        return stepper_->switches();
    }
    /// What the body does by itself; nullopt: nothing.
    std::optional<ShownBehaviour> behaviour() const;
    /// Computes the activation of these controls without a step.
    void set_muscles(const LiveControls& controls);
    /// The activation, one per muscle; after a step the one used in it.
    const Vector& activation() const {
        return controls_.activation;
    }
    /// Of the last step.
    const Controls& controls() const {
        return controls_;
    }
    /// The springs of the last step, or of the stored state that is shown, as long at rest as they were then: the first
    /// 64 that are stiff and on the mesh.
    const std::vector<PointSpring>& acting_springs() const {
        return sprung_;
    }
    /// The handles of these controls that hold the body: the first 64 that are stiff and on the mesh, without those
    /// whose targets its springs follow.
    std::vector<PointHandle> held_handles(const LiveControls& controls) const;
    /// The forces that acted in the last step, as strong as they were then: the first 64 that are on the mesh.
    const std::vector<AppliedForce>& acting_forces() const {
        return acting_;
    }
    /// The rig's maps, as in State::P, of the clip and the keys at a time [s], moved by the rig's offset, but without
    /// the offsets of single bones and targets.
    AffineStack rig_at(const LiveControls& controls, double clip_time) const;
    /// The bones' world matrices at the end of the last step, for drawing and picking them.
    const Pose& pose() const {
        return pose_;
    }
    /// The bones' world matrices at the start of the step that pose_next has begun; those of its end where the rig
    /// jumps.
    const Pose& pose_before() const {
        return controls_.rig_discontinuity ? pose_ : stepped_pose_;
    }

private:
    void prepare();
    void behave(const LiveControls& controls);
    StepReport wait(double seconds);
    bool repeats(const LiveControls& controls) const;
    void prepare_keys(const LiveControls& controls);
    void sample_clip(const LiveControls& controls);
    void sample_clip_before_step(const LiveControls& controls);
    void advance_clip(const LiveControls& controls, double seconds);
    void advance_in(const ClipRange& range, const LiveControls& controls, double seconds);
    void change_clip(const LiveControls& controls);
    void blend_from_shown_pose(const LiveControls& controls);
    double place_in_clip(const LiveControls& controls, double time) const;
    Pose pose_of_clip(double time) const;
    std::vector<double> weights_of_clip(double time) const;
    bool plays_clip() const;
    bool is_blending() const {
        return !playhead_.left_pose.empty();
    }
    void pose_rig(const LiveControls& controls);
    void hold_handles(const LiveControls& controls);
    void apply_forces(const LiveControls& controls);
    bool is_followed(const PointHandle& handle, const LiveControls& controls) const;
    void stretch_springs(const LiveControls& controls);
    void move_springs(const LiveControls& controls);
    void note_rest_lengths();

    CharacterPtr character_;
    InstructionSet instruction_set_;
    std::vector<ClipSampler> samplers_; // one per clip
    RigJumps rig_jumps_;
    State state_;
    std::unique_ptr<BodyStepper> stepper_;
    std::unique_ptr<BehaviourPlayer> behaviour_; // null: the body had none yet
    Controls controls_;
    std::vector<PointHandle> held_;    // the handles whose body points are in controls_.handles
    std::vector<AppliedForce> acting_; // the forces whose body points are in controls_.forces
    std::vector<PointSpring> sprung_;  // the springs whose body points are in controls_.springs
    std::unique_ptr<SpringMover> mover_;
    Pose pose_;
    Pose stepped_pose_;                     // at the end of the last step
    std::optional<Playhead> before_posing_; // of pose_next, until the step
    Pose clip_pose_;                        // with the keys, without the offsets of the controls
    std::vector<double> target_weights_;
    std::vector<double> clip_weights_; // with the keys, without those of the controls
    KeySampler keyed_;
    PoseKeys sampled_keys_; // of keyed_
    int sampled_clip_ = -1; // with which they play
    Playhead playhead_;
    std::uint64_t step_count_ = 0;
    std::uint64_t rig_jump_count_ = 0;
    bool rig_discontinuity_ = false; // in the last step
    double step_seconds_ = 0.0;
};

} // namespace limber::app
