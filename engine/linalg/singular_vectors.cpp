// SPDX-License-Identifier: MIT
#include "engine/linalg/singular_vectors.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace limber {
namespace {

// A decomposition of B takes longer than a round, so that it waits until the basis has grown by this share.
constexpr double growth_between_checks = 1.2;
// Columns above which divide and conquer is faster than Jacobi's method.
constexpr Index small_columns_max = 256;

template <typename Solver>
SingularTriplets triplets_by(const Matrix& square) {
    const Solver svd(square, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

// Orthonormal, and orthogonal to the orthonormal Q, also where little of the columns remains outside of its span.
Matrix orthonormal_outside(const Matrix& Q, const Matrix& columns) {
    Matrix block = orthonormal_factor(columns);
    project_out(Q, block);
    return orthonormal_factor(block);
}

class Bidiagonalisation {
public:
    Bidiagonalisation(const MatrixProducts& products, Index basis_max)
        : products_(products), W_(products.columns, basis_max), U_(products.rows, basis_max),
          B_(Matrix::Zero(basis_max, basis_max)) {}

    Index count() const {
        return count_;
    }
    Index room() const {
        return W_.cols() - count_;
    }
    /// Adds a block to W. Returns false when its products are not finite; then nothing has changed.
    bool add(const Matrix& V) {
        const Matrix K = products_.apply(V);
        if (!K.allFinite()) {
            return false;
        }
        const Index block = V.cols();
        const auto U = U_.leftCols(count_);
        Matrix remaining = K;
        project_out(U, remaining);
        const Matrix added = orthonormal_outside(U, remaining);
        B_.block(0, count_, count_, block) = U.transpose() * K;
        B_.block(count_, count_, block, block) = added.transpose() * K;
        W_.middleCols(count_, block) = V;
        U_.middleCols(count_, block) = added;
        count_ += block;
        block_ = block;
        return true;
    }
    /// The next block of W: V; empty when the products of the last one are not finite.
    Matrix next() {
        Matrix back = products_.apply_transposed(U_.middleCols(count_ - block_, block_));
        if (!back.allFinite()) {
            return {};
        }
        project_out(W_.leftCols(count_), back);
        Matrix V = orthonormal_outside(W_.leftCols(count_), back);
        S_ = V.transpose() * back;
        return V;
    }
    /// Decomposes B. Returns the largest residual of the wanted triplets.
    double decompose(const BidiagonalisationOptions& options) {
        const Eigen::JacobiSVD<Matrix> svd(B_.topLeftCorner(count_, count_), Eigen::ComputeThinU | Eigen::ComputeThinV);
        right_ = svd.matrixV();
        if (count_ < options.wanted || S_.rows() != block_) {
            return std::numeric_limits<double>::infinity();
        }
        const Vector values = svd.singularValues().head(options.wanted);
        const Matrix last = svd.matrixU().block(count_ - block_, 0, block_, options.wanted);
        const Vector residuals = (S_ * last).colwise().norm().transpose().cwiseQuotient(values);
        return (values.array() > options.smallest * values(0)).select(residuals, 0.0).maxCoeff();
    }
    Matrix right_vectors(Index width) const {
        return W_.leftCols(right_.rows()) * right_.leftCols(std::min(width, right_.cols()));
    }

private:
    const MatrixProducts& products_;
    Matrix W_;
    Matrix U_;
    Matrix B_;     // of the bases so far
    Matrix S_;     // of the last block
    Matrix right_; // singular vectors of B
    Index count_ = 0;
    Index block_ = 0;
};

} // namespace

std::optional<Matrix> right_singular_vectors(const MatrixProducts& products, const Matrix& start,
                                             const BidiagonalisationOptions& options,
                                             const ResidualProgress& keep_going) {
    const Index basis_max = std::min({options.basis_max, products.rows, products.columns});
    Bidiagonalisation basis(products, basis_max);
    Matrix V = start.leftCols(std::min(start.cols(), basis_max));
    double residual = std::numeric_limits<double>::infinity();
    Index checked = 0;
    while (keep_going(residual)) {
        const bool is_added = basis.add(V);
        if (basis.count() == 0) {
            return V;
        }
        V = is_added ? basis.next() : Matrix();
        V.conservativeResize(V.rows(), std::min(V.cols(), basis.room()));
        const bool is_last = V.cols() == 0;
        if (is_last || static_cast<double>(basis.count()) > growth_between_checks * static_cast<double>(checked)) {
            residual = basis.decompose(options);
            checked = basis.count();
        }
        if (is_last || residual < options.tolerance) {
            return basis.right_vectors(options.width);
        }
    }
    return std::nullopt;
}

SingularTriplets singular_triplets(const Matrix& square) {
    EXPECTS(square.rows() == square.cols());
    return square.cols() > small_columns_max ? triplets_by<Eigen::BDCSVD<Matrix>>(square)
                                             : triplets_by<Eigen::JacobiSVD<Matrix>>(square);
}

Matrix orthonormal_factor(const Matrix& columns) {
    const Eigen::HouseholderQR<Matrix> qr(columns);
    return qr.householderQ() * Matrix::Identity(columns.rows(), columns.cols());
}

} // namespace limber
