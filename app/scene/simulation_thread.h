#pragma once

#include "app/scene/controls_file.h"
#include "app/scene/motion.h"

#include <cstdint>
#include <memory>
#include <vector>

/// The simulation on its own thread, at a fixed time step against the wall clock. Whoever draws takes
/// copies of the newest state and never waits for a step; whoever edits leaves controls, and the newest win.
/// When steps take longer than they last, time runs slower instead of piling up.
namespace limber::app {

/// What is left of the motion before a swap of models, fading out so that nothing jumps:
/// u = B Z(t) + share (B_before Z_before - B Z_first).
struct Fade {
    CharacterPtr before;  // null: nothing fades
    AffineStack Z_before; // of `before`, at the swap
    AffineStack Z_first;  // of the new character, at the swap
    double share = 0.0;   // from 1 at the swap down to 0
};

struct Snapshot {
    CharacterPtr character; // null until the first swap
    State state;
    Pose pose; // the bones' world matrices
    Fade fade;
    StepReport report;
    double clip_time = 0.0;       // [s]
    std::uint64_t step_count = 0; // since the last restart
    bool playing = false;
    double speed_reached = 0.0; // simulated seconds a wall second, lately
};

struct StepSample {
    double microseconds = 0.0;
    double elastic_energy = 0.0; // [J]
    double kinetic_energy = 0.0; // [J]
    int iterations = 0;
    StepStatus status = StepStatus::converged;
};

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
    /// Simulated seconds a wall second; > 0.
    void set_speed(double speed);

    /// Copies the newest snapshot; false when there is none newer than the last one taken.
    bool take(Snapshot& into);
    /// The samples of all steps since the last call, at most some thousands, oldest first.
    std::vector<StepSample> take_samples();

    /// Restarts, and writes down every change of the controls from then on. A swap ends the recording.
    void start_recording();
    /// What was written down since, with the hash of the state at its end.
    Recording stop_recording();
    bool is_recording() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
