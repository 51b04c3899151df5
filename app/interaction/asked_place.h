#pragma once

#include "app/simulation/snapshot.h"

#include <cstdint>

namespace limber::app {

/// The place on the timeline that was requested last, until the simulation has applied it. Snapshots lag behind what is
/// asked: a slider that is drawn where the snapshot stands, or a key that goes on from there, would take an older place
/// for its own, and the last one that the hand came to could be lost.
class AskedPlace {
public:
    /// The caller sends the command to the simulation.
    void ask(std::uint64_t place) {
        place_ = place;
        ++given_;
    }
    std::uint64_t place(const TimelineSpan& now) const {
        return is_waiting(now) ? place_ : now.place;
    }
    /// One moment back from there; the moment itself where something else is shown.
    std::uint64_t one_back(const TimelineSpan& now) const {
        const std::uint64_t here = place(now);
        const bool is_beside = now.is_beside && !is_waiting(now);
        return here > now.first && !is_beside ? here - 1 : here;
    }

private:
    bool is_waiting(const TimelineSpan& now) const {
        return now.rewinds_applied < given_;
    }

    std::uint64_t place_ = 0;
    std::uint64_t given_ = 0;
};

} // namespace limber::app
