// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_step.h"

#include "engine/core/contract.h"
#include "engine/general_basis/general_stages.h"
#include "engine/stepper/contact_rounds.h"
#include "engine/stepper/no_denormals.h"

namespace limber {
namespace {

using GeneralHandles = std::vector<GeneralHandle>;

void check_input(const GeneralContactInput& input, const GeneralHandles& handles, const GeneralWorkspace& workspace) {
    check_general_input(input, handles, workspace.handle_capacity(), workspace.contact);
    EXPECTS(!input.model.actuation || !workspace.objective.pass.single.active_S.empty());
    EXPECTS(input.controls.memory >= 0 && input.controls.memory <= DescentMemory::pairs_max);
}

// From workspace.now.
Descent descend_freely(const GeneralModel& model, const Controls& controls, GeneralWorkspace& workspace) {
    struct Context {
        const GeneralModel& model;
        const Controls& controls;
    };
    const Context of{model, controls};
    evaluate(model, controls, workspace.objective, workspace.now);
    workspace.metric.D_inverse = workspace.objective.D.cwiseInverse();
    factor_handles(workspace.objective.handles, workspace.metric);
    // The functions capture two references, so that they are stored without an allocation.
    const DescentProblem problem{
        [&of, &workspace](Iterate& at) { evaluate(of.model, of.controls, workspace.objective, at); },
        [&workspace](Coordinates& rows) {
            solve_with_handles(workspace.objective.handles, workspace.metric, as_vector(rows));
        },
        [&of](const Iterate& at) { return round_off(of.model, of.controls, at); },
        [](const Iterate&) {
            return false;
        }};
    return quasi_newton_descent(*workspace.objective.kernel, problem,
                                {controls.iterations, controls.memory, controls.tolerance}, workspace.descent,
                                workspace.now);
}

// Predicts the motion, lists the contacts near the body, and minimises the objective.
Descent solve_step(const GeneralContactInput& input, const GeneralHandles& handles, bool with_history,
                   GeneralWorkspace& workspace) {
    const auto& [model, controls, state] = input;
    predict_motion(controls, state, with_history, workspace.prediction);
    prepare_objective(model, controls, handles, workspace.prediction, workspace.objective);
    list_near_contacts(input, workspace.prediction, workspace.objective, workspace.contact);
    workspace.now.Z = workspace.prediction.Z;
    return minimise_with_contacts(
        workspace.prediction, workspace.contact.listed,
        [&](bool in_contact) {
            return in_contact ? descend_in_contact(input.model, input.controls, workspace.objective, workspace.contact,
                                                   workspace.now)
                              : descend_freely(input.model, input.controls, workspace);
        },
        [&](bool may_list) {
            return list_missed_contacts(input, workspace.prediction, workspace.objective, workspace.now.Z, may_list,
                                        workspace.contact);
        });
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

ContactPoints general_contact_points(const GeneralModel& model, const std::vector<int>& vertices) {
    const auto count = static_cast<Index>(vertices.size());
    ContactPoints points{vertices, Matrix(3 * model.coordinate_count(), count), Matrix(model.J.cols(), count)};
    for (Index i = 0; i < count; ++i) {
        const double whole = 1.0;
        const BodyPoint point =
            general_point(model, std::span(&vertices[static_cast<std::size_t>(i)], 1), std::span(&whole, 1));
        points.phi.col(i) = point.phi;
        points.rig_rows.col(i) = point.rig_row;
    }
    return points;
}

GeneralWorkspace::GeneralWorkspace(const GeneralModel& model, InstructionSet instruction_set, Index handle_capacity,
                                   Index contact_points)
    : prediction(limber::prediction(model.coordinate_count() / 3, model.J.cols())),
      objective(general_objective(model, kernel(instruction_set), handle_capacity)),
      metric(general_metric(model.coordinate_count(), handle_capacity)),
      contact(general_contact(model.coordinate_count(), handle_capacity, contact_points)),
      descent(descent_scratch(model.coordinate_count() / 3)),
      now(iterate(model.coordinate_count() / 3)), end{Coordinates(model.coordinate_count() / 3, 3),
                                                      Coordinates(model.coordinate_count() / 3, 3), AffineStack(0, 3)} {
}

StepReport general_step(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                        State& state, GeneralWorkspace& workspace) {
    const GeneralContactInput input{model, controls, state};
    check_input(input, handles, workspace);
    const NoDenormals no_denormals;
    Descent descent = solve_step(input, handles, uses_history(controls, state), workspace);
    if (workspace.prediction.uses_history && workspace.contact.listed.in_use) {
        // BDF2 met an obstacle: backward Euler solves the step again.
        descent = followed_by(descent, solve_step(input, handles, false, workspace));
    }
    return replace_state(
        {model, controls, workspace.prediction, workspace.objective, workspace.contact.listed, workspace.now}, descent,
        workspace.end, state);
}

State general_rest(const GeneralModel& model, const AffineStack& P, Index contact_points) {
    State state;
    state.Z = AffineStack::Zero(model.coordinate_count() / 3, 3);
    state.Zdot = state.Z;
    state.P = P;
    state.Pdot = AffineStack::Zero(P.rows(), 3);
    state.contact_force = Points::Zero(contact_points, 3);
    state.clear_history();
    return state;
}

} // namespace limber
