#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// Contact of points that pull at each other through one scalar a pair: where the body's constant Hessian is I_3 (x) A,
/// a force on point j moves point i by G_ij times it, G = Phi' A^-1 Phi, whatever the directions (engine/README.md).
/// Then normal and friction do not couple within a contact, and its own problem has an exact solution:
///
///     never inside        n . (y - p) >= target
///     never pulling       n . f >= 0
///     Coulomb             |f_t| <= mu n . f, against the sliding; none of it: the point sticks to where it was
///     virtual work        the coordinates feel Phi f, nothing else
///
/// The contacts are visited one after the other (block Gauss-Seidel), with directions from the scene and never from an
/// axis, so that a turned scene gives turned forces.
namespace limber {

enum class Friction {
    coulomb,
    damped // AALM appendix E: a touching point keeps a share of its tangential velocity, whatever force that takes
};

/// One point against one surface, in this step.
struct Contact {
    Index point = 0;            // of ContactPoints
    std::size_t obstacle = 0;   // of Obstacles
    Vec3 normal = Vec3::Zero(); // out of the obstacle, unit
    Vec3 anchor = Vec3::Zero(); // [m] where the point would be if it stuck
    double lowest = 0.0;        // [m] n . y must not be below
    double friction = 0.0;      // mu
};

/// Scratch, sized once.
struct ContactSystem {
    explicit ContactSystem(Index points = 0);

    std::vector<Contact> contacts; // at most capacity
    Matrix G;                      // capacity^2 [m/N]
    AffineStack at;                // capacity x 3 [m] where the points are under the forces
    AffineStack force;             // capacity x 3 [N]
    Vector most_drag;              // capacity [N], of solve_with_bounded_drags
    Friction law = Friction::coulomb;

    Index count() const {
        return static_cast<Index>(contacts.size());
    }
    Index capacity() const {
        return G.rows();
    }
    static constexpr Index contacts_per_point = 3; // a corner
};

/// From `at`, which belongs to `force`, to forces that obey the laws; stops when no point moves by more than the
/// tolerance [m] in a sweep. Returns how far [m] one still did in the last: where friction is large and surfaces face
/// each other, how hard a contact may drag and how hard it pushes can chase each other for ever.
double solve_contacts(ContactSystem& system, double tolerance, int sweeps);

/// From forces that solve_contacts did not bring to rest, to some that obey as well, though a sliding point may be held
/// less than Coulomb would have it: each drag is bounded by a number of its own, for which the problem is convex and
/// visits with over-relaxation converge, and the bounds sink, now and then, to mu times the pushes. What only sinks
/// comes to rest, where every drag is in its cone. (Tresca's problem inside Coulomb's, as for instance in Haslinger,
/// "Approximation of the Signorini problem with friction", 1983, with bounds that never rise.) Returns whether it came
/// to rest; the cones hold in any case. Damped friction has none, and is left as it is.
bool solve_with_bounded_drags(ContactSystem& system, double tolerance);

} // namespace limber
