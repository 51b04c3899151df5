// SPDX-License-Identifier: MIT
#pragma once

#include "engine/cubature/cubature_descent.h"
#include "engine/general_basis/general_contact.h"

/// Newton's method in contact: full_space/newton_contact.h with a dense matrix. The end of each direction satisfies the
/// contact laws of contact/contact_solver.h in the quadratic model of the objective E at the iterate: with H as in
/// cubature_objective.h and Phi the columns of the contact points,
///
///     d = H^-1 (Phi f - E'(z))        G = Phi' H^-1 Phi        f: the forces that satisfy the laws at z + d
///
/// Points are linear in z, so that a whole move satisfies the laws themselves. The line search is on E(z) - <Phi f, z>
/// under these forces, along which d descends.
namespace limber {

/// Scratch of the contact forces, and the contacts of the step.
struct CubatureContact {
    GeneralContact general; // the listed contacts, their columns Phi, H^-1 Phi, and their places at zero coordinates
    Coordinates pull;       // k/3 x 3: Phi f
    Coordinates free;       // k/3 x 3: the direction under the forces of the last one
    AffineStack before;     // capacity x 3 [N]: those forces
};

/// Sized, with undefined contents.
CubatureContact cubature_contact(const CubatureModel& model, Index handle_capacity, Index points);

/// Starts at now.Z with the contacts that are listed, and leaves the last iterate in `now`. It satisfies the laws of
/// the listed contacts: a descent that has not converged ends with the nearest such point in the norm of H.
Descent descend_in_contact(const CubatureProblem& problem, CubatureContact& contact, CubatureMoves& moves,
                           Iterate& now);

} // namespace limber
