// SPDX-License-Identifier: MIT
#include "engine/control/spring_step.h"

#include "engine/core/contract.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/step.h"

#include <utility>

namespace limber {

SpringStep::OfSkinning SpringStep::skinning(const ReducedModel& model, const SpringStepSizes& sizes) {
    StepDerivative derivative(model);
    Workspace workspace(model, sizes.handle_capacity, sizes.instruction_set, sizes.contact_points);
    StepDerivative::Result derived = derivative.result(workspace);
    return {&model, std::move(derivative), std::move(workspace), std::move(derived)};
}

SpringStep::OfNewton SpringStep::newton(const CubatureModel& model, const SpringStepSizes& sizes) {
    CubatureWorkspace workspace(model, sizes.handle_capacity, sizes.contact_points);
    CubatureDerivative derived = cubature_derivative(workspace);
    return {&model, std::move(workspace), std::move(derived), {}};
}

SpringStep::SpringStep(const ReducedModel& model, const SpringStepSizes& sizes) : step_(skinning(model, sizes)) {}

SpringStep::SpringStep(const CubatureModel& model, const SpringStepSizes& sizes) : step_(newton(model, sizes)) {}

Index SpringStep::unknown_count() const {
    const auto* skinning = std::get_if<OfSkinning>(&step_);
    return skinning ? 3 * skinning->model->coordinate_count()
                    : std::get<OfNewton>(step_).model->body.coordinate_count();
}

double SpringStep::size() const {
    const auto* skinning = std::get_if<OfSkinning>(&step_);
    return skinning ? skinning->model->frame.scale : std::get<OfNewton>(step_).model->body.size;
}

void SpringStep::copy_unknowns(const State& state, Eigen::Ref<Vector> z) const {
    EXPECTS(state.Z.size() == z.size());
    if (std::holds_alternative<OfSkinning>(step_)) {
        z = Eigen::Map<const Vector>(state.Z.data(), state.Z.size());
        return;
    }
    for (Index row = 0; row < state.Z.rows(); ++row) {
        z.segment<3>(3 * row) = state.Z.row(row);
    }
}

void SpringStep::copy_gradient(const BodyPoint& point, Index axis, Eigen::Ref<Vector> gradient) const {
    const Index k = gradient.size();
    if (std::holds_alternative<OfSkinning>(step_)) {
        EXPECTS(3 * point.phi.size() == k);
        gradient.setZero();
        gradient.segment(axis * k / 3, k / 3) = point.phi;
        return;
    }
    EXPECTS(point.phi.size() == 3 * k);
    gradient = point.phi.segment(axis * k, k);
}

bool SpringStep::advance(const Controls& controls, State& state) {
    if (auto* skinning = std::get_if<OfSkinning>(&step_)) {
        return step(*skinning->model, controls, state, skinning->workspace).status != StepStatus::not_finite;
    }
    auto& newton = std::get<OfNewton>(step_);
    set_general_handles(controls.handles, newton.model->body.coordinate_count(), newton.handles);
    return cubature_step(*newton.model, controls, newton.handles, state, newton.workspace).status !=
           StepStatus::not_finite;
}

bool SpringStep::derive(const Controls& controls, const Matrix& A) {
    if (auto* skinning = std::get_if<OfSkinning>(&step_)) {
        return skinning->derivative.compute(controls, skinning->workspace, A, skinning->derived);
    }
    auto& newton = std::get<OfNewton>(step_);
    return compute_derivative(*newton.model, controls, newton.workspace, A, newton.derived);
}

const Matrix& SpringStep::response() const {
    const auto* skinning = std::get_if<OfSkinning>(&step_);
    return skinning ? skinning->derived.spring_response : std::get<OfNewton>(step_).derived.spring_response;
}

} // namespace limber
