// SPDX-License-Identifier: MIT
#include "engine/full_space/newton_contact.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

// 3n x 3 contacts, vertex by vertex: Phi (x) I_3.
Matrix force_columns(const Matrix& phi) {
    Matrix columns = Matrix::Zero(3 * phi.rows(), 3 * phi.cols());
    for (Index contact = 0; contact < phi.cols(); ++contact) {
        for (Index vertex = 0; vertex < phi.rows(); ++vertex) {
            if (phi(vertex, contact) != 0.0) {
                columns.block<3, 3>(3 * vertex, 3 * contact).diagonal().setConstant(phi(vertex, contact));
            }
        }
    }
    return columns;
}

// n x 3 of 3n numbers, vertex by vertex.
Points as_rows(const Vector& numbers) {
    return Eigen::Map<const Points>(numbers.data(), numbers.size() / 3, 3);
}

/// What contact forces move, in the quadratic model at an iterate.
struct ContactResponse {
    Points free; // n x 3 the direction under the forces of the last one
    Matrix K;    // 3n x 3 contacts: what a unit force on each contact adds
};

// Factorises the system at `now` and computes the blocks that couple the contacts.
Result<ContactResponse> response_at(const NewtonInput& input, const Iterate& now, FullSpaceContact& contact,
                                    NewtonSystem& system) {
    if (auto done = factorise(input, now.Z, system); !done) {
        return done.error();
    }
    const Matrix columns = force_columns(contact.phi);
    Matrix right_sides(columns.rows(), 1 + columns.cols());
    right_sides.col(0) = -Eigen::Map<const Vector>(now.gradient.data(), now.gradient.size());
    right_sides.rightCols(columns.cols()) = columns;
    const Matrix solved = solve_on_constraint(system, right_sides);
    ContactResponse response{as_rows(solved.col(0)), solved.rightCols(columns.cols())};
    ContactSystem& contacts = contact.listed.system;
    contacts.blocks.topLeftCorner(columns.cols(), columns.cols()) =
        input.objective.share * (columns.transpose() * response.K);
    prepare_blocks(contacts);
    return response;
}

// The forces on the vertices (n x 3) of the contact forces.
Points pull_of(const FullSpaceContact& contact) {
    return contact.phi * contact.listed.system.force.topRows(contact.phi.cols());
}

// Solves for the forces at the end of the direction, and writes it.
void solve_forces(const ContactResponse& response, double share, const Coordinates& Z, FullSpaceContact& contact,
                  Coordinates& direction) {
    ContactSystem& contacts = contact.listed.system;
    const Index count = contacts.count();
    const Points before = contacts.force.topRows(count);
    contact.free_end = Z + response.free;
    contacts.at.topRows(count) = contact.offset.topRows(count) + share * (contact.phi.transpose() * contact.free_end);
    solve_step_contacts(contact.listed, true);
    const Points change = contacts.force.topRows(count) - before;
    const Vector moved = response.K * Eigen::Map<const Vector>(change.data(), change.size());
    direction = response.free + as_rows(moved);
    contact.pull = pull_of(contact);
}

} // namespace

Result<Descent> newton_descent_in_contact(const NewtonInput& input, const NewtonProblem& problem,
                                          FullSpaceContact& contact, NewtonScratch& scratch, Iterate& now) {
    Descent descent;
    contact.pull = pull_of(contact);
    problem.evaluate(now);
    while (descent.iterations < problem.evaluations) {
        auto response = response_at(input, now, contact, scratch.system);
        if (!response) {
            return response.error();
        }
        solve_forces(response.value(), input.objective.share, now.Z, contact, scratch.direction);
        problem.evaluate(now); // under the new forces
        descent.converged = problem.is_converged(now);
        if (descent.converged) {
            scratch.trial.Z = now.Z + scratch.direction;
            descent.change = relative_change(scratch.trial.Z, now.Z);
            std::swap(now.Z, scratch.trial.Z);
            problem.evaluate(now);
            ++descent.iterations;
            break;
        }
        if (!backtrack(problem, scratch, now, descent)) {
            break;
        }
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
