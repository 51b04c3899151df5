#include "engine/linalg/projected_inverse.h"

#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/tall_products.h"

#include <Eigen/Cholesky>

namespace limber {

ProjectedInverse::ProjectedInverse(SparseCholesky cholesky, Matrix Q, Matrix Y)
    : cholesky_(std::move(cholesky)), Q_(std::move(Q)), Y_(std::move(Y)) {}

Result<ProjectedInverse> ProjectedInverse::of(const SparseMatrix& A, Matrix Q) {
    EXPECTS(A.rows() == Q.rows());
    auto cholesky = SparseCholesky::factorise(A);
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
    return ProjectedInverse(std::move(cholesky).value(), std::move(Q), std::move(Y));
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
