// SPDX-License-Identifier: MIT
#include "engine/cubature/pocket_curvature.h"

#include "engine/core/contract.h"
#include "engine/linalg/dense_systems.h"
#include "engine/loads/pocket_pressure.h"

#include <algorithm>
#include <vector>

namespace limber {
namespace {

Index pair_count(Index k) {
    return k * (k + 1) / 2;
}

/// The pocket's own rows of B and J.
struct PocketRows {
    Pocket pocket;
    Matrix B;
    Matrix J;
};

PocketRows rows_of(const Pocket& pocket, const Matrix& B, const Matrix& J) {
    std::vector<int> rows(pocket.surface.data(), pocket.surface.data() + pocket.surface.size());
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    const auto count = static_cast<Index>(rows.size());
    PocketRows own{pocket, Matrix(3 * count, B.cols()), Matrix(count, J.cols())};
    for (Index i = 0; i < own.pocket.surface.size(); ++i) {
        int& row = own.pocket.surface.data()[i];
        row = static_cast<int>(std::ranges::lower_bound(rows, row) - rows.begin());
    }
    for (Index i = 0; i < count; ++i) {
        const Index row = rows[static_cast<std::size_t>(i)];
        own.B.middleRows<3>(3 * i) = B.middleRows<3>(3 * row);
        own.J.row(i) = J.row(row);
    }
    return own;
}

// The products of all columns of B and of the rig, in pairs of columns.
double product_count(Index coordinates, Index rig_columns) {
    const auto k = static_cast<double>(coordinates);
    return k * (k + 1.0) * (2.0 * k + 1.0) / 6.0 + 3.0 * static_cast<double>(rig_columns) * k * k;
}

/// Reduces second derivatives with the first columns of B, one position after the other.
class Reduction {
public:
    Reduction(const PocketRows& own, Progress* progress)
        : own_(own), progress_(progress), products_(own.B.rows(), own.B.cols()), reduced_(own.B.cols(), own.B.cols()) {}

    // -v'' at x, without what does not depend on x: for each b < count, for each a <= b. False where it is cancelled.
    bool write(const Points& x, Index count, double* numbers) {
        if (!keep_going(progress_, "reducing pockets", done_ / product_count(own_.B.cols(), own_.J.cols()))) {
            return false;
        }
        done_ += static_cast<double>(count * count);
        const Matrix columns = own_.B.leftCols(count);
        products_.setZero(columns.rows(), count);
        add_pressure_hessian_times(own_.pocket, 1.0, x, columns, products_);
        compute_gram(columns, products_, reduced_.topLeftCorner(count, count));
        for (Index b = 0; b < count; ++b) {
            numbers = std::copy_n(reduced_.col(b).data(), b + 1, numbers);
        }
        return true;
    }

private:
    const PocketRows& own_;
    Progress* progress_;
    double done_ = 0.0; // of the products
    Matrix products_;
    Matrix reduced_;
};

Error cancelled_reduction() {
    return {ErrorKind::cancelled, "the reduction of pockets was cancelled", {}};
}

} // namespace

double curvature_work(Index coordinates, Index rig_columns) {
    const auto k = static_cast<double>(coordinates);
    return k * (k + 1.0) / 2.0 * (5.0 * (k + 2.0) / 3.0 + 3.0 * static_cast<double>(rig_columns));
}

Result<PocketCurvature> pocket_curvature(const Pocket& pocket, const Matrix& B, const Matrix& J, Progress* progress) {
    EXPECTS(B.rows() == 3 * J.rows());
    const PocketRows own = rows_of(pocket, B, J);
    const Index k = B.cols();
    const Index columns = J.cols();
    PocketCurvature curvature{Vector(pair_count(k) * (k + 2) / 3), Matrix(pair_count(k), 3 * columns)};
    Reduction reduction(own, progress);
    double* numbers = curvature.cubic.data();
    for (Index c = 0; c < k; ++c) {
        if (!reduction.write(Eigen::Map<const Points>(own.B.col(c).data(), own.J.rows(), 3), c + 1, numbers)) {
            return cancelled_reduction();
        }
        numbers += pair_count(c + 1);
    }
    for (Index j = 0; j < 3 * columns; ++j) {
        Points x = Points::Zero(own.J.rows(), 3);
        x.col(j / columns) = own.J.col(j % columns);
        if (!reduction.write(x, k, curvature.rig.col(j).data())) {
            return cancelled_reduction();
        }
    }
    return curvature;
}

Vector packed(const PocketCurvature& curvature) {
    Vector numbers(curvature.cubic.size() + curvature.rig.size());
    numbers << curvature.cubic, Eigen::Map<const Vector>(curvature.rig.data(), curvature.rig.size());
    return numbers;
}

PocketCurvature unpacked_curvature(const Vector& numbers, Index coordinates, Index rig_columns) {
    const Index pairs = pair_count(coordinates);
    const Index cubic = pairs * (coordinates + 2) / 3;
    EXPECTS(numbers.size() == cubic + 3 * pairs * rig_columns);
    return {numbers.head(cubic), Eigen::Map<const Matrix>(numbers.data() + cubic, pairs, 3 * rig_columns)};
}

void add_curvature(const PocketCurvature& curvature, double p, const Vector& of_rig, const Vector& z, Matrix& H) {
    const Index k = z.size();
    EXPECTS(H.rows() == k && of_rig.size() == pair_count(k) && curvature.cubic.size() == pair_count(k) * (k + 2) / 3);
    const double* constant = of_rig.data();
    for (Index b = 0; b < k; ++b) {
        H.col(b).head(b + 1) += p * Eigen::Map<const Vector>(constant, b + 1);
        constant += b + 1;
    }
    // Each V_c(a, b) is at three pairs of a <= b <= c, at fewer where these are equal.
    const double* numbers = curvature.cubic.data();
    for (Index c = 0; c < k; ++c) {
        for (Index b = 0; b <= c; ++b) {
            const Eigen::Map<const Vector> V(numbers, b + 1);
            H(b, c) += p * V.dot(z.head(b + 1));
            H.col(c).head(b) += (p * z(b)) * V.head(b);
            if (b < c) {
                H.col(b).head(b + 1) += (p * z(c)) * V;
            }
            numbers += b + 1;
        }
    }
}

} // namespace limber
