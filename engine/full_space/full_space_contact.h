// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/full_space/constrained_inverse.h"
#include "engine/full_space/full_space_objective.h"
#include "engine/stepper/projected_descent.h"
#include "engine/stepper/step_contacts.h"

#include <functional>
#include <optional>

/// Contact in full space: stepper/contact_step.h with all vertices. Where the metric is I_3 (x) A, the moves are
/// local-global moves in the metric that bounds the volume term, projected onto the contact laws. Where Newton's method
/// minimises the energy, its directions satisfy the contact laws (newton_contact.h), and 3 x 3 blocks couple the
/// contacts.
namespace limber {

/// The inverse of a constant matrix on the constraint, kept while the matrix does not change.
struct FullSpaceMetric {
    SparseMatrix A; // the factorised matrix
    std::optional<ConstrainedInverse> inverse;
};

/// Factorises A unless it is the one of the last call. Fails with not_converged and cancelled.
Result<Done> update_metric(const FullSpaceModel& model, const SparseMatrix& A, Progress* progress,
                           FullSpaceMetric& metric);

struct FullSpaceContact {
    StepContacts listed;
    FullSpaceMetric metric; // of the moves; empty for Newton's method
    Matrix phi;             // n x contacts
    Matrix A_phi;           // n x contacts   A^-1 phi; unused by Newton's method
    Points offset;          // capacity x 3 [m] position of each point at zero displacements
    Points free_end;        // n x 3 end of a move without contact forces
    Points pull;            // n x 3 [N] what the contact forces add to the vertices, for Newton's method
    ProjectedScratch projected;
};

/// Sized, with undefined contents.
FullSpaceContact full_space_contact(const FullSpaceModel& model, Index points);

/// What the contacts of a step in full space are listed from.
struct FullSpaceContactInput {
    const FullSpaceModel& model;
    const Controls& controls;
    const State& state;
};

/// As the functions of stepper/contact_listing.h. Fail as update_metric.
Result<Done> list_near_contacts(const FullSpaceContactInput& input, const Prediction& prediction,
                                const FullSpaceObjective& objective, FullSpaceContact& contact);
Result<bool> list_missed_contacts(const FullSpaceContactInput& input, const Prediction& prediction,
                                  const FullSpaceObjective& objective, const Coordinates& Z, bool may_list,
                                  FullSpaceContact& contact);

/// Starts at now.Z, which satisfies the constraint, and leaves the last iterate in `now`, evaluated by `evaluate`. Ends
/// when the force that a move balances is small enough.
struct FullSpaceContactProblem {
    std::function<void(Iterate&)> evaluate;
    std::function<bool(const Points& forces)> is_small_enough;
    int iterations = 100;
};
Descent descend_in_contact(const FullSpaceContactProblem& problem, const FullSpaceObjective& objective,
                           FullSpaceContact& contact, Iterate& now);

} // namespace limber
