// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_objective.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double force_rounding = 1e-12; // of elastic forces

// Of a spring's resistance k along its direction, and less across it, what has this sign: a matrix whose square it is.
Mat3 spring_root(double sign, const Spring& spring, const Vec3& d, double stiffness) {
    const double length = d.norm();
    if (length == 0.0) {
        return sign > 0.0 ? Mat3(std::sqrt(stiffness) * Mat3::Identity()) : Mat3(Mat3::Zero());
    }
    const Vec3 u = d / length;
    const double across = std::sqrt(std::max(sign * share_across(spring, length), 0.0));
    const double along = sign > 0.0 ? 1.0 : 0.0;
    return std::sqrt(stiffness) * (across * Mat3::Identity() + (along - across) * u * u.transpose());
}

void compute_spring_columns(double sign, const Controls& controls, const Coordinates& Z, CubatureObjective& objective) {
    const GeneralHandleSystem& handles = objective.inertia.handles;
    for (Index place = 0; place < static_cast<Index>(controls.springs.size()); ++place) {
        const Index column = column_of_spring(handles, controls.springs.size(), place);
        const Mat3 root =
            spring_root(sign, controls.springs[static_cast<std::size_t>(place)],
                        spring_vector_at(controls, objective.inertia, place, Z), handles.stiffness(column));
        objective.handle_columns.middleCols<3>(column).noalias() = handles.phi.middleCols<3>(column).lazyProduct(root);
    }
}

void assemble_convex_part(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                          CubatureObjective& objective) {
    const GeneralHandleSystem& handles = objective.inertia.handles;
    objective.hessian.setZero();
    objective.hessian.diagonal() = objective.inertia.D;
    for (Index i = 0; i < handles.columns; ++i) {
        objective.handle_columns.col(i) = std::sqrt(handles.stiffness(i)) * handles.phi.col(i);
    }
    compute_spring_columns(1.0, controls, Z, objective);
    if (handles.columns > 0) {
        add_outer_products(objective.hessian, 1.0, objective.handle_columns.leftCols(handles.columns));
    }
    add_cubature_hessian(model, controls, Z, objective.elastic, objective.hessian);
    if (has_tension(model.fibres, controls)) {
        objective.hessian += objective.fibres.Q;
    }
}

// Of muscles and pressures, to the lower triangle of H. Returns false where there is none.
bool add_curvature(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                   CubatureObjective& objective, Matrix& H) {
    const bool has_muscles = muscle_stiffness_scale(model.body, controls) > 0.0;
    const bool is_inflated = has_pressure(model.pressure, controls);
    if (has_muscles) {
        subtract_muscle_curvature(model.body, controls, Z, objective.muscles, H);
    }
    if (is_inflated) {
        add_pressure_hessian(model.pressure, controls, Z, objective.pressure, H);
    }
    return has_muscles || is_inflated;
}

} // namespace

CubatureObjective cubature_objective(const CubatureModel& model, Index handle_capacity) {
    const Index k = model.body.coordinate_count();
    CubatureObjective objective{general_objective(model.body, kernel(InstructionSet::baseline), handle_capacity),
                                cubature_scratch(model),
                                muscle_curvature(model.body),
                                pressure_scratch(model.pressure),
                                fibre_scratch(model.fibres),
                                Matrix(k, 3 * handle_capacity),
                                Matrix(k, k),
                                Matrix(k, k)};
    objective.inertia.pass.always_exact = true;
    return objective;
}

void prepare_objective(const CubatureModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                       const Prediction& prediction, CubatureObjective& objective) {
    prepare_objective(model.body, controls, handles, prediction, objective.inertia);
    prepare_cubature(model, prediction.P_ahead, objective.elastic);
    prepare_pressure(model.pressure, prediction.P_ahead, objective.pressure);
    if (has_tension(model.fibres, controls)) {
        prepare_fibres(model.fibres, controls, prediction.P_ahead, objective.fibres);
    }
    if (muscle_stiffness_scale(model.body, controls) > 0.0) {
        prepare_curvature(model.body, objective.inertia.pass, objective.muscles);
    }
}

void evaluate(const CubatureModel& model, const Controls& controls, CubatureObjective& objective, Iterate& at) {
    evaluate(model.body, controls, objective.inertia, at);
    const double elastic = add_cubature_gradient(model, controls, objective.elastic, at);
    at.cluster_energy += elastic;
    at.objective += elastic;
    if (has_pressure(model.pressure, controls)) {
        at.objective += add_pressure_gradient(model.pressure, controls, objective.pressure, at);
    }
    if (has_tension(model.fibres, controls)) {
        at.objective += add_fibre_gradient(objective.fibres, at);
    }
}

bool factor_hessian(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                    CubatureObjective& objective) {
    assemble_convex_part(model, controls, Z, objective);
    objective.factor = objective.hessian;
    if (add_curvature(model, controls, Z, objective, objective.factor)) {
        if (factor_cholesky(objective.factor)) {
            return true;
        }
        objective.factor = objective.hessian;
    }
    return factor_cholesky(objective.factor);
}

void compute_second_derivative(const CubatureModel& model, const Controls& controls, const Coordinates& Z,
                               CubatureObjective& objective, Matrix& exact) {
    assemble_convex_part(model, controls, Z, objective);
    exact = objective.hessian;
    add_curvature(model, controls, Z, objective, exact);
    add_negative_cubature_hessian(model, controls, Z, objective.elastic, exact);
    const auto springs = static_cast<Index>(controls.springs.size());
    if (springs > 0) {
        compute_spring_columns(-1.0, controls, Z, objective);
        const Index first = column_of_spring(objective.inertia.handles, controls.springs.size(), 0);
        add_outer_products(exact, -1.0, objective.handle_columns.middleCols(first, 3 * springs));
    }
}

void solve_with_hessian(const CubatureObjective& objective, MatrixRef B) {
    divide_by_lower(objective.factor, B);
    divide_by_lower_transposed(objective.factor, B);
}

double round_off(const CubatureModel& model, const Controls& controls, const Iterate& at) {
    return 1e-13 * (controls.young_scale * model.body.w_sum + std::abs(at.cluster_energy) + std::abs(at.objective));
}

double rounded_force(const CubatureModel& model, const Controls& controls) {
    const double muscles = muscle_stiffness_scale(model.body, controls);
    return force_rounding * controls.young_scale * (1.0 + muscles) * model.force_scale;
}

} // namespace limber
