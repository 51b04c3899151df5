// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace limber::app {

/// The height [m] of a ground on which a moving body stands, from the height of its lowest point in each pose, at equal
/// times. `size`: of the body [m].
///
/// The lowest point of a body that stands, walks, runs or jumps is on the ground in most poses. It is above the ground
/// in flight, and for a moment below it, where a toe of the motion dips under the soles. So
///
///     g = the lower quartile of l_1 ... l_n
///
/// is the ground even if the body flies in half of the poses and a toe dips in a fifth of them; the lowest of all
/// follows the toe, and the mean and the median rise with the jumps. That holds where many poses share one height: the
/// body counts as standing if a quarter of them lies within 2 % of its size of g. Otherwise it climbs, swims or flies,
/// and the ground lies below all poses, by 1 % of its size.
double standing_height(std::vector<double> lowest, double size);

} // namespace limber::app
