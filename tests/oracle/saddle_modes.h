#pragma once

#include "engine/linalg/types.h"

#include <optional>

/// Constrained eigenmodes the way they are usually computed: shift and invert through the saddle system
///
///     [ K - sigma M  C ]
///     [ C'           0 ]
///
/// with a sparse LDL' factorisation and single-vector Lanczos. Slow beyond small meshes, and it meets a zero
/// pivot as soon as two columns of C depend on each other; kept as the baseline of the benchmarks.
namespace limber::oracle {

struct SaddleModes {
    Vector values;  // ascending
    Matrix vectors; // n x count, M-orthonormal
    double seconds_factor = 0.0;
};

/// Nothing when the factorisation or the iteration fails.
std::optional<SaddleModes> saddle_modes(const SparseMatrix& K, const Vector& M, const Matrix& C, Index count,
                                        double shift);

} // namespace limber::oracle
