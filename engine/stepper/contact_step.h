// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/objective.h"
#include "engine/stepper/step_contacts.h"

/// Contact in the coordinates of a step: the system that couples the listed contacts, and the projection of a move onto
/// the contact laws.
namespace limber {

/// Scratch of the solver of contact forces, and the contacts of the step.
struct ContactScratch {
    StepContacts listed;
    ConstantMetric metric; // A^-1 of the moves in contact, which bounds the volume term
    Matrix phi;            // k x capacity
    Matrix A_phi;          // k x capacity   A^-1 phi
    Points offset;         // capacity x 3 [m] position of each point at zero coordinates
    Coordinates columns;   // k x 3 scratch of the solves for A_phi
    Coordinates free_end;  // k x 3 end of a move without contact forces
};

/// Sized, with undefined contents.
ContactScratch contact_scratch(Index coordinates, Index handle_capacity, Index points);

/// Computes everything that the listed contacts keep constant while Z is solved for. Call after the contacts change.
void prepare_contact_system(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                            const StepObjective& objective, ContactScratch& contact);

/// Changes `move` (k x 3), the contact-free move from Z, so that its end satisfies the contact laws; leaves the forces
/// in contact.listed.system. `unknown_weight` is that of the objective. Approximate unless `is_last`, the last call of
/// a descent.
void apply_contact_laws(double unknown_weight, const Coordinates& Z, bool is_last, ContactScratch& contact,
                        Coordinates& move);

} // namespace limber
