#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// The way from a guess to the minimum of a step's objective. Every iteration is one
/// pass over the clusters, after a first one for the guess.
///
/// The plain local-global iteration is a move against the gradient, measured by the constant part of the Hessian:
/// Z <- Z - A^-1 g. L-BFGS [Nocedal 1980; Liu, Bouaziz, Kavan 2017, Quasi-Newton methods for real-time simulation of
/// hyperelastic materials] starts from that move and learns the rest of the Hessian from the last few: it reaches the
/// minimum in about a third of the iterations. No move is taken that raises the objective.
namespace limber {

struct Descent {
    int iterations = 0;
    double change = 0.0;    // |dZ| / |Z| of the last move had it gone all the way, in the mass
    bool converged = false; // small changes, or nowhere lower to go
    bool lost = false;      // no move could be taken, and the last one tried was none that numbers can tell
};

/// Both descend from workspace.now.Z, and leave the best place found there, evaluated. Freely: by L-BFGS, as if there
/// were nothing to touch.
Descent descend_freely(const ReducedModel& model, const Controls& controls, Workspace& workspace);

/// Under the laws of contact, with what is listed in workspace.contact: by plain local-global iterations, each of which
/// minimises a bound of the objective in the constant metric in which contacts couple through scalars.
Descent descend_in_contact(const ReducedModel& model, const Controls& controls, Workspace& workspace);

} // namespace limber
