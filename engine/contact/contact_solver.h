// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// Contact of points that couple through one scalar a pair: where the body's constant Hessian is I_3 (x) A, a force on
/// point j moves point i by G_ij times it, G = Phi' A^-1 Phi, in any direction (engine/docs/numerics.md). Then normal
/// and friction forces do not couple within a contact, and each contact's own problem has an exact solution. In a
/// general basis a pair couples through a 3 x 3 block instead; there a visit solves for the normal force exactly and
/// moves the friction force by the largest tangential compliance. The laws are the same:
///
///     no penetration      n . (y - p) >= target
///     no adhesion         n . f >= 0
///     Coulomb friction    |f_t| <= mu n . f, against the sliding; below the limit the point sticks to its anchor
///     virtual work        the force on the coordinates is Phi f
///
/// The contacts are visited one after the other (block Gauss-Seidel). Directions come from the scene and never from a
/// coordinate axis, so that a rotated scene gives rotated forces.
namespace limber {

enum class Friction {
    coulomb,
    damped // AALM appendix E: a touching point keeps a share of its tangential velocity, with unlimited force
};

/// One contact point against one surface, in this step.
struct Contact {
    Index point = 0;            // of ContactPoints
    std::size_t obstacle = 0;   // of Obstacles
    Vec3 normal = Vec3::Zero(); // out of the obstacle, unit
    Vec3 anchor = Vec3::Zero(); // [m] where the point would be if it stuck
    double lowest = 0.0;        // [m] lower bound of n . y
    double friction = 0.0;      // mu
};

/// How a force on one point moves another.
enum class ContactCoupling { scalars, blocks };

/// Scratch, sized once.
struct ContactSystem {
    explicit ContactSystem(Index points = 0, ContactCoupling coupling = ContactCoupling::scalars);

    std::vector<Contact> contacts; // at most capacity
    Matrix G;                      // capacity^2 [m/N] of scalars
    Matrix blocks;                 // (3 capacity)^2 [m/N] of blocks, otherwise empty; symmetric
    Matrix compliance;             // capacity x 2 of blocks [m/N]: along the normal, and the largest along the surface
    AffineStack at;                // capacity x 3 [m] positions of the points under the forces
    AffineStack force;             // capacity x 3 [N]
    Vector friction_bound;         // capacity [N], bound of the friction force in solve_with_bounded_friction
    Friction law = Friction::coulomb;

    Index count() const {
        return static_cast<Index>(contacts.size());
    }
    Index capacity() const {
        return at.rows();
    }
    bool has_blocks() const {
        return blocks.size() > 0;
    }
    static constexpr Index contacts_per_point = 3; // enough for a corner
};

/// Computes the compliances from the blocks on the diagonal. Call after the blocks or the contacts change.
void prepare_blocks(ContactSystem& system);

/// Starting from `at`, which must match `force`, computes forces that satisfy the contact laws. Stops when no point
/// moves by more than the tolerance [m] in a sweep. Returns the largest displacement [m] of the last sweep: with large
/// friction and opposing surfaces the iteration may cycle between friction and normal forces.
double solve_contacts(ContactSystem& system, double tolerance, int sweeps);

/// Starting from forces for which solve_contacts did not converge, computes forces that satisfy the laws, except that a
/// sliding point may get less friction than Coulomb's law gives. Each friction force has a bound of its own; for fixed
/// bounds the problem is convex and over-relaxed visits converge. Every few sweeps the bounds are lowered to mu times
/// the normal forces and are never raised, so they converge, and then every friction force is in its cone. (Tresca's
/// problem inside Coulomb's, as for instance in Haslinger, "Approximation of the Signorini problem with friction",
/// 1983, with bounds that never rise.) Returns whether it converged; the friction cones hold in any case. Damped
/// friction has no cones and is left unchanged.
bool solve_with_bounded_friction(ContactSystem& system, double tolerance);

} // namespace limber
