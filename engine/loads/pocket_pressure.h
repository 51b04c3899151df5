// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/pockets.h"

#include <functional>

/// The energy of a gas of pressure p [Pa] in a closed cavity of volume v(x), whose volume at rest is v_0,
///
///     -p (v(x) - v_0)        v = -1/6 sum over the triangles (a, b, c) of the surface of a . (b x c)
///
/// Its force p dv/dx follows the surface as that turns and grows; pressure_forces are those at rest [Force-Dual Modes,
/// equation 21]. The surface is oriented out of the material, so into the cavity, hence the sign.
namespace limber {

/// A pocket whose pressure is that of a muscle.
struct InflatedPocket {
    Pocket pocket;
    Index muscle = 0;      // whose activation it is
    double pressure = 0.0; // [Pa] at activation 1
};

/// Returns the energy [J] at x and adds its gradient [N]; both have a row for each number in pocket.surface.
double add_pressure_energy(const Pocket& pocket, double p, const Eigen::Ref<const Points>& x,
                           Eigen::Ref<Points> gradient);

/// Adds the product of the second derivative at x with columns V to `products`, both 3v x k, with rows 3 i + axis. It
/// is indefinite.
void add_pressure_hessian_times(const Pocket& pocket, double p, const Eigen::Ref<const Points>& x, const Matrix& V,
                                Matrix& products);

/// Calls use(i, j, block) for blocks whose sums are the second derivative at x: 3 x 3, for row 3 i and column 3 j, two
/// corners of a triangle. Blocks of (j, i) add up to the transpose of those of (i, j), and those of (i, i) to zero.
void for_each_pressure_block(const Pocket& pocket, double p, const Eigen::Ref<const Points>& x,
                             const std::function<void(int, int, const Mat3&)>& use);

} // namespace limber
