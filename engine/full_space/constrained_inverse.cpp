// SPDX-License-Identifier: MIT
#include "engine/full_space/constrained_inverse.h"

#include "engine/core/detached_task.h"
#include "engine/linalg/compiled_solvers.h"

#include <string>

namespace limber {

Result<ConstrainedInverse> ConstrainedInverse::of(const SparseMatrix& A, std::shared_ptr<const Matrix> C) {
    auto factor = SparseCholesky::factorise(A);
    if (!factor) {
        return factor.error();
    }
    ConstrainedInverse inverse(std::move(factor).value(), std::move(C));
    inverse.solve_constraint();
    return inverse;
}

Result<Done> ConstrainedInverse::refactorise(const SparseMatrix& A) {
    auto done = factor_.refactorise(A);
    if (done) {
        solve_constraint();
    }
    return done;
}

void ConstrainedInverse::solve_constraint() {
    if (C_->cols() > 0) {
        Y_ = factor_.solve(*C_);
        small_.compute(Matrix(C_->transpose() * Y_));
    }
}

Matrix ConstrainedInverse::solve(const Matrix& right_sides) const {
    Matrix solved = factor_.solve(right_sides);
    if (C_->cols() > 0) {
        solved -= Y_ * small_.solve(Matrix(C_->transpose() * solved));
    }
    return solved;
}

void ConstrainedInverse::apply(Points& rows) const {
    rows = solve(rows);
}

Result<ConstrainedInverse> cancellable_inverse(SparseMatrix A, std::shared_ptr<const Matrix> C,
                                               std::optional<ConstrainedInverse> before, Progress* progress) {
    const std::string phase = progress ? progress->latest().phase : std::string();
    if (progress && !before) {
        progress->report_phase("factorising full space");
    }
    const auto kept = std::make_shared<std::optional<ConstrainedInverse>>(std::move(before)); // work is copyable
    auto found = compute_detached<Result<ConstrainedInverse>>(
        [A = std::move(A), C = std::move(C), kept]() -> Result<ConstrainedInverse> {
            if (!*kept) {
                return ConstrainedInverse::of(A, C);
            }
            if (auto done = (*kept)->refactorise(A); !done) {
                return done.error();
            }
            return std::move(**kept);
        },
        progress);
    if (progress) {
        progress->report_phase(phase);
    }
    if (!found) {
        return Error{ErrorKind::cancelled, "the factorisation was cancelled", {}};
    }
    return std::move(*found);
}

} // namespace limber
