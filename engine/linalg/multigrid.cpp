// SPDX-License-Identifier: MIT
#include "engine/linalg/multigrid.h"

#include "engine/linalg/aggregation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr Index rows_factorised = 600;
constexpr double strength_at_first = 0.08; // halved at each level, because the entries of A spread out
constexpr double least_coarsening = 0.7;   // of the remaining rows: above it another level does not pay
constexpr float spectrum_smoothed = 8.0F;  // ratio of the largest eigenvalue and the smallest that is smoothed

// A few columns side by side, so that a row of a matrix is read once for all of them.
template <int width>
using Panel = Eigen::Array<float, Eigen::Dynamic, width, width == 1 ? Eigen::ColMajor : Eigen::RowMajor>;
template <int width>
using PanelRow = Eigen::Array<float, 1, width>;

// A sparse matrix row by row.
struct Rows {
    std::vector<int> begin;
    std::vector<int> column;
    std::vector<float> value;

    Index count() const {
        return static_cast<Index>(begin.size()) - 1;
    }
    std::size_t byte_count() const {
        return (begin.size() + column.size()) * sizeof(int) + value.size() * sizeof(float);
    }

    // Row i of the product with x.
    template <int width>
    PanelRow<width> times(Index i, const Panel<width>& x) const {
        const auto row = static_cast<std::size_t>(i);
        PanelRow<width> sum = PanelRow<width>::Zero();
        for (auto k = static_cast<std::size_t>(begin[row]); k < static_cast<std::size_t>(begin[row + 1]); ++k) {
            sum += value[k] * x.row(column[k]);
        }
        return sum;
    }
};

Rows rows_of_transposed(const SparseMatrix& A) {
    Rows rows;
    rows.begin.assign(A.outerIndexPtr(), A.outerIndexPtr() + A.outerSize() + 1);
    rows.column.assign(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
    rows.value.assign(static_cast<std::size_t>(A.nonZeros()), 0.0F);
    std::transform(A.valuePtr(), A.valuePtr() + A.nonZeros(), rows.value.begin(),
                   [](double value) { return static_cast<float>(value); });
    return rows;
}

struct Level {
    Rows A;
    Rows P; // n x n_coarse
    Rows R; // n_coarse x n, P'
    // n: one over the sum of a row's absolute values. So scaled, the spectrum of any A lies between 0 and 1; its
    // diagonal alone would need an estimated bound.
    Eigen::ArrayXf scale;
};

Eigen::ArrayXf row_scales(const SparseMatrix& A) {
    Eigen::ArrayXd sums = Eigen::ArrayXd::Zero(A.cols());
    for (Index j = 0; j < A.cols(); ++j) {
        for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) {
            sums[j] += std::abs(entry.value());
        }
    }
    return sums.inverse().cast<float>();
}

// x += s (r - A x) twice, with the two step lengths of the Chebyshev polynomial on the upper part of the spectrum.
template <int width>
void smooth(const Level& level, const Panel<width>& b, Panel<width>& x, Panel<width>& move, bool from_zero) {
    constexpr float centre = 0.5F * (1.0F + 1.0F / spectrum_smoothed);
    constexpr float radius = 0.5F * (1.0F - 1.0F / spectrum_smoothed);
    constexpr float first = radius / centre;
    constexpr float second = 1.0F / (2.0F * centre / radius - first);
    if (from_zero) {
        x = (b.colwise() * level.scale) * (1.0F / centre);
        move = x;
    } else {
        for (Index i = 0; i < x.rows(); ++i) {
            move.row(i) = (b.row(i) - level.A.times<width>(i, x)) * (level.scale[i] / centre);
        }
        x += move;
    }
    for (Index i = 0; i < x.rows(); ++i) {
        const PanelRow<width> left = b.row(i) - level.A.times<width>(i, x);
        move.row(i) = move.row(i) * (second * first) + left * (level.scale[i] * 2.0F * second / radius);
    }
    x += move;
}

} // namespace

struct Multigrid::Hierarchy {
    std::vector<Level> levels;
    SparseCholesky coarsest;
    double unit = 1.0; // of A: the levels store A divided by it

    template <int width>
    void cycle(std::size_t depth, const Panel<width>& b, Panel<width>& x) const;
    template <int width>
    void apply(const Matrix& B, Index column, Matrix& X) const;
};

Result<Multigrid> Multigrid::of(const SparseMatrix& A, double shift, const Vector& smoothest) {
    EXPECTS(A.rows() == A.cols() && A.cols() == smoothest.size());
    SparseMatrix here = A;
    here.diagonal().array() += shift;
    const double unit = here.diagonal().maxCoeff();
    if (!(unit > 0.0 && std::isfinite(unit) && here.diagonal().minCoeff() > 0.0)) {
        return Error{ErrorKind::not_converged, "the system matrix has no positive diagonal", "multigrid"};
    }
    here /= unit;
    std::vector<Level> levels;
    Vector smooth_here = smoothest;
    for (double strength = strength_at_first; here.cols() > rows_factorised; strength *= 0.5) {
        CoarseLevel coarse = coarse_level(here, smooth_here, strength);
        if (static_cast<double>(coarse.R.rows()) > least_coarsening * static_cast<double>(here.cols())) {
            break;
        }
        const SparseMatrix P = coarse.R.transpose();
        const SparseMatrix AP = here * P;
        levels.push_back(
            {rows_of_transposed(here), rows_of_transposed(coarse.R), rows_of_transposed(P), row_scales(here)});
        here = coarse.R * AP;
        smooth_here = std::move(coarse.smoothest);
    }
    here.makeCompressed();
    auto coarsest = SparseCholesky::factorise(here);
    if (!coarsest) {
        return coarsest.error();
    }
    return Multigrid(
        std::make_unique<const Hierarchy>(Hierarchy{std::move(levels), std::move(coarsest).value(), unit}));
}

template <int width>
void Multigrid::Hierarchy::cycle(std::size_t depth, const Panel<width>& b, Panel<width>& x) const {
    if (depth == levels.size()) {
        x = coarsest.solve(b.matrix().template cast<double>()).array().template cast<float>();
        return;
    }
    const Level& level = levels[depth];
    Panel<width> work(b.rows(), b.cols());
    smooth<width>(level, b, x, work, true);
    for (Index i = 0; i < x.rows(); ++i) {
        work.row(i) = b.row(i) - level.A.times<width>(i, x);
    }
    Panel<width> coarse_b(level.R.count(), b.cols());
    Panel<width> coarse_x(level.R.count(), b.cols());
    for (Index i = 0; i < coarse_b.rows(); ++i) {
        coarse_b.row(i) = level.R.times<width>(i, work);
    }
    cycle<width>(depth + 1, coarse_b, coarse_x);
    for (Index i = 0; i < x.rows(); ++i) {
        x.row(i) += level.P.times<width>(i, coarse_x);
    }
    smooth<width>(level, b, x, work, false);
}

// Applies to columns from `column` on, each scaled to the range of floats; missing columns of a panel are zero.
template <int width>
void Multigrid::Hierarchy::apply(const Matrix& B, Index column, Matrix& X) const {
    const Index count = std::min<Index>(width, B.cols() - column);
    Panel<width> b = Panel<width>::Zero(B.rows(), width);
    Panel<width> x(B.rows(), width);
    std::vector<double> sizes;
    for (Index j = 0; j < count; ++j) {
        const double size = B.col(column + j).cwiseAbs().maxCoeff();
        sizes.push_back(size > 0.0 ? size : 1.0);
        b.col(j) = (B.col(column + j) / sizes.back()).template cast<float>();
    }
    cycle<width>(0, b, x);
    for (Index j = 0; j < count; ++j) {
        X.col(column + j) = x.col(j).matrix().template cast<double>() * (sizes[static_cast<std::size_t>(j)] / unit);
    }
}

Matrix Multigrid::apply(const Matrix& B) const {
    Matrix X(B.rows(), B.cols());
    if (B.cols() == 1) {
        hierarchy_->apply<1>(B, 0, X);
        return X;
    }
    for (Index column = 0; column < B.cols(); column += 8) {
        hierarchy_->apply<8>(B, column, X);
    }
    return X;
}

std::size_t Multigrid::byte_count() const {
    std::size_t bytes = hierarchy_->coarsest.byte_count();
    for (const Level& level : hierarchy_->levels) {
        bytes += level.A.byte_count() + level.P.byte_count() + level.R.byte_count() +
                 static_cast<std::size_t>(level.scale.size()) * sizeof(float);
    }
    return bytes;
}

Multigrid::Multigrid(std::unique_ptr<const Hierarchy> hierarchy) : hierarchy_(std::move(hierarchy)) {}
Multigrid::Multigrid(Multigrid&&) noexcept = default;
Multigrid& Multigrid::operator=(Multigrid&&) noexcept = default;
Multigrid::~Multigrid() = default;

} // namespace limber
