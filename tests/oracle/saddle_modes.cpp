// SPDX-License-Identifier: MIT
#include "tests/oracle/saddle_modes.h"

#include "engine/core/stopwatch.h"

#include <Eigen/SparseCholesky>
#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <vector>

namespace limber::oracle {
namespace {

SparseMatrix saddle(const SparseMatrix& K, const Vector& M, const Matrix& C, double shift) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int j = 0; j < K.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator entry(K, j); entry; ++entry) {
            entries.emplace_back(static_cast<int>(entry.row()), j, entry.value());
        }
    }
    const auto n = static_cast<int>(K.rows());
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, shift * M(i));
        for (int k = 0; k < C.cols(); ++k) {
            entries.emplace_back(n + k, i, C(i, k));
            entries.emplace_back(i, n + k, C(i, k));
        }
    }
    SparseMatrix A(n + static_cast<int>(C.cols()), n + static_cast<int>(C.cols()));
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

// y = M^1/2 (top left block of the saddle's inverse) M^1/2 x.
class SaddleInverse {
public:
    using Scalar = double;

    SaddleInverse(const Eigen::SimplicialLDLT<SparseMatrix>& factor, const Vector& M)
        : factor_(factor), root_(M.cwiseSqrt()) {}

    Index rows() const {
        return root_.size();
    }
    Index cols() const {
        return root_.size();
    }
    void perform_op(const double* in, double* out) const {
        Vector right = Vector::Zero(factor_.rows());
        right.head(rows()) = root_.cwiseProduct(Eigen::Map<const Vector>(in, rows()));
        const Vector solution = factor_.solve(right);
        Eigen::Map<Vector>(out, rows()) = root_.cwiseProduct(solution.head(rows()));
    }

private:
    const Eigen::SimplicialLDLT<SparseMatrix>& factor_;
    Vector root_;
};

} // namespace

std::optional<SaddleModes> saddle_modes(const SparseMatrix& K, const Vector& M, const Matrix& C, Index count,
                                        double shift) {
    SaddleModes modes;
    const Stopwatch watch;
    const Matrix scaled = C * C.colwise().norm().cwiseInverse().asDiagonal() * (K.diagonal().mean());
    const Eigen::SimplicialLDLT<SparseMatrix> factor(saddle(K, M, scaled, shift));
    if (factor.info() != Eigen::Success) {
        return std::nullopt;
    }
    modes.seconds_factor = watch.seconds();
    SaddleInverse inverse(factor, M);
    Spectra::SymEigsSolver<SaddleInverse> solver(inverse, count, std::min<Index>(2 * count + 1, M.size()));
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, 1000, 1e-8, Spectra::SortRule::LargestAlge);
    if (solver.info() != Spectra::CompInfo::Successful) {
        return std::nullopt;
    }
    modes.values = solver.eigenvalues().cwiseInverse().array() - shift;
    modes.vectors = M.cwiseSqrt().cwiseInverse().asDiagonal() * solver.eigenvectors();
    return modes;
}

} // namespace limber::oracle
