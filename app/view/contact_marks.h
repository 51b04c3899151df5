// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/draw_list.h"
#include "app/simulation/snapshot.h"

#include <string>
#include <vector>

/// Draws the contact points of a body and the forces of the last step: each sampled point as a small disc, each
/// touching point as a larger disc with the force as an arrow. A force of the body's weight is as long as the body's
/// diagonal, for every body, so the arrows of a body at rest add up to the diagonal.
namespace limber::app {

/// A point, and the force that the obstacles put on it.
struct ContactMark {
    Vec3 at = Vec3::Zero();    // [m]
    Vec3 force = Vec3::Zero(); // [N]
};

/// One for each contact point; empty if there are no obstacles.
std::vector<ContactMark> contact_marks(const Snapshot& snapshot);

/// The number of points with a contact force.
int touching_count(const Snapshot& snapshot);

/// Describes how many surfaces were near a point but are not in contact there. Has no full stop.
std::string left_out_sentence(int left_out);

/// [m/N] of the arrows. `density` is the current base value [kg/m^3].
double arrow_scale(const Character& character, double density);

/// Adds the marks to the overlay. `eye`: position of the camera, to orient the arrow heads.
void draw_contacts(const std::vector<ContactMark>& marks, double metres_per_newton, const Vec3& eye, Overlay& overlay);

} // namespace limber::app
