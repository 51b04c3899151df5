#include "engine/contact/contact_solver.h"

#include <algorithm>

namespace limber {
namespace {

// The force under which this contact obeys, the others as they are.
Vec3 obeying_force(const ContactSystem& system, Index i) {
    const Contact& contact = system.contacts[static_cast<std::size_t>(i)];
    const Vec3 at = system.at.row(i);
    const Vec3 force = system.force.row(i);
    const double softness = system.G(i, i);
    const double normal =
        std::max(0.0, contact.normal.dot(force) - (contact.normal.dot(at) - contact.lowest) / softness);
    if (normal == 0.0) {
        return Vec3::Zero();
    }
    const Vec3 sticking = force - (at - contact.anchor) / softness;
    Vec3 tangential = sticking - contact.normal.dot(sticking) * contact.normal;
    const double length = tangential.norm();
    const double most = contact.friction * normal;
    if (system.law == Friction::coulomb && length > most) {
        tangential *= most / length;
    }
    return normal * contact.normal + tangential;
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

} // namespace

ContactSystem::ContactSystem(Index points)
    : G(contacts_per_point * points, contacts_per_point * points), at(contacts_per_point * points, 3),
      force(contacts_per_point * points, 3) {
    contacts.reserve(static_cast<std::size_t>(contacts_per_point * points));
}

void solve_contacts(ContactSystem& system, double tolerance, int sweeps) {
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        double moved = 0.0;
        for (Index i = 0; i < system.count(); ++i) {
            moved = std::max(moved, apply_change(system, i, obeying_force(system, i)));
        }
        if (moved <= tolerance) {
            break;
        }
    }
}

} // namespace limber
