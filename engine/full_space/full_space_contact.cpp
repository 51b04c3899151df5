// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_contact.h"

#include "engine/stepper/contact_rows.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace limber {
namespace {

constexpr double solver_precision = 1e-4; // of the tolerance of the reduced step: forces are part of a residual

bool is_same(const SparseMatrix& a, const SparseMatrix& b) {
    return a.nonZeros() == b.nonZeros() && a.rows() == b.rows() &&
           std::equal(a.valuePtr(), a.valuePtr() + a.nonZeros(), b.valuePtr()) &&
           std::equal(a.innerIndexPtr(), a.innerIndexPtr() + a.nonZeros(), b.innerIndexPtr());
}

// Every contact point is a vertex, which some force moves.
bool moves_always(Index) {
    return true;
}

ContactInput contact_input(const FullSpaceContactInput& input, const Prediction& prediction) {
    return {input.controls, input.state, prediction, input.model.size, placement_by_rows(), moves_always};
}

// A^-1 phi for three contacts at a time: one solve has three right-hand sides, one an axis.
void solve_columns(FullSpaceContact& contact) {
    const Index count = contact.phi.cols();
    contact.A_phi.resize(contact.phi.rows(), count);
    for (Index first = 0; first < count; first += 3) {
        const Index width = std::min<Index>(3, count - first);
        Points columns = Points::Zero(contact.phi.rows(), 3);
        columns.leftCols(width) = contact.phi.middleCols(first, width);
        contact.metric.inverse->apply(columns);
        contact.A_phi.middleCols(first, width) = columns.leftCols(width);
    }
}

// Stiff bodies need thousands of sweeps, which take less time than the factorisation that more directions would.
int sweeps_beside_factorisation(Index count) {
    constexpr Index pair_visits = 24000000;
    return static_cast<int>(std::clamp<Index>(pair_visits / std::max<Index>(1, count * count), 300, 3000));
}

// Three times the weight of the volume term bounds its curvature, as in stepper/contact_step.cpp.
SparseMatrix bounding_matrix(const FullSpaceModel& model, const Controls& controls,
                             const FullSpaceObjective& objective) {
    const double weight = 3.0 * controls.lambda_scale * model.lambda_ratio_max * controls.young_scale;
    return objective.A + SparseMatrix(weight * model.L);
}

// The points of the listed contacts, and where they are at zero displacements.
void place_contacts(const FullSpaceContactInput& input, const Prediction& prediction,
                    const FullSpaceObjective& objective, FullSpaceContact& contact) {
    const ContactPoints& points = *input.controls.contact.points;
    const Index count = contact.listed.system.count();
    const double ahead = input.controls.strain_damping / prediction.h;
    contact.phi.resize(points.phi.rows(), count);
    for (Index i = 0; i < count; ++i) {
        const Index point = contact.listed.system.contacts[static_cast<std::size_t>(i)].point;
        contact.phi.col(i) = points.phi.col(point);
        const Vec3 held = ahead * objective.share * product(contact.phi.col(i), prediction.Z_base);
        contact.offset.row(i) = held + product(points.rig_rows.col(point), input.controls.P);
    }
}

Result<Done> prepare_system(const FullSpaceContactInput& input, const Prediction& prediction,
                            const FullSpaceObjective& objective, FullSpaceContact& contact) {
    place_contacts(input, prediction, objective, contact);
    ContactSystem& system = contact.listed.system;
    if (system.has_blocks()) { // each direction of Newton's method computes them
        contact.listed.sweeps = sweeps_beside_factorisation(system.count());
        return Done{};
    }
    const SparseMatrix A = bounding_matrix(input.model, input.controls, objective);
    if (auto done = update_metric(input.model, A, objective.progress, contact.metric); !done) {
        return done;
    }
    solve_columns(contact);
    const Index count = system.count();
    system.G.topLeftCorner(count, count) = objective.share * (contact.phi.transpose() * contact.A_phi);
    return Done{};
}

// Changes `move` (n x 3), the contact-free move from Z, so that its end satisfies the contact laws.
void project_move(double share, const Coordinates& Z, FullSpaceContact& contact, Coordinates& move) {
    ContactSystem& system = contact.listed.system;
    const Index count = system.count();
    contact.free_end = Z + move;
    system.at.topRows(count) = contact.offset.topRows(count) + share * (contact.phi.transpose() * contact.free_end) +
                               system.G.topLeftCorner(count, count) * system.force.topRows(count);
    solve_step_contacts(contact.listed, true);
    move += contact.A_phi * system.force.topRows(count);
}

} // namespace

Result<Done> update_metric(const FullSpaceModel& model, const SparseMatrix& A, Progress* progress,
                           FullSpaceMetric& metric) {
    if (metric.inverse && is_same(A, metric.A)) {
        return Done{};
    }
    metric.inverse.reset();
    metric.A = A;
    auto C = std::make_shared<const Matrix>(model.M.cwiseSqrt().asDiagonal() * model.Q);
    auto inverse = cancellable_inverse(A, std::move(C), std::nullopt, progress);
    if (!inverse) {
        return inverse.error();
    }
    metric.inverse = std::move(inverse).value();
    return Done{};
}

FullSpaceContact full_space_contact(const FullSpaceModel& model, Index points) {
    const Index n = model.vertex_count();
    const auto coupling = is_hyperelastic(model.energy) ? ContactCoupling::blocks : ContactCoupling::scalars;
    FullSpaceContact contact{step_contacts(points, coupling),
                             {},
                             {},
                             {},
                             Points(ContactSystem::contacts_per_point * points, 3),
                             Points(n, 3),
                             Points::Zero(n, 3),
                             projected_scratch(n)};
    contact.listed.precision = solver_precision;
    return contact;
}

Result<Done> list_near_contacts(const FullSpaceContactInput& input, const Prediction& prediction,
                                const FullSpaceObjective& objective, FullSpaceContact& contact) {
    list_near_contacts(contact_input(input, prediction), contact.listed);
    return contact.listed.in_use ? prepare_system(input, prediction, objective, contact) : Result<Done>(Done{});
}

Result<bool> list_missed_contacts(const FullSpaceContactInput& input, const Prediction& prediction,
                                  const FullSpaceObjective& objective, const Coordinates& Z, bool may_list,
                                  FullSpaceContact& contact) {
    if (!list_missed_contacts(contact_input(input, prediction), Z, may_list, contact.listed)) {
        return false;
    }
    if (auto done = prepare_system(input, prediction, objective, contact); !done) {
        return done.error();
    }
    return true;
}

Descent descend_in_contact(const FullSpaceContactProblem& problem, const FullSpaceObjective& objective,
                           FullSpaceContact& contact, Iterate& now) {
    const auto compute_move = [&](const Iterate& from, bool, Coordinates& move) {
        move = -from.gradient;
        contact.metric.inverse->apply(move);
        project_move(objective.share, from.Z, contact, move);
    };
    const auto inner = [&](const Coordinates& a, const Coordinates& b) {
        const Points force = contact.metric.A * b;
        return a.cwiseProduct(force).sum();
    };
    const auto is_converged = [&](double, const Coordinates& move) {
        return problem.is_small_enough(contact.metric.A * move);
    };
    return descend_projected({problem.evaluate, compute_move, inner, is_converged, problem.iterations, true},
                             contact.projected, now);
}

} // namespace limber
