// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/walker.h"

/// How far a body skates.
namespace limber {

/// [m] how far those contact points have moved along the ground that were pressed on it before and after the step, in
/// the mean; zero in the air. Points pressed with less than a millionth of the body's weight do not count.
double slip_between(const Walker& walker, const State& before, const State& after);

} // namespace limber
