// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_solver.h"
#include "engine/linalg/dense_systems.h"

#include <optional>

/// The contacts of a solved step in its derivative, in whatever coordinates the step has. A contact is open (no force),
/// sticks (its point moves with its anchor), or slides (it stays on the surface; its friction is mu times the normal
/// force against the slip, whose direction changes). Which of them holds is read from the forces of the solved step;
/// the derivative is that of the step without a change of these.
namespace limber {

/// A contact that carries a force.
struct ContactMotion {
    bool sticks = true;
    Vec3 normal = Vec3::Zero();
    /// Of a sliding contact: the direction of its friction, against the slip; zero without friction.
    Vec3 against = Vec3::Zero();
    double friction = 0.0; // mu
    double push = 0.0;     // [N] along the normal

    /// How its force changes with the push, where it slides.
    Vec3 direction() const {
        return normal + friction * against;
    }
};

/// [N]
double largest_push(const ContactSystem& system);
/// Nullopt: the contact is open.
std::optional<ContactMotion> motion_of(const ContactSystem& system, Index contact, double largest_push);
/// [N/m] mu f_n / |slip|: the resistance of a sliding contact across its slip, along normal x against, because its
/// friction turns with the slip. 0 where there is none. `at`: of its point; `size`: of the body [m].
double turning_resistance(const ContactMotion& motion, const Contact& contact, const Vec3& at, double size);

/// Scratch of the adjoint equations of a system with contacts, n unknowns.
struct ContactAdjoint {
    Matrix rows;            // n x c: the unknowns' part of each number that contacts keep; changed by the solve
    Matrix forces;          // n x c: the force on the unknowns by each number that contacts choose; likewise
    Matrix coupling;        // c x c
    Eigen::VectorXi pivots; // c
    Matrix part;            // c x at least the columns of A
};

/// Sized, with undefined contents.
ContactAdjoint contact_adjoint(Index unknowns, Index capacity);

/// X <- the solution of A'z = X'b for the z with H z = b + forces f, rows'z = 0, of the first `count` columns of both;
/// X is A at first, n x m. H = L L', L in the lower triangle.
void solve_adjoint(const ConstMatrixRef& L, Index count, ContactAdjoint& contacts, MatrixRef X);

} // namespace limber
