// SPDX-License-Identifier: MIT
#include "engine/contact/contact_solver.h"

#include <algorithm>
#include <limits>

namespace limber {
namespace {

constexpr int sweeps_between_bounds = 5;
constexpr double over_relaxation = 1.4; // below 2

const Contact& contact_of(const ContactSystem& system, Index i) {
    return system.contacts[static_cast<std::size_t>(i)];
}

double normal_force_of(const ContactSystem& system, Index i) {
    return contact_of(system, i).normal.dot(system.force.row(i));
}

// [N] The normal force that keeps the point outside while the other contacts stay fixed.
double solved_normal_force(const ContactSystem& system, Index i) {
    const Contact& contact = contact_of(system, i);
    const double gap = contact.normal.dot(system.at.row(i)) - contact.lowest;
    return std::max(0.0, normal_force_of(system, i) - gap / system.G(i, i));
}

Vec3 tangential_part(const ContactSystem& system, Index i, const Vec3& force) {
    const Vec3& normal = contact_of(system, i).normal;
    return force - normal.dot(force) * normal;
}

Vec3 clamped(const Vec3& friction, double most) {
    const double length = friction.norm();
    return length > most ? Vec3(most / length * friction) : friction;
}

// [N] The friction force under which the point sticks, clamped to `most`.
Vec3 solved_friction(const ContactSystem& system, Index i, double most) {
    const Vec3 sticking = system.force.row(i).transpose() -
                          (system.at.row(i).transpose() - contact_of(system, i).anchor) / system.G(i, i);
    const Vec3 friction = tangential_part(system, i, sticking);
    return system.law == Friction::coulomb ? clamped(friction, most) : friction;
}

// The force that solves this contact's problem while the others stay fixed.
Vec3 solved_force(const ContactSystem& system, Index i) {
    const double normal_force = solved_normal_force(system, i);
    if (normal_force == 0.0) {
        return Vec3::Zero();
    }
    const Contact& contact = contact_of(system, i);
    return normal_force * contact.normal + solved_friction(system, i, contact.friction * normal_force);
}

// Applies a new force of contact i to all points; returns how far [m] its own point moved.
double apply_change(ContactSystem& system, Index i, const Vec3& force) {
    const Vec3 change = force - system.force.row(i).transpose();
    if (change.isZero(0.0)) {
        return 0.0;
    }
    system.force.row(i) = force;
    const Index count = system.count();
    for (Index axis = 0; axis < 3; ++axis) {
        system.at.col(axis).head(count) += change(axis) * system.G.col(i).head(count);
    }
    return system.G(i, i) * change.norm();
}

// The over-relaxed result of a visit, which converges faster for a convex problem, with the friction force bounded by
// its own limit.
Vec3 bounded_force(const ContactSystem& system, Index i) {
    const Vec3& normal = contact_of(system, i).normal;
    const double most = system.friction_bound(i);
    const Vec3 old = system.force.row(i);
    const Vec3 solved = solved_normal_force(system, i) * normal + solved_friction(system, i, most);
    const Vec3 beyond = old + over_relaxation * (solved - old);
    return std::max(0.0, normal.dot(beyond)) * normal + clamped(tangential_part(system, i, beyond), most);
}

// The current friction force, clamped to the cone of the normal force.
Vec3 force_in_cone(const ContactSystem& system, Index i) {
    const Contact& contact = contact_of(system, i);
    const double normal_force = solved_normal_force(system, i);
    return normal_force * contact.normal +
           clamped(tangential_part(system, i, system.force.row(i)), contact.friction * normal_force);
}

// Visits every contact once; returns the largest displacement [m].
double sweep(ContactSystem& system, Vec3 (*visit)(const ContactSystem&, Index)) {
    double moved = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        moved = std::max(moved, apply_change(system, i, visit(system, i)));
    }
    return moved;
}

// Lowers each friction bound to mu times the normal force, never raises it; returns the largest resulting displacement
// [m].
double lower_friction_bounds(ContactSystem& system) {
    double lost = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        const double push = std::max(0.0, normal_force_of(system, i)); // round-off may leave a small pull
        const double allowed = contact_of(system, i).friction * push;
        lost = std::max(lost, (system.friction_bound(i) - allowed) * system.G(i, i));
        system.friction_bound(i) = std::min(system.friction_bound(i), allowed);
    }
    return lost;
}

// Limits the time to a few milliseconds.
int sweeps_for(Index count) {
    constexpr Index visits_squared = 400000;
    return static_cast<int>(std::clamp<Index>(visits_squared / (count * count), 300, 3000));
}

} // namespace

ContactSystem::ContactSystem(Index points)
    : G(contacts_per_point * points, contacts_per_point * points), at(contacts_per_point * points, 3),
      force(contacts_per_point * points, 3), friction_bound(contacts_per_point * points) {
    contacts.reserve(static_cast<std::size_t>(contacts_per_point * points));
}

double solve_contacts(ContactSystem& system, double tolerance, int sweeps) {
    double moved = std::numeric_limits<double>::infinity();
    for (int done = 0; done < sweeps && moved > tolerance; ++done) {
        moved = sweep(system, solved_force);
    }
    return moved;
}

bool solve_with_bounded_friction(ContactSystem& system, double tolerance) {
    if (system.law != Friction::coulomb) {
        return false;
    }
    system.friction_bound.head(system.count()).setConstant(std::numeric_limits<double>::infinity());
    lower_friction_bounds(system);
    bool has_converged = false;
    for (int left = sweeps_for(system.count()); left > 0 && !has_converged; left -= sweeps_between_bounds) {
        double moved = 0.0;
        for (int k = 0; k < sweeps_between_bounds; ++k) {
            moved = sweep(system, bounded_force);
        }
        has_converged = std::max(moved, lower_friction_bounds(system)) <= tolerance;
    }
    sweep(system, force_in_cone);
    return has_converged;
}

} // namespace limber
