// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"

#include "engine/stepper/contact_rounds.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr double rounding = 1e-12; // of elastic forces

// Removes the part of forces (n x 3) that the constraint's forces hold.
void remove_constraint_forces(const FullSpaceModel& model, Points& forces) {
    const Matrix held = model.Q.transpose() * (model.M.cwiseSqrt().cwiseInverse().asDiagonal() * forces);
    forces -= model.M.cwiseSqrt().asDiagonal() * (model.Q * held);
}

// Removes the part of displacements (n x 3) that the rig could make.
void remove_rig(const FullSpaceModel& model, Coordinates& displacements) {
    const Matrix made = model.Q.transpose() * (model.M.cwiseSqrt().asDiagonal() * displacements);
    displacements -= model.M.cwiseSqrt().cwiseInverse().asDiagonal() * (model.Q * made);
}

// The mass-weighted norm [N/kg^1/2] of forces (n x 3).
double force_norm(const FullSpaceModel& model, const Points& forces) {
    return (model.M.cwiseSqrt().cwiseInverse().asDiagonal() * forces).norm();
}

// What the rounding of the elastic forces leaves in the gradient.
double rounded_force(const FullSpaceModel& model, const Controls& controls) {
    const Points forces = model.L * model.X;
    return rounding * controls.young_scale * (model.M.cwiseSqrt().cwiseInverse().asDiagonal() * forces).norm();
}

// The objective on the constraint, and what counts as its minimum. The gradient is without the constraint's forces: the
// rounding of a move does not satisfy the constraint, so that those forces, which may be large, would have a slope
// along it.
struct OnConstraint {
    const FullSpaceModel& model;
    const Controls& controls;
    FullSpaceObjective& objective;
    double enough = 0.0; // norm of a gradient that counts as zero

    void evaluate(Iterate& at) const {
        limber::evaluate(model, controls, objective, at);
        remove_constraint_forces(model, at.gradient);
    }
    // Under forces on the vertices (n x 3) besides those of the objective.
    void evaluate_under(const Points& pull, Iterate& at) const {
        limber::evaluate(model, controls, objective, at);
        at.objective -= at.Z.cwiseProduct(pull).sum();
        at.gradient -= pull;
        remove_constraint_forces(model, at.gradient);
    }
    bool is_cancelled() const {
        return objective.progress && objective.progress->is_cancelled();
    }
    // A descent that is cancelled ends as if it had converged; its step fails.
    bool is_converged(const Iterate& at) const {
        return is_cancelled() || force_norm(model, at.gradient) <= enough;
    }
    bool is_small_enough(Points forces) const {
        remove_constraint_forces(model, forces);
        return is_cancelled() || force_norm(model, forces) <= enough;
    }
    double round_off(const Iterate& at) const {
        return 1e-13 * (elastic_weight(model, controls) + std::abs(at.cluster_energy) + std::abs(at.objective));
    }
};

NewtonProblem newton_problem(const OnConstraint& on, std::function<void(Iterate&)> evaluate) {
    return {std::move(evaluate), [&on](const Iterate& at) { return on.is_converged(at); },
            [&on](const Iterate& at) { return on.round_off(at); }, on.controls.iterations};
}

// Starts at now.Z, evaluated, and leaves the best iterate in workspace.now.
Result<Descent> descend_freely(const OnConstraint& on, FullSpaceWorkspace& workspace) {
    const auto evaluate_on_constraint = [&](Iterate& at) {
        on.evaluate(at);
    };
    if (is_hyperelastic(on.model.energy)) {
        return newton_descent({on.model, on.controls, on.objective}, newton_problem(on, evaluate_on_constraint),
                              workspace.newton, workspace.now);
    }
    if (auto done = update_metric(on.model, on.objective.A, on.objective.progress, workspace.metric); !done) {
        return done.error();
    }
    const DescentProblem problem{evaluate_on_constraint,
                                 [&](Coordinates& rows) { workspace.metric.inverse->apply(rows); },
                                 [&](const Iterate& at) { return on.round_off(at); },
                                 [&](const Iterate& at) {
                                     return on.is_converged(at);
                                 }};
    return quasi_newton_descent(*on.objective.kernel, problem, {on.controls.iterations, full_space_memory, 0.0},
                                workspace.descent, workspace.now);
}

// Likewise, on the laws of the listed contacts.
Result<Descent> descend_on_contacts(const OnConstraint& on, FullSpaceWorkspace& workspace) {
    if (is_hyperelastic(on.model.energy)) {
        const auto evaluate_in_contact = [&](Iterate& at) {
            on.evaluate_under(workspace.contact.pull, at);
        };
        return newton_descent_in_contact({on.model, on.controls, on.objective}, newton_problem(on, evaluate_in_contact),
                                         workspace.contact, workspace.newton, workspace.now);
    }
    return descend_in_contact({[&](Iterate& at) { on.evaluate(at); },
                               [&](const Points& force) { return on.is_small_enough(force); }, on.controls.iterations},
                              on.objective, workspace.contact, workspace.now);
}

// Starts at the predicted motion and leaves the minimum in workspace.now.
Result<Descent> minimise(const FullSpaceContactInput& input, FullSpaceWorkspace& workspace) {
    OnConstraint on{input.model, input.controls, workspace.objective};
    workspace.now.Z = workspace.prediction.Z;
    remove_rig(input.model, workspace.now.Z); // which rounding has left there
    on.evaluate(workspace.now);
    on.enough = std::max(full_space_tolerance * force_norm(input.model, workspace.now.gradient),
                         rounded_force(input.model, input.controls));
    std::optional<Error> error;
    const auto failed = [&](Error what) {
        error = std::move(what);
        Descent descent;
        descent.failed = true;
        return descent;
    };
    const Descent descent = minimise_with_contacts(
        workspace.prediction, workspace.contact.listed,
        [&](bool in_contact) {
            auto found = in_contact ? descend_on_contacts(on, workspace) : descend_freely(on, workspace);
            return found ? found.value() : failed(found.error());
        },
        [&](bool may_list) {
            auto found = list_missed_contacts(input, workspace.prediction, workspace.objective, workspace.now.Z,
                                              may_list, workspace.contact);
            if (!found) {
                error = found.error();
            }
            return found && found.value();
        });
    if (!error && on.is_cancelled()) {
        error = full_space_cancelled();
    }
    return error ? Result<Descent>(*error) : Result<Descent>(descent);
}

// Predicts the motion, lists the contacts near the body, and minimises the objective.
Result<Descent> solve_step(const FullSpaceContactInput& input, bool with_history, FullSpaceWorkspace& workspace) {
    predict_motion(input.controls, input.state, with_history, workspace.prediction);
    prepare_objective(input.model, input.controls, workspace.prediction, workspace.objective);
    if (auto done = list_near_contacts(input, workspace.prediction, workspace.objective, workspace.contact); !done) {
        return done.error();
    }
    return minimise(input, workspace);
}

Error not_converged(const Descent& descent, bool in_contact) {
    const std::string evaluations = std::to_string(descent.iterations) + " evaluations; use a smaller time step";
    if (in_contact) {
        return {ErrorKind::not_converged,
                "Newton's method found no contact forces that balance the body in " + evaluations + " or less friction",
                "full space"};
    }
    return {ErrorKind::not_converged, "Newton's method did not converge in " + evaluations, "full space"};
}

double kinetic_energy(const FullSpaceModel& model, const Controls& controls, const State& state) {
    const Points velocity = state.Zdot + model.J * state.Pdot;
    return 0.5 * controls.density_scale * model.M.dot(velocity.rowwise().squaredNorm());
}

StepReport advance(const FullSpaceModel& model, const Controls& controls, const Descent& descent,
                   FullSpaceWorkspace& workspace, State& state) {
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    compute_end_of_step(controls, workspace.prediction, workspace.now.Z, workspace.end);
    if (descent.failed || !workspace.end.Z.allFinite() || !workspace.end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    workspace.objective.x = workspace.now.Z + workspace.objective.rig;
    report.elastic_energy = full_space_energy(model, controls, workspace.objective.x);
    const StepContacts& contacts = workspace.contact.listed;
    replace_state(controls, workspace.end, workspace.prediction.Pdot, contacts.in_use, state);
    if (controls.contact.points) {
        report.contacts = report_contact_forces(model.size, contacts, state.contact_force);
        report.depth = contacts.depth;
        report.contacts_left_out = contacts.left_out;
    }
    report.kinetic_energy = kinetic_energy(model, controls, state);
    return report;
}

} // namespace

FullSpaceWorkspace::FullSpaceWorkspace(const FullSpaceModel& model, Threads threads, InstructionSet instruction_set,
                                       Index contact_points)
    : prediction(limber::prediction(model.vertex_count(), model.J.cols())),
      objective(full_space_objective(model, kernel(instruction_set), threads)),
      contact(full_space_contact(model, contact_points)), descent(descent_scratch(model.vertex_count())),
      newton(newton_scratch(model)),
      now(iterate(model.vertex_count())), end{Coordinates(model.vertex_count(), 3),
                                              Coordinates(model.vertex_count(), 3), AffineStack(0, 3)} {}

Result<StepReport> full_space_step(const FullSpaceModel& model, const Controls& controls, State& state,
                                   FullSpaceWorkspace& workspace, Progress* progress) {
    EXPECTS(state.Z.rows() == model.vertex_count() && controls.P.rows() == model.J.cols());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    EXPECTS(!controls.contact.points || state.contact_force.rows() == controls.contact.points->count());
    for (const Spring& spring : controls.springs) {
        EXPECTS(spring.span.phi.size() == model.vertex_count() && spring.span.rig_row.size() == model.J.cols());
        EXPECTS(spring.stiffness > 0 && spring.rest_length >= 0);
    }
    workspace.objective.progress = progress;
    const FullSpaceContactInput input{model, controls, state};
    auto descent = solve_step(input, uses_history(controls, state), workspace);
    if (descent && workspace.prediction.uses_history && workspace.contact.listed.in_use) {
        // BDF2 met an obstacle: backward Euler solves the step again.
        auto again = solve_step(input, false, workspace);
        descent = again ? Result<Descent>(followed_by(descent.value(), again.value())) : std::move(again);
    }
    if (!descent) {
        return descent.error();
    }
    if (is_hyperelastic(model.energy) && !descent.value().converged && !descent.value().failed) {
        return not_converged(descent.value(), workspace.contact.listed.in_use);
    }
    return advance(model, controls, descent.value(), workspace, state);
}

State full_space_rest(const FullSpaceModel& model, const AffineStack& P, Index contact_points) {
    State state;
    state.Z = AffineStack::Zero(model.vertex_count(), 3);
    state.Zdot = state.Z;
    state.P = P;
    state.Pdot = AffineStack::Zero(P.rows(), 3);
    state.contact_force = Points::Zero(contact_points, 3);
    state.clear_history();
    return state;
}

double full_space_energy(const FullSpaceModel& model, const Controls& controls, const Points& x) {
    TetEnergy scratch = tet_energy(model);
    Points gradient = Points::Zero(x.rows(), 3);
    const Points forces = model.L * x;
    const double quadratic = 0.5 * x.cwiseProduct(forces).sum();
    const double w_sum = model.w.sum();
    double energy = 0.0;
    if (is_hyperelastic(model.energy)) {
        energy = add_hyperelastic_energy(model, x, controls.young_scale, controls.lambda_scale, {1}, scratch, gradient);
    } else {
        energy = add_tet_energy(model, kernel(InstructionSet::baseline), x, controls.young_scale, controls.lambda_scale,
                                {1}, scratch, gradient) +
                 controls.young_scale * (quadratic + 1.5 * w_sum);
    }
    const double muscle_scale = muscle_stiffness_scale(model, controls);
    if (muscle_scale == 0.0) {
        return energy;
    }
    const double scale = controls.young_scale * muscle_scale;
    return energy + scale * (quadratic + 3.0 * w_sum + model.muscles->energy.at(controls.activation)) +
           add_muscle_energy(model, active_gradients(model, controls), x, scale, {1}, scratch, gradient);
}

} // namespace limber
