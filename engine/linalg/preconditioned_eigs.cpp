// SPDX-License-Identifier: MIT
#include "engine/linalg/preconditioned_eigs.h"

#include "engine/core/contract.h"
#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/dense_eigs.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/tall_products.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr std::uint64_t lobpcg_seed = 20230801;
constexpr double lobpcg_rank_tolerance = 1e-10;
constexpr Index rows_at_once = 512; // rows of the basis that stay in the cache while they are transformed
constexpr Index panel_width = 4;

using ColumnChoice = std::vector<Index>;

// Eight additional columns for the eigenvalue clusters of round bodies, and a share of many.
Index block_size(Index count, Index free_count) {
    return std::min(count + 8 + count / 8, free_count);
}

// A X for a symmetric A, row by row, a few columns side by side.
Matrix symmetric_product(const SparseMatrix& A, const ConstColumns& X) {
    using Panel = Eigen::Array<double, Eigen::Dynamic, panel_width, Eigen::RowMajor>;
    Panel x = Panel::Zero(X.rows(), panel_width);
    Panel y(X.rows(), panel_width);
    Matrix AX(X.rows(), X.cols());
    for (Index first = 0; first < X.cols(); first += panel_width) {
        const Index count = std::min(panel_width, X.cols() - first);
        x.leftCols(count) = X.middleCols(first, count).array();
        for (Index i = 0; i < A.cols(); ++i) {
            Eigen::Array<double, 1, panel_width> sum = Eigen::Array<double, 1, panel_width>::Zero();
            for (SparseMatrix::InnerIterator entry(A, i); entry; ++entry) {
                sum += entry.value() * x.row(entry.row());
            }
            y.row(i) = sum;
        }
        AX.middleCols(first, count) = y.leftCols(count).matrix();
    }
    return AX;
}

// An orthonormal basis [X P W], A times the basis, and A projected on [X P].
struct Basis {
    Matrix V;      // n x 3b
    Matrix AV;     // n x 3b
    Vector lambda; // b: X'AX, which is diagonal
    Matrix PAP;    // p x p; X'AP = 0
    Index b = 0;
    Index p = 0;
    Index w = 0;

    auto X() const {
        return V.leftCols(b);
    }
    auto before() const {
        return V.leftCols(b + p);
    }
    Index size() const {
        return b + p + w;
    }
};

// One pass of Cholesky-QR. Returns false when a column lies in the span of the others.
bool orthonormalise_once(Matrix& W) {
    const Eigen::LLT<Matrix> llt(gram(W, W));
    if (llt.info() != Eigen::Success) {
        return false;
    }
    divide_by_transposed(W, llt.matrixL());
    return true;
}

// Makes W orthonormal and orthogonal to V; dependent columns are dropped. Nullopt on numerical breakdown.
std::optional<Matrix> orthonormalised_against(const ConstColumns& V, Matrix W) {
    W.colwise().normalize();
    for (int pass = 0; pass < 2; ++pass) {
        subtract_product(W, V, gram(V, W));
        if (!orthonormalise_once(W)) {
            auto basis = orthonormal_basis(W, lobpcg_rank_tolerance);
            if (!basis) {
                return std::nullopt;
            }
            W = *std::move(basis);
        }
    }
    return W.allFinite() ? std::optional<Matrix>(std::move(W)) : std::nullopt;
}

std::optional<Basis> start(const SparseMatrix& A, const Matrix& Q, const BlockOperator& inverse, Index b) {
    Rng rng(lobpcg_seed);
    Matrix X = inverse(Matrix::NullaryExpr(A.rows(), b, [&] { return rng.normal(); }));
    project_out(Q, X);
    if (!X.allFinite() || !orthonormalise(X)) {
        return std::nullopt;
    }
    const Matrix AX = symmetric_product(A, X);
    const DenseEigenPairs pairs = dense_eigenpairs(gram(X, AX));
    Basis basis{Matrix(A.rows(), 3 * b), Matrix(A.rows(), 3 * b), pairs.values, Matrix(0, 0), b};
    basis.V.leftCols(b) = tall_product(X, pairs.vectors);
    basis.AV.leftCols(b) = tall_product(AX, pairs.vectors);
    return basis;
}

// A projected on the whole basis.
Matrix projected(const Basis& basis) {
    const Index known = basis.b + basis.p;
    Matrix H = Matrix::Zero(basis.size(), basis.size());
    H.diagonal().head(basis.b) = basis.lambda;
    H.block(basis.b, basis.b, basis.p, basis.p) = basis.PAP;
    H.rightCols(basis.w) = gram(basis.V.leftCols(basis.size()), basis.AV.middleCols(known, basis.w));
    H.bottomLeftCorner(basis.w, known) = H.topRightCorner(known, basis.w).transpose();
    return 0.5 * (H + H.transpose());
}

// Overwrites the first columns of A by A C.
void transform_columns(Matrix& A, const Matrix& C) {
    for (Index row = 0; row < A.rows(); row += rows_at_once) {
        const Index rows = std::min(rows_at_once, A.rows() - row);
        const Matrix transformed = tall_product(A.block(row, 0, rows, C.rows()), C);
        A.block(row, 0, rows, C.cols()) = transformed;
    }
}

// The best vectors of the span become X; the parts of the unconverged ones outside of the old X become P.
void descend(Basis& basis, const ColumnChoice& unconverged) {
    const Matrix H = projected(basis);
    const DenseEigenPairs pairs = dense_eigenpairs(H);
    const Matrix best = pairs.vectors.leftCols(basis.b);
    Matrix moves = best(Eigen::all, unconverged);
    moves.topRows(basis.b).setZero();
    project_out(best, moves);
    moves = orthonormal_basis(moves, lobpcg_rank_tolerance).value_or(Matrix(H.rows(), 0));
    project_out(best, moves);

    Matrix C(H.rows(), best.cols() + moves.cols());
    C << best, moves;
    transform_columns(basis.V, C);
    transform_columns(basis.AV, C);
    basis.lambda = pairs.values.head(basis.b);
    basis.PAP = moves.transpose() * H * moves;
    basis.p = moves.cols();
    basis.w = 0;
}

// A X - X diag(lambda), without the constraint forces.
Matrix residuals(const Basis& basis, const Matrix& Q) {
    Matrix R = basis.AV.leftCols(basis.b) - basis.X() * basis.lambda.asDiagonal();
    project_out(Q, R);
    return R;
}

ColumnChoice above(const Vector& sizes, double limit) {
    ColumnChoice choice;
    for (Index j = 0; j < sizes.size(); ++j) {
        if (!(sizes(j) <= limit)) {
            choice.push_back(j);
        }
    }
    return choice;
}

} // namespace

std::optional<PreconditionedPairs> smallest_eigenpairs(const SparseMatrix& A, const Matrix& Q,
                                                       const BlockOperator& inverse,
                                                       const PreconditionedOptions& options,
                                                       const LanczosProgress& keep_going) {
    const Index count = options.count;
    EXPECTS(count > 0 && options.tolerance > 0.0 && 3 * count <= A.rows() - Q.cols());
    PreconditionedPairs pairs;
    auto started = start(A, Q, inverse, block_size(count, (A.rows() - Q.cols()) / 3));
    if (!started) {
        return pairs;
    }
    Basis& basis = *started;
    double share = 0.0;
    for (int i = 0; i < options.iterations_max && !pairs.converged; ++i) {
        if (!keep_going(share)) {
            return std::nullopt;
        }
        const Matrix R = residuals(basis, Q);
        const Vector sizes = R.colwise().norm();
        const double limit = options.tolerance * (basis.lambda(count - 1) + options.shift);
        pairs.converged = (sizes.head(count).array() <= limit).all();
        // Progress from 1 to the tolerance, in digits.
        share =
            std::clamp(1.0 - std::log(sizes.head(count).maxCoeff() / limit) / -std::log(options.tolerance), share, 1.0);
        const ColumnChoice unconverged = above(sizes, 0.3 * limit);
        if (pairs.converged || unconverged.empty()) {
            break;
        }
        auto W = orthonormalised_against(basis.before(), inverse(R(Eigen::all, unconverged)));
        if (!W || W->cols() == 0) {
            return pairs;
        }
        basis.w = W->cols();
        basis.V.middleCols(basis.b + basis.p, basis.w) = *W;
        basis.AV.middleCols(basis.b + basis.p, basis.w) = symmetric_product(A, *W);
        descend(basis, unconverged);
        if (!basis.lambda.allFinite()) {
            return pairs;
        }
    }
    pairs.values = basis.lambda.head(count);
    pairs.vectors = basis.V.leftCols(count);
    return pairs;
}

} // namespace limber
