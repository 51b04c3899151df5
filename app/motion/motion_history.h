#pragma once

#include "app/motion/controls_recording.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

/// What one actor came through in one act (past.h): every moment, a flat slot each, and the controls under which it
/// came about. The controls change seldom, and are kept where they change. Moments are told by their places, which
/// count all moments of all acts; how many are kept is for the past to say.
namespace limber::app {

class MotionHistory {
public:
    /// The first moment, and the controls that pose its rig.
    MotionHistory(std::uint64_t place, const Keyframe& keyframe, const LiveControls& controls);

    /// One step on from the last moment; of the same size. The controls are those of the step.
    void note(const Keyframe& keyframe, const LiveControls& controls);
    /// What came after that place never happened. Preconditions: holds(place).
    void forget_after(std::uint64_t place);
    /// The oldest moment. Preconditions: there is another one.
    void forget_first();

    std::uint64_t first() const {
        return first_;
    }
    std::uint64_t last() const {
        return first_ + slots_.size() - 1;
    }
    bool holds(std::uint64_t place) const {
        return place >= first() && place <= last();
    }
    /// What each of its moments takes.
    std::size_t bytes_per_keyframe() const {
        return sizeof(double) * slots_.front().size();
    }
    /// Preconditions: holds(place).
    double time(std::uint64_t place) const; // [s]
    Keyframe keyframe(std::uint64_t place) const;
    const LiveControls& controls(std::uint64_t place) const;
    /// From the first moment to this one.
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
    std::deque<ControlsChange> changes_; // under which the moment at that place, and those after it, came about
};

} // namespace limber::app
