// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <optional>

/// The smallest eigenvalues of H x = lambda M x by ARPACK's shift-invert Lanczos, one right-hand side at a time, like
/// Matlab's eigs. The baseline of the preparation. Only if ARPACK is installed.
namespace limber {

/// M diagonal, shift > 0: (H + shift M) must be positive definite. Returns nullopt if ARPACK does not converge.
std::optional<Vector> arpack_eigenvalues(const SparseMatrix& H, const Vector& M, double shift, Index count);

} // namespace limber
