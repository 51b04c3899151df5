// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_objective.h"

#include <cmath>

namespace limber {
namespace {

using Handles = std::vector<GeneralHandle>;

// The rate [1/s] at which damping and still air slow the secondary motion.
double decay_rate(const Controls& controls) {
    return controls.damping + controls.wind.drag;
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

// Phi' z of the columns from `first` on, one an axis.
Vec3 spring_vector(const GeneralHandleSystem& handles, Index first, const Eigen::Ref<const Vector>& z) {
    return {handles.phi.col(first).dot(z), handles.phi.col(first + 1).dot(z), handles.phi.col(first + 2).dot(z)};
}

// As stepper/springs.h, with three columns a spring. Call after set_handles.
void prepare_springs(const Controls& controls, const Coordinates& Z_base, double base_share,
                     GeneralObjective& objective) {
    const GeneralHandleSystem& handles = objective.handles;
    objective.springs.unknown_weight = objective.share;
    Index column = column_of_spring(handles, controls.springs.size(), 0);
    Index row = 0;
    for (const Spring& spring : controls.springs) {
        const Vec3 offset = controls.P.transpose() * spring.span.rig_row +
                            base_share * spring_vector(handles, column, as_vector(Z_base));
        for (Index axis = 0; axis < 3; ++axis, ++column) {
            objective.constant -= spring.stiffness * offset(axis) * handles.phi.col(column);
        }
        objective.springs.offset.row(row++) = offset;
    }
}

double add_spring_lengths(const Controls& controls, const GeneralObjective& objective, Iterate& at) {
    const GeneralHandleSystem& handles = objective.handles;
    auto gradient = as_vector(at.gradient);
    Index column = column_of_spring(handles, controls.springs.size(), 0);
    Index place = 0;
    double energy = 0.0;
    for (const Spring& spring : controls.springs) {
        const SpringPull pull = spring_pull(spring, spring_vector_at(controls, objective, place++, at.Z));
        for (Index axis = 0; axis < 3; ++axis, ++column) {
            gradient -= pull.force(axis) * handles.phi.col(column);
        }
        energy += pull.energy;
    }
    return energy / objective.share;
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

} // namespace

GeneralObjective general_objective(const GeneralModel& model, const Kernel& kernel, Index handle_capacity) {
    const Index k = model.coordinate_count();
    return {&kernel,
            1.0,
            Vector(k),
            Vector(k),
            Vector(k),
            general_handle_system(k, handle_capacity),
            {Points(handle_capacity, 3), 1.0},
            general_pass(model)};
}

double quadratic_scale(const GeneralModel& model, const Controls& controls) {
    return controls.young_scale * (model.elastic_share + muscle_stiffness_scale(model, controls));
}

void prepare_objective(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                       const Prediction& prediction, GeneralObjective& objective) {
    const double h = prediction.h;
    objective.share = 1.0 / (1.0 + controls.strain_damping / h);
    const double inertia = controls.density_scale * (1.0 / (h * h) + decay_rate(controls) / h);
    objective.D = (quadratic_scale(model, controls) * model.stiffness).array() + objective.share * inertia;
    sum_constant_forces(model, controls, handles, inertia, prediction, objective);
    set_handles(handles, controls.springs, objective.share, objective.handles);
    prepare_springs(controls, prediction.Z_base, controls.strain_damping / h * objective.share, objective);
    prepare_general_pass(model, controls, *objective.kernel, prediction.P_ahead, objective.pass);
}

void evaluate(const GeneralModel& model, const Controls& controls, GeneralObjective& objective, Iterate& at) {
    const auto z = as_vector(at.Z);
    auto gradient = as_vector(at.gradient);
    gradient = objective.D.cwiseProduct(z);
    at.objective = 0.5 * z.dot(gradient) - z.dot(objective.constant);
    gradient -= objective.constant;
    at.objective += add_handle_springs(objective.handles, at);
    at.objective += add_spring_lengths(controls, objective, at);
    at.cluster_energy = add_general_gradient(model, controls, *objective.kernel, objective.pass, at);
    at.objective += at.cluster_energy;
}

Vec3 spring_vector_at(const Controls& controls, const GeneralObjective& objective, Index place, const Coordinates& Z) {
    const Index column = column_of_spring(objective.handles, controls.springs.size(), place);
    return objective.share * spring_vector(objective.handles, column, as_vector(Z)) +
           objective.springs.offset.row(place).transpose();
}

double round_off(const GeneralModel& model, const Controls& controls, const Iterate& at) {
    const double digits = controls.arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-13;
    const double muscles = model.actuation ? controls.muscle_stiffness_scale * model.actuation->energy.w_sum : 0.0;
    const double weight = controls.young_scale * (model.w_sum + muscles);
    return digits * (weight + std::abs(at.cluster_energy)) + 1e-13 * std::abs(at.objective);
}

double elastic_energy(const GeneralModel& model, const Controls& controls, const Prediction& prediction,
                      const GeneralObjective& objective, const Iterate& at) {
    const auto z = as_vector(at.Z);
    double quadratic = -1.5 * model.w_sum + 0.5 * quadratic_form(model.JLJ, prediction.P_ahead);
    for (Index i = 0; i < z.size(); ++i) {
        quadratic += 0.5 * model.stiffness(i) * z(i) * z(i);
    }
    const double elastic = model.elastic_share * controls.young_scale;
    const double energy = elastic * quadratic - z.dot(objective.rig_force) + at.cluster_energy;
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale == 0.0) {
        return energy;
    }
    const double constant = model.actuation->energy.at(controls.activation);
    return energy + controls.young_scale * muscle_scale * (quadratic + 1.5 * model.w_sum + constant);
}

double kinetic_energy(const GeneralModel& model, const Controls& controls, const Coordinates& Zdot,
                      const AffineStack& Pdot, Coordinates& scratch) {
    auto momentum = as_vector(scratch);
    momentum.noalias() = 2.0 * model.BMJ * as_vector(Pdot);
    const auto zdot = as_vector(Zdot);
    const double twice = (zdot + momentum).dot(zdot) + quadratic_form(model.JMJ, Pdot);
    return 0.5 * controls.density_scale * twice;
}

} // namespace limber
