#include "engine/stepper/objective.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/elastic_pass.h"
#include "engine/stepper/handle_system.h"

namespace limber {
namespace {

// Backward Euler: v = (x - x_old) / h. BDF2: v = (3 x - 4 x_old + x_older) / 2 h, and likewise for the acceleration;
// both are v = (x - x_base) / h_base, a = (v - v_base) / h_base.
double compute_base(const Controls& controls, const State& state, bool with_history, Workspace& workspace) {
    if (!with_history) {
        workspace.Z_base = state.Z;
        workspace.Zdot_base = state.Zdot;
        workspace.P_base = controls.rig_discontinuity ? controls.P : state.P;
        workspace.Pdot_base = state.Pdot;
        return controls.time_step;
    }
    const PreviousState& previous = state.previous;
    workspace.Z_base = (4.0 * state.Z - previous.Z) / 3.0;
    workspace.Zdot_base = (4.0 * state.Zdot - previous.Zdot) / 3.0;
    workspace.P_base = (4.0 * state.P - previous.P) / 3.0;
    workspace.Pdot_base = (4.0 * state.Pdot - previous.Pdot) / 3.0;
    return 2.0 / 3.0 * controls.time_step;
}

// Computes the rig's velocity in this step and its deviation from the predicted motion.
void predict_rig(const Controls& controls, double h, Workspace& workspace) {
    if (controls.rig_discontinuity) {
        // Keeps the previous rig velocity; otherwise the next step would see a large acceleration.
        workspace.Pdot = workspace.Pdot_base;
        workspace.P_deviation.setZero();
        workspace.P_ahead = controls.P;
        return;
    }
    workspace.Pdot = (controls.P - workspace.P_base) / h;
    workspace.P_deviation = controls.P - workspace.P_base - h * workspace.Pdot_base;
    workspace.P_ahead = controls.P + controls.strain_damping * workspace.Pdot;
}

// rows += scale * A x, column by column, which is fast enough for a few rows of x.
void add_product(const Kernel& kernel, double scale, const Matrix& A, const AffineStack& x, AffineStack& rows) {
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index j = 0; j < A.cols(); ++j) {
            kernel.add_scaled(static_cast<std::size_t>(A.rows()), scale * x(j, axis), A.col(j).data(),
                              rows.col(axis).data());
        }
    }
}

// <x, A x> of a symmetric A.
double quadratic_form(const Kernel& kernel, const Matrix& A, const AffineStack& x) {
    double sum = 0.0;
    for (Index j = 0; j < A.cols(); ++j) {
        for (Index axis = 0; axis < 3; ++axis) {
            const double above = kernel.dot(static_cast<std::size_t>(j), A.col(j).data(), x.col(axis).data());
            sum += x(j, axis) * (2.0 * above + A(j, j) * x(j, axis));
        }
    }
    return sum;
}

// Adds the springs' force at zero coordinates; the share `base_share` of a spring's point is that of the base, not the
// unknown.
void add_handle_targets(const Controls& controls, double base_share, Workspace& workspace) {
    for (const Handle& handle : controls.handles) {
        for (Index axis = 0; axis < 3; ++axis) {
            const double rig = handle.point.rig_row.dot(controls.P.col(axis));
            const double base = base_share == 0.0 ? 0.0 : base_share * handle.point.phi.dot(workspace.Z_base.col(axis));
            workspace.constant.col(axis) += handle.stiffness * (handle.target(axis) - rig - base) * handle.point.phi;
        }
    }
}

// The rate [1/s] at which damping and still air slow the secondary motion.
double decay_rate(const Controls& controls) {
    return controls.damping + controls.wind.drag;
}

// Adds the drag c B'M (1 u' - J Pdot); decay_rate has the drag of the secondary motion.
void add_wind(const ReducedModel& model, const Controls& controls, Workspace& workspace) {
    const double rate = controls.density_scale * controls.wind.drag;
    if (rate == 0.0) {
        return;
    }
    workspace.rig_inertia.setZero();
    add_product(*workspace.kernel, -rate, model.BMJ, workspace.Pdot, workspace.rig_inertia);
    workspace.constant += workspace.rig_inertia;
    for (Index axis = 0; axis < 3; ++axis) {
        workspace.constant.col(axis) += rate * controls.wind.velocity(axis) * model.BM1;
    }
}

// Scale of the part of the elastic energy that is quadratic in the positions, including the muscles.
double quadratic_scale(const ReducedModel& model, const Controls& controls) {
    return controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls));
}

// Sums the forces on Z that do not depend on it: inertia, damping, rig, gravity, wind, handles. `inertia` is the
// diagonal part of the first two; the share `base_share` of their argument is the base.
void sum_constant_forces(const ReducedModel& model, const Controls& controls, double h, double inertia,
                         double base_share, Workspace& workspace) {
    const double rho = controls.density_scale;
    Coordinates& constant = workspace.constant;
    constant = rho / (h * h) * (workspace.Z_base + h * workspace.Zdot_base) +
               (rho * decay_rate(controls) / h - base_share * inertia) * workspace.Z_base;
    workspace.rig_inertia.setZero();
    add_product(*workspace.kernel, -rho / (h * h), model.BMJ, workspace.P_deviation, workspace.rig_inertia);
    workspace.rig_force.setZero();
    add_product(*workspace.kernel, -quadratic_scale(model, controls), model.BLJ, workspace.P_ahead,
                workspace.rig_force);
    constant += workspace.rig_inertia + workspace.rig_force;
    for (Index axis = 0; axis < 3; ++axis) {
        constant.col(axis) += rho * controls.gravity(axis) * model.BM1;
    }
    add_wind(model, controls, workspace);
    add_handle_targets(controls, base_share, workspace);
}

// 1/2 a'Q a + p'a - 3/2 w_sum: the part of the muscles' energy that does not depend on the coordinates.
double constant_energy(const Kernel& kernel, const ActuationSet& set, const Vector& a) {
    double sum = -1.5 * set.w_sum;
    const auto count = static_cast<std::size_t>(a.size());
    for (Index v = 0; v < a.size(); ++v) {
        sum += a(v) * (set.linear(v) + 0.5 * kernel.dot(count, set.quadratic.col(v).data(), a.data()));
    }
    return sum;
}

double inner(const Coordinates& a, const Coordinates& b) {
    return a.cwiseProduct(b).sum();
}

} // namespace

double elastic_weight(const ReducedModel& model, const Controls& controls) {
    const double muscles = model.actuation ? controls.muscle_stiffness_scale * model.actuation->w_sum : 0.0;
    return controls.young_scale * (model.w_sum + muscles);
}

bool uses_history(const Controls& controls, const State& state) {
    return controls.integrator == Integrator::bdf2 && !controls.rig_discontinuity &&
           state.previous.time_step == controls.time_step;
}

double prepare_objective(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace,
                         bool may_use_history) {
    const double h = compute_base(controls, state, may_use_history && uses_history(controls, state), workspace);
    predict_rig(controls, h, workspace);
    // Strain damping evaluates elasticity at x + beta v = (1 + beta/h) x - beta/h x_base. That point is the unknown;
    // the true position is `share` of it plus `base_share` of the base.
    const double ahead = controls.strain_damping / h;
    const double share = 1.0 / (1.0 + ahead);
    const double base_share = ahead * share;
    const double inertia = controls.density_scale * (1.0 / (h * h) + decay_rate(controls) / h);
    for (Index axis = 0; axis < 3; ++axis) {
        workspace.D.col(axis) = (quadratic_scale(model, controls) * model.stiffness).array() + share * inertia;
    }
    workspace.D_inverse = workspace.D.cwiseInverse();
    sum_constant_forces(model, controls, h, inertia, base_share, workspace);
    prepare_handles(controls, share, workspace);
    prepare_elastic_pass(model, controls, workspace);
    return h;
}

void evaluate(const ReducedModel& model, const Controls& controls, Workspace& workspace, Iterate& at) {
    at.gradient = workspace.D.cwiseProduct(at.Z);
    at.objective = 0.5 * inner(at.Z, at.gradient) - inner(at.Z, workspace.constant);
    at.gradient -= workspace.constant;
    at.objective += add_handle_springs(workspace, at);
    at.cluster_energy = add_elastic_gradient(model, controls, workspace, at);
    at.objective += at.cluster_energy;
}

double elastic_energy(const ReducedModel& model, const Controls& controls, const Workspace& workspace) {
    const Coordinates& Z = workspace.now.Z;
    double quadratic = -1.5 * model.w_sum + 0.5 * quadratic_form(*workspace.kernel, model.JLJ, workspace.P_ahead);
    double rig = 0.0;
    for (Index axis = 0; axis < 3; ++axis) {
        quadratic += 0.5 * Z.col(axis).cwiseAbs2().dot(model.stiffness);
        rig += Z.col(axis).dot(workspace.rig_force.col(axis));
    }
    const double energy = controls.young_scale * quadratic - rig + workspace.now.cluster_energy;
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale == 0.0) {
        return energy;
    }
    const double constant = constant_energy(*workspace.kernel, *model.actuation, controls.activation);
    return energy + controls.young_scale * muscle_scale * (quadratic + 1.5 * model.w_sum + constant);
}

double kinetic_energy(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace) {
    workspace.rig_inertia.setZero();
    add_product(*workspace.kernel, 2.0, model.BMJ, state.Pdot, workspace.rig_inertia);
    const double twice = (state.Zdot + workspace.rig_inertia).cwiseProduct(state.Zdot).sum() +
                         quadratic_form(*workspace.kernel, model.JMJ, state.Pdot);
    return 0.5 * controls.density_scale * twice;
}

} // namespace limber
