#pragma once

#include "app/scene/controls_file.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

/// The last seconds of a motion, to go back to: every moment that it came through and the controls under which it did.
/// A ring of flat slots, a moment each, in memory that is asked for once; the oldest moment makes room for the newest.
/// The controls beside it change seldom, and are kept where they change.
namespace limber::app {

/// What can be gone back to, counted as Moment::step_count counts.
struct HistorySpan {
    std::uint64_t first_step = 0;
    std::uint64_t last_step = 0;
    double first_time = 0.0; // [s]
    double last_time = 0.0;
};

class MotionHistory {
public:
    static constexpr std::size_t usual_bytes = std::size_t{64} << 20U;
    static constexpr std::size_t steps_max = 3600; // a minute at 60 steps a second

    /// At least one moment is held, however large it is.
    explicit MotionHistory(std::size_t bytes = usual_bytes);
    /// What a moment of such a state takes.
    static std::size_t bytes_of(const State& state);

    /// A new beginning: what came before is forgotten.
    void begin(const Moment& moment, const LiveControls& controls);
    /// One step on from any moment that is held; those that came after it are forgotten. The controls are those of the
    /// step, and the moment has the size of the others.
    void note(const Moment& moment, const LiveControls& controls);

    bool holds(std::uint64_t step) const {
        return count_ > 0 && step >= first_ && step < first_ + count_;
    }
    HistorySpan span() const;
    /// Preconditions: holds(step).
    Moment moment(std::uint64_t step) const;
    const LiveControls& controls(std::uint64_t step) const;
    /// From the first moment to this one.
    Recording recording(std::uint64_t step) const;

private:
    double* slot(std::uint64_t step) const {
        return memory_.get() + (step % capacity_) * slot_size_;
    }
    void keep(const Moment& moment);

    std::size_t size_; // of the memory, in doubles
    std::unique_ptr<double[]> memory_;
    std::size_t slot_size_ = 0; // in doubles
    std::size_t capacity_ = 0;  // slots
    std::uint64_t first_ = 0;   // the oldest moment's step
    std::size_t count_ = 0;
    Index k_ = 0;
    Index rig_rows_ = 0;
    Index contact_points_ = 0;
    std::deque<ControlsChange> changes_; // under which the moment of that step, and those after it, came about
};

} // namespace limber::app
