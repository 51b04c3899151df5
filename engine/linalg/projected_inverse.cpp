#include "engine/linalg/projected_inverse.h"

#include "engine/linalg/tall_products.h"

#include <Eigen/Cholesky>

namespace limber {

ProjectedInverse::ProjectedInverse(SparseCholesky cholesky, Matrix Y)
    : cholesky_(std::move(cholesky)), Y_(std::move(Y)) {}

Result<ProjectedInverse> ProjectedInverse::of(const SparseMatrix& A, double shift, const Matrix& Q) {
    EXPECTS(A.rows() == Q.rows());
    auto cholesky = SparseCholesky::factorise(A, shift);
    if (!cholesky) {
        return cholesky.error();
    }
    Matrix Y = cholesky.value().solve(Q);
    if (Q.cols() > 0) {
        const Eigen::LLT<Matrix> S(gram(Q, Y));
        if (S.info() != Eigen::Success || !Y.allFinite()) {
            return Error{ErrorKind::not_converged,
                         "the rig's constraints cannot be told apart in the numbers; check the mesh for slivers and "
                         "its unit",
                         ""};
        }
        divide_by_transposed(Y, S.matrixL());
    }
    return ProjectedInverse(std::move(cholesky).value(), std::move(Y));
}

Matrix ProjectedInverse::apply(const Matrix& B) const {
    Matrix X = cholesky_.solve(B);
    if (Y_.cols() > 0) {
        subtract_product(X, Y_, gram(Y_, B));
    }
    return X;
}

std::size_t ProjectedInverse::byte_count() const {
    return cholesky_.byte_count() + static_cast<std::size_t>(Y_.size()) * sizeof(double);
}

} // namespace limber
