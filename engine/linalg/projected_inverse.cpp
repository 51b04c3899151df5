// SPDX-License-Identifier: MIT
#include "engine/linalg/projected_inverse.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/tall_products.h"

namespace limber {
namespace {

struct Applied {
    const Matrix& B;
    Matrix operator()(const SparseCholesky& cholesky) const {
        return cholesky.solve(B);
    }
    Matrix operator()(const Multigrid& multigrid) const {
        return multigrid.apply(B);
    }
};

} // namespace

ProjectedInverse::ProjectedInverse(Inverse inverse, Matrix Y) : inverse_(std::move(inverse)), Y_(std::move(Y)) {}

Result<ProjectedInverse> ProjectedInverse::of(const SparseMatrix& A, double shift, const Matrix& Q) {
    EXPECTS(A.rows() == Q.rows());
    auto cholesky = SparseCholesky::factorise(A, shift);
    return cholesky ? projected(std::move(cholesky).value(), Q) : cholesky.error();
}

Result<ProjectedInverse> ProjectedInverse::approximate(const SparseMatrix& A, double shift, const Matrix& Q,
                                                       const Vector& smoothest) {
    EXPECTS(A.rows() == Q.rows());
    auto multigrid = Multigrid::of(A, shift, smoothest);
    return multigrid ? projected(std::move(multigrid).value(), Q) : multigrid.error();
}

Result<ProjectedInverse> ProjectedInverse::projected(Inverse inverse, const Matrix& Q) {
    Matrix Y = std::visit(Applied{Q}, inverse);
    if (Q.cols() > 0) {
        const Eigen::LLT<Matrix> S(gram(Q, Y));
        if (S.info() != Eigen::Success || !Y.allFinite()) {
            return Error{ErrorKind::not_converged,
                         "the rig's constraints are numerically dependent; check the mesh for slivers and "
                         "its unit",
                         ""};
        }
        divide_by_transposed(Y, S.matrixL());
    }
    return ProjectedInverse(std::move(inverse), std::move(Y));
}

Matrix ProjectedInverse::apply(const Matrix& B) const {
    Matrix X = std::visit(Applied{B}, inverse_);
    if (Y_.cols() > 0) {
        subtract_product(X, Y_, gram(Y_, B));
    }
    return X;
}

std::size_t ProjectedInverse::byte_count() const {
    const std::size_t bytes = std::visit([](const auto& inverse) { return inverse.byte_count(); }, inverse_);
    return bytes + static_cast<std::size_t>(Y_.size()) * sizeof(double);
}

} // namespace limber
