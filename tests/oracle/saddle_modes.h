// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <optional>

/// Constrained eigenmodes by the usual method, shift and invert of the saddle system
///
///     [ K - sigma M  C ]
///     [ C'           0 ]
///
/// with a sparse LDL' factorisation and single-vector Lanczos. Slow for large meshes, and it has a zero pivot if two
/// columns of C are dependent. The baseline of the benchmarks.
namespace limber::oracle {

struct SaddleModes {
    Vector values;  // ascending
    Matrix vectors; // n x count, M-orthonormal
    double seconds_factor = 0.0;
};

/// Returns nullopt if the factorisation or the iteration fails.
std::optional<SaddleModes> saddle_modes(const SparseMatrix& K, const Vector& M, const Matrix& C, Index count,
                                        double shift);

} // namespace limber::oracle
