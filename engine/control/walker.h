#pragma once

#include "engine/actuation/waveform.h"
#include "engine/control/muscle_meter.h"
#include "engine/core/result.h"
#include "engine/stepper/step.h"

#include <functional>
#include <memory>
#include <vector>

/// A body that moves by itself, as whoever controls it sees it: what is constant in its world, where it starts, and
/// which way it faces. A rollout is a copy of the state, stepped under a gait, with nothing kept but what an objective
/// asks for; any number of them may run at once.
namespace limber {

struct ReducedModel;

/// Where a body is as a whole, from its reduced coordinates alone.
struct Stance {
    Vec3 centre = Vec3::Zero();   // of mass [m]
    Mat3 turn = Mat3::Identity(); // nearest to the mean deformation gradient, weighted as elasticity weighs it
};

/// The linear maps behind a stance.
class StanceReader {
public:
    explicit StanceReader(const ReducedModel& model);
    Stance read(const State& state) const;

private:
    Vector centre_Z_;   // k
    Vector centre_P_;   // 4b
    Matrix gradient_Z_; // k x 3
    Matrix gradient_P_; // 4b x 3
};

/// All that a rollout is measured with.
struct RolloutMeasures {
    explicit RolloutMeasures(const ReducedModel& model) : stance(model), muscles(model) {}
    StanceReader stance;
    MuscleMeter muscles;
};

struct Walker {
    std::shared_ptr<const ReducedModel> model;
    Controls controls;                // of every step, but for the activation
    State start;                      // where every rollout begins
    Vec3 front = Vec3(0.0, 0.0, 1.0); // unit, where it faces at the start
    Vec3 up = Vec3(0.0, 1.0, 0.0);    // unit
    double length = 1.0;              // [m] of the body: the unit of distances
    double stopped_at = 0.0;          // [body lengths a second] at which it was stopped to start; 0: it came to rest
    InstructionSet instruction_set = widest_instruction_set();
};

/// Lets it come to rest with its muscles at rest, for at most so many steps; so that no rollout wins by falling. One
/// that still moves then is stopped, and its `stopped_at` says from which speed (root mean square over its mass). Fails
/// with bad_input where its numbers give up; then it starts from the last that were sound.
/// `goes_on`, where there is one, is asked before each step: where it says no, the body stays where it is by then.
Result<Done> settle(Walker& walker, int steps, const std::function<bool()>& goes_on = {});

struct Trace {
    std::vector<Stance> stances; // at the start, and after each step
    /// What the muscles put in, each where it is positive, as none gets back what another lost: in lifts of the whole
    /// body by its length against the earth's gravity, whatever the scene's own is, for who floats works as well.
    double work = 0.0;
    bool is_finite = true; // else it ends where the numbers did
};

/// A trace that is recorded while a body moves, in a rollout or any other stepping. The walker and the gauges
/// must outlive it.
class TraceRecorder {
public:
    /// With room for so many steps.
    TraceRecorder(const Walker& walker, const RolloutMeasures& gauges, const State& start, std::size_t steps);

    /// What the muscles put in while their activation becomes that of the controls and the body is still at `before`.
    void note_work(const Controls& controls, const State& before);
    void note_step(const State& after);
    /// The step gave no finite numbers.
    void note_failure() {
        trace_.is_finite = false;
    }
    Trace trace() const;

private:
    const Walker& walker_;
    const RolloutMeasures& gauges_;
    Vector activation_; // of the last step; at rest before the first
    MuscleMeter::Scratch meter_;
    Trace trace_; // with work in [J]
};

/// Is shown the start and the state after each step, counted from 1; where it says no, the rollout ends there, and what
/// it tells is of no worth.
using RolloutObserver = std::function<bool(int step, const State& state)>;

/// The workspace must fit the model; gait time starts at zero.
Trace rollout(const Walker& walker, const RolloutMeasures& gauges, const Gait& gait, int steps, Workspace& workspace,
              const RolloutObserver& seen = {});

/// With room for the walker's contacts.
Workspace workspace_for(const Walker& walker);

} // namespace limber
