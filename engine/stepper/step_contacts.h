// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_solver.h"
#include "engine/stepper/prediction.h"
#include "engine/stepper/state.h"

#include <functional>

/// Second stage of a step, in whatever coordinates the body has: lists the contacts of the step from the candidates of
/// contact detection (contact/contact_detection.h).
namespace limber {

/// The contacts of a step, and what detection measured.
struct StepContacts {
    ContactSystem system;   // the listed contacts and their forces
    Points start;           // points x 3 [m] positions at the start of the step
    double tolerance = 0.0; // [m] of detection
    double precision = 1.0; // of the forces' solution, relative to that
    int sweeps = 300;       // over the contacts at most, in a solution that is the last one
    double depth = 0.0;     // [m] penetration of the deepest point at the end
    int left_out = 0;       // surfaces beyond a point's three nearest
    bool in_use = false;    // the step is solved with contact
};

/// Sized, with undefined contents.
StepContacts step_contacts(Index points, ContactCoupling coupling = ContactCoupling::scalars);

/// The part of a point's position that its column of ContactPoints.phi gives, at the coordinates of a descent or of a
/// state.
struct PointPlacement {
    Vec3 (*at_coordinates)(const Eigen::Ref<const Vector>& phi, const Coordinates& Z);
    Vec3 (*at_state)(const Eigen::Ref<const Vector>& phi, const AffineStack& Z);
};

/// phi has a number for each row of Z, which acts on the three axes alike.
PointPlacement placement_by_rows();
/// phi has a number for each of the 3k numbers of Z, row by row, and each axis, one axis after the other.
PointPlacement placement_by_axes();

/// What the contacts of a step are listed from.
struct ContactInput {
    const Controls& controls;
    const State& state;
    const Prediction& prediction;
    double size = 0.0; // [m] of the body
    PointPlacement placement;
    /// False for a point that depends on the rig alone: no force on the secondary motion moves it.
    std::function<bool(Index)> can_move;
};

bool has_contact(const Controls& controls);

/// Lists the three nearest surfaces of each point, among those within a margin. Sets contacts.in_use, whether one of
/// the listed points carried a contact force in the previous step: then the step is solved with contact from the start.
void list_near_contacts(const ContactInput& input, StepContacts& contacts);

/// Call after a descent that ended at Z. Measures contacts.depth, the largest penetration at its end, and, if
/// `may_list`, lists for each point the first surface on its path that no listed half-space accounts for. Returns
/// whether any were found, so that the descent must continue with contact.
bool list_missed_contacts(const ContactInput& input, const Coordinates& Z, bool may_list, StepContacts& contacts);

/// Computes the forces of the listed contacts, starting from those in contacts.system and the positions under them
/// (system.at). Approximate unless `is_last`.
void solve_step_contacts(StepContacts& contacts, bool is_last);

/// Writes the force on each contact point [N]. Returns the number of touched surfaces, those within 1e-4 of the body's
/// size.
int report_contact_forces(double size, const StepContacts& contacts, Points& force);

} // namespace limber
