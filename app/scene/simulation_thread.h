#pragma once

#include "app/scene/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/// The simulation on its own thread, at a fixed time step against the wall clock. Whoever draws takes
/// copies of the newest state and never waits for a step; whoever edits leaves controls, and the newest win.
/// When steps take longer than they last, time runs slower instead of piling up.
namespace limber::app {

class SimulationThread {
public:
    SimulationThread();
    ~SimulationThread();
    SimulationThread(const SimulationThread&) = delete;
    SimulationThread& operator=(const SimulationThread&) = delete;

    /// Takes the character over at the next step; a model of the same body goes on without a jump, as soon as the
    /// swap before it has faded; another one starts at rest. The controls are those that it starts with, unless new
    /// ones follow.
    void swap(CharacterPtr character, const LiveControls& controls);
    void set_controls(const LiveControls& controls);

    void play();
    void pause();
    void step_once();
    /// At rest, at clip time zero.
    void restart();
    /// At rest in the clip's pose at this time [s].
    void set_time(double clip_time);
    /// Back to a moment that the newest snapshots' past holds, or forth again, and pauses there; the next step goes on
    /// from it and forgets what came after.
    void rewind(std::uint64_t step);
    /// Simulated seconds a wall second; > 0.
    void set_speed(double speed);

    /// Copies the newest snapshot; false when there is none newer than the last one taken.
    bool take(Snapshot& into);
    /// The samples of all steps since the last call, at most some thousands, oldest first.
    std::vector<StepSample> take_samples();

    /// Writes down the seconds that can be rewound, up to now, for take_excerpt.
    void excerpt();
    /// What was asked for, or what led to numbers that are not finite: the motion is then paused where it was good.
    std::optional<Excerpt> take_excerpt();

    /// Restarts, and writes down every change of the controls from then on. A swap ends the recording; what is rewound
    /// is taken out of it.
    void start_recording();
    /// What was written down since, with the hash of the state at its end.
    Recording stop_recording();
    bool is_recording() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
