// SPDX-License-Identifier: MIT
#include "engine/contact/contact_solver.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limber {
namespace {

constexpr int sweeps_between_bounds = 5;
constexpr double over_relaxation = 1.4; // below 2
constexpr double compliance_min = 1e-8; // of a point's own: along other directions no force moves it

const Contact& contact_of(const ContactSystem& system, Index i) {
    return system.contacts[static_cast<std::size_t>(i)];
}

double normal_force_of(const ContactSystem& system, Index i) {
    return contact_of(system, i).normal.dot(system.force.row(i));
}

double normal_compliance(const ContactSystem& system, Index i) {
    return system.has_blocks() ? system.compliance(i, 0) : system.G(i, i);
}

double tangential_compliance(const ContactSystem& system, Index i) {
    return system.has_blocks() ? system.compliance(i, 1) : system.G(i, i);
}

Mat3 block_of(const ContactSystem& system, Index i, Index j) {
    return system.blocks.block<3, 3>(3 * i, 3 * j);
}

// [N] The normal force that keeps the point outside while the other contacts stay fixed.
double solved_normal_force(const ContactSystem& system, Index i) {
    const Contact& contact = contact_of(system, i);
    const double gap = contact.normal.dot(system.at.row(i)) - contact.lowest;
    return std::max(0.0, normal_force_of(system, i) - gap / normal_compliance(system, i));
}

Vec3 tangential_part(const ContactSystem& system, Index i, const Vec3& force) {
    const Vec3& normal = contact_of(system, i).normal;
    return force - normal.dot(force) * normal;
}

Vec3 clamped(const Vec3& friction, double most) {
    const double length = friction.norm();
    return length > most ? Vec3(most / length * friction) : friction;
}

// [m] Where the point is under another normal force of its own.
Vec3 position_under(const ContactSystem& system, Index i, double normal_force) {
    const Vec3 at = system.at.row(i);
    if (!system.has_blocks()) {
        return at; // a normal force does not move it along the surface
    }
    const double change = normal_force - normal_force_of(system, i);
    return at + change * (block_of(system, i, i) * contact_of(system, i).normal);
}

// [N] The friction force under which the point sticks, clamped to `most`.
Vec3 solved_friction(const ContactSystem& system, Index i, double normal_force, double most) {
    const Vec3 sticking =
        system.force.row(i).transpose() -
        (position_under(system, i, normal_force) - contact_of(system, i).anchor) / tangential_compliance(system, i);
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
    return normal_force * contact.normal + solved_friction(system, i, normal_force, contact.friction * normal_force);
}

// Applies a new force of contact i to all points; returns how far [m] its own point moved.
double apply_change(ContactSystem& system, Index i, const Vec3& force) {
    const Vec3 change = force - system.force.row(i).transpose();
    if (change.isZero(0.0)) {
        return 0.0;
    }
    system.force.row(i) = force;
    const Index count = system.count();
    if (system.has_blocks()) {
        for (Index j = 0; j < count; ++j) {
            system.at.row(j) += (block_of(system, j, i) * change).transpose();
        }
        return (block_of(system, i, i) * change).norm();
    }
    for (Index axis = 0; axis < 3; ++axis) {
        system.at.col(axis).head(count) += change(axis) * system.G.col(i).head(count);
    }
    return system.G(i, i) * change.norm();
}

// The over-relaxed result of a visit, which converges faster for a convex problem, with the friction force bounded by
// its own limit. A visit of blocks is not exact, so it is not over-relaxed.
Vec3 bounded_force(const ContactSystem& system, Index i) {
    const Vec3& normal = contact_of(system, i).normal;
    const double most = system.friction_bound(i);
    const Vec3 old = system.force.row(i);
    const double normal_force = solved_normal_force(system, i);
    const Vec3 solved = normal_force * normal + solved_friction(system, i, normal_force, most);
    const Vec3 beyond = system.has_blocks() ? solved : Vec3(old + over_relaxation * (solved - old));
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
        lost = std::max(lost, (system.friction_bound(i) - allowed) * tangential_compliance(system, i));
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

ContactSystem::ContactSystem(Index points, ContactCoupling coupling)
    : at(contacts_per_point * points, 3), force(contacts_per_point * points, 3),
      friction_bound(contacts_per_point * points) {
    const Index capacity = contacts_per_point * points;
    if (coupling == ContactCoupling::blocks) {
        blocks.resize(3 * capacity, 3 * capacity);
        compliance.resize(capacity, 2);
    } else {
        G.resize(capacity, capacity);
    }
    contacts.reserve(static_cast<std::size_t>(capacity));
}

void prepare_blocks(ContactSystem& system) {
    EXPECTS(system.has_blocks() || system.capacity() == 0);
    for (Index i = 0; i < system.count(); ++i) {
        const Vec3& normal = contact_of(system, i).normal;
        const Mat3 block = block_of(system, i, i);
        const Mat3 along = Mat3::Identity() - normal * normal.transpose();
        const Mat3 tangential = along * block * along;
        // The larger eigenvalue of the tangential part, from its trace and the sum of the squares.
        const double trace = tangential.trace();
        const double largest = 0.5 * (trace + std::sqrt(std::max(0.0, 2.0 * tangential.squaredNorm() - trace * trace)));
        const double least = compliance_min * block.trace();
        system.compliance(i, 0) = std::max(normal.dot(block * normal), least);
        system.compliance(i, 1) = std::max(largest, least);
    }
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
