// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/contact_step.h"
#include "engine/stepper/descent.h"
#include "engine/stepper/objective.h"

#include <functional>

/// The descent of a step in contact: plain local-global iterations, each projected onto the contact laws.
///
/// Each minimises a bound of the objective in the constant metric in which contacts couple through constants
/// (contact_solver.h). Where the moves are short, Nesterov momentum extrapolates them.
namespace limber {

/// Scratch of descend_projected.
struct ProjectedScratch {
    Iterate trial;            // the end of the move
    Coordinates direction;    // k x 3 the move
    Coordinates reached;      // k x 3 the point that the previous move reached, before extrapolation
    Coordinates displacement; // k x 3 from there to the point that this move reached
};

/// Sized, with undefined contents.
ProjectedScratch projected_scratch(Index coordinates);

/// A step in contact, in whatever coordinates it has. The functions capture few references, so that they are stored
/// without an allocation.
struct ProjectedProblem {
    std::function<void(Iterate&)> evaluate;
    /// Writes the move (k x 3) from an evaluated iterate whose end satisfies the contact laws; exactly if `is_last`.
    std::function<void(const Iterate& now, bool is_last, Coordinates& move)> compute_move;
    /// <a, b> in the metric of the moves.
    std::function<double(const Coordinates& a, const Coordinates& b)> inner;
    /// `change`: |move| / |end|, in the mass norm.
    std::function<bool(double change, const Coordinates& move)> is_converged;
    int iterations = 10;
    bool uses_momentum = false;
};

/// Starts at now.Z and leaves the last iterate in `now`, evaluated. It satisfies the contact laws.
Descent descend_projected(const ProjectedProblem& problem, ProjectedScratch& scratch, Iterate& now);

/// Whether plain moves would leave more than 1 % of the error along the smoothest coordinate, which rotates the body:
/// elasticity leaves rotation free, but the metric weighs it as a stretch, so a move covers only inertia's part of the
/// distance. If that part is below 3 %, momentum decays too slowly within a step and a resting body would creep.
/// `stiffness` times `elastic` is the elastic part of the metric's diagonal D.
bool is_converging_slowly(const Vector& stiffness, const Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>& D,
                          double elastic, int iterations);

/// The same for the step of a reduced model with the contacts listed in `contact`, whose system is prepared.
Descent descend_projected(const ReducedModel& model, const Controls& controls, StepObjective& objective,
                          ContactScratch& contact, ProjectedScratch& scratch, Iterate& now);

} // namespace limber
