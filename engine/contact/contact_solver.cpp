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

double push_of(const ContactSystem& system, Index i) {
    return contact_of(system, i).normal.dot(system.force.row(i));
}

// [N] that keeps the point outside, the other contacts as they are.
double obeying_push(const ContactSystem& system, Index i) {
    const Contact& contact = contact_of(system, i);
    const double gap = contact.normal.dot(system.at.row(i)) - contact.lowest;
    return std::max(0.0, push_of(system, i) - gap / system.G(i, i));
}

Vec3 drag_of(const ContactSystem& system, Index i, const Vec3& force) {
    const Vec3& normal = contact_of(system, i).normal;
    return force - normal.dot(force) * normal;
}

Vec3 limited(const Vec3& drag, double most) {
    const double length = drag.norm();
    return length > most ? Vec3(most / length * drag) : drag;
}

// [N] under which the point sticks, or as much of it as it may.
Vec3 obeying_drag(const ContactSystem& system, Index i, double most) {
    const Vec3 sticking = system.force.row(i).transpose() -
                          (system.at.row(i).transpose() - contact_of(system, i).anchor) / system.G(i, i);
    const Vec3 drag = drag_of(system, i, sticking);
    return system.law == Friction::coulomb ? limited(drag, most) : drag;
}

// The force under which this contact obeys, the others as they are.
Vec3 obeying_force(const ContactSystem& system, Index i) {
    const double push = obeying_push(system, i);
    if (push == 0.0) {
        return Vec3::Zero();
    }
    const Contact& contact = contact_of(system, i);
    return push * contact.normal + obeying_drag(system, i, contact.friction * push);
}

// Moves every point by what contact i's force has changed; returns how far it moved itself.
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

// The sum of a visit's change and a bit of it again, which hurries a convex problem, with the drag bounded apart.
Vec3 bounded_force(const ContactSystem& system, Index i) {
    const Vec3& normal = contact_of(system, i).normal;
    const double most = system.most_drag(i);
    const Vec3 old = system.force.row(i);
    const Vec3 obeying = obeying_push(system, i) * normal + obeying_drag(system, i, most);
    const Vec3 beyond = old + over_relaxation * (obeying - old);
    return std::max(0.0, normal.dot(beyond)) * normal + limited(drag_of(system, i, beyond), most);
}

// The drag as it is, as far as the push allows it.
Vec3 force_in_its_cone(const ContactSystem& system, Index i) {
    const Contact& contact = contact_of(system, i);
    const double push = obeying_push(system, i);
    return push * contact.normal + limited(drag_of(system, i, system.force.row(i)), contact.friction * push);
}

// Visits every contact once; returns how far the point that moved most did.
double sweep(ContactSystem& system, Vec3 (*visit)(const ContactSystem&, Index)) {
    double moved = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        moved = std::max(moved, apply_change(system, i, visit(system, i)));
    }
    return moved;
}

// To what the pushes allow, never up; returns how far the point moves that loses most.
double lower_bounds(ContactSystem& system) {
    double lost = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        const double allowed = contact_of(system, i).friction * std::max(0.0, push_of(system, i)); // rounding may pull
        lost = std::max(lost, (system.most_drag(i) - allowed) * system.G(i, i));
        system.most_drag(i) = std::min(system.most_drag(i), allowed);
    }
    return lost;
}

// As many as a few thousandths of a second allow.
int sweeps_for(Index count) {
    constexpr Index visits_squared = 400000;
    return static_cast<int>(std::clamp<Index>(visits_squared / (count * count), 300, 3000));
}

} // namespace

ContactSystem::ContactSystem(Index points)
    : G(contacts_per_point * points, contacts_per_point * points), at(contacts_per_point * points, 3),
      force(contacts_per_point * points, 3), most_drag(contacts_per_point * points) {
    contacts.reserve(static_cast<std::size_t>(contacts_per_point * points));
}

double solve_contacts(ContactSystem& system, double tolerance, int sweeps) {
    double moved = std::numeric_limits<double>::infinity();
    for (int done = 0; done < sweeps && moved > tolerance; ++done) {
        moved = sweep(system, obeying_force);
    }
    return moved;
}

bool solve_with_bounded_drags(ContactSystem& system, double tolerance) {
    if (system.law != Friction::coulomb) {
        return false;
    }
    system.most_drag.head(system.count()).setConstant(std::numeric_limits<double>::infinity());
    lower_bounds(system);
    bool rests = false;
    for (int left = sweeps_for(system.count()); left > 0 && !rests; left -= sweeps_between_bounds) {
        double moved = 0.0;
        for (int k = 0; k < sweeps_between_bounds; ++k) {
            moved = sweep(system, bounded_force);
        }
        rests = std::max(moved, lower_bounds(system)) <= tolerance;
    }
    sweep(system, force_in_its_cone);
    return rests;
}

} // namespace limber
