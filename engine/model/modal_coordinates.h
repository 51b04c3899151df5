// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Coordinates in which a reduced mass is the identity and a reduced stiffness diagonal: T' M T = I, T' L T =
/// diag(stiffness), ascending. Directions without mass, which come from linearly dependent columns of a basis, are
/// dropped, so T may have fewer columns than rows.
///
/// With constraint columns C (size x c), T spans only the coordinates z with C' z = 0. C is the product of a basis with
/// constraints of length one (of_length_one), so that a column that is zero to round-off holds by itself.
namespace limber {

struct ModalCoordinates {
    Matrix T;         // size x k
    Vector stiffness; // k
};

ModalCoordinates modal_coordinates(const Matrix& M, const Matrix& L, const Matrix& C = {});

/// The constraint columns on displacements, n x c, scaled to a length of one in the norm c' M^-1 c; M: n.
Matrix of_length_one(const Matrix& C, const Vector& M);

} // namespace limber
