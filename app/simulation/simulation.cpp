#include "app/simulation/simulation.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr double catch_up_seconds = 0.05; // a larger lag is dropped

Simulation::Clock::duration ticks(double seconds) {
    return std::chrono::duration_cast<Simulation::Clock::duration>(Seconds(seconds));
}

} // namespace

bool Simulation::is_fading() const {
    return std::ranges::any_of(characters_, [](const auto& character) { return character->is_fading(); });
}

double Simulation::time_step() const {
    return characters_.empty() ? 1.0 / 60.0 : characters_.front()->controls().time_step;
}

std::uint64_t Simulation::step_count() const {
    return characters_.empty() ? 0 : characters_.front()->motion().step_count();
}

void Simulation::run_to(Clock::time_point now) {
    const double h = time_step() / speed_;
    double behind = Seconds(now - simulated_to_).count();
    const Clock::time_point start = Clock::now();
    while (playing_ && behind >= h && Seconds(Clock::now() - start).count() < catch_up_seconds) {
        replaying_ ? show_next() : take_step();
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
    for (const auto& character : characters_) {
        is_beside_ = character->catch_up_on_swaps(Clock::now()) || is_beside_;
    }
}

void Simulation::fade_to(Clock::time_point now) {
    for (const auto& character : characters_) {
        if (character->is_fading()) {
            character->fade_to(now);
        }
    }
}

std::vector<Snapshot> Simulation::snapshots() const {
    TimelineSpan span = timeline_.span_from(place_);
    span.is_beside = is_beside_;
    span.rewinds_applied = rewinds_applied_;
    span.replays_ended = replays_ended_;
    std::vector<Snapshot> all;
    for (const auto& character : characters_) {
        Snapshot& shown = all.emplace_back(character->snapshot());
        shown.timeline = span;
        shown.playing = playing_;
        shown.speed_reached = speed_reached_;
    }
    return all;
}

Session Simulation::recording_so_far() {
    if (recording_on_ && recorder_.is_empty()) {
        begin_recorded_segment(place_);
    }
    return recorder_.session();
}

Session Simulation::take_recording() {
    Session session = recording_so_far();
    recording_on_ = false;
    recorder_.clear();
    return session;
}

void Simulation::recover() {
    playing_ = false;
    replaying_ = false;
    std::erase_if(characters_, [](const auto& character) { return !character; });
    timeline_.remove_half_steps();
    if (timeline_.is_empty()) {
        is_beside_ = true;
        set_characters(instances_);
        return;
    }
    const std::uint64_t last = timeline_.span_from(0).last;
    recorder_.remove_after(last);
    show(std::clamp(place_, timeline_.span_from(0).first, last));
}

std::unique_ptr<SimulatedCharacter> Simulation::take_character(int id) {
    const auto found =
        std::ranges::find_if(characters_, [id](const auto& character) { return character && character->id() == id; });
    return found == characters_.end() ? nullptr : std::move(*found);
}

const SimulatedInstance* Simulation::instance(int id) const {
    const auto found = std::ranges::find(instances_, id, &SimulatedInstance::id);
    return found == instances_.end() ? nullptr : &*found;
}

// Characters that were present continue; new ones start at rest. Returns whether a model, a character or the order
// changed.
bool Simulation::set_characters(const std::vector<SimulatedInstance>& instances) {
    const std::uint64_t step = step_count();
    const Clock::time_point now = Clock::now();
    std::vector<std::unique_ptr<SimulatedCharacter>> next;
    bool changed = !std::ranges::equal(
        characters_, instances, {}, [](const auto& character) { return character->id(); }, &SimulatedInstance::id);
    for (const SimulatedInstance& instance : instances) {
        std::unique_ptr<SimulatedCharacter> character = take_character(instance.id);
        if (character) {
            changed = character->take_over(instance, now) || changed;
        } else {
            character = std::make_unique<SimulatedCharacter>(instance);
            character->count_from(step);
        }
        next.push_back(std::move(character));
    }
    characters_ = std::move(next);
    return changed;
}

// Restores the characters of a segment with their models of that time and the current controls.
void Simulation::set_characters(const TimelineSegment& segment) {
    std::vector<std::unique_ptr<SimulatedCharacter>> next;
    for (const Track& track : segment.tracks) {
        const LiveControls& then = track.history.controls(place_);
        const SimulatedInstance* now = instance(track.id);
        std::unique_ptr<SimulatedCharacter> character = take_character(track.id);
        if (!character || character->motion().character_ptr() != track.character) {
            character = std::make_unique<SimulatedCharacter>(
                SimulatedInstance{track.id, track.character, now ? now->controls : then});
        }
        character->go_to(track.history.keyframe(place_), then);
        next.push_back(std::move(character));
    }
    characters_ = std::move(next);
}

// Leaves the rewound state and continues with the current characters. Where the controls pose a rig differently than at
// that time, the rig jumps, and the jump adds no velocity.
void Simulation::return_to_now() {
    const TimelineSegment& segment = timeline_.segment_at(place_);
    for (const auto& character : characters_) {
        const Track* track = segment.track(character->id());
        const SimulatedInstance* now = instance(character->id());
        if (track && now && !is_posed_alike(track->history.controls(place_), now->controls)) {
            character->jump();
            is_beside_ = true;
        }
    }
    is_beside_ = set_characters(instances_) || is_beside_;
}

// If no character of the old scene remains, the timeline is cleared.
void Simulation::apply_order(SceneOrder order) {
    const bool is_known = std::ranges::any_of(
        order.instances, [this](const SimulatedInstance& it) { return instance(it.id) != nullptr; });
    instances_ = std::move(order.instances);
    if (!is_known) {
        timeline_.clear();
        is_rewound_ = false;
        replaying_ = false;
        set_characters(instances_);
        simulated_to_ = Clock::now();
        apply_order(TimeOrder{});
    } else if (is_rewound_ && !is_beside_) {
        return_to_now();
    } else {
        is_beside_ = set_characters(instances_) || is_beside_;
    }
}

void Simulation::apply_order(ControlsOrder order) {
    for (SimulatedInstance& instance : instances_) {
        if (instance.id == order.id) {
            instance.controls = order.controls;
        }
    }
    for (const auto& character : characters_) {
        if (character->id() == order.id) {
            character->set_controls(std::move(order.controls), !playing_);
            return;
        }
    }
}

void Simulation::apply_order(PlayOrder order) {
    playing_ = order.play;
    replaying_ = false;
    simulated_to_ = Clock::now();
    watched_from_ = simulated_to_;
    steps_watched_ = 0;
}

void Simulation::apply_order(StepOrder) {
    playing_ = false;
    replaying_ = false;
    if (!characters_.empty()) {
        take_step();
    }
}

void Simulation::apply_order(TimeOrder order) {
    if (is_rewound_ && !is_beside_) {
        set_characters(instances_);
    }
    for (const auto& character : characters_) {
        character->start_again(order.later);
    }
    is_beside_ = true;
    from_rest_ = from_rest_ && order.later == 0.0;
}

void Simulation::apply_order(RewindOrder order) {
    ++rewinds_applied_;
    if (timeline_.is_empty()) {
        return;
    }
    const TimelineSpan span = timeline_.span_from(place_);
    playing_ = false;
    show(std::clamp(order.place, span.first, span.last));
}

void Simulation::apply_order(ReplayOrder) {
    if (timeline_.is_empty()) {
        return;
    }
    const TimelineSpan span = timeline_.span_from(place_);
    show(is_beside_ || place_ >= span.last ? span.first : place_);
    apply_order(PlayOrder{true});
    replaying_ = true;
}

void Simulation::apply_order(TimelineOrder order) {
    timeline_ = *order.timeline;
    playing_ = false;
    show(timeline_.span_from(0).first);
}

// Shows the keyframe at that place; the next step continues from it.
void Simulation::show(std::uint64_t place) {
    replaying_ = false;
    place_ = place;
    set_characters(timeline_.segment_at(place_));
    is_rewound_ = true;
    is_beside_ = false;
    from_rest_ = false;
}

void Simulation::show_next() {
    const bool is_over = !timeline_.holds(place_ + 1);
    if (!is_over) {
        show(place_ + 1);
    }
    replaying_ = !is_over;
    playing_ = !is_over;
    replays_ended_ += is_over ? 1 : 0;
}

void Simulation::apply_order(SpeedOrder order) {
    speed_ = std::max(order.speed, 1e-3);
    simulated_to_ = Clock::now();
}

void Simulation::apply_order(RecordOrder) {
    apply_order(TimeOrder{});
    recorder_.clear();
    recording_on_ = !characters_.empty();
    from_rest_ = recording_on_;
}

void Simulation::apply_order(ExcerptOrder) {
    if (!characters_.empty()) {
        if (timeline_.is_empty()) {
            make_ready();
        }
        excerpts_.push_back(excerpt_up_to_now());
    }
}

void Simulation::take_step() {
    make_ready();
    TimelineSegment& segment = timeline_.newest();
    pool_.for_each(characters_.size(), [&](std::size_t i) {
        characters_[i]->step(segment.tracks[i].history, recording_on_ ? &recorder_.recorder(i) : nullptr);
    });
    timeline_.trim();
    place_ = timeline_.newest().last();
    if (!take_sample()) {
        playing_ = false;
        excerpts_.push_back(excerpt_up_to_now());
        excerpts_.back().failed = true;
        return;
    }
    ++steps_watched_;
}

// Prepares the next step: removes what was rewound, and begins a new segment if the step does not continue the current
// one.
void Simulation::make_ready() {
    if (is_rewound_) {
        if (!is_beside_) {
            return_to_now();
        }
        timeline_.remove_after(place_);
        recorder_.remove_after(place_);
        is_rewound_ = false;
    }
    const bool begins = is_beside_ || timeline_.is_empty();
    if (recording_on_ && (begins || recorder_.is_empty())) {
        begin_recorded_segment(begins ? timeline_.next_place() : place_);
    }
    if (begins) {
        begin_segment();
    }
}

// The first segment starts at rest in the pose of the controls of its first step, all others at the keyframe.
void Simulation::begin_recorded_segment(std::uint64_t place) {
    std::vector<SessionRecorder::SegmentWriter> writers;
    for (const auto& character : characters_) {
        writers.push_back({blank_recording(character->id(), character->motion().character()),
                           from_rest_ ? character->recorder_from_rest() : Recorder::from(character->motion())});
    }
    recorder_.begin(place, std::move(writers));
    from_rest_ = false;
}

void Simulation::begin_segment() {
    place_ = timeline_.next_place();
    std::vector<Track> tracks;
    for (const auto& character : characters_) {
        const Motion& motion = character->motion();
        tracks.push_back({character->id(), motion.character_ptr(), {place_, motion.keyframe(), character->controls()}});
    }
    timeline_.begin(std::move(tracks));
    is_beside_ = false;
}

// Returns whether all numbers are finite.
bool Simulation::take_sample() {
    StepSample all;
    for (const auto& character : characters_) {
        const StepReport& report = character->report();
        if (report.status == StepStatus::not_finite) {
            return false;
        }
        all.microseconds += 1e6 * character->motion().step_seconds();
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

Session Simulation::excerpt_up_to_now() const {
    Session session = timeline_.session(place_);
    for (Segment& segment : session.segments) {
        for (CharacterRecording& character : segment.characters) {
            character.recording.instruction_set = name_of(characters_.front()->motion().instruction_set());
        }
    }
    return session;
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
