// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <functional>
#include <optional>

/// The largest eigenpairs of a symmetric operator that is given by its action on blocks of columns: block Lanczos with
/// full reorthogonalisation and thick restarts [Wu and Simon 2000; Stewart 2002].
///
/// A block is better than one vector where the factor is large: a sparse solve of four columns costs hardly more than
/// one of two, which outweighs the larger basis. It also is where many pairs are needed: a block of eight is
/// orthogonalised against the basis in the time of two single columns. Symmetric bodies have repeated eigenvalues; a
/// block finds only as many copies as it is wide, and round-off the others. Once everything has converged, the operator
/// is therefore applied to random columns, until their largest Ritz value and its residual show that no missed copy
/// grows out of them.
namespace limber {

struct LanczosOptions {
    Index count = 16;
    Index block_size = 2;
    Index basis_max = 0;     // columns stored before a restart; 0: chosen from the count
    double tolerance = 1e-8; // of the residual, relative to the eigenvalue
    int restarts_max = 100;
};

struct LanczosPairs {
    Vector values;          // count      descending
    Matrix vectors;         // n x count  orthonormal
    Index operations = 0;   // columns that the operator was applied to
    bool converged = false; // false without vectors: the operator returned values that are not finite
};

using BlockOperator = std::function<Matrix(const Matrix& columns)>;
/// Called with the approximate share of the work done before every application of the operator; stops when it returns
/// false.
using LanczosProgress = std::function<bool(double fraction)>;

/// Nullopt when stopped. Precondition: size >= count + 20 and a block of at most eight. The start vectors are always
/// the same.
std::optional<LanczosPairs> largest_eigenpairs(const BlockOperator& apply, Index size, const LanczosOptions& options,
                                               const LanczosProgress& keep_going);

} // namespace limber
