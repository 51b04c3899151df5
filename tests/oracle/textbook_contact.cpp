// SPDX-License-Identifier: MIT
#include "tests/oracle/textbook_contact.h"

#include "tests/oracle/compiled_solvers.h"

#include <algorithm>

namespace limber::oracle {
namespace {

constexpr int moves_a_round = 5;

// The force that the law gives for a point at y when the force changes by `stiffness` times the violation.
Vec3 projected_force(const TextbookContact& contact, const Vec3& y, const Vec3& force, double stiffness) {
    const Vec3& n = contact.normal;
    const double push = std::max(0.0, n.dot(force) - stiffness * (n.dot(y) - contact.lowest));
    Vec3 drag = force - stiffness * (y - contact.anchor);
    drag -= n.dot(drag) * n;
    const double most = contact.friction * push;
    return push * n + (drag.norm() > most ? Vec3(most / drag.norm() * drag) : drag);
}

// Half of what moves the stiffest combination of points by one, if inertia and springs at rest resist.
double stiffness_of(const TextbookBody& body, const TextbookControls& controls,
                    const std::vector<TextbookContact>& contacts) {
    const Index n = body.operators.M.size() / 3;
    Matrix rows(static_cast<Index>(contacts.size()), n);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        rows.row(static_cast<Index>(i)) = contacts[i].row.transpose();
    }
    Matrix wide = Matrix::Zero(3 * rows.rows(), 3 * n);
    for (Index axis = 0; axis < 3; ++axis) {
        wide.block(axis * rows.rows(), axis * n, rows.rows(), n) = rows;
    }
    const Matrix in_basis = wide * body.B;
    Matrix A = body.operators.L;
    A.diagonal() += body.operators.M / (controls.h * controls.h);
    const Matrix in_A = body.B.transpose() * A * body.B;
    const Matrix compliance = in_basis * Eigen::LDLT<Matrix>(in_A).solve(Matrix(in_basis.transpose()));
    return 0.5 / Eigen::SelfAdjointEigenSolver<Matrix>(compliance).eigenvalues().maxCoeff();
}

} // namespace

TextbookTouch textbook_contact_minimum(const TextbookBody& body, TextbookControls controls, const TextbookState& before,
                                       const std::vector<TextbookContact>& contacts, int rounds) {
    for (const TextbookContact& contact : contacts) {
        controls.forces.push_back({contact.row, Vec3::Zero()});
    }
    const double stiffness = stiffness_of(body, controls, contacts);
    TextbookTouch touch;
    touch.u = textbook_moves(body, controls, before, before.u, 300);
    for (int round = 0; round < rounds; ++round) {
        const Points x = unflat(touch.u + body.operators.J * controls.p);
        touch.change = 0.0;
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            Vec3& force = controls.forces[controls.forces.size() - contacts.size() + i].force;
            const Vec3 next = projected_force(contacts[i], x.transpose() * contacts[i].row, force, stiffness);
            touch.change = std::max(touch.change, (next - force).norm());
            force = next;
        }
        touch.u = textbook_moves(body, controls, before, touch.u, moves_a_round);
    }
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        touch.forces.push_back(controls.forces[controls.forces.size() - contacts.size() + i].force);
    }
    return touch;
}

} // namespace limber::oracle
