#pragma once

#include "app/recording/session.h"
#include "app/simulation/simulated_character.h"
#include "app/simulation/timeline.h"

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
    /// The steps are taken by so many threads, its own among them.
    explicit SimulationThread(Threads threads = {});
    ~SimulationThread();
    SimulationThread(const SimulationThread&) = delete;
    SimulationThread& operator=(const SimulationThread&) = delete;

    /// Who is on the stage from the next step on. Whoever was there already goes on: with the same character as if
    /// nothing had happened, with another model of the same body without a jump, as soon as the swap before it has
    /// faded, with another body at rest. Whoever comes in is at rest. The controls are those to start with, unless new
    /// ones follow.
    void set_scene(std::vector<SimulatedInstance> roles);
    void set_controls(int actor, const LiveControls& controls);

    void play();
    void pause();
    void step_once();
    /// All at rest, each where its clip starts.
    void restart();
    /// All at rest in the poses of their clips, so long after where these start [s].
    void set_time(double later);
    /// Back to a moment that the newest snapshots' past holds, or forth again, and pauses there, with whoever was there
    /// then; the next step goes on from it with the stage and the controls of now, and forgets what came after.
    void rewind(std::uint64_t place);
    /// Plays again what happened, from the moment that is shown, or from the oldest, and pauses at its end.
    void replay();
    /// The past of those who are on the stage, gone into at its oldest moment; not empty.
    void cached_build(std::shared_ptr<const Timeline> timeline);
    /// Simulated seconds a wall second; > 0.
    void set_speed(double speed);

    /// Copies the newest snapshots, one of each actor in the order of their roles; false when there are none newer than
    /// the last ones taken.
    bool take(std::vector<Snapshot>& into);
    /// The samples of all steps since the last call, at most some thousands, oldest first.
    std::vector<StepSample> take_samples();

    /// Writes down the seconds that can be rewound, up to now, for take_excerpt.
    void excerpt();
    /// The oldest one that was not yet taken: what was asked for, or what led to numbers that are not finite: the
    /// motion is then paused where it was good.
    std::optional<Session> take_excerpt();
    /// Blocks until every order given so far is carried out, so that take_excerpt has what was asked for.
    void wait_for_orders();

    /// Why the motion was paused, where a step or an order could not be carried out: memory ran out, or we made a
    /// mistake. It stands at the last moment that all came through, with its past, its recording and all later orders.
    std::optional<Error> take_fault();

    /// Restarts, and writes down every change of the controls, of the models and of the stage from then on; what is
    /// rewound is taken out of it.
    void start_recording();
    /// What was written down since, with the hashes of the states; of no segments where that could not be had.
    Session stop_recording();
    bool is_recording() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace limber::app
