// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Changes of the rest shape by skinning modes as handles: the affine maps that move the body in its subspace also move
/// its target.
namespace limber {

/// 3n x 12m [m], vertex by vertex: of each weight w_j (a column of W, n x m [-]) the twelve displacements w_j x_a e_b
/// and w_j e_b, with the rest positions X from their mean. They are neither independent nor of equal size: whiten them
/// (rest_shapes.h). Of a constant weight, six are motions of the whole body that change no shape.
Matrix skinning_shapes(const Points& X, const Matrix& W);

} // namespace limber
