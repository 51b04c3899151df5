// SPDX-License-Identifier: MIT
#include "engine/control/walker.h"

#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double still = 1e-3; // body lengths a second: slower is at rest

Index handle_capacity_of(const Walker& walker) {
    return static_cast<Index>(walker.controls.handles.size() + walker.controls.springs.size());
}

Index contact_count(const Walker& walker) {
    return walker.controls.contact.points ? walker.controls.contact.points->count() : 0;
}

// [J]
double lift_work(const Walker& walker) {
    constexpr double earth = 9.81; // [m/s^2]
    return walker.controls.density_scale * mass_of(walker) * earth * walker.length;
}

// 3 x n: times positions, the transposed mean of the tets' deformation gradients, with elastic weights.
Matrix mean_gradient(const Body& body) {
    const TetGradients hats = hat_gradients(body.mesh);
    const Vector weights = lame_mu(body.material).cwiseProduct(tet_volumes(body.mesh));
    const double whole = weights.sum();
    Matrix mean = Matrix::Zero(3, body.vertex_count());
    for (Index t = 0; t < body.mesh.tet_count(); ++t) {
        const double share = weights(t) / whole;
        for (int corner = 0; corner < 4; ++corner) {
            mean.col(body.mesh.T(t, corner)) += share * hats[static_cast<std::size_t>(t)].row(corner).transpose();
        }
    }
    return mean;
}

std::variant<Workspace, BodyWorkspace> scratch_of(const Walker& walker) {
    if (!walker.body) {
        return workspace_for(walker);
    }
    return BodyWorkspace(*walker.body, handle_capacity_of(walker), walker.instruction_set, contact_count(walker));
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

StanceReader StanceReader::of_displacements(const Body& body) {
    EXPECTS(body.linear && !body.linear->reconstruction);
    const GeneralModel& model = body.linear->model;
    const Vector share = body.mass / body.mass.sum();
    const Matrix gradient = mean_gradient(body);
    StanceReader reader;
    reader.centre_P_ = model.J.transpose() * share;
    reader.gradient_P_ = model.J.transpose() * gradient.transpose();
    Matrix on_z(12, model.coordinate_count());
    for (Index axis = 0; axis < 3; ++axis) {
        const Matrix rows = model.B(Eigen::seq(axis, Eigen::last, Eigen::fix<3>), Eigen::all);
        on_z.row(axis) = share.transpose() * rows;
        for (Index j = 0; j < 3; ++j) {
            on_z.row(3 + 3 * j + axis) = gradient.row(j) * rows;
        }
    }
    reader.on_displacements_ = by_columns_of_Z(on_z);
    return reader;
}

StanceReader::StanceReader(const Body& body)
    : StanceReader(body.linear ? of_displacements(body) : StanceReader(body.model)) {}

StanceReader::StanceReader(const Walker& walker)
    : StanceReader(walker.body ? StanceReader(*walker.body) : StanceReader(*walker.model)) {}

Stance StanceReader::read(const State& state) const {
    if (on_displacements_.size() > 0) {
        const Eigen::Matrix<double, 12, 1> moved =
            on_displacements_ * Eigen::Map<const Vector>(state.Z.data(), state.Z.size());
        const Mat3 F = Eigen::Map<const Mat3>(moved.data() + 3) + state.P.transpose() * gradient_P_;
        return {moved.head<3>() + state.P.transpose() * centre_P_, nearest_rotation(F)};
    }
    const Mat3 F = state.Z.transpose() * gradient_Z_ + state.P.transpose() * gradient_P_;
    return {state.Z.transpose() * centre_Z_ + state.P.transpose() * centre_P_, nearest_rotation(F)};
}

RolloutMeasures::RolloutMeasures(const Walker& walker)
    : stance(walker), muscles(walker.body ? MuscleMeter(*walker.body) : MuscleMeter(*walker.model)) {}

Index muscle_count(const Walker& walker) {
    return walker.body ? muscle_count(*walker.body) : walker.model->muscle_count();
}

double mass_of(const Walker& walker) {
    return walker.body ? walker.body->mass.sum() : walker.model->mass;
}

WalkerWorkspace::WalkerWorkspace(const Walker& walker) : scratch_(scratch_of(walker)) {}

StepReport step(const Walker& walker, const Controls& controls, State& state, WalkerWorkspace& workspace) {
    return walker.body ? step(*walker.body, controls, state, std::get<BodyWorkspace>(workspace.scratch_))
                       : step(*walker.model, controls, state, std::get<Workspace>(workspace.scratch_));
}

Workspace workspace_for(const Walker& walker) {
    EXPECTS(!walker.body);
    return Workspace(*walker.model, handle_capacity_of(walker), walker.instruction_set, contact_count(walker));
}

Result<Done> settle(Walker& walker, int steps, const std::function<bool()>& should_continue) {
    WalkerWorkspace workspace(walker);
    Controls controls = walker.controls;
    controls.activation.setZero(muscle_count(walker));
    const double unit = walker.length * std::sqrt(mass_of(walker)); // of a speed in the mass norm W'MW = I
    int rest_steps = 0;                                             // consecutive steps at rest
    for (int i = 0; i < steps && rest_steps < 10 && (!should_continue || should_continue()); ++i) {
        if (step(walker, controls, walker.start, workspace).status == StepStatus::not_finite) {
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
    : walker_(walker), measures_(measures), activation_(Vector::Zero(muscle_count(walker))),
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

Trace rollout(const Walker& walker, const RolloutMeasures& measures, const Gait& gait, int steps,
              WalkerWorkspace& workspace, const RolloutObserver& observer) {
    Controls controls = walker.controls;
    controls.activation.setZero(muscle_count(walker));
    State state = walker.start;
    TraceRecorder recorder(walker, measures, state, static_cast<std::size_t>(std::max(0, steps)));
    bool should_continue = !observer || observer(0, state);
    for (int i = 0; i < steps && should_continue; ++i) {
        // Uses State::time, as playing a gait does.
        activate(gait, state.time + controls.time_step, controls.activation);
        recorder.record_work(controls, state);
        if (step(walker, controls, state, workspace).status == StepStatus::not_finite) {
            recorder.record_failure();
            break;
        }
        recorder.record_step(state);
        should_continue = !observer || observer(i + 1, state);
    }
    return recorder.trace();
}

} // namespace limber
