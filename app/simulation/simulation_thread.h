// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/live_comparison.h"
#include "app/motion/live_drive.h"
#include "app/motion/scene_frames.h"
#include "app/recording/session.h"
#include "app/simulation/simulated_character.h"
#include "app/simulation/timeline.h"

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <vector>

/// Runs the simulation on its own thread, at a fixed time step against the wall clock. The reader copies the newest
/// snapshots and never waits for a step. The writer sends controls, of which the newest are used. When a step takes
/// longer than its time step, simulated time runs slower and no backlog builds up.
namespace limber::app {

class SimulationThread {
public:
    /// Steps are taken by that many threads, including the simulation's own.
    explicit SimulationThread(Threads threads = {});
    ~SimulationThread();
    SimulationThread(const SimulationThread&) = delete;
    SimulationThread& operator=(const SimulationThread&) = delete;

    /// Sets the characters of the scene from the next step on. A character that was present continues: unchanged with
    /// the same model; without a jump with another model of the same body, once the previous swap has faded; at rest
    /// with another body. A new character starts at rest. The given controls are the initial ones, unless newer ones
    /// follow.
    void set_scene(std::vector<SimulatedInstance> instances);
    void set_controls(int id, const LiveControls& controls);

    void play();
    void pause();
    void step_once();
    /// Resets all characters to rest, each at the start of its clip, and warms them up. Requests are applied meanwhile.
    void restart();
    /// Ends a warm-up: the characters start at rest.
    void skip_warm_up();
    /// Resets all characters to rest in the poses of their clips, `later` [s] after the starts of the clips.
    void set_time(double later);
    /// Moves to a stored state that the timeline of the newest snapshots holds, backwards or forwards, and pauses there
    /// with the characters of that time. The next step continues from it with the current scene and controls, and the
    /// later stored states are removed.
    void rewind(std::uint64_t place);
    /// Plays the timeline from the stored state that is shown, or from the oldest, and pauses at its end.
    void replay();
    /// Replaces the timeline, which must not be empty, and moves to its oldest stored state.
    void set_timeline(std::shared_ptr<const Timeline> timeline);
    /// Simulated seconds a wall second; > 0.
    void set_speed(double speed);

    /// From the next step on, the steps of this character lead the comparison, and the simulation waits for it; null:
    /// none.
    void compare(int id, std::shared_ptr<LiveComparison> comparison);

    /// From the next step on, the controls of this character are changed before each step. `drive` is called on the
    /// simulation's thread; empty: no longer.
    void drive(int id, LiveDrive drive);

    /// Gives the rigid body that carries this character velocities before its next step, which starts where the last
    /// throw started if it is repeated.
    void throw_body(int id, const RigidThrow& thrown, bool is_repeated);

    /// Copies the newest snapshots, one per character in the order of the scene. Returns false if there are none newer
    /// than the last ones taken.
    bool take(std::vector<Snapshot>& into);
    /// Returns the samples of all steps since the last call, at most 4096, oldest first.
    std::vector<StepSample> take_samples();

    /// Requests the motion since the last event but steps, up to what is shown; no frames if no step was taken.
    void copy_frames(std::shared_ptr<std::promise<SceneFrames>> frames);

    /// Requests an excerpt: a recording of the timeline up to now, for take_excerpt.
    void excerpt();
    /// Returns the oldest excerpt that was not yet taken: a requested one, or the steps that led to numbers that are
    /// not finite. In the latter case the motion is paused at the last finite stored state.
    std::optional<Session> take_excerpt();
    /// Blocks until all requests so far are applied, so that take_excerpt returns the requested excerpts.
    void wait_for_requests();

    /// Returns why the motion was paused when a step or a request failed: out of memory, or a programming error. The
    /// simulation stands at the last stored state that all characters reached, with its timeline, recording and later
    /// requests.
    std::optional<Error> take_fault();

    /// Restarts the motion and records every change of the controls, models and scene from then on. Steps that are
    /// rewound are removed from the recording.
    void start_recording();
    /// Ends the recording and returns it with the hashes of the states; without segments if it is not available.
    Session stop_recording();

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
