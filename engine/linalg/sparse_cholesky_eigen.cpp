// SPDX-License-Identifier: MIT
#ifndef LIMBER_WITH_CHOLMOD
#include "engine/linalg/sparse_cholesky.h"

#include <Eigen/SparseCholesky>

#include <optional>
#include <string>

namespace limber {

struct SparseCholesky::Factor {
    Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower> llt;
};

namespace {

using Llt = Eigen::SimplicialLLT<SparseMatrix, Eigen::Lower>;

std::optional<Error> fault_in(const Llt& llt, const SparseMatrix& A) {
    if (llt.info() == Eigen::Success && Eigen::Map<const Vector>(A.valuePtr(), A.nonZeros()).allFinite()) {
        return std::nullopt;
    }
    return Error{ErrorKind::not_converged,
                 "the system matrix of " + std::to_string(A.rows()) +
                     " unknowns is not positive definite; look for flat tets, vertices that no tet uses, or a bad "
                     "material",
                 "factorisation"};
}

} // namespace

Result<SparseCholesky> SparseCholesky::factorise(const SparseMatrix& A, double shift) {
    EXPECTS(A.rows() == A.cols() && A.isCompressed());
    auto factor = std::make_unique<Factor>();
    factor->llt.setShift(shift);
    factor->llt.compute(A);
    if (auto fault = fault_in(factor->llt, A)) {
        return *fault;
    }
    return SparseCholesky(std::move(factor));
}

Result<Done> SparseCholesky::refactorise(const SparseMatrix& A) {
    EXPECTS(A.rows() == size() && A.cols() == size() && A.isCompressed());
    factor_->llt.setShift(0.0);
    factor_->llt.factorize(A);
    auto fault = fault_in(factor_->llt, A);
    return fault ? Result<Done>(*fault) : Done{};
}

bool SparseCholesky::would_be_dense(const SparseMatrix& A) {
    return A.rows() >= 20'000; // for any body, because this code has no supernodes
}

Matrix SparseCholesky::solve(const Matrix& B) const {
    EXPECTS(B.rows() == size());
    return factor_->llt.solve(B);
}

Index SparseCholesky::size() const {
    return factor_->llt.rows();
}

std::size_t SparseCholesky::byte_count() const {
    return static_cast<std::size_t>(factor_->llt.matrixL().nestedExpression().nonZeros()) *
           (sizeof(double) + sizeof(int));
}

SparseCholesky::SparseCholesky(std::unique_ptr<Factor> factor) : factor_(std::move(factor)) {}
SparseCholesky::SparseCholesky(SparseCholesky&&) noexcept = default;
SparseCholesky& SparseCholesky::operator=(SparseCholesky&&) noexcept = default;
SparseCholesky::~SparseCholesky() = default;

} // namespace limber
#endif
