#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// Minimises the objective of a step from a predicted start. Every iteration is one pass over the clusters, after a
/// first pass for the start.
///
/// The plain local-global iteration is a gradient move in the metric of the constant part of the Hessian: Z <- Z - A^-1
/// g. L-BFGS [Nocedal 1980; Liu, Bouaziz, Kavan 2017, Quasi-Newton methods for real-time simulation of hyperelastic
/// materials] starts from that move and approximates the rest of the Hessian from the last few moves: it reaches the
/// minimum in about a third of the iterations. A move that raises the objective is never accepted.
namespace limber {

struct Descent {
    int iterations = 0;
    double change = 0.0;    // |dZ| / |Z| of the last move at full length, in the mass norm
    bool converged = false; // the change is below the tolerance, or no descent direction is left
    bool failed = false;    // no move was accepted and the last trial was not finite
};

/// Both functions start at workspace.now.Z and leave the best iterate there, evaluated. This one ignores contact and
/// uses L-BFGS.
Descent descend_without_contact(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// Satisfies the contact laws for the contacts listed in workspace.contact by plain local-global iterations. Each
/// minimises a bound of the objective in the constant metric in which contacts couple through scalars.
Descent descend_in_contact(const ReducedModel& model, const Controls& controls, Workspace& workspace);

} // namespace limber
