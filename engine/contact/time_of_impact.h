// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/obstacle.h"

#include <optional>

/// Continuous collision detection of a moving point with an obstacle, at any speed and for any thickness.
///
/// Balls, capsules, boxes and half-spaces are convex, and so is their signed distance along a line: a segment on which
/// sphere tracing finds no entry is searched for its minimum distance. Height fields are traversed cell by cell; in
/// each cell the gap over the bilinear surface is a polynomial of second degree in the share of the segment, and its
/// first root is the entry. The cost grows with the number of crossed cells, at most rows + columns.
namespace limber {

/// The first share of the segment, in [0, 1], at which it is deeper inside than the tolerance [m]; nullopt if there is
/// none. Precondition: the segment starts no deeper than that. On steep hills the tolerance is measured vertically and
/// grows with the slope, but a segment that ends deeper than the tolerance always returns a value.
std::optional<double> time_of_impact(const Shape& shape, const Vec3& from, const Vec3& to, double tolerance);

} // namespace limber
