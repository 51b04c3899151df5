// SPDX-License-Identifier: MIT
#include "app/simulation/timeline.h"

#include "app/character/character.h"
#include "app/character/switched_loads.h"
#include "app/motion/loop_lengths.h"

#include <algorithm>
#include <set>
#include <utility>

namespace limber::app {
namespace {

std::size_t bytes_of(const TimelineSegment& segment) {
    std::size_t stored_state = 0;
    for (const Track& track : segment.tracks) {
        stored_state += track.history.bytes_per_state();
    }
    return stored_state * static_cast<std::size_t>(segment.last() - segment.first() + 1);
}

// Simulated seconds of the steps. Resets and seeks turn the clock back only between segments.
double seconds_between(const TimelineSegment& segment, std::uint64_t from, std::uint64_t to) {
    const MotionHistory& history = segment.tracks.front().history;
    return from < to ? history.time(to) - history.time(from) : 0.0;
}

std::size_t bytes_of(const LoadMixture& mixture) {
    Index doubles = 0;
    for (const LoadDistribution& loads : mixture.components) {
        doubles += loads.blocks.size() + loads.patterns.size() + loads.mean.size();
    }
    return sizeof(double) * static_cast<std::size_t>(doubles);
}

// Estimates the memory that grows with the mesh; the drawn skin takes about the same again. A body that switches
// between loads has one more for each.
std::size_t bytes_of(const Character& it) {
    const Index modes = it.modes ? it.modes->W.cols() : 0;
    const Index a_vertex = 10 + it.rig.W.cols() + 3 * it.rig.target_count() + modes;
    const Index a_tet = 8;
    const Index doubles = a_vertex * it.vertex_count() + a_tet * it.mesh.tet_count();
    std::size_t bytes = 2 * sizeof(double) * static_cast<std::size_t>(doubles);
    if (it.switched) {
        bytes += bytes_of(it.switched->mixture);
        for (const SwitchedLoads::Component& one : it.switched->components) {
            bytes += bytes_of(*one.character);
        }
    }
    return bytes;
}

// What a character plays, after a step.
struct PlayedStep {
    double clip_time = 0.0; // [s]
    double speed = 0.0;     // in the step; negative: backwards
};

// The frames in which what plays has started again: its time has changed against the direction of its speed.
std::vector<std::size_t> starts_in(const std::vector<PlayedStep>& steps) {
    std::vector<std::size_t> starts;
    for (std::size_t frame = 1; frame < steps.size(); ++frame) {
        const double change = steps[frame].clip_time - steps[frame - 1].clip_time;
        if (change * steps[frame].speed < 0.0) {
            starts.push_back(frame);
        }
    }
    return starts;
}

} // namespace

const Track* TimelineSegment::track(int id) const {
    const auto found = std::ranges::find(tracks, id, &Track::id);
    return found == tracks.end() ? nullptr : &*found;
}

std::uint64_t Timeline::next_place() const {
    if (is_empty()) {
        return 0;
    }
    const TimelineSegment& segment = segments_.back();
    return segment.first() == segment.last() ? segment.first() : segment.last() + 1;
}

void Timeline::begin(std::vector<Track> tracks) {
    EXPECTS(!tracks.empty() && tracks.front().history.first() == next_place());
    if (!is_empty() && segments_.back().first() == segments_.back().last()) {
        segments_.pop_back();
    }
    segments_.push_back({std::move(tracks)});
    remove_old_models();
    trim();
}

void Timeline::assign_ids(const std::vector<int>& ids) {
    for (TimelineSegment& segment : segments_) {
        for (Track& track : segment.tracks) {
            const auto number = static_cast<std::size_t>(track.id);
            track.id = number < ids.size() ? ids[number] : -1 - track.id;
        }
    }
}

bool Timeline::is_too_much() const {
    std::size_t bytes = 0;
    for (const TimelineSegment& segment : segments_) {
        bytes += bytes_of(segment);
    }
    const std::size_t room = segments_.back().tracks.size() > 1 ? limits_.bytes_of_many : limits_.bytes_of_one;
    return bytes > room || segments_.back().last() - segments_.front().first() >= limits_.stored_states;
}

void Timeline::trim() {
    while (segments_.front().first() < segments_.back().last() && is_too_much()) {
        remove_first();
    }
}

void Timeline::remove_first() {
    if (segments_.front().first() == segments_.front().last()) {
        segments_.pop_front();
        return;
    }
    TimelineSegment& oldest = segments_.front();
    oldest.removed_seconds += seconds_between(oldest, oldest.first(), oldest.first() + 1);
    for (Track& track : oldest.tracks) {
        track.history.remove_first();
    }
}

void Timeline::remove_old_models() {
    std::set<const Character*> seen;
    for (const Track& track : segments_.back().tracks) {
        seen.insert(track.character.get());
    }
    std::size_t bytes = 0;
    std::size_t kept = segments_.size() - 1;
    while (kept > 0) {
        for (const Track& track : segments_[kept - 1].tracks) {
            bytes += seen.insert(track.character.get()).second ? bytes_of(*track.character) : 0;
        }
        if (bytes > limits_.bytes_of_old_models) {
            break;
        }
        --kept;
    }
    segments_.erase(segments_.begin(), segments_.begin() + static_cast<std::ptrdiff_t>(kept));
}

void Timeline::remove_after(std::uint64_t place) {
    EXPECTS(holds(place));
    while (segments_.back().first() > place) {
        segments_.pop_back();
    }
    for (Track& track : segments_.back().tracks) {
        track.history.remove_after(place);
    }
}

void Timeline::remove_half_steps() {
    if (is_empty()) {
        return;
    }
    const auto last_of = [](const Track& track) {
        return track.history.last();
    };
    remove_after(last_of(*std::ranges::min_element(segments_.back().tracks, {}, last_of)));
}

const TimelineSegment& Timeline::segment_at(std::uint64_t place) const {
    EXPECTS(holds(place));
    const auto later =
        std::upper_bound(segments_.begin(), segments_.end(), place,
                         [](std::uint64_t at, const TimelineSegment& segment) { return at < segment.first(); });
    return *std::prev(later);
}

TimelineSpan Timeline::span_from(std::uint64_t place) const {
    TimelineSpan span;
    if (is_empty()) {
        return span;
    }
    span.first = segments_.front().first();
    span.last = segments_.back().last();
    span.place = place;
    for (const TimelineSegment& segment : segments_) {
        span.seconds += seconds_between(segment, segment.first(), segment.last());
        span.seconds_back += seconds_between(segment, std::max(place, segment.first()), segment.last());
    }
    if (holds(place)) {
        const TimelineSegment& motion = segment_at(place);
        span.motion_steps = place - motion.first();
        span.motion_seconds = seconds_between(motion, motion.first(), place);
        span.removed_seconds = motion.removed_seconds;
    }
    return span;
}

Session Timeline::session(std::uint64_t place) const {
    EXPECTS(holds(place));
    Session session;
    for (const TimelineSegment& segment : segments_) {
        const std::uint64_t end = std::min(place, segment.last());
        const bool is_last = place <= segment.last();
        if (end > segment.first() || (is_last && session.segments.empty())) {
            Segment& written = session.segments.emplace_back();
            for (const Track& track : segment.tracks) {
                written.characters.push_back(blank_recording(track.id, *track.character));
                written.characters.back().recording = track.history.recording(end);
            }
        }
        if (is_last) {
            break;
        }
    }
    return session;
}

SceneFrames Timeline::frames(std::uint64_t place, const std::vector<int>& ids) const {
    const TimelineSegment& segment = segment_at(place);
    std::vector<const Track*> tracks;
    SceneFrames motion;
    motion.removed_seconds = segment.removed_seconds;
    for (const int id : ids) {
        const Track* track = tracks.emplace_back(segment.track(id));
        EXPECTS(track);
        motion.ids.push_back(id);
        motion.characters.push_back(track->character);
        motion.loop_seconds.push_back(seconds_of_loop(*track->character, track->history.controls(place)));
    }
    // Where nothing loops any more, the first character may have looped.
    const std::size_t looping = first_that_loops(motion.loop_seconds).value_or(0);
    std::vector<PlayedStep> played; // of that character
    for (std::uint64_t at = segment.first(); at <= place; ++at) {
        SceneFrame frame;
        for (const Track* track : tracks) {
            StoredState stored = track->history.stored_state(at);
            if (track == tracks[looping]) {
                played.push_back({stored.playhead.clip_time, track->history.controls(at).clip_speed});
            }
            frame.states.push_back(std::move(stored.state));
            frame.rig_discontinuities.push_back(stored.rig_discontinuity);
        }
        motion.frames.push_back(std::make_shared<const SceneFrame>(std::move(frame)));
        motion.times.push_back(segment.tracks.front().history.time(at));
    }
    motion.loop_starts = starts_in(played);
    return motion;
}

} // namespace limber::app
