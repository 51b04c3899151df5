#pragma once

#include "engine/contact/obstacle.h"

#include <optional>

/// Where a straight way leads into a solid, however fast it is walked: nothing is too thin to be met.
///
/// Balls, capsules, blocks and half-spaces are convex, and so is their signed distance along a line: a way that misses
/// them by steps of its own is followed down to the deepest place on it. Hills are marched over cell by cell of their
/// grid; in each the gap over the bilinear surface is a polynomial of second degree in the share of the way, whose
/// first root is the entry. The cost grows with the cells that the way crosses, at most rows + columns.
namespace limber {

/// The first share of the way, in [0, 1], at which it is deeper inside than the tolerance [m]; nothing where it nowhere
/// is. The way begins no deeper than that. Steep hills are met that much later as they are steeper than their normal is
/// upright, but what ends deeper than the tolerance is told.
std::optional<double> time_of_impact(const Shape& shape, const Vec3& from, const Vec3& to, double tolerance);

} // namespace limber
