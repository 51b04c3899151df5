// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Muscles from a cage; any other target shapes are used in the same way.
///
/// A muscle is a displacement field d_v of the rest shape, linear in its activation. A step reads only its target
/// gradient Y(a) = I + sum_v a_v grad d_v (model/actuation_set.h). Any field can be a muscle: vibration modes, modes
/// bound to a limb, a sculpted shape, or the points of a coarse cage around the body [Coros et al. 2012, Deformable
/// Objects Alive!; AALM figure 7]. `actuation_set` requires
///
///     D    3n x m [m]    a column a muscle, vertex by vertex (x0 y0 z0 x1 ...), at activation 1; finite
///
/// A field that translates or, to first order, rotates the whole body exerts no force, and is allowed. `scaled_muscles`
/// gives each column its peak strain.
namespace limber {

/// 3n x 3c: three muscles a cage point, one an axis: x, y and z of the first point, then of the second, and so on; each
/// moves its point by 1 m. `weights` is n x c, the cage coordinates of the rest positions: trilinear in the cells of a
/// box, mean value, or harmonic. Where they reproduce linear functions (sum_i w_i C_i = x), an affine motion of the
/// cage is the same affine motion of the body.
Matrix cage_muscles(const Matrix& weights);

} // namespace limber
