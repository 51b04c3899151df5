// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_step.h"

#include "engine/stepper/no_denormals.h"

#include <cmath>

namespace limber {
namespace {

using Handles = std::vector<GeneralHandle>;

auto as_vector(const Coordinates& rows) {
    return Eigen::Map<const Vector>(rows.data(), rows.size());
}

auto as_vector(Coordinates& rows) {
    return Eigen::Map<Vector>(rows.data(), rows.size());
}

auto as_vector(const AffineStack& rig) {
    return Eigen::Map<const Vector>(rig.data(), rig.size());
}

void check_sizes(const GeneralModel& model, const Controls& controls, const Handles& handles, const State& state,
                 const GeneralWorkspace& workspace) {
    EXPECTS(3 * state.Z.rows() == model.coordinate_count() && controls.P.rows() == model.J.cols());
    EXPECTS(3 * workspace.now.Z.rows() == model.coordinate_count());
    EXPECTS(static_cast<Index>(handles.size()) <= workspace.handle_capacity());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(controls.young_scale > 0 && controls.density_scale > 0 && controls.lambda_scale >= 0);
    EXPECTS(!model.actuation || controls.activation.size() == 0 ||
            controls.activation.size() == model.actuation->muscle_count());
    EXPECTS(controls.muscle_stiffness_scale >= 0 &&
            (!model.actuation || !workspace.objective.pass.single.active_S.empty()));
    EXPECTS(controls.damping >= 0 && controls.strain_damping >= 0 && controls.wind.drag >= 0);
    EXPECTS(controls.memory >= 0 && controls.memory <= DescentMemory::pairs_max);
    for (const GeneralHandle& handle : handles) {
        EXPECTS(handle.rows.cols() == model.coordinate_count() && handle.rig_row.size() == model.J.cols());
        EXPECTS(handle.stiffness > 0);
    }
    for (const PointForce& applied : controls.forces) {
        EXPECTS(applied.point.phi.size() == 3 * model.coordinate_count());
    }
}

// The rate [1/s] at which damping and still air slow the secondary motion.
double decay_rate(const Controls& controls) {
    return controls.damping + controls.wind.drag;
}

// Scale of the part of the elastic energy that is quadratic in the positions, including the muscles.
double quadratic_scale(const GeneralModel& model, const Controls& controls) {
    return controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls));
}

// Adds the springs' force at zero coordinates; the share `base_share` of a spring's point is that of the base, not the
// unknown.
void add_handle_targets(const Handles& handles, const AffineStack& P, const Coordinates& Z_base, double base_share,
                        Vector& constant) {
    for (const GeneralHandle& handle : handles) {
        for (Index axis = 0; axis < 3; ++axis) {
            const auto row = handle.rows.row(axis).transpose();
            const double held = handle.rig_row.dot(P.col(axis)) + base_share * row.dot(as_vector(Z_base));
            constant += handle.stiffness * (handle.target(axis) - held) * row;
        }
    }
}

// A point's phi has its rows for the three axes one after the other.
void add_point_forces(const Controls& controls, Vector& constant) {
    const Index k = constant.size();
    for (const PointForce& applied : controls.forces) {
        for (Index axis = 0; axis < 3; ++axis) {
            constant += applied.force(axis) * applied.point.phi.segment(axis * k, k);
        }
    }
}

// The forces on z that do not depend on it, as in stepper/objective.cpp.
void sum_constant_forces(const GeneralModel& model, const Controls& controls, const Handles& handles, double inertia,
                         const Prediction& prediction, GeneralObjective& objective) {
    const double rho = controls.density_scale;
    const double h = prediction.h;
    const double drag = rho * controls.wind.drag;
    const double base_share = controls.strain_damping / h * objective.share;
    const auto base = as_vector(prediction.Z_base);
    objective.rig_force.setZero();
    objective.rig_force.noalias() -= quadratic_scale(model, controls) * model.BLJ * as_vector(prediction.P_ahead);
    Vector& constant = objective.constant;
    constant = rho / (h * h) * (base + h * as_vector(prediction.Zdot_base)) +
               (rho * decay_rate(controls) / h - base_share * inertia) * base + objective.rig_force;
    constant.noalias() -= rho / (h * h) * model.BMJ * as_vector(prediction.P_deviation);
    constant.noalias() -= drag * model.BMJ * as_vector(prediction.Pdot);
    for (Index axis = 0; axis < 3; ++axis) {
        constant += (rho * controls.gravity(axis) + drag * controls.wind.velocity(axis)) * model.BM1.col(axis);
    }
    add_handle_targets(handles, controls.P, prediction.Z_base, base_share, constant);
    add_point_forces(controls, constant);
}

void prepare_objective(const GeneralModel& model, const Controls& controls, const Handles& handles,
                       const Prediction& prediction, GeneralObjective& objective) {
    const double h = prediction.h;
    objective.share = 1.0 / (1.0 + controls.strain_damping / h);
    const double inertia = controls.density_scale * (1.0 / (h * h) + decay_rate(controls) / h);
    objective.D = (quadratic_scale(model, controls) * model.stiffness).array() + objective.share * inertia;
    sum_constant_forces(model, controls, handles, inertia, prediction, objective);
    set_handles(handles, objective.share, objective.handles);
    prepare_general_pass(model, controls, *objective.kernel, prediction.P_ahead, objective.pass);
}

void evaluate(const GeneralModel& model, const Controls& controls, GeneralObjective& objective, Iterate& at) {
    const auto z = as_vector(at.Z);
    auto gradient = as_vector(at.gradient);
    gradient = objective.D.cwiseProduct(z);
    at.objective = 0.5 * z.dot(gradient) - z.dot(objective.constant);
    gradient -= objective.constant;
    at.objective += add_handle_springs(objective.handles, at);
    at.cluster_energy = add_general_gradient(model, controls, *objective.kernel, objective.pass, at);
    at.objective += at.cluster_energy;
}

// Round-off of a difference of two objectives, from the arithmetic of the passes.
double round_off(const GeneralModel& model, const Controls& controls, const Iterate& at) {
    const double digits = controls.arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-13;
    const double muscles = model.actuation ? controls.muscle_stiffness_scale * model.actuation->energy.w_sum : 0.0;
    const double weight = controls.young_scale * (model.w_sum + muscles);
    return digits * (weight + std::abs(at.cluster_energy)) + 1e-13 * std::abs(at.objective);
}

struct ModelAndControls {
    const GeneralModel& model;
    const Controls& controls;
};

// The functions capture two references, so that they are stored without an allocation.
Descent minimise(const ModelAndControls& of, GeneralWorkspace& workspace) {
    workspace.now.Z = workspace.prediction.Z;
    evaluate(of.model, of.controls, workspace.objective, workspace.now);
    workspace.metric.D_inverse = workspace.objective.D.cwiseInverse();
    factor_handles(workspace.objective.handles, workspace.metric);
    const DescentProblem problem{
        [&of, &workspace](Iterate& at) { evaluate(of.model, of.controls, workspace.objective, at); },
        [&workspace](Coordinates& rows) {
            solve_with_handles(workspace.objective.handles, workspace.metric, as_vector(rows));
        },
        [&of](const Iterate& at) { return round_off(of.model, of.controls, at); },
        [](const Iterate&) {
            return false;
        }};
    const Controls& controls = of.controls;
    return quasi_newton_descent(*workspace.objective.kernel, problem,
                                {controls.iterations, controls.memory, controls.tolerance}, workspace.descent,
                                workspace.now);
}

// <x, A x>, summed over the axes.
double quadratic_form(const Matrix& A, const AffineStack& x) {
    double sum = 0.0;
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index j = 0; j < A.cols(); ++j) {
            sum += x(j, axis) * A.col(j).dot(x.col(axis));
        }
    }
    return sum;
}

double elastic_energy(const GeneralModel& model, const Controls& controls, const GeneralWorkspace& workspace) {
    const auto z = as_vector(workspace.now.Z);
    double quadratic = -1.5 * model.w_sum + 0.5 * quadratic_form(model.JLJ, workspace.prediction.P_ahead);
    for (Index i = 0; i < z.size(); ++i) {
        quadratic += 0.5 * model.stiffness(i) * z(i) * z(i);
    }
    const double energy =
        controls.young_scale * quadratic - z.dot(workspace.objective.rig_force) + workspace.now.cluster_energy;
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale == 0.0) {
        return energy;
    }
    const double constant = model.actuation->energy.at(controls.activation);
    return energy + controls.young_scale * muscle_scale * (quadratic + 1.5 * model.w_sum + constant);
}

double kinetic_energy(const GeneralModel& model, const Controls& controls, const AffineStack& Pdot, EndOfStep& end) {
    auto momentum = as_vector(end.Z); // no longer in use
    momentum.noalias() = 2.0 * model.BMJ * as_vector(Pdot);
    const auto Zdot = as_vector(end.Zdot);
    const double twice = (Zdot + momentum).dot(Zdot) + quadratic_form(model.JMJ, Pdot);
    return 0.5 * controls.density_scale * twice;
}

} // namespace

GeneralHandle general_handle(const GeneralModel& model, std::span<const int> vertices,
                             std::span<const double> barycentric, double stiffness, const Vec3& target) {
    EXPECTS(vertices.size() == barycentric.size());
    GeneralHandle handle{Matrix::Zero(3, model.coordinate_count()), Vector::Zero(model.J.cols()), stiffness, target};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        handle.rows += barycentric[i] * model.B.middleRows(3 * vertices[i], 3);
        handle.rig_row += barycentric[i] * model.J.row(vertices[i]).transpose();
    }
    return handle;
}

BodyPoint general_point(const GeneralModel& model, std::span<const int> vertices, std::span<const double> barycentric) {
    const GeneralHandle handle = general_handle(model, vertices, barycentric, 0.0, Vec3::Zero());
    return {handle.rows.transpose().reshaped(), handle.rig_row};
}

GeneralWorkspace::GeneralWorkspace(const GeneralModel& model, InstructionSet instruction_set, Index handle_capacity)
    : prediction(limber::prediction(model.coordinate_count() / 3, model.J.cols())),
      objective{&kernel(instruction_set),
                1.0,
                Vector(model.coordinate_count()),
                Vector(model.coordinate_count()),
                Vector(model.coordinate_count()),
                general_handle_system(model.coordinate_count(), handle_capacity),
                general_pass(model)},
      metric(general_metric(model.coordinate_count(), handle_capacity)),
      descent(descent_scratch(model.coordinate_count() / 3)),
      now(iterate(model.coordinate_count() / 3)), end{Coordinates(model.coordinate_count() / 3, 3),
                                                      Coordinates(model.coordinate_count() / 3, 3), AffineStack(0, 3)} {
}

StepReport general_step(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                        State& state, GeneralWorkspace& workspace) {
    check_sizes(model, controls, handles, state, workspace);
    const NoDenormals no_denormals;
    predict_motion(controls, state, uses_history(controls, state), workspace.prediction);
    prepare_objective(model, controls, handles, workspace.prediction, workspace.objective);
    const Descent descent = minimise({model, controls}, workspace);
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    report.elastic_energy = elastic_energy(model, controls, workspace);
    compute_end_of_step(controls, workspace.prediction, workspace.now.Z, workspace.end);
    const EndOfStep& end = workspace.end;
    if (descent.failed || !std::isfinite(report.elastic_energy) || !end.Z.allFinite() || !end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    replace_state(controls, end, workspace.prediction.Pdot, false, state);
    report.kinetic_energy = kinetic_energy(model, controls, state.Pdot, workspace.end);
    return report;
}

State general_rest(const GeneralModel& model, const AffineStack& P) {
    State state;
    state.Z = AffineStack::Zero(model.coordinate_count() / 3, 3);
    state.Zdot = state.Z;
    state.P = P;
    state.Pdot = AffineStack::Zero(P.rows(), 3);
    state.clear_history();
    return state;
}

} // namespace limber
