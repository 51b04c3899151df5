// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/waveform.h"
#include "engine/body/body_step.h"
#include "engine/control/box_qp.h"
#include "engine/control/muscle_meter.h"
#include "engine/core/result.h"
#include "engine/stepper/step.h"

#include <functional>
#include <memory>
#include <variant>
#include <vector>

/// A body with a scene and a start, for gaits: the constant controls, the initial state, and its front. A rollout
/// copies the state and steps it under a gait, and keeps only the trace that objectives read; any number of rollouts
/// may run in parallel.
namespace limber {

struct ReducedModel;
struct Walker;

/// Position and orientation of the body as a whole, from its reduced coordinates alone.
struct Stance {
    Vec3 centre = Vec3::Zero();   // of mass [m]
    Mat3 turn = Mat3::Identity(); // nearest to the mean deformation gradient, with elastic weights
};

/// The linear maps from the state to a stance.
class StanceReader {
public:
    explicit StanceReader(const ReducedModel& model);
    /// Precondition: the body's positions are linear in its coordinates.
    explicit StanceReader(const Body& body);
    explicit StanceReader(const Walker& walker);
    Stance read(const State& state) const;

private:
    StanceReader() = default;
    static StanceReader of_displacements(const Body& body);

    Vector centre_Z_;   // k
    Vector centre_P_;   // 4b
    Matrix gradient_Z_; // k x 3
    Matrix gradient_P_; // 4b x 3
    /// Of displacements, in place of the other two maps of Z: the centre, then the columns of the gradient, by the
    /// columns of Z.
    Eigen::Matrix<double, 12, Eigen::Dynamic> on_displacements_;
};

/// Everything that measures a rollout.
struct RolloutMeasures {
    explicit RolloutMeasures(const Walker& walker);
    StanceReader stance;
    MuscleMeter muscles;
};

/// Where a controller may choose the activation of each muscle; m each, low <= 0 <= high. Empty: no limits of the body.
/// Groups of muscles that are not negative may have bounds of their weighted sums: blends of example poses.
struct ActivationLimits {
    Vector low;
    Vector high;
    GroupBounds groups = {}; // m x g; without a column: none
};

struct Walker {
    std::shared_ptr<const ReducedModel> model; // empty where `body` is set
    /// Of a linear subspace, for gaits alone: controllers need a skinning subspace. Null: `model` is the body.
    std::shared_ptr<const Body> body = {};
    Controls controls;                // of every step, except for the activation
    State start;                      // where every rollout begins
    Vec3 front = Vec3(0.0, 0.0, 1.0); // unit, its heading at the start
    Vec3 up = Vec3(0.0, 1.0, 0.0);    // unit
    double length = 1.0;              // [m] of the body: the unit of distances
    double stopped_at = 0.0;          // [body lengths a second] when it was stopped to start; 0: it was at rest
    ActivationLimits limits = {};     // of controllers; gaits have their own
    InstructionSet instruction_set = widest_instruction_set();
};

/// Steps the body with its muscles at rest until it rests, for at most `steps` steps, so that no rollout scores by
/// falling. A body that still moves then is stopped, and `stopped_at` is its speed (root mean square over its mass).
/// Fails with bad_input if a step is not finite; the start is then the last finite state. `keep_going`, if set, is
/// called before each step; if it returns false, the body stays where it is.
Result<Done> settle(Walker& walker, int steps, const std::function<bool()>& should_continue = {});

struct Trace {
    std::vector<Stance> stances; // at the start, and after each step
    /// The positive work of each muscle, because no muscle recovers what another loses: in units of lifting the whole
    /// body by its length against the earth's gravity, whatever the scene's gravity is, so that it is defined without
    /// gravity.
    double work = 0.0;
    bool is_finite = true; // false: it ends before the first step that was not finite
};

/// Records a trace while a body moves, in a rollout or any other stepping. The walker and the measures must outlive it.
class TraceRecorder {
public:
    /// Reserves room for `steps` steps.
    TraceRecorder(const Walker& walker, const RolloutMeasures& measures, const State& start, std::size_t steps);

    /// Adds the work of the muscles while their activation changes to that of the controls and the body is still at
    /// `before`.
    void record_work(const Controls& controls, const State& before);
    void record_step(const State& after);
    /// Marks the trace as not finite.
    void record_failure() {
        trace_.is_finite = false;
    }
    Trace trace() const;

private:
    const Walker& walker_;
    const RolloutMeasures& measures_;
    Vector activation_; // of the last step; at rest before the first
    MuscleMeter::Scratch meter_;
    Trace trace_; // with work in [J]
};

/// Is called with the start (step 0) and the state after each step, counted from 1. If it returns false, the rollout
/// ends there and its trace is incomplete.
using RolloutObserver = std::function<bool(int step, const State& state)>;

Index muscle_count(const Walker& walker);
/// [kg], without the controls' density scale.
double mass_of(const Walker& walker);

/// Scratch of the steps of one walker in whichever subspace it has, sized for its handles, springs and contacts. The
/// walker's body must outlive it.
class WalkerWorkspace {
public:
    explicit WalkerWorkspace(const Walker& walker);

private:
    friend StepReport step(const Walker& walker, const Controls& controls, State& state, WalkerWorkspace& workspace);

    std::variant<Workspace, BodyWorkspace> scratch_;
};

/// Precondition: the workspace is of this walker.
StepReport step(const Walker& walker, const Controls& controls, State& state, WalkerWorkspace& workspace);

/// Precondition: the workspace is of this walker. Gait time starts at zero.
Trace rollout(const Walker& walker, const RolloutMeasures& measures, const Gait& gait, int steps,
              WalkerWorkspace& workspace, const RolloutObserver& observer = {});

/// The scratch of controllers, likewise. Precondition: a skinning subspace.
Workspace workspace_for(const Walker& walker);

} // namespace limber
