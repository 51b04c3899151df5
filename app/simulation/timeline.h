#pragma once

#include "app/motion/motion_history.h"
#include "app/recording/session.h"
#include "app/simulation/snapshot.h"

#include <deque>
#include <vector>

/// The last seconds of the stage, to go back to, through resets, seeks, new models, and others who were there.
///
/// It is a row of acts. In one act the same models are on the stage and nothing but steps is taken; whatever else
/// happens begins the next act with the next step. Every moment has a place, counted through all acts; the first moment
/// of an act is no step of the last one of the act before. The oldest moments make room for the newest; a model lives
/// for as long as an act holds it, and old acts go early where the models that only they hold take too much.
namespace limber::app {

/// One actor in one act.
struct Track {
    int actor = 0; // its id
    CharacterPtr character;
    MotionHistory history;
};

/// All of its lanes hold the same places. Never empty.
struct TimelineSegment {
    std::vector<Track> tracks;

    std::uint64_t first() const {
        return tracks.front().history.first();
    }
    std::uint64_t last() const {
        return tracks.front().history.last();
    }
    /// Null: it was not there.
    const Track* track(int actor) const;
};

struct TimelineLimits {
    std::size_t moments = 3600;                                // a minute at 60 steps a second
    std::size_t bytes_of_one = std::size_t{64} << 20U;         // of moments, where one actor is on the stage
    std::size_t bytes_of_many = std::size_t{256} << 20U;       // where there are several
    std::size_t bytes_of_old_models = std::size_t{512} << 20U; // that the newest act has not, as estimated
};

class Timeline {
public:
    explicit Timeline(TimelineLimits limits = {}) : limits_(limits) {}

    bool is_empty() const {
        return segments_.empty();
    }
    void forget_all() {
        segments_.clear();
    }
    /// A new act, from moments of the next place. An act before it in which no step was taken is no act.
    void begin(std::vector<Track> tracks);
    std::uint64_t next_place() const;
    /// Another name for each actor, which were counted from 0; for those that are more, none that anybody has.
    void call(const std::vector<int>& actors);
    /// To which the next steps are noted, lane by lane.
    TimelineSegment& newest() {
        return segments_.back();
    }
    /// What is too much, from the oldest moment on; one is always held.
    void trim();
    /// What came after that place never happened. Preconditions: holds(place).
    void forget_after(std::uint64_t place);
    /// A step that not all of its actors came through, because one of them threw, never happened.
    void forget_half_steps();

    bool holds(std::uint64_t place) const {
        return !is_empty() && place >= segments_.front().first() && place <= segments_.back().last();
    }
    /// Preconditions: holds(place).
    const TimelineSegment& act_at(std::uint64_t place) const;
    /// The span that can be gone back to, seen from one of its places.
    TimelineSpan span_from(std::uint64_t place) const;
    /// What led from the oldest moment to this one; at least one segment. Preconditions: holds(place).
    Session session(std::uint64_t place) const;

private:
    bool is_too_much() const;
    void forget_first();
    void forget_old_models();

    TimelineLimits limits_;
    std::deque<TimelineSegment> segments_;
};

} // namespace limber::app
