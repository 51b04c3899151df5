#include "app/scene/past.h"

#include "app/scene/character.h"

#include <algorithm>
#include <set>
#include <utility>

namespace limber::app {
namespace {

std::size_t bytes_of(const Act& act) {
    std::size_t moment = 0;
    for (const Lane& lane : act.lanes) {
        moment += lane.history.bytes_a_moment();
    }
    return moment * static_cast<std::size_t>(act.last() - act.first() + 1);
}

// Seconds that its steps took; a reset or a seek turns the clock back only between two acts.
double seconds_between(const Act& act, std::uint64_t from, std::uint64_t to) {
    const MotionHistory& history = act.lanes.front().history;
    return from < to ? history.time(to) - history.time(from) : 0.0;
}

// What grows with its mesh; the skin that is drawn takes about as much again.
std::size_t bytes_of(const Character& it) {
    const Index modes = it.modes ? it.modes->W.cols() : 0;
    const Index a_vertex = 10 + it.rig.W.cols() + modes;
    const Index a_tet = 8;
    const Index doubles = a_vertex * it.vertex_count() + a_tet * it.mesh.tet_count();
    return 2 * sizeof(double) * static_cast<std::size_t>(doubles);
}

} // namespace

const Lane* Act::lane(int actor) const {
    const auto found = std::ranges::find(lanes, actor, &Lane::actor);
    return found == lanes.end() ? nullptr : &*found;
}

std::uint64_t Past::next_place() const {
    if (is_empty()) {
        return 0;
    }
    const Act& act = acts_.back();
    return act.first() == act.last() ? act.first() : act.last() + 1;
}

void Past::begin(std::vector<Lane> lanes) {
    EXPECTS(!lanes.empty() && lanes.front().history.first() == next_place());
    if (!is_empty() && acts_.back().first() == acts_.back().last()) {
        acts_.pop_back();
    }
    acts_.push_back({std::move(lanes)});
    forget_old_models();
    trim();
}

void Past::call(const std::vector<int>& actors) {
    for (Act& act : acts_) {
        for (Lane& lane : act.lanes) {
            const auto number = static_cast<std::size_t>(lane.actor);
            lane.actor = number < actors.size() ? actors[number] : -1 - lane.actor;
        }
    }
}

bool Past::is_too_much() const {
    std::size_t bytes = 0;
    for (const Act& act : acts_) {
        bytes += bytes_of(act);
    }
    const std::size_t room = acts_.back().lanes.size() > 1 ? limits_.bytes_of_many : limits_.bytes_of_one;
    return bytes > room || acts_.back().last() - acts_.front().first() >= limits_.moments;
}

void Past::trim() {
    while (acts_.front().first() < acts_.back().last() && is_too_much()) {
        forget_first();
    }
}

void Past::forget_first() {
    if (acts_.front().first() == acts_.front().last()) {
        acts_.pop_front();
        return;
    }
    for (Lane& lane : acts_.front().lanes) {
        lane.history.forget_first();
    }
}

void Past::forget_old_models() {
    std::set<const Character*> seen;
    for (const Lane& lane : acts_.back().lanes) {
        seen.insert(lane.character.get());
    }
    std::size_t bytes = 0;
    std::size_t kept = acts_.size() - 1;
    while (kept > 0) {
        for (const Lane& lane : acts_[kept - 1].lanes) {
            bytes += seen.insert(lane.character.get()).second ? bytes_of(*lane.character) : 0;
        }
        if (bytes > limits_.bytes_of_old_models) {
            break;
        }
        --kept;
    }
    acts_.erase(acts_.begin(), acts_.begin() + static_cast<std::ptrdiff_t>(kept));
}

void Past::forget_after(std::uint64_t place) {
    EXPECTS(holds(place));
    while (acts_.back().first() > place) {
        acts_.pop_back();
    }
    for (Lane& lane : acts_.back().lanes) {
        lane.history.forget_after(place);
    }
}

void Past::forget_half_steps() {
    if (is_empty()) {
        return;
    }
    const auto last_of = [](const Lane& lane) {
        return lane.history.last();
    };
    forget_after(last_of(*std::ranges::min_element(acts_.back().lanes, {}, last_of)));
}

const Act& Past::act_at(std::uint64_t place) const {
    EXPECTS(holds(place));
    const auto later = std::upper_bound(acts_.begin(), acts_.end(), place,
                                        [](std::uint64_t at, const Act& act) { return at < act.first(); });
    return *std::prev(later);
}

PastSpan Past::span_from(std::uint64_t place) const {
    PastSpan span;
    if (is_empty()) {
        return span;
    }
    span.first = acts_.front().first();
    span.last = acts_.back().last();
    span.place = place;
    for (const Act& act : acts_) {
        span.seconds += seconds_between(act, act.first(), act.last());
        span.seconds_back += seconds_between(act, std::max(place, act.first()), act.last());
    }
    return span;
}

Session Past::session(std::uint64_t place) const {
    EXPECTS(holds(place));
    Session session;
    for (const Act& act : acts_) {
        const std::uint64_t end = std::min(place, act.last());
        const bool is_last = place <= act.last();
        if (end > act.first() || (is_last && session.segments.empty())) {
            Segment& segment = session.segments.emplace_back();
            for (const Lane& lane : act.lanes) {
                segment.actors.push_back(blank_recording(lane.actor, *lane.character));
                segment.actors.back().recording = lane.history.recording(end);
            }
        }
        if (is_last) {
            break;
        }
    }
    return session;
}

} // namespace limber::app
