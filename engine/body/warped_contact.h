// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/reconstruction.h"
#include "engine/contact/contact_points.h"

/// Contact of a body with modal warping (reconstruction.h). Its points are
///
///     y_i = R c_i(z) + P' rig_row_i        c_i = (integral from 0 to 1 of exp(s w_i) ds) u_i
///
/// with u_i and w_i linear in the coordinates z. A step is in contact with the points linearised at coordinates z0, and
/// contact forces act on z by the derivative R dc_i/dz there, so that they do the work that the shown positions do.
/// A step is repeated from its start with z0 its last end until the linearisation agrees with the positions, but is
/// taken at most four times.
namespace limber {

/// The contact points of one step: scratch, which belongs to the points it was made for.
struct WarpedContact {
    ContactPoints points; // linearised
    Vector z;             // 3k, of the linearisation
};

/// What they are computed from; the controls and the state are in the world.
struct WarpedStep {
    const Reconstruction& reconstruction;
    const ContactPoints& points;
    const Controls& controls;
    const State& state;
};

/// Whether the points have what warping needs: those of contact_points_at, for a warped body.
bool is_warped(const ContactPoints& points);

/// s x 3 [m]: positions in the frame R beside the rig's pose P. Precondition: is_warped(points).
Points warped_positions(const ContactPoints& points, const AffineStack& Z, const Mat3& R, const AffineStack& P);

/// Computes where the points are at the start of the step. Allocates nothing if the points have not changed.
void begin_contact(const WarpedStep& step, WarpedContact& contact);
/// Linearises the points at the end of the step about the coordinates Z (k x 3), in the frame R.
void linearise_contact(const WarpedStep& step, const Mat3& R, const AffineStack& Z, WarpedContact& contact);

/// At the end of a step with the coordinates Z.
struct WarpedEnd {
    double error = 0.0; // [m] the largest distance of a point from its linearisation
    double depth = 0.0; // [m] the largest penetration
};
WarpedEnd warped_end(const WarpedStep& step, const Mat3& R, const AffineStack& Z, WarpedContact& contact);

} // namespace limber
