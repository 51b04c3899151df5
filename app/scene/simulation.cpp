#include "app/scene/simulation.h"

#include "app/scene/succession.h"

#include <algorithm>

namespace limber::app {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr double fade_seconds = 0.3;
constexpr double catch_up_seconds = 0.05; // time that is behind by more than this is given up

double ease(double share) {
    return share * share * (3.0 - 2.0 * share);
}

Simulation::Clock::duration ticks(double seconds) {
    return std::chrono::duration_cast<Simulation::Clock::duration>(Seconds(seconds));
}

} // namespace

void Simulation::run_to(Clock::time_point now) {
    const double h = controls_.time_step / speed_;
    double behind = Seconds(now - simulated_to_).count();
    const Clock::time_point start = Clock::now();
    while (playing_ && behind >= h && Seconds(Clock::now() - start).count() < catch_up_seconds) {
        take_step();
        simulated_to_ += ticks(h);
        behind -= h;
    }
    if (behind > std::max(h, catch_up_seconds)) {
        simulated_to_ = now;
    }
    watch_speed(now);
}

Simulation::Clock::time_point Simulation::next_due() const {
    return simulated_to_ + ticks(controls_.time_step / speed_);
}

void Simulation::catch_up_on_swaps() {
    if (!waiting_.empty() && !is_fading()) {
        take_over(std::move(waiting_.front()));
        waiting_.pop_front();
    }
}

void Simulation::fade_to(Clock::time_point now) {
    const double passed = Seconds(now - fade_start_).count() / fade_seconds;
    fade_.share = ease(std::clamp(1.0 - passed, 0.0, 1.0));
    if (fade_.share <= 0.0) {
        fade_ = {};
    }
}

Snapshot Simulation::snapshot() const {
    if (!motion_) {
        return {};
    }
    Snapshot shown{motion_->character_ptr(), motion_->state(),      motion_->pose(), fade_,          report_,
                   motion_->clip_time(),     motion_->step_count(), playing_,        speed_reached_, history_.span()};
    if (posed_while_paused_) {
        shown.state.P = motion_->posed();
    }
    return shown;
}

Recording Simulation::take_recording() {
    recording_on_ = false;
    return std::exchange(recorder_, std::nullopt).value_or(Recorder()).recording();
}

// A swap while the one before still fades waits until it has: what is drawn then lies in one subspace again.
void Simulation::act(SwapOrder order) {
    recording_on_ = false;
    controls_ = std::move(order.controls);
    if (is_fading() && follows(*order.character, waiting_.empty() ? motion_->character_ptr() : waiting_.back())) {
        waiting_.push_back(std::move(order.character));
    } else {
        waiting_.clear();
        take_over(std::move(order.character));
    }
}

void Simulation::take_over(CharacterPtr next) {
    posed_while_paused_ = false;
    if (!motion_ || !follows(*next, motion_->character_ptr())) {
        fade_ = {};
        motion_ = std::make_unique<Motion>(std::move(next));
        motion_->restart(controls_);
        simulated_to_ = Clock::now();
        begin_history();
        return;
    }
    Fade fade{motion_->character_ptr(), motion_->state().Z, {}, 1.0};
    motion_->swap(std::move(next), controls_);
    begin_history();
    if (fade.before->modes == motion_->character().modes && fade.Z_before == motion_->state().Z) {
        return; // other clusters, or another look: nothing that is drawn moves
    }
    fade.Z_first = motion_->state().Z;
    fade_ = std::move(fade);
    fade_start_ = Clock::now();
}

// A rig that is posed while all stands still is seen at once, its flesh along with it; what moves is for the next step.
void Simulation::act(LiveControls controls) {
    const bool posed = controls.bone_offsets != controls_.bone_offsets || controls.rig_offset != controls_.rig_offset;
    controls_ = std::move(controls);
    if (posed && !playing_ && motion_) {
        motion_->pose(controls_);
        posed_while_paused_ = true;
    }
}

void Simulation::act(PlayOrder order) {
    playing_ = order.play;
    simulated_to_ = Clock::now();
    watched_from_ = simulated_to_;
    steps_watched_ = 0;
}

void Simulation::act(StepOrder) {
    playing_ = false;
    if (motion_) {
        take_step();
    }
}

void Simulation::act(TimeOrder order) {
    recording_on_ = false;
    posed_while_paused_ = false;
    if (motion_) {
        motion_->set_time(controls_, order.clip_time);
        report_ = {};
        fade_ = {};
        begin_history();
    }
}

void Simulation::act(RewindOrder order) {
    if (!motion_ || !history_.holds(order.step)) {
        return;
    }
    playing_ = false;
    posed_while_paused_ = false;
    fade_ = {};
    report_ = {};
    motion_->go_to(history_.moment(order.step), history_.controls(order.step));
    rewound_ = true;
}

void Simulation::act(SpeedOrder order) {
    speed_ = std::max(order.speed, 1e-3);
    simulated_to_ = Clock::now();
}

void Simulation::act(RecordOrder) {
    if (motion_) {
        act(TimeOrder{});
        recorder_ = Recorder::from_rest(*motion_);
        recording_on_ = true;
    }
}

void Simulation::act(ExcerptOrder) {
    if (motion_) {
        excerpt_ = excerpt_up_to_now();
    }
}

void Simulation::take_step() {
    posed_while_paused_ = false;
    // A recording starts at rest in the pose of the controls of its own first step.
    if (recording_on_ && motion_->step_count() == 0) {
        motion_->restart(controls_);
        begin_history();
    }
    if (rewound_) {
        go_on_from_the_past();
    }
    report_ = motion_->step(controls_);
    history_.note(motion_->moment(), controls_);
    if (recording_on_) {
        recorder_->note(controls_, motion_->state());
    }
    if (report_.status == StepStatus::not_finite) {
        playing_ = false;
        excerpt_ = excerpt_up_to_now();
        excerpt_->failed = true;
        return;
    }
    samples_.push_back({1e6 * motion_->step_seconds(), report_.elastic_energy, report_.kinetic_energy,
                        report_.iterations, report_.status});
    ++steps_watched_;
}

// What was rewound never happened. Where the hand holds the rig otherwise than it did then, the rig jumps: that is no
// velocity, and no recording that began before can tell of it.
void Simulation::go_on_from_the_past() {
    rewound_ = false;
    Moment moment = motion_->moment();
    const LiveControls& then = history_.controls(moment.step_count);
    if (recording_on_) {
        recorder_->cut(moment.step_count);
    }
    if (then.bone_offsets != controls_.bone_offsets || then.rig_offset != controls_.rig_offset) {
        moment.playhead.jumps = true;
        motion_->go_to(moment, controls_);
        recording_on_ = false;
        begin_history();
    }
}

void Simulation::begin_history() {
    rewound_ = false;
    history_.begin(motion_->moment(), controls_);
}

Excerpt Simulation::excerpt_up_to_now() const {
    Excerpt excerpt{motion_->character_ptr(), history_.recording(motion_->step_count())};
    excerpt.recording.instruction_set = name_of(motion_->instruction_set());
    return excerpt;
}

void Simulation::watch_speed(Clock::time_point now) {
    const double passed = Seconds(now - watched_from_).count();
    if (passed > 0.5) {
        speed_reached_ = steps_watched_ * controls_.time_step / passed;
        steps_watched_ = 0;
        watched_from_ = now;
    }
}

} // namespace limber::app
