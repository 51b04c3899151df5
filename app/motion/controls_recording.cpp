// SPDX-License-Identifier: MIT
#include "app/motion/controls_recording.h"

#include <algorithm>

namespace limber::app {

const LiveControls& controls_at(const Recording& recording, std::uint64_t step, const LiveControls& start) {
    const auto later = std::upper_bound(recording.changes.begin(), recording.changes.end(), step,
                                        [](std::uint64_t s, const ControlsChange& change) { return s < change.step; });
    return later == recording.changes.begin() ? start : std::prev(later)->controls;
}

} // namespace limber::app
