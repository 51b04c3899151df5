// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Coordinates in which a reduced mass is the identity and a reduced stiffness diagonal: T' M T = I, T' L T =
/// diag(stiffness), ascending. Directions without mass, which come from linearly dependent columns of a basis, are
/// dropped, so T may have fewer columns than rows.
///
/// With constraint columns C (size x c), T spans only the coordinates z with C' z = 0.
namespace limber {

struct ModalCoordinates {
    Matrix T;         // size x k
    Vector stiffness; // k
};

ModalCoordinates modal_coordinates(const Matrix& M, const Matrix& L, const Matrix& C = {});

} // namespace limber
