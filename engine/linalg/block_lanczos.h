#pragma once

#include "engine/linalg/types.h"

#include <functional>
#include <optional>

/// The largest eigenpairs of a symmetric operator that is known by what it does to blocks of columns:
/// block Lanczos with full reorthogonalisation and thick restarts [Wu and Simon 2000; Stewart 2002].
///
/// A block rather than one vector where the factor is large: a sparse solve of four columns then costs hardly more
/// than one of two, which pays for the larger basis. And where many pairs are sought: a block of eight is
/// orthogonalised against the basis in the time of two single columns.
/// Symmetric bodies have repeated eigenvalues, of which a block finds no more copies than it is wide, and
/// leaves the others to round-off. So once everything has converged the
/// operator is applied to a few random columns beside it: a copy that was missed grows out of those.
namespace limber {

struct LanczosOptions {
    Index count = 16;
    Index block_size = 2;
    Index basis_max = 0;     // columns kept before a restart; 0: chosen from the count
    double tolerance = 1e-8; // of the residual, relative to the eigenvalue
    int restarts_max = 100;
};

struct LanczosPairs {
    Vector values;          // count      descending
    Matrix vectors;         // n x count  orthonormal
    Index operations = 0;   // columns that the operator was applied to
    bool converged = false; // false with no vectors at all: the operator gave numbers that are not finite
};

using BlockOperator = std::function<Matrix(const Matrix& columns)>;
/// Told the share of the work that is done, roughly, before every application of the operator; false stops.
using LanczosProgress = std::function<bool(double fraction)>;

/// Nothing when it was stopped. Needs size >= count + 20 and a block of at most eight. The start is always the same.
std::optional<LanczosPairs> largest_eigenpairs(const BlockOperator& apply, Index size, const LanczosOptions& options,
                                               const LanczosProgress& keep_going);

} // namespace limber
