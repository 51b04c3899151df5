// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_contact.h"

#include <cmath>
#include <functional>

namespace limber {
namespace {

constexpr double force_precision = 1e-4; // of the tolerance of other steps: forces are part of a residual

// Of the forces of the listed contacts.
void compute_pull(CubatureContact& contact) {
    const ContactSystem& system = contact.general.listed.system;
    auto pull = as_vector(contact.pull);
    pull.setZero();
    for (Index i = 0; i < system.count(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            pull += system.force(i, axis) * contact.general.phi.col(3 * i + axis);
        }
    }
}

/// The objective under the contact forces.
struct ObjectiveUnderForces {
    const CubatureProblem& problem;
    const CubatureContact& contact;

    void evaluate(Iterate& at) const {
        problem.evaluate(at);
        at.objective -= at.Z.cwiseProduct(contact.pull).sum();
        at.gradient -= contact.pull;
    }
};

// The direction under the forces as they are, and the blocks that couple the contacts, with the factored H.
void compute_response(const CubatureProblem& problem, const Iterate& now, CubatureContact& contact) {
    ContactSystem& system = contact.general.listed.system;
    const Index columns = 3 * system.count();
    contact.free = -now.gradient;
    solve_with_hessian(problem.objective, Eigen::Map<Matrix>(contact.free.data(), contact.free.size(), 1));
    contact.general.A_phi.leftCols(columns) = contact.general.phi.leftCols(columns);
    solve_with_hessian(problem.objective, contact.general.A_phi.leftCols(columns));
    compute_gram(contact.general.phi.leftCols(columns), contact.general.A_phi.leftCols(columns),
                 system.blocks.topLeftCorner(columns, columns));
    system.blocks.topLeftCorner(columns, columns) *= problem.objective.inertia.share;
    prepare_blocks(system);
}

// Writes the direction along contact.free that ends on the contact laws, and its forces.
void solve_forces(double share, const Coordinates& Z, CubatureContact& contact, Coordinates& direction) {
    GeneralContact& general = contact.general;
    ContactSystem& system = general.listed.system;
    const Index count = system.count();
    contact.before.topRows(count) = system.force.topRows(count);
    general.free_end = as_vector(Z) + as_vector(contact.free);
    for (Index i = 0; i < count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            system.at(i, axis) = general.offset(i, axis) + share * general.phi.col(3 * i + axis).dot(general.free_end);
        }
    }
    solve_step_contacts(general.listed, true);
    direction = contact.free;
    auto end = as_vector(direction);
    for (Index i = 0; i < count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            end += (system.force(i, axis) - contact.before(i, axis)) * general.A_phi.col(3 * i + axis);
        }
    }
    compute_pull(contact);
}

// Moves `now` to the nearest point that satisfies the laws, in the norm of the last H.
void move_onto_laws(double share, CubatureContact& contact, Coordinates& direction, Iterate& now) {
    contact.free.setZero();
    solve_forces(share, now.Z, contact, direction);
    now.Z += direction;
}

// The whole move, whose end satisfies the laws.
void take_last_move(CubatureMoves& moves, Iterate& now, Descent& descent) {
    moves.trial.Z = now.Z + moves.direction;
    descent.change = relative_change(moves.trial.Z, now.Z);
    now.Z = moves.trial.Z;
    ++descent.iterations;
    descent.converged = true;
}

} // namespace

CubatureContact cubature_contact(const CubatureModel& model, Index handle_capacity, Index points) {
    const Index k = model.body.coordinate_count();
    CubatureContact contact{general_contact(k, handle_capacity, points), Coordinates(k / 3, 3), Coordinates(k / 3, 3),
                            AffineStack(ContactSystem::contacts_per_point * points, 3)};
    contact.general.listed.precision = force_precision;
    return contact;
}

Descent descend_in_contact(const CubatureProblem& problem, CubatureContact& contact, CubatureMoves& moves,
                           Iterate& now) {
    const ObjectiveUnderForces under{problem, contact};
    const std::function<void(Iterate&)> evaluate = [&under](Iterate& at) {
        under.evaluate(at);
    };
    const double share = problem.objective.inertia.share;
    Descent descent;
    compute_pull(contact);
    evaluate(now);
    bool is_on_laws = false;
    while (descent.iterations < problem.controls.iterations) {
        if (!problem.factor(now)) {
            descent.failed = true;
            return descent;
        }
        compute_response(problem, now, contact);
        solve_forces(share, now.Z, contact, moves.direction);
        evaluate(now); // under the new forces
        if (problem.is_converged(now)) {
            take_last_move(moves, now, descent);
            is_on_laws = true;
            break;
        }
        if (!backtrack({moves.direction, evaluate, problem.round_off(now), problem.controls.iterations}, now,
                       moves.trial, descent)) {
            break;
        }
        if (descent.change <= problem.controls.tolerance) {
            descent.converged = true;
            break;
        }
    }
    if (!is_on_laws) {
        move_onto_laws(share, contact, moves.direction, now);
    }
    problem.evaluate(now);
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
