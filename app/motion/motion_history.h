// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/controls_recording.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

/// The stored states of one character in one segment (timeline.h), one flat slot each, and the controls of each step.
/// The controls change seldom and are stored where they change. Places count all stored states of all segments; the
/// timeline decides how many are kept.
namespace limber::app {

class MotionHistory {
public:
    /// Starts with the first stored state and the controls that pose its rig.
    MotionHistory(std::uint64_t place, const StoredState& stored_state, const LiveControls& controls);

    /// Appends the stored state one step after the last one; of the same size. The controls are those of the step.
    void note(const StoredState& stored_state, const LiveControls& controls);
    /// Removes all stored states after that place. Preconditions: holds(place).
    void remove_after(std::uint64_t place);
    /// Removes the oldest stored state. Preconditions: there is another one.
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
    /// The memory of one stored state; those with a behaviour are larger.
    std::size_t bytes_per_state() const {
        return sizeof(double) * std::max(slots_.front().size(), slots_.back().size());
    }
    /// Preconditions: holds(place).
    double time(std::uint64_t place) const; // [s]
    StoredState stored_state(std::uint64_t place) const;
    const LiveControls& controls(std::uint64_t place) const;
    /// The recording from the first stored state to this one.
    Recording recording(std::uint64_t place) const;

private:
    using Slot = std::vector<double>;

    const Slot& slot(std::uint64_t place) const;
    Slot written(const StoredState& stored_state) const;

    Index k_;
    Index rig_rows_;
    Index contact_points_;
    std::uint64_t first_;
    std::deque<Slot> slots_;             // never empty
    std::deque<ControlsChange> changes_; // the controls of the stored state at that place and of later ones
};

} // namespace limber::app
