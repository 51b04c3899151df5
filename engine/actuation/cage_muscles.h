#pragma once

#include "engine/linalg/types.h"

/// Muscles from a cage, and the door through which any other target shapes come.
///
/// A muscle is a field of displacements d_v of the rest shape, linear in its activation, and all that a step ever sees
/// of one is the target gradient Y(a) = I + sum_v a_v grad d_v (model/actuation_set.h). So whoever has the fields has
/// muscles: vibration modes, modes bound to a limb, a sculpted shape, or the points of a coarse cage around the body
/// [Coros et al. 2012, Deformable Objects Alive!; AALM figure 7]. What `actuation_set` asks of them, and no more:
///
///     D    3n x m [m]    a column a muscle, vertex by vertex (x0 y0 z0 x1 ...), at activation 1; finite
///
/// A field that shifts or, to first order, turns the body as a whole asks for nothing that the flesh does not do by
/// itself, and is allowed. `scaled_muscles` gives each column its peak strain.
namespace limber {

/// 3n x 3c: three muscles a cage point, one an axis: x, y and z of the first, of the second, and so on, each of which
/// moves that point by 1 m. `weights` is n x c, the cage's coordinates of the rest positions: trilinear in the cells of
/// a box, mean value, harmonic. Where they reproduce linear functions (sum_i w_i C_i = x), an affine motion of the cage
/// is the same affine motion of the body.
Matrix cage_muscles(const Matrix& weights);

} // namespace limber
