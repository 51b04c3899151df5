// SPDX-License-Identifier: MIT
#include "engine/stepper/objective.h"

#include "engine/model/reduced_model.h"

namespace limber {
namespace {

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

// Adds the springs' force at zero coordinates, where a spring's point has `base_weight` times the base's coordinates.
void add_handle_targets(const Controls& controls, const Coordinates& Z_base, double base_weight,
                        Coordinates& constant) {
    for (const Handle& handle : controls.handles) {
        for (Index axis = 0; axis < 3; ++axis) {
            const double rig = handle.point.rig_row.dot(controls.P.col(axis));
            const double base = base_weight == 0.0 ? 0.0 : base_weight * handle.point.phi.dot(Z_base.col(axis));
            constant.col(axis) += handle.stiffness * (handle.target(axis) - rig - base) * handle.point.phi;
        }
    }
}

void add_point_forces(const Controls& controls, Coordinates& constant) {
    for (const PointForce& applied : controls.forces) {
        for (Index axis = 0; axis < 3; ++axis) {
            constant.col(axis) += applied.force(axis) * applied.point.phi;
        }
    }
}

// The rate [1/s] at which damping and still air slow the secondary motion.
double decay_rate(const Controls& controls) {
    return controls.damping + controls.wind.drag;
}

// Adds the drag c B'M (1 u' - J Pdot); decay_rate has the drag of the secondary motion.
void add_wind(const ReducedModel& model, const Controls& controls, const AffineStack& Pdot, StepObjective& objective) {
    const double rate = controls.density_scale * controls.wind.drag;
    if (rate == 0.0) {
        return;
    }
    objective.rig_drag.setZero();
    add_product(*objective.kernel, -rate, model.BMJ, Pdot, objective.rig_drag);
    objective.constant += objective.rig_drag;
    for (Index axis = 0; axis < 3; ++axis) {
        objective.constant.col(axis) += rate * controls.wind.velocity(axis) * model.BM1;
    }
}

// Scale of the part of the elastic energy that is quadratic in the positions, including the muscles.
double quadratic_scale(const ReducedModel& model, const Controls& controls) {
    return controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls));
}

// Sums the forces on Z that do not depend on it: inertia, damping, rig, gravity, wind, handles, point forces. `inertia`
// is the diagonal part of the first two, whose argument has `base_weight` times the base's coordinates.
void sum_constant_forces(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                         double inertia, double base_weight, StepObjective& objective) {
    const Kernel& kernel = *objective.kernel;
    const double rho = controls.density_scale;
    const double h = prediction.h;
    Coordinates& constant = objective.constant;
    constant = rho / (h * h) * (prediction.Z_base + h * prediction.Zdot_base) +
               (rho * decay_rate(controls) / h - base_weight * inertia) * prediction.Z_base;
    objective.rig_inertia.setZero();
    add_product(kernel, -rho / (h * h), model.BMJ, prediction.P_deviation, objective.rig_inertia);
    objective.rig_force.setZero();
    add_product(kernel, -quadratic_scale(model, controls), model.BLJ, prediction.P_ahead, objective.rig_force);
    constant += objective.rig_inertia + objective.rig_force;
    for (Index axis = 0; axis < 3; ++axis) {
        constant.col(axis) += rho * controls.gravity(axis) * model.BM1;
    }
    add_wind(model, controls, prediction.Pdot, objective);
    add_handle_targets(controls, prediction.Z_base, base_weight, constant);
    add_point_forces(controls, constant);
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

StepObjective step_objective(const ReducedModel& model, const Kernel& kernel, Index handle_capacity) {
    const Index k = model.coordinate_count();
    const Coordinates rows(k, 3);
    const AffineStack columns(k, 3);
    return {&kernel,
            1.0,
            rows,
            rows,
            rows,
            handle_system(k, handle_capacity),
            {Points(handle_capacity, 3), 1.0},
            columns,
            columns,
            columns,
            elastic_pass(model)};
}

double elastic_weight(const ReducedModel& model, const Controls& controls) {
    const double muscles = model.actuation ? controls.muscle_stiffness_scale * model.actuation->w_sum : 0.0;
    return controls.young_scale * (model.w_sum + muscles);
}

void prepare_objective(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                       StepObjective& objective) {
    const double h = prediction.h;
    // Strain damping evaluates elasticity at x + beta v = (1 + beta/h) x - beta/h x_base. That point is the unknown;
    // the position at the end of the step is a mean of it and the base.
    const double ahead = controls.strain_damping / h;
    objective.unknown_weight = 1.0 / (1.0 + ahead);
    const double base_weight = ahead * objective.unknown_weight;
    const double inertia = controls.density_scale * (1.0 / (h * h) + decay_rate(controls) / h);
    for (Index axis = 0; axis < 3; ++axis) {
        objective.D.col(axis) =
            (quadratic_scale(model, controls) * model.stiffness).array() + objective.unknown_weight * inertia;
    }
    objective.D_inverse = objective.D.cwiseInverse();
    sum_constant_forces(model, controls, prediction, inertia, base_weight, objective);
    prepare_springs(controls, prediction.Z_base, base_weight, objective.unknown_weight, objective.springs,
                    objective.constant);
    set_handles(controls, objective.unknown_weight, objective.handles);
    prepare_elastic_pass(model, controls, *objective.kernel, prediction.P_ahead, objective.pass);
}

void evaluate(const ReducedModel& model, const Controls& controls, StepObjective& objective, Iterate& at) {
    at.gradient = objective.D.cwiseProduct(at.Z);
    at.objective = 0.5 * inner(at.Z, at.gradient) - inner(at.Z, objective.constant);
    at.gradient -= objective.constant;
    at.objective += add_handle_springs(objective.handles, at);
    at.objective += add_spring_lengths(controls, objective.springs, at);
    at.cluster_energy = add_elastic_gradient(model, controls, *objective.kernel, objective.pass, at);
    at.objective += at.cluster_energy;
    if (model.is_planar) {
        at.gradient.col(2).setZero();
    }
}

double elastic_energy(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                      const StepObjective& objective, const Iterate& at) {
    const Kernel& kernel = *objective.kernel;
    double quadratic = -1.5 * model.w_sum + 0.5 * quadratic_form(kernel, model.JLJ, prediction.P_ahead);
    double rig = 0.0;
    for (Index axis = 0; axis < 3; ++axis) {
        quadratic += 0.5 * at.Z.col(axis).cwiseAbs2().dot(model.stiffness);
        rig += at.Z.col(axis).dot(objective.rig_force.col(axis));
    }
    const double energy = controls.young_scale * quadratic - rig + at.cluster_energy;
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale == 0.0) {
        return energy;
    }
    const double constant = constant_energy(kernel, *model.actuation, controls.activation);
    return energy + controls.young_scale * muscle_scale * (quadratic + 1.5 * model.w_sum + constant);
}

double kinetic_energy(const ReducedModel& model, const Controls& controls, const State& state, const Kernel& kernel,
                      AffineStack& scratch) {
    scratch.setZero();
    add_product(kernel, 2.0, model.BMJ, state.Pdot, scratch);
    const double twice =
        (state.Zdot + scratch).cwiseProduct(state.Zdot).sum() + quadratic_form(kernel, model.JMJ, state.Pdot);
    return 0.5 * controls.density_scale * twice;
}

} // namespace limber
