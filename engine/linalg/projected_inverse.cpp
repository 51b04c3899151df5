#include "engine/linalg/projected_inverse.h"

#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/tall_products.h"

#include <Eigen/Cholesky>

namespace limber {

ProjectedInverse::ProjectedInverse(SparseCholesky cholesky, Matrix Q)
    : cholesky_(std::move(cholesky)), Q_(std::move(Q)), Y_(cholesky_.solve(Q_)) {
    const Eigen::LLT<Matrix> S(gram(Q_, Y_));
    EXPECTS(Q_.cols() == 0 || S.info() == Eigen::Success);
    divide_by_transposed(Y_, S.matrixL());
}

Result<ProjectedInverse> ProjectedInverse::of(const SparseMatrix& A, Matrix Q) {
    EXPECTS(A.rows() == Q.rows());
    auto cholesky = SparseCholesky::factorise(A);
    if (!cholesky) {
        return cholesky.error();
    }
    return ProjectedInverse(std::move(cholesky).value(), std::move(Q));
}

Matrix ProjectedInverse::apply(const Matrix& B) const {
    Matrix X = cholesky_.solve(B);
    if (Y_.cols() > 0) {
        subtract_product(X, Y_, gram(Y_, B));
    }
    return X;
}

void ProjectedInverse::project(Matrix& B) const {
    project_out(Q_, B);
}

} // namespace limber
