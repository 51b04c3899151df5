// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// All eigenpairs of K w = lambda M w in the null space of C': a basis of the null space from a pivoted QR of C, and a
/// dense generalised eigenproblem in it.
namespace limber::oracle {

struct DensePairs {
    Vector values;  // ascending
    Matrix vectors; // n x (n - rank C), M-orthonormal
};

DensePairs dense_pencil(const Matrix& K, const Vector& M, const Matrix& C);

/// The sine of the largest angle between two spans of M-orthonormal columns of equal number.
double sine_between(const Matrix& V, const Matrix& W, const Vector& M);

} // namespace limber::oracle
