// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/prediction.h"
#include "engine/stepper/state.h"

/// Last stage of a step: the minimum becomes the state.
namespace limber {

/// The end of a step before it becomes the state.
struct EndOfStep {
    Coordinates Z;            // k x 3
    Coordinates Zdot;         // k x 3 [1/s]
    AffineStack rig_momentum; // k x 3 scratch of the kinetic energy
};

/// Converts the unknown at the minimum (k x 3), which strain damping offsets, to the position and velocity at the end
/// of the step.
void compute_end_of_step(const Controls& controls, const Prediction& prediction, const Coordinates& minimum,
                         EndOfStep& end);

/// Removes what round-off, or an obstacle beside the plane, moved along z.
void stay_in_plane(EndOfStep& end);

/// `Pdot`: the rig's velocity in the step. A contact changes velocities discontinuously, so differences across it are
/// not valid history.
void replace_state(const Controls& controls, const EndOfStep& end, const AffineStack& Pdot, bool in_contact,
                   State& state);

} // namespace limber
