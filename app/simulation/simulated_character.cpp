// SPDX-License-Identifier: MIT
#include "app/simulation/simulated_character.h"

#include "app/character/subspace_transfer.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr double fade_seconds = 0.3;

double ease(double share) {
    return share * share * (3.0 - 2.0 * share);
}

} // namespace

bool is_posed_alike(const LiveControls& a, const LiveControls& b) {
    return a.keys == b.keys && a.bone_offsets == b.bone_offsets && a.target_weights == b.target_weights &&
           a.rig_offset == b.rig_offset;
}

SimulatedCharacter::SimulatedCharacter(SimulatedInstance instance)
    : id_(instance.id), clip_start_(instance.clip_start), warm_up_(instance.warm_up),
      controls_(std::move(instance.controls)), chosen_clip_(controls_.clip), motion_(std::move(instance.character)),
      carrier_(std::move(instance.rigid)) {
    start();
}

void SimulatedCharacter::start() {
    seam_ = {};
    count_at_start_ = 0;
    carrier_.start(motion_.character().mesh, controls_);
    warming_ = motion_.begin_warm_up(controls_, clip_start_, warm_up_);
    if (warming_->is_over()) {
        warming_.reset();
    }
}

void SimulatedCharacter::warm_up_until(Clock::time_point time) {
    while (warming_ && Clock::now() < time) {
        motion_.warm(*warming_);
        if (warming_->is_over()) {
            end_warm_up();
        }
    }
}

void SimulatedCharacter::skip_warm_up() {
    if (warming_) {
        motion_.set_time(controls_, warming_->start);
        end_warm_up();
    }
}

// The controls may have changed meanwhile.
void SimulatedCharacter::end_warm_up() {
    const bool is_posed = !is_posed_alike(warming_->controls, controls_);
    warming_.reset();
    count_from(count_at_start_);
    if (is_posed) {
        motion_.pose(controls_);
        posed_while_paused_ = true;
    }
    motion_.set_muscles(controls_);
}

// A clip that is added is chosen before the model that has it is built. Until then, what plays goes on.
void SimulatedCharacter::choose_clip(const Character& model) {
    const bool has_it = chosen_clip_ < static_cast<int>(model.clips.size());
    controls_.clip = has_it ? chosen_clip_ : motion_.clip();
}

LiveControls SimulatedCharacter::posed_controls() const {
    LiveControls posed = controls_;
    if (carrier_.has_moved()) {
        posed.rig_offset = carrier_.placement();
    }
    return posed;
}

bool SimulatedCharacter::is_posed_otherwise(LiveControls controls, const LiveControls& then) const {
    if (carrier_.carries()) {
        controls.rig_offset = then.rig_offset;
    }
    return !is_posed_alike(controls, then);
}

// Where the user moves a character that a rigid body carries, the body starts again; a mass that the density determines
// follows it at once, like that of the flesh.
void SimulatedCharacter::take_controls(LiveControls controls) {
    const bool is_moved = carrier_.role() && controls.rig_offset != controls_.rig_offset;
    const bool has_another_mass =
        carrier_.role() && carrier_.role()->description.mass == 0.0 && controls.density != controls_.density;
    controls_ = std::move(controls);
    chosen_clip_ = controls_.clip;
    choose_clip(motion_.character());
    moved_obstacles_ = controls_.obstacles;
    if (is_moved) {
        carrier_.move(motion_.character().mesh, controls_);
    } else if (has_another_mass) {
        carrier_.change_mesh(motion_.character().mesh, controls_.density);
    }
}

bool SimulatedCharacter::take_over(SimulatedInstance instance, Clock::time_point now) {
    take_controls(std::move(instance.controls));
    carrier_.set_role(std::move(instance.rigid), motion_.character().mesh, controls_);
    clip_start_ = instance.clip_start;
    warm_up_ = instance.warm_up;
    const CharacterPtr& newest = waiting_.empty() ? motion_.character_ptr() : waiting_.back();
    if (instance.character == newest) {
        return false;
    }
    if (is_fading() && follows(*instance.character, newest)) {
        waiting_.push_back(std::move(instance.character));
        return false;
    }
    waiting_.clear();
    swap(std::move(instance.character), now);
    return true;
}

bool SimulatedCharacter::catch_up_on_swaps(Clock::time_point now) {
    if (waiting_.empty() || is_fading()) {
        return false;
    }
    swap(std::move(waiting_.front()), now);
    waiting_.pop_front();
    return true;
}

void SimulatedCharacter::swap(CharacterPtr next, Clock::time_point now) {
    posed_while_paused_ = false;
    if (!follows(*next, motion_.character_ptr())) {
        const std::uint64_t step = step_count();
        controls_.clip = chosen_clip_;
        fade_ = {};
        report_ = {};
        motion_ = Motion(std::move(next));
        start();
        count_from(step);
        return;
    }
    choose_clip(*next);
    Fade fade{motion_.character_ptr(), motion_.state().Z, {}, 1.0};
    carrier_.change_mesh(next->mesh, controls_.density);
    motion_.swap(std::move(next), posed_controls());
    seam_ = {};
    if (fade.before->modes == motion_.character().modes && fade.Z_before == motion_.state().Z) {
        return; // only clusters or look differ, so the drawn skin does not move
    }
    fade.Z_first = motion_.state().Z;
    fade_ = std::move(fade);
    fade_start_ = now;
}

// While paused, changes of the rig's pose move the drawn body at once; all other changes act in the next step.
void SimulatedCharacter::set_controls(LiveControls controls, bool is_still) {
    const bool posed = !is_posed_alike(controls, controls_);
    take_controls(std::move(controls));
    if (warming_) {
        return;
    }
    if (posed && is_still) {
        motion_.pose(posed_controls());
        posed_while_paused_ = true;
    }
    if (is_still) {
        motion_.set_muscles(controls_);
    }
}

void SimulatedCharacter::count_from(std::uint64_t step) {
    count_at_start_ = step;
    if (warming_ || step == motion_.step_count()) {
        return;
    }
    StoredState stored_state = motion_.stored_state();
    stored_state.step_count = step;
    motion_.go_to(stored_state, controls_);
}

void SimulatedCharacter::start_again(double later) {
    if (later == 0.0) {
        start();
    } else {
        seam_ = {};
        warming_.reset();
        carrier_.start(motion_.character().mesh, controls_);
        motion_.set_time(controls_, clip_start_ + later);
    }
    posed_while_paused_ = false;
    report_ = {};
    fade_ = {};
}

void SimulatedCharacter::fade_to(Clock::time_point now) {
    const double passed = std::chrono::duration<double>(now - fade_start_).count() / fade_seconds;
    fade_.share = ease(std::clamp(1.0 - passed, 0.0, 1.0));
    if (fade_.share <= 0.0) {
        fade_ = {};
    }
}

std::optional<MovingRigidBody> SimulatedCharacter::begin_rigid_step() {
    return is_carried() ? std::optional(carrier_.begin_step()) : std::nullopt;
}

void SimulatedCharacter::throw_next(const RigidThrow& thrown) {
    if (is_carried()) {
        carrier_.throw_next(thrown);
    }
}

void SimulatedCharacter::begin_step(const LiveDrive& drive, Clock::time_point at) {
    step_controls_ = controls_;
    has_begun_ = true;
    if (is_carried()) {
        carrier_.end_step(step_controls_);
    }
    if (drive) {
        drive(at, motion_.character(), step_controls_);
    }
}

void SimulatedCharacter::step(MotionHistory& history, Recorder* recorder) {
    posed_while_paused_ = false;
    moved_obstacles_ = controls_.obstacles;
    if (!std::exchange(has_begun_, false)) {
        step_controls_ = controls_;
    }
    report_ = motion_.step(step_controls_);
    seam_.note(motion_, step_controls_);
    if (recorder) {
        recorder->note(step_controls_, motion_.state());
    }
    history.note(stored_state(),
                 step_controls_); // last: steps that are not in the timeline are removed from the recording too
}

StoredState SimulatedCharacter::stored_state() const {
    StoredState stored_state = motion_.stored_state();
    stored_state.rigid = carrier_.state();
    return stored_state;
}

void SimulatedCharacter::go_to(const StoredState& stored_state, const LiveControls& then) {
    posed_while_paused_ = false;
    waiting_.clear();
    warming_.reset();
    fade_ = {};
    report_ = {};
    moved_obstacles_ = then.obstacles;
    seam_ = {};
    carrier_.go_to(stored_state.rigid);
    motion_.go_to(stored_state, then);
    choose_clip(motion_.character());
}

void SimulatedCharacter::jump() {
    StoredState stored_state = motion_.stored_state();
    stored_state.playhead.jumps = true;
    motion_.go_to(stored_state, posed_controls());
}

bool SimulatedCharacter::jump_if_moved() {
    const bool is_moved = carrier_.take_move();
    if (is_moved) {
        jump();
    }
    return is_moved;
}

Recorder SimulatedCharacter::recorder_from_rest() {
    if (warm_up_ > 0.0) {
        return Recorder::from(motion_); // which is at the end of its warm-up
    }
    start_again(0.0);
    // In the first step a rigid body moves its character away from the pose at the start.
    return clip_start_ == 0.0 && !is_carried() ? Recorder::from_rest(motion_) : Recorder::from(motion_);
}

std::vector<ShownSpring> SimulatedCharacter::shown_springs() const {
    std::vector<ShownSpring> shown;
    for (const PointSpring& spring : motion_.acting_springs()) {
        shown.push_back({spring.id, spring.rest_length});
    }
    return shown;
}

Snapshot SimulatedCharacter::snapshot() const {
    Snapshot shown;
    shown.id = id_;
    shown.character = motion_.character_ptr();
    shown.state = motion_.state();
    shown.pose = motion_.pose();
    shown.placement = carrier_.carries() ? std::optional(carrier_.placement()) : std::nullopt;
    shown.activation = motion_.activation();
    shown.fade = fade_;
    shown.springs = shown_springs();
    shown.behaviour = motion_.behaviour();
    shown.load_switches = motion_.load_switches();
    shown.obstacles = moved_obstacles_;
    shown.report = report_;
    shown.seam = seam_.value();
    shown.is_enabled = controls_.is_enabled;
    shown.dynamics = controls_.dynamics;
    shown.clip = motion_.clip();
    shown.clip_time = motion_.clip_time();
    shown.step_count = step_count();
    if (warming_) {
        shown.warm_up = static_cast<double>(warming_->taken) / warming_->steps;
        shown.clip_time = warming_->start;
    }
    shown.rig_jumps = motion_.rig_jump_count();
    if (posed_while_paused_) {
        shown.state.P = motion_.posed();
    }
    return shown;
}

} // namespace limber::app
