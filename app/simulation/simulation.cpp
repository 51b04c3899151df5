// SPDX-License-Identifier: MIT
#include "app/simulation/simulation.h"

#include "app/motion/obstacle_carrying.h"
#include "app/simulation/shown_obstacles.h"

#include <algorithm>
#include <span>
#include <utility>

namespace limber::app {
namespace {

using Seconds = std::chrono::duration<double>;

constexpr double catch_up_seconds = 0.05; // a larger lag is dropped
constexpr std::chrono::milliseconds comparison_nap(1);
constexpr std::chrono::milliseconds warm_up_slice(20); // between two looks at requests

} // namespace

bool Simulation::is_fading() const {
    return std::ranges::any_of(characters_, [](const auto& character) { return character->is_fading(); });
}

double Simulation::time_step() const {
    return characters_.empty() ? 1.0 / 60.0 : characters_.front()->controls().time_step;
}

std::uint64_t Simulation::step_count() const {
    return characters_.empty() ? 0 : characters_.front()->step_count();
}

bool Simulation::is_warming_up() const {
    return std::ranges::any_of(characters_, [](const auto& character) { return character->is_warming_up(); });
}

void Simulation::warm_up() {
    const Clock::time_point until = Clock::now() + warm_up_slice;
    pool_.for_each(characters_.size(), [&](std::size_t i) { characters_[i]->warm_up_until(until); });
    if (!is_warming_up()) {
        end_warm_up();
    }
}

void Simulation::end_warm_up() {
    comparison_.put(characters_);
    clock_.start_watching();
    for (int steps = std::exchange(steps_waiting_, 0); steps > 0; --steps) {
        take_step(Clock::now());
    }
}

void Simulation::run_to(Clock::time_point now) {
    if (is_warming_up() && !replaying_) {
        return;
    }
    const double h = clock_.seconds_of(time_step());
    const Clock::time_point start = Clock::now();
    while (playing_ && !is_waiting() && clock_.behind(now) >= h &&
           Seconds(Clock::now() - start).count() < catch_up_seconds) {
        replaying_ ? show_next() : take_step(clock_.simulated_to());
        clock_.advance(h);
    }
    if (clock_.behind(now) > std::max(h, catch_up_seconds)) {
        clock_.skip_to(now);
    }
    clock_.watch(now, time_step());
}

Simulation::Clock::time_point Simulation::next_due() const {
    return is_waiting() ? Clock::now() + comparison_nap : clock_.next_due(time_step());
}

bool Simulation::is_waiting() const {
    return !replaying_ && comparison_.is_waiting();
}

void Simulation::catch_up_on_swaps() {
    for (const auto& character : characters_) {
        cursor_.is_beside = character->catch_up_on_swaps(Clock::now()) || cursor_.is_beside;
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
    TimelineSpan span = timeline_.span_from(cursor_.place);
    span.is_beside = cursor_.is_beside;
    span.rewinds_applied = cursor_.rewinds_applied;
    span.replays_ended = cursor_.replays_ended;
    std::vector<Snapshot> all;
    for (const auto& character : characters_) {
        Snapshot& shown = all.emplace_back(character->snapshot());
        shown.timeline = span;
        shown.playing = playing_;
        shown.speed_reached = clock_.speed_reached();
    }
    place_carried_obstacles(all);
    return all;
}

// A recording that has begun starts where the warm-up ends.
Session Simulation::recording_so_far() {
    apply_request(SkipWarmUpRequest{});
    if (recorder_.is_on() && recorder_.is_empty()) {
        begin_recorded_segment(cursor_.place);
    }
    return recorder_.session();
}

Session Simulation::take_recording() {
    Session session = recording_so_far();
    recorder_.end();
    return session;
}

void Simulation::recover() {
    playing_ = false;
    replaying_ = false;
    steps_waiting_ = 0;
    std::erase_if(characters_, [](const auto& character) { return !character; });
    for (const auto& character : characters_) {
        character->skip_warm_up();
    }
    timeline_.remove_half_steps();
    if (timeline_.is_empty()) {
        cursor_.is_beside = true;
        set_characters(instances_);
        return;
    }
    const std::uint64_t last = timeline_.span_from(0).last;
    recorder_.remove_after(last);
    show(std::clamp(cursor_.place, timeline_.span_from(0).first, last));
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
        const LiveControls& then = track.history.controls(cursor_.place);
        const SimulatedInstance* now = instance(track.id);
        std::unique_ptr<SimulatedCharacter> character = take_character(track.id);
        if (!character || character->motion().character_ptr() != track.character) {
            SimulatedInstance anew{track.id, track.character, now ? now->controls : then};
            anew.rigid = now ? now->rigid : std::nullopt;
            character = std::make_unique<SimulatedCharacter>(std::move(anew));
        }
        character->go_to(track.history.stored_state(cursor_.place), then);
        next.push_back(std::move(character));
    }
    characters_ = std::move(next);
}

// Leaves the rewound state and continues with the current characters. Where the controls pose a rig differently than at
// that time, the rig jumps, and the jump adds no velocity.
void Simulation::return_to_now(const TimelineSegment& left) {
    for (const auto& character : characters_) {
        const Track* track = left.track(character->id());
        const SimulatedInstance* now = instance(character->id());
        if (track && now && character->is_posed_otherwise(now->controls, track->history.controls(cursor_.place))) {
            character->jump();
            cursor_.is_beside = true;
        }
    }
    cursor_.is_beside = set_characters(instances_) || cursor_.is_beside;
}

// If no character of the old scene remains, the timeline is cleared.
void Simulation::apply_request(SceneRequest request) {
    const bool is_known = std::ranges::any_of(
        request.instances, [this](const SimulatedInstance& it) { return instance(it.id) != nullptr; });
    instances_ = std::move(request.instances);
    if (!is_known) {
        timeline_.clear();
        before_throw_.reset();
        cursor_.is_rewound = false;
        replaying_ = false;
        set_characters(instances_);
        clock_.start();
        apply_request(TimeRequest{});
    } else if (cursor_.is_rewound && !cursor_.is_beside) {
        return_to_now(timeline_.segment_at(cursor_.place));
    } else {
        cursor_.is_beside = set_characters(instances_) || cursor_.is_beside;
    }
}

void Simulation::apply_request(ControlsRequest request) {
    for (SimulatedInstance& instance : instances_) {
        if (instance.id == request.id) {
            instance.controls = request.controls;
        }
    }
    for (const auto& character : characters_) {
        if (character->id() == request.id) {
            character->set_controls(std::move(request.controls), !playing_);
            return;
        }
    }
}

void Simulation::apply_request(PlayRequest request) {
    playing_ = request.play;
    replaying_ = false;
    clock_.start_watching();
}

void Simulation::apply_request(StepRequest) {
    playing_ = false;
    replaying_ = false;
    if (is_warming_up()) {
        ++steps_waiting_;
    } else if (!characters_.empty()) {
        take_step(Clock::now());
    }
}

void Simulation::apply_request(SkipWarmUpRequest) {
    if (!is_warming_up()) {
        return;
    }
    for (const auto& character : characters_) {
        character->skip_warm_up();
    }
    end_warm_up();
}

void Simulation::apply_request(TimeRequest request) {
    if (cursor_.is_rewound && !cursor_.is_beside) {
        set_characters(instances_);
    }
    steps_waiting_ = 0;
    for (const auto& character : characters_) {
        character->start_again(request.later);
    }
    cursor_.is_beside = true;
    comparison_.put(characters_);
    if (request.later != 0.0) {
        recorder_.has_left_rest();
    }
}

void Simulation::apply_request(RewindRequest request) {
    ++cursor_.rewinds_applied;
    if (timeline_.is_empty()) {
        return;
    }
    const TimelineSpan span = timeline_.span_from(cursor_.place);
    playing_ = false;
    show(std::clamp(request.place, span.first, span.last));
}

void Simulation::apply_request(ReplayRequest) {
    if (timeline_.is_empty()) {
        return;
    }
    const TimelineSpan span = timeline_.span_from(cursor_.place);
    show(cursor_.is_beside || cursor_.place >= span.last ? span.first : cursor_.place);
    apply_request(PlayRequest{true});
    replaying_ = true;
}

void Simulation::apply_request(TimelineRequest request) {
    timeline_ = *request.timeline;
    playing_ = false;
    show(timeline_.span_from(0).first);
}

// Shows the stored state at that place; the next step continues from it.
void Simulation::show(std::uint64_t place) {
    replaying_ = false;
    steps_waiting_ = 0;
    cursor_.place = place;
    set_characters(timeline_.segment_at(cursor_.place));
    cursor_.is_rewound = true;
    cursor_.is_beside = false;
    comparison_.put(characters_);
    recorder_.has_left_rest();
}

void Simulation::show_next() {
    const bool is_over = !timeline_.holds(cursor_.place + 1);
    if (!is_over) {
        show(cursor_.place + 1);
    }
    replaying_ = !is_over;
    playing_ = !is_over;
    cursor_.replays_ended += is_over ? 1 : 0;
}

void Simulation::apply_request(SpeedRequest request) {
    clock_.set_speed(request.speed);
}

void Simulation::apply_request(RecordRequest) {
    apply_request(TimeRequest{});
    if (characters_.empty()) {
        recorder_.end();
    } else {
        recorder_.start();
    }
}

void Simulation::apply_request(ExcerptRequest) {
    if (!characters_.empty()) {
        if (timeline_.is_empty()) {
            make_ready();
        }
        excerpts_.push_back(excerpt_up_to_now());
    }
}

void Simulation::apply_request(const FramesRequest& request) {
    const bool has_motion = !cursor_.is_beside && timeline_.holds(cursor_.place);
    request.frames->set_value(has_motion ? frames_shown() : SceneFrames{});
}

// The motion of the enabled characters, blended as it is shown now.
SceneFrames Simulation::frames_shown() const {
    std::vector<int> ids;
    std::vector<double> dynamics;
    for (const auto& character : characters_) {
        if (character->controls().is_enabled) {
            ids.push_back(character->id());
            dynamics.push_back(character->controls().dynamics);
        }
    }
    SceneFrames frames = timeline_.frames(cursor_.place, ids);
    frames.dynamics = std::move(dynamics);
    return frames;
}

void Simulation::apply_request(CompareRequest request) {
    comparison_ = ComparisonLead(request.id, std::move(request.comparison));
}

void Simulation::apply_request(DriveRequest request) {
    drive_ = std::move(request);
}

// A replay ends, because its next state would remove the throw.
void Simulation::apply_request(const ThrowRequest& request) {
    replaying_ = false;
    if (!request.is_repeated) {
        before_throw_ =
            is_warming_up() || characters_.empty() ? std::nullopt : std::optional(TimelineSegment{tracks_from(0)});
    } else if (before_throw_) {
        return_to_throw();
    } else {
        apply_request(TimeRequest{});
    }
    for (const auto& character : characters_) {
        if (character->id() == request.id) {
            character->throw_next(request.thrown);
        }
    }
}

// The timeline may not hold that state any more: it was rewound, or the throw is long ago.
void Simulation::return_to_throw() {
    steps_waiting_ = 0;
    const std::uint64_t place = std::exchange(cursor_.place, 0);
    set_characters(*before_throw_);
    return_to_now(*before_throw_);
    cursor_.place = place;
    cursor_.is_beside = true;
    comparison_.put(characters_);
    recorder_.has_left_rest();
}

void Simulation::take_step(Clock::time_point at) {
    const bool continues = !cursor_.is_beside && !cursor_.is_rewound;
    make_ready();
    comparison_.before_step(characters_, continues);
    step_rigid_bodies();
    drive_characters(at);
    carry_obstacles();
    TimelineSegment& segment = timeline_.newest();
    pool_.for_each(characters_.size(), [&](std::size_t i) {
        characters_[i]->step(segment.tracks[i].history, recorder_.is_on() ? &recorder_.recorder(i) : nullptr);
    });
    timeline_.trim();
    cursor_.place = timeline_.newest().last();
    comparison_.after_step(characters_);
    if (!take_sample()) {
        playing_ = false;
        excerpts_.push_back(excerpt_up_to_now());
        excerpts_.back().failed = true;
        return;
    }
    clock_.count_step();
}

// As in SceneMotion, the gravity and the obstacles of the first character that one carries are those of all bodies.
void Simulation::step_rigid_bodies() {
    std::vector<MovingRigidBody> bodies;
    const SimulatedCharacter* first = nullptr;
    for (const auto& character : characters_) {
        const auto body = bodies.size() < rigid_bodies_max ? character->begin_rigid_step() : std::nullopt;
        if (body) {
            bodies.push_back(*body);
            first = first ? first : character.get();
        }
    }
    if (first) {
        step(bodies, first->touched(), first->controls().gravity, time_step());
    }
}

void Simulation::drive_characters(Clock::time_point at) {
    const LiveDrive none;
    for (const auto& character : characters_) {
        const bool is_driven = character->id() == drive_.id;
        character->begin_step(is_driven ? drive_.drive : none, at); // no copy: the drive has a state
    }
}

// Places the obstacles that bones carry in the next step.
void Simulation::carry_obstacles() {
    const auto has_carried = [](const auto& character) {
        return character->obstacles() && has_carriers(*character->obstacles());
    };
    const bool are_any = std::ranges::any_of(characters_, has_carried);
    std::vector<CarryingCharacter> carrying;
    for (const auto& character : are_any ? std::span(characters_) : std::span<std::unique_ptr<SimulatedCharacter>>()) {
        character->pose_next();
        const Motion& motion = character->motion();
        carrying.push_back({character->id(), &motion.character().rig.skeleton, &motion.pose(), &motion.pose_before()});
    }
    for (const auto& character : characters_) {
        character->set_carried(has_carried(character) ? carried_in_step(*character->obstacles(), carrying)
                                                      : std::vector<CarriedObstacle>());
    }
}

// Prepares the next step: removes what was rewound, and begins a new segment if the step does not continue the current
// one.
void Simulation::make_ready() {
    if (cursor_.is_rewound) {
        if (!cursor_.is_beside) {
            return_to_now(timeline_.segment_at(cursor_.place));
        }
        timeline_.remove_after(cursor_.place);
        recorder_.remove_after(cursor_.place);
        cursor_.is_rewound = false;
    }
    for (const auto& character : characters_) {
        cursor_.is_beside = character->jump_if_moved() || cursor_.is_beside;
    }
    const bool begins = cursor_.is_beside || timeline_.is_empty();
    if (recorder_.is_on() && (begins || recorder_.is_empty())) {
        begin_recorded_segment(begins ? timeline_.next_place() : cursor_.place);
    }
    if (begins) {
        begin_segment();
    }
}

// The first segment starts at rest in the pose of the controls of its first step, all others at the stored state.
void Simulation::begin_recorded_segment(std::uint64_t place) {
    std::vector<SessionRecorder::SegmentWriter> writers;
    for (const auto& character : characters_) {
        // A driven one does not start in the pose of the controls of its first step.
        const bool is_driven = drive_.drive && character->id() == drive_.id;
        writers.push_back({blank_recording(character->id(), character->motion().character()),
                           recorder_.starts_at_rest() && !is_driven ? character->recorder_from_rest()
                                                                    : Recorder::from(character->motion())});
    }
    recorder_.begin(place, std::move(writers));
    recorder_.has_left_rest();
}

void Simulation::begin_segment() {
    cursor_.place = timeline_.next_place();
    timeline_.begin(tracks_from(cursor_.place));
    cursor_.is_beside = false;
}

// Those of a segment that begins with the current state.
std::vector<Track> Simulation::tracks_from(std::uint64_t place) const {
    std::vector<Track> tracks;
    for (const auto& character : characters_) {
        const Motion& motion = character->motion();
        tracks.push_back(
            {character->id(), motion.character_ptr(), {place, character->stored_state(), character->posed_controls()}});
    }
    return tracks;
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
    Session session = timeline_.session(cursor_.place);
    for (Segment& segment : session.segments) {
        for (CharacterRecording& character : segment.characters) {
            character.recording.instruction_set = name_of(characters_.front()->motion().instruction_set());
        }
    }
    return session;
}

} // namespace limber::app
