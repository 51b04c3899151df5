// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/waveform.h"

namespace limber::app {

/// Blends two gaits into one to walk a curve: the sum of the gait that leads ahead and of the gait that turns. The
/// turning gait is first scaled to the beat of the other one and shifted to the phase of largest correlation [Kovar and
/// Gleicher 2003, Flexible automatic motion blending with registration curves, of signals instead of poses]:
///
///     a(t) = a_ahead(t) + a_turning(t T_turning / T_ahead + s)
///
/// where s maximises sum_i <a_ahead,i, a_turning,i>, and T is a gait's beat, its longest period. The caller scales the
/// amplitudes by the desired shares. No activation exceeds the larger limit of both gaits.
Gait blended(const Gait& ahead, const Gait& turning);

} // namespace limber::app
