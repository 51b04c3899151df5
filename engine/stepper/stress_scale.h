// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/state.h"

namespace limber {

/// What multiplies the stress [Pa] of a muscle at activation 1 (loads/active_stresses.h): the activation, and what
/// multiplies the stiffness of muscles, so that a body of another stiffness moves alike. 0 without an activation.
inline double stress_scale(const Controls& controls, Index muscle) {
    return muscle < controls.activation.size()
               ? controls.young_scale * controls.muscle_stiffness_scale * controls.activation(muscle)
               : 0.0;
}

} // namespace limber
