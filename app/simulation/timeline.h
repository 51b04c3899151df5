// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/motion_history.h"
#include "app/motion/scene_frames.h"
#include "app/recording/session.h"
#include "app/simulation/snapshot.h"

#include <deque>
#include <vector>

/// Stores the last seconds of the scene for rewinding, across resets, seeks, model swaps and changes of the characters.
///
/// The timeline is a list of segments. Within one segment the models are the same and only steps are taken; after any
/// other event the next step begins a new segment. Each stored state has a place, counted through all segments. The
/// first stored state of a segment is not a step of the previous segment. The oldest stored states are removed for the
/// newest. A model lives as long as a segment holds it; old segments are removed early when the models that only they
/// hold take too much memory.
namespace limber::app {

/// One character in one segment.
struct Track {
    int id = 0; // of the character
    CharacterPtr character;
    MotionHistory history;
};

/// All of its tracks hold the same places. Never empty.
struct TimelineSegment {
    std::vector<Track> tracks;
    double removed_seconds = 0.0; // [s] of its oldest steps, which were removed for newer ones

    std::uint64_t first() const {
        return tracks.front().history.first();
    }
    std::uint64_t last() const {
        return tracks.front().history.last();
    }
    /// Returns null if the character is not in this segment.
    const Track* track(int id) const;
};

struct TimelineLimits {
    std::size_t stored_states = 3600;                    // a minute at 60 steps a second
    std::size_t bytes_of_one = std::size_t{64} << 20U;   // of stored states, with one character
    std::size_t bytes_of_many = std::size_t{256} << 20U; // with several characters
    std::size_t bytes_of_old_models = std::size_t{512}
                                      << 20U; // models that the newest segment does not use; an estimate
};

class Timeline {
public:
    explicit Timeline(TimelineLimits limits = {}) : limits_(limits) {}

    bool is_empty() const {
        return segments_.empty();
    }
    void clear() {
        segments_.clear();
    }
    /// Begins a segment with stored states of the next place. A previous segment without a step is removed.
    void begin(std::vector<Track> tracks);
    std::uint64_t next_place() const;
    /// Renames the characters, which were counted from 0; additional ones get unused ids.
    void assign_ids(const std::vector<int>& ids);
    /// The segment to whose tracks the next steps are added.
    TimelineSegment& newest() {
        return segments_.back();
    }
    /// Removes stored states above the limits, oldest first; one always remains.
    void trim();
    /// Removes all stored states after that place. Preconditions: holds(place).
    void remove_after(std::uint64_t place);
    /// Removes a step that not all characters completed because one of them threw.
    void remove_half_steps();

    bool holds(std::uint64_t place) const {
        return !is_empty() && place >= segments_.front().first() && place <= segments_.back().last();
    }
    /// Preconditions: holds(place).
    const TimelineSegment& segment_at(std::uint64_t place) const;
    /// Returns the range of the timeline, seen from one of its places.
    TimelineSpan span_from(std::uint64_t place) const;
    /// Returns the session from the oldest stored state to this place; at least one segment. Preconditions:
    /// holds(place).
    Session session(std::uint64_t place) const;
    /// Returns the motion of these characters in the segment that holds this place, up to it. Preconditions:
    /// holds(place), and the segment has all of them.
    SceneFrames frames(std::uint64_t place, const std::vector<int>& ids) const;

private:
    bool is_too_much() const;
    void remove_first();
    void remove_old_models();

    TimelineLimits limits_;
    std::deque<TimelineSegment> segments_;
};

} // namespace limber::app
