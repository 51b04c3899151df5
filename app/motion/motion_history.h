// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/controls_recording.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

/// The keyframes of one character in one segment (timeline.h), one flat slot each, and the controls of each step. The
/// controls change seldom and are stored where they change. Places count all keyframes of all segments; the timeline
/// decides how many are kept.
namespace limber::app {

class MotionHistory {
public:
    /// Starts with the first keyframe and the controls that pose its rig.
    MotionHistory(std::uint64_t place, const Keyframe& keyframe, const LiveControls& controls);

    /// Appends the keyframe one step after the last one; of the same size. The controls are those of the step.
    void note(const Keyframe& keyframe, const LiveControls& controls);
    /// Removes all keyframes after that place. Preconditions: holds(place).
    void remove_after(std::uint64_t place);
    /// Removes the oldest keyframe. Preconditions: there is another one.
    void remove_first();

    std::uint64_t first() const {
        return first_;
    }
    std::uint64_t last() const {
        return first_ + slots_.size() - 1;
    }
    bool holds(std::uint64_t place) const {
        return place >= first() && place <= last();
    }
    /// The memory of one keyframe.
    std::size_t bytes_per_keyframe() const {
        return sizeof(double) * slots_.front().size();
    }
    /// Preconditions: holds(place).
    double time(std::uint64_t place) const; // [s]
    Keyframe keyframe(std::uint64_t place) const;
    const LiveControls& controls(std::uint64_t place) const;
    /// The recording from the first keyframe to this one.
    Recording recording(std::uint64_t place) const;

private:
    using Slot = std::vector<double>;

    const Slot& slot(std::uint64_t place) const;
    Slot written(const Keyframe& keyframe) const;

    Index k_;
    Index rig_rows_;
    Index contact_points_;
    std::uint64_t first_;
    std::deque<Slot> slots_;             // never empty
    std::deque<ControlsChange> changes_; // the controls of the keyframe at that place and of later ones
};

} // namespace limber::app
