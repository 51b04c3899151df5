// SPDX-License-Identifier: MIT
#include "engine/stepper/contact_derivative.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace limber {
namespace {

constexpr double open_force = 1e-9;      // of the largest normal force: a smaller one is none
constexpr double sticking_margin = 1e-6; // of the friction cone
constexpr double slip_min = 1e-9;        // of the body's size
constexpr double redundant_rows = 1e-10; // of the largest diagonal entry, added to it

Vec3 tangential(const Vec3& normal, const Vec3& vector) {
    return vector - normal.dot(vector) * normal;
}

} // namespace

double largest_push(const ContactSystem& system) {
    double largest = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        largest = std::max(largest, system.contacts[static_cast<std::size_t>(i)].normal.dot(system.force.row(i)));
    }
    return largest;
}

std::optional<ContactMotion> motion_of(const ContactSystem& system, Index contact, double largest_push) {
    const Contact& listed = system.contacts[static_cast<std::size_t>(contact)];
    const Vec3 force = system.force.row(contact);
    ContactMotion motion{true, listed.normal, Vec3::Zero(), listed.friction, listed.normal.dot(force)};
    if (!(motion.push > open_force * largest_push)) {
        return std::nullopt;
    }
    const Vec3 friction = tangential(listed.normal, force);
    motion.sticks =
        system.law == Friction::damped || friction.norm() < (1.0 - sticking_margin) * listed.friction * motion.push;
    if (!motion.sticks && friction.norm() > 0.0) {
        motion.against = friction.normalized();
    }
    return motion;
}

double turning_resistance(const ContactMotion& motion, const Contact& contact, const Vec3& at, double size) {
    const double slip = tangential(contact.normal, at - contact.anchor).norm();
    return motion.sticks || slip <= slip_min * size ? 0.0 : motion.friction * motion.push / slip;
}

ContactAdjoint contact_adjoint(Index unknowns, Index capacity) {
    return {Matrix(unknowns, capacity), Matrix(unknowns, capacity), Matrix(capacity, capacity),
            Eigen::VectorXi(capacity), Matrix(capacity, 1)};
}

void solve_adjoint(const ConstMatrixRef& L, Index count, ContactAdjoint& contacts, MatrixRef X) {
    if (contacts.part.cols() < X.cols()) {
        contacts.part.resize(contacts.coupling.rows(), X.cols());
    }
    divide_by_lower(L, X);
    if (count > 0) {
        auto rows = contacts.rows.leftCols(count);
        auto forces = contacts.forces.leftCols(count);
        auto coupling = contacts.coupling.topLeftCorner(count, count);
        auto part = contacts.part.topLeftCorner(count, X.cols());
        divide_by_lower(L, rows);
        divide_by_lower(L, forces);
        compute_gram(rows, forces, coupling);
        coupling.diagonal().array() += redundant_rows * coupling.diagonal().cwiseAbs().maxCoeff();
        compute_gram(forces, X, part);
        solve_transposed(coupling, contacts.pivots, part);
        subtract_matrix_product(rows, part, X);
    }
    divide_by_lower_transposed(L, X);
}

} // namespace limber
