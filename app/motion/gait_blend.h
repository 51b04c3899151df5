#pragma once

#include "engine/actuation/waveform.h"

namespace limber::app {

/// Two gaits as one, to walk a curve: the sum of what leads ahead and of what turns, which first learns the other's
/// beat and begins where both are most alike, so that they neither drift past nor work against each other [Kovar and
/// Gleicher 2003, Flexible automatic motion blending with registration curves, of signals instead of poses]:
///
///     a(t) = a_ahead(t) + a_turning(t T_turning / T_ahead + s)        s: where sum_i <a_ahead,i, a_turning,i> is
///     largest
///
/// T is a gait's beat, its longest period. Where shares of them are wanted, their amplitudes are so already. No
/// activation of it is larger than the larger limit of both.
Gait blended(const Gait& ahead, const Gait& turning);

} // namespace limber::app
