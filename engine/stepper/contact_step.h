// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_solver.h"
#include "engine/stepper/objective.h"

/// Contact in the coordinates of a step: the system that couples the listed contacts, and the projection of a move onto
/// the contact laws.
namespace limber {

/// Scratch of the solver of contact forces, and the contacts of the step.
struct ContactScratch {
    ContactSystem system;   // the listed contacts and their forces
    ConstantMetric metric;  // A^-1 of the moves in contact, which bounds the volume term
    Matrix phi;             // k x capacity
    Matrix A_phi;           // k x capacity   A^-1 phi
    Points start;           // points x 3 [m] positions at the start of the step
    Points offset;          // capacity x 3 [m] position of each point at zero coordinates
    Coordinates columns;    // k x 3 scratch of the solves for A_phi
    Coordinates free_end;   // k x 3 end of a move without contact forces
    double tolerance = 0.0; // [m]
    double depth = 0.0;     // [m] penetration of the deepest point at the end
    int left_out = 0;       // surfaces beyond a point's three nearest
    bool in_use = false;    // the step is solved with contact
};

/// Sized, with undefined contents.
ContactScratch contact_scratch(Index coordinates, Index handle_capacity, Index points);

/// Computes everything that the listed contacts keep constant while Z is solved for. Call after the contacts change.
void prepare_contact_system(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                            const StepObjective& objective, ContactScratch& contact);

/// Changes `move` (k x 3), the contact-free move from Z, so that its end satisfies the contact laws; leaves the forces
/// in contact.system. `unknown_weight` is that of the objective. Approximate unless `is_last`, the last call of a
/// descent.
void apply_contact_laws(double unknown_weight, const Coordinates& Z, bool is_last, ContactScratch& contact,
                        Coordinates& move);

/// Writes the force on each contact point [N]. Returns the number of touched surfaces, those within 1e-4 of the body's
/// size.
int report_contact_forces(const ReducedModel& model, const ContactScratch& contact, Points& force);

} // namespace limber
