// SPDX-License-Identifier: MIT
#pragma once

#include "engine/full_space/full_space_contact.h"
#include "engine/full_space/newton_descent.h"

/// Newton's method in contact. The end of each direction satisfies the contact laws in the quadratic model of the
/// objective E at the iterate: with K the inverse of the Newton system and Phi the columns of the contact points,
///
///     d = K (Phi f - E'(Z))        G = Phi' K Phi        f: the forces that satisfy the laws at Z + d
///
/// Points are linear in Z, so that a whole move satisfies the laws themselves, and shorter ones reduce what is left of
/// a penetration. The line search is on E(Z) - <Phi f, Z> under these forces, along which d descends:
/// <E' - Phi f, d> = - <d, H d>. Without friction E itself falls once no point is inside, so that the method converges
/// from anywhere; with friction, as usual for Coulomb's law, it need not.
namespace limber {

/// `problem`: as for newton_descent, with objective and gradient under contact.pull. Starts at now.Z, which satisfies
/// the constraint, with the contacts that are listed in `contact`. Converges when contact forces and gradient balance
/// in the sense of problem.is_converged; then the last move is whole, so that its end satisfies the contact laws. Fails
/// as newton_descent.
Result<Descent> newton_descent_in_contact(const NewtonInput& input, const NewtonProblem& problem,
                                          FullSpaceContact& contact, NewtonScratch& scratch, Iterate& now);

} // namespace limber
