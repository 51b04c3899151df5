// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/block_lanczos.h"
#include "engine/linalg/types.h"

#include <functional>
#include <optional>

/// The largest singular triplets of an operator K that is given by its action on blocks of columns: block Golub-Kahan
/// bidiagonalisation with full reorthogonalisation [Golub, Luk and Overton 1981]. K'K is never formed, so that small
/// singular values keep their digits: their error is that of round-off of the largest.
///
///     K W = U B,   K'U = W B' + V S E'       W, U  orthonormal, a block of columns more in each round
///
/// A singular triplet of the small B gives one of K, whose residual K'y - s v is V S times the last block of its left
/// singular vector: it is known without an application.
namespace limber {

struct MatrixProducts {
    Index rows = 0;
    Index columns = 0;
    BlockOperator apply;            // K A
    BlockOperator apply_transposed; // K'A
};

struct BidiagonalisationOptions {
    Index wanted = 16;
    Index width = 16;        // columns of the answer
    Index basis_max = 64;    // columns of W and of U; at most the rows and the columns
    double tolerance = 1e-9; // of the residuals of those that are wanted, relative to their singular values
    double smallest = 1e-13; // of singular values whose residuals count, relative to the largest
};

/// Called before each application with the largest residual so far, infinite at first; stops when it returns false.
using ResidualProgress = std::function<bool(double residual)>;

/// Columns x width, or fewer when the basis ended first: orthonormal right singular vectors of the largest singular
/// values, falling. Not all of them have converged when the basis is full. Of products that are not finite: those
/// before. Nullopt when stopped. `start`: orthonormal columns, a block; repeated singular values are found as often as
/// it is wide.
std::optional<Matrix> right_singular_vectors(const MatrixProducts& products, const Matrix& start,
                                             const BidiagonalisationOptions& options,
                                             const ResidualProgress& keep_going);

/// The singular value decomposition U diag(values) V' of a square matrix.
struct SingularTriplets {
    Matrix U;
    Vector values; // falling
    Matrix V;
};

/// Of a matrix of many hundred columns by divide and conquer, in a small part of the time of Jacobi's method, which
/// small ones have. Small singular values have errors of round-off of the largest.
SingularTriplets singular_triplets(const Matrix& square);

/// The orthonormal factor of as many columns, by Householder's reflections; also of dependent ones.
Matrix orthonormal_factor(const Matrix& columns);

} // namespace limber
