// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// All eigenpairs of a small dense symmetric matrix, for projected problems and tiny meshes.
namespace limber {

struct DenseEigenPairs {
    Vector values;  // n      ascending
    Matrix vectors; // n x n  orthonormal
};

/// Reads the lower triangle; the entries must be finite.
DenseEigenPairs dense_eigenpairs(const Matrix& A);

/// n x (n - q): an orthonormal basis of the orthogonal complement of the orthonormal columns Q (n x q).
Matrix orthogonal_complement(const Matrix& Q);

} // namespace limber
