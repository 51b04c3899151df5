// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_objective.h"
#include "engine/stepper/projected_descent.h"
#include "engine/stepper/step_contacts.h"

/// Contact in a general subspace: stepper/contact_step.h with a 3 x 3 block for each pair of contacts in place of a
/// scalar, because a force on a point along one axis also moves points along the others.
namespace limber {

/// Scratch of the solver of contact forces, and the contacts of the step.
struct GeneralContact {
    StepContacts listed;
    GeneralMetric metric;       // A^-1 of the moves in contact, which bounds the volume term
    Matrix phi;                 // k x 3 capacity: column 3 i + axis
    Matrix A_phi;               // k x 3 capacity   A^-1 phi
    Points offset;              // capacity x 3 [m] position of each point at zero coordinates
    Vector free_end;            // k end of a move without contact forces
    ProjectedScratch projected; // of the descent
};

/// Sized, with undefined contents.
GeneralContact general_contact(Index coordinates, Index handle_capacity, Index points);

/// What the contacts of a step in a general subspace are listed from.
struct GeneralContactInput {
    const GeneralModel& model;
    const Controls& controls;
    const State& state;
};

/// As the functions of stepper/step_contacts.h.
void list_near_contacts(const GeneralContactInput& input, const Prediction& prediction,
                        const GeneralObjective& objective, GeneralContact& contact);
bool list_missed_contacts(const GeneralContactInput& input, const Prediction& prediction,
                          const GeneralObjective& objective, const Coordinates& Z, bool may_list,
                          GeneralContact& contact);

/// Starts at now.Z and leaves the last iterate in `now`, evaluated. It satisfies the laws of the listed contacts.
Descent descend_in_contact(const GeneralModel& model, const Controls& controls, GeneralObjective& objective,
                           GeneralContact& contact, Iterate& now);

} // namespace limber
