// SPDX-License-Identifier: MIT
#include "engine/control/walker.h"

#include "engine/linalg/nearest_rotation.h"
#include "engine/model/reduced_model.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double still = 1e-3; // body lengths a second: slower is at rest

Index contact_count(const Walker& walker) {
    return walker.controls.contact.points ? walker.controls.contact.points->count() : 0;
}

// [J]
double lift_work(const Walker& walker) {
    constexpr double earth = 9.81; // [m/s^2]
    return walker.controls.density_scale * walker.model->mass * earth * walker.length;
}

} // namespace

StanceReader::StanceReader(const ReducedModel& model) {
    // The bones' weights sum to one and a target's fourth column is zero, so that J times this is a translation by one.
    Vector translation = Vector::Zero(4 * model.rig_map_count());
    for (Index b = 0; b < model.rig_map_count(); ++b) {
        translation(4 * b + 3) = 1.0;
    }
    centre_Z_ = model.BM1 / model.mass;
    centre_P_ = model.JMJ * translation / model.mass;
    const ClusterSet& set = model.sets.front();
    const Matrix on_Z = unpacked(set.GKB, set.cluster_count, set.coordinate_count);
    const Matrix on_P = unpacked(set.GKJ, set.cluster_count, set.rig_count);
    gradient_Z_ = Matrix::Zero(set.coordinate_count, 3);
    gradient_P_ = Matrix::Zero(set.rig_count, 3);
    for (Index c = 0; c < set.cluster_count; ++c) {
        const double share = set.w[static_cast<std::size_t>(c)] / model.w_sum;
        gradient_Z_ += share * on_Z.middleRows<3>(3 * c).transpose();
        gradient_P_ += share * on_P.middleRows<3>(3 * c).transpose();
    }
}

Stance StanceReader::read(const State& state) const {
    const Mat3 F = state.Z.transpose() * gradient_Z_ + state.P.transpose() * gradient_P_;
    return {state.Z.transpose() * centre_Z_ + state.P.transpose() * centre_P_, nearest_rotation(F)};
}

Workspace workspace_for(const Walker& walker) {
    const std::size_t capacity = walker.controls.handles.size() + walker.controls.springs.size();
    return Workspace(*walker.model, static_cast<Index>(capacity), walker.instruction_set,
                     contact_count(walker));
}

Result<Done> settle(Walker& walker, int steps, const std::function<bool()>& should_continue) {
    Workspace workspace = workspace_for(walker);
    Controls controls = walker.controls;
    controls.activation.setZero(walker.model->muscle_count());
    const double unit = walker.length * std::sqrt(walker.model->mass); // of a speed in the mass norm W'MW = I
    int rest_steps = 0;                                                // consecutive steps at rest
    for (int i = 0; i < steps && rest_steps < 10 && (!should_continue || should_continue()); ++i) {
        if (step(*walker.model, controls, walker.start, workspace).status == StepStatus::not_finite) {
            return Error{
                ErrorKind::bad_input,
                "the body becomes numerically unstable before it comes to rest: shorten the time step, or make it "
                "stiffer",
                "walker"};
        }
        rest_steps = walker.start.Zdot.norm() < still * unit ? rest_steps + 1 : 0;
    }
    walker.stopped_at = rest_steps > 0 ? 0.0 : walker.start.Zdot.norm() / unit;
    walker.start.Zdot.setZero();
    walker.start.time = 0.0;
    walker.start.clear_history();
    return Done{};
}

TraceRecorder::TraceRecorder(const Walker& walker, const RolloutMeasures& measures, const State& start,
                             std::size_t steps)
    : walker_(walker), measures_(measures), activation_(Vector::Zero(walker.model->muscle_count())),
      meter_(measures.muscles.scratch()) {
    trace_.stances.reserve(steps + 1);
    trace_.stances.push_back(measures.stance.read(start));
}

void TraceRecorder::record_work(const Controls& controls, const State& before) {
    measures_.muscles.read(controls, before, activation_, controls.activation, meter_);
    trace_.work += meter_.work.cwiseMax(0.0).sum();
    activation_ = controls.activation;
}

void TraceRecorder::record_step(const State& after) {
    trace_.stances.push_back(measures_.stance.read(after));
}

Trace TraceRecorder::trace() const {
    Trace trace = trace_;
    trace.work /= lift_work(walker_);
    return trace;
}

Trace rollout(const Walker& walker, const RolloutMeasures& measures, const Gait& gait, int steps, Workspace& workspace,
              const RolloutObserver& observer) {
    Controls controls = walker.controls;
    controls.activation.setZero(walker.model->muscle_count());
    State state = walker.start;
    TraceRecorder recorder(walker, measures, state, static_cast<std::size_t>(std::max(0, steps)));
    bool should_continue = !observer || observer(0, state);
    for (int i = 0; i < steps && should_continue; ++i) {
        // Uses State::time, as playing a gait does.
        activate(gait, state.time + controls.time_step, controls.activation);
        recorder.record_work(controls, state);
        if (step(*walker.model, controls, state, workspace).status == StepStatus::not_finite) {
            recorder.record_failure();
            break;
        }
        recorder.record_step(state);
        should_continue = !observer || observer(i + 1, state);
    }
    return recorder.trace();
}

} // namespace limber
