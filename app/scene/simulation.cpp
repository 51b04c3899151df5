#include "app/scene/simulation.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr double catch_up_seconds = 0.05; // time that is behind by more than this is given up
constexpr std::size_t bytes_for_many = 4 * MotionHistory::usual_bytes;

Simulation::Clock::duration ticks(double seconds) {
    return std::chrono::duration_cast<Simulation::Clock::duration>(Seconds(seconds));
}

} // namespace

bool Simulation::is_fading() const {
    return std::ranges::any_of(actors_, [](const auto& actor) { return actor->is_fading(); });
}

double Simulation::time_step() const {
    return actors_.empty() ? 1.0 / 60.0 : actors_.front()->controls().time_step;
}

std::uint64_t Simulation::step_count() const {
    return actors_.empty() ? 0 : actors_.front()->motion().step_count();
}

void Simulation::run_to(Clock::time_point now) {
    const double h = time_step() / speed_;
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
    return simulated_to_ + ticks(time_step() / speed_);
}

void Simulation::catch_up_on_swaps() {
    bool swapped = false;
    for (const auto& actor : actors_) {
        swapped = actor->catch_up_on_swaps(Clock::now()) || swapped;
    }
    if (swapped) {
        begin_history();
    }
}

void Simulation::fade_to(Clock::time_point now) {
    for (const auto& actor : actors_) {
        if (actor->is_fading()) {
            actor->fade_to(now);
        }
    }
}

std::vector<Snapshot> Simulation::snapshots() const {
    std::vector<Snapshot> all;
    for (const auto& actor : actors_) {
        Snapshot& shown = all.emplace_back(actor->snapshot());
        shown.playing = playing_;
        shown.speed_reached = speed_reached_;
    }
    return all;
}

std::vector<ActorRecording> Simulation::take_recording() {
    recording_on_ = false;
    for (std::size_t i = 0; i < recorders_.size(); ++i) {
        recorded_[i].recording = recorders_[i].recording();
    }
    recorders_.clear();
    return std::exchange(recorded_, {});
}

std::unique_ptr<LiveActor> Simulation::called(int id) {
    const auto found = std::ranges::find_if(actors_, [id](const auto& actor) { return actor && actor->id() == id; });
    return found == actors_.end() ? nullptr : std::move(*found);
}

void Simulation::act(StageOrder order) {
    recording_on_ = false;
    const std::uint64_t step = step_count();
    const Clock::time_point now = Clock::now();
    std::vector<std::unique_ptr<LiveActor>> stage;
    bool goes_on = false; // somebody who was there
    bool changed = actors_.size() != order.roles.size();
    for (Role& role : order.roles) {
        std::unique_ptr<LiveActor> actor = called(role.id);
        const bool was_there = actor != nullptr;
        if (was_there) {
            changed = actor->take_over(std::move(role), now) || changed;
        } else {
            actor = std::make_unique<LiveActor>(std::move(role));
            actor->count_from(step);
        }
        goes_on = goes_on || was_there;
        changed = changed || !was_there;
        stage.push_back(std::move(actor));
    }
    actors_ = std::move(stage);
    if (!goes_on) {
        simulated_to_ = now;
        act(TimeOrder{});
    } else if (changed) {
        begin_history();
    }
}

void Simulation::act(ControlsOrder order) {
    for (const auto& actor : actors_) {
        if (actor->id() == order.actor) {
            actor->set_controls(std::move(order.controls), !playing_);
            return;
        }
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
    if (!actors_.empty()) {
        take_step();
    }
}

void Simulation::act(TimeOrder order) {
    recording_on_ = false;
    for (const auto& actor : actors_) {
        actor->start_again(order.later);
    }
    begin_history();
}

void Simulation::act(RewindOrder order) {
    if (actors_.empty() || !actors_.front()->history().holds(order.step)) {
        return;
    }
    playing_ = false;
    for (const auto& actor : actors_) {
        actor->rewind(order.step);
    }
    rewound_ = true;
}

void Simulation::act(SpeedOrder order) {
    speed_ = std::max(order.speed, 1e-3);
    simulated_to_ = Clock::now();
}

void Simulation::act(RecordOrder) {
    act(TimeOrder{});
    record_from_rest();
    recording_on_ = !actors_.empty();
}

void Simulation::act(ExcerptOrder) {
    if (!actors_.empty()) {
        excerpt_ = excerpt_up_to_now();
    }
}

// A recording starts at rest in the pose of the controls of its own first step.
void Simulation::record_from_rest() {
    recorders_.clear();
    recorded_.clear();
    for (const auto& actor : actors_) {
        recorders_.push_back(actor->recorder_from_rest());
        recorded_.push_back({actor->id(), actor->motion().character_ptr(), {}});
    }
    begin_history();
}

void Simulation::take_step() {
    if (recording_on_ && step_count() == 0) {
        record_from_rest();
    }
    if (rewound_) {
        go_on_from_the_past();
    }
    pool_.for_each(actors_.size(),
                   [this](std::size_t i) { actors_[i]->step(recording_on_ ? &recorders_[i] : nullptr); });
    if (!take_sample()) {
        playing_ = false;
        excerpt_ = excerpt_up_to_now();
        excerpt_->failed = true;
        return;
    }
    ++steps_watched_;
}

// Whether all numbers are finite.
bool Simulation::take_sample() {
    StepSample all;
    for (const auto& actor : actors_) {
        const StepReport& report = actor->report();
        if (report.status == StepStatus::not_finite) {
            return false;
        }
        all.microseconds += 1e6 * actor->motion().step_seconds();
        all.elastic_energy += report.elastic_energy;
        all.kinetic_energy += report.kinetic_energy;
        all.iterations = std::max(all.iterations, report.iterations);
        if (report.status != StepStatus::converged) {
            all.status = report.status;
        }
    }
    samples_.push_back(all);
    return true;
}

// What was rewound never happened. Where the hand holds a rig otherwise than it did then, the rig jumps: that is no
// velocity, and no recording that began before can tell of it.
void Simulation::go_on_from_the_past() {
    rewound_ = false;
    for (Recorder& recorder : recorders_) {
        if (recording_on_) {
            recorder.cut(step_count());
        }
    }
    bool jumps = false;
    for (const auto& actor : actors_) {
        if (!actor->is_held_as_then()) {
            actor->jump();
            jumps = true;
        }
    }
    if (jumps) {
        recording_on_ = false;
        begin_history();
    }
}

// As many moments of each, so that all of them can go back together.
void Simulation::begin_history() {
    rewound_ = false;
    std::size_t bytes_a_moment = 1;
    for (const auto& actor : actors_) {
        bytes_a_moment += actor->bytes_a_moment();
    }
    const std::size_t room = actors_.size() > 1 ? bytes_for_many : MotionHistory::usual_bytes;
    const std::size_t moments = std::clamp<std::size_t>(room / bytes_a_moment, 1, MotionHistory::steps_max);
    for (const auto& actor : actors_) {
        actor->begin_history(moments);
    }
}

Excerpt Simulation::excerpt_up_to_now() const {
    Excerpt excerpt;
    for (const auto& actor : actors_) {
        const Motion& motion = actor->motion();
        Recording recording = actor->history().recording(motion.step_count());
        recording.instruction_set = name_of(motion.instruction_set());
        excerpt.actors.push_back({actor->id(), motion.character_ptr(), std::move(recording)});
    }
    return excerpt;
}

void Simulation::watch_speed(Clock::time_point now) {
    const double passed = Seconds(now - watched_from_).count();
    if (passed > 0.5) {
        speed_reached_ = steps_watched_ * time_step() / passed;
        steps_watched_ = 0;
        watched_from_ = now;
    }
}

} // namespace limber::app
