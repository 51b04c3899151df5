// SPDX-License-Identifier: MIT
#pragma once

#include "app/simulation/snapshot.h"

#include <cstdint>

namespace limber::app {

/// Stores the requested place on the timeline until the simulation has applied the request. Snapshots lag behind
/// requests: without this, a slider would jump back to the place of the snapshot, and a repeated key would step from an
/// older place.
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
    /// The place one stored state earlier; if the state differs from the stored state, the place of the stored state
    /// itself.
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
