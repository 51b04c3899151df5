// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_step.h"

#include "engine/general_basis/general_stages.h"
#include "engine/stepper/contact_rounds.h"
#include "engine/stepper/no_denormals.h"

#include <algorithm>

namespace limber {
namespace {

using Handles = std::vector<GeneralHandle>;

/// A step and its scratch.
struct StepProblem {
    const CubatureModel& model;
    const Controls& controls;
    const Handles& handles;
    const State& state;
    CubatureWorkspace& workspace;
};

// Starts at the predicted motion and leaves the minimum in workspace.now.
Descent minimise(const StepProblem& step, const GeneralContactInput& input) {
    CubatureWorkspace& workspace = step.workspace;
    CubatureProblem problem{step.model, step.controls, workspace.objective};
    workspace.now.Z = workspace.prediction.Z;
    problem.evaluate(workspace.now);
    problem.enough =
        std::max(cubature_tolerance * workspace.now.gradient.norm(), rounded_force(step.model, step.controls));
    return minimise_with_contacts(
        workspace.prediction, workspace.contact.general.listed,
        [&](bool in_contact) {
            return in_contact ? descend_in_contact(problem, workspace.contact, workspace.moves, workspace.now)
                              : descend_freely(problem, workspace.moves, workspace.now);
        },
        [&](bool may_list) {
            return list_missed_contacts(input, workspace.prediction, workspace.objective.inertia, workspace.now.Z,
                                        may_list, workspace.contact.general);
        });
}

// Predicts the motion, lists the contacts near the body, and minimises the objective.
Descent solve_step(const StepProblem& step, bool with_history) {
    CubatureWorkspace& workspace = step.workspace;
    const GeneralContactInput input{step.model.body, step.controls, step.state};
    predict_motion(step.controls, step.state, with_history, workspace.prediction);
    prepare_objective(step.model, step.controls, step.handles, workspace.prediction, workspace.objective);
    list_near_contacts(input, workspace.prediction, workspace.objective.inertia, workspace.contact.general);
    return minimise(step, input);
}

} // namespace

CubatureWorkspace::CubatureWorkspace(const CubatureModel& model, Index handle_capacity, Index contact_points)
    : prediction(limber::prediction(model.body.coordinate_count() / 3, model.body.J.cols())),
      objective(cubature_objective(model, handle_capacity)),
      contact(cubature_contact(model, handle_capacity, contact_points)), moves(cubature_moves(model)),
      now(iterate(model.body.coordinate_count() / 3)), end{Coordinates(model.body.coordinate_count() / 3, 3),
                                                           Coordinates(model.body.coordinate_count() / 3, 3),
                                                           AffineStack(0, 3)} {}

StepReport cubature_step(const CubatureModel& model, const Controls& controls, const Handles& handles, State& state,
                         CubatureWorkspace& workspace) {
    check_general_input({model.body, controls, state}, handles, workspace.handle_capacity(), workspace.contact.general);
    const NoDenormals no_denormals;
    const StepProblem step{model, controls, handles, state, workspace};
    Descent descent = solve_step(step, uses_history(controls, state));
    if (workspace.prediction.uses_history && workspace.contact.general.listed.in_use) {
        // BDF2 met an obstacle: backward Euler solves the step again.
        descent = followed_by(descent, solve_step(step, false));
    }
    return replace_state({model.body, controls, workspace.prediction, workspace.objective.inertia,
                          workspace.contact.general.listed, workspace.now},
                         descent, workspace.end, state);
}

} // namespace limber
