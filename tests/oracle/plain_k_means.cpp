// SPDX-License-Identifier: MIT
#include "tests/oracle/plain_k_means.h"

#include "engine/core/random.h"

#include <algorithm>

namespace limber::oracle {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Index drawn(const Vector& shares, Rng& rng) {
    double left = rng.uniform() * shares.sum();
    Index i = 0;
    while (i + 1 < shares.size() && left >= shares(i)) {
        left -= shares(i++);
    }
    return i;
}

Rows scattered(const Rows& points, const Vector& weights, int count) {
    Rng rng(1);
    Rows centres(count, points.cols());
    Vector shares = weights;
    Vector distances = Vector::Constant(points.rows(), 1e300);
    for (int c = 0; c < count; ++c) {
        centres.row(c) = points.row(drawn(shares, rng));
        for (Index i = 0; i < points.rows(); ++i) {
            distances(i) = std::min(distances(i), (points.row(i) - centres.row(c)).squaredNorm());
        }
        shares = weights.cwiseProduct(distances);
    }
    return centres;
}

int nearest(const Rows& centres, const Rows& points, Index i) {
    Index best = 0;
    (centres.rowwise() - points.row(i)).rowwise().squaredNorm().minCoeff(&best);
    return static_cast<int>(best);
}

} // namespace

std::vector<int> plain_k_means(const Matrix& columns, const Vector& weights, int count, int iterations_max) {
    const Rows points = columns;
    Rows centres = scattered(points, weights, count);
    std::vector<int> labels(static_cast<std::size_t>(points.rows()), -1);
    for (int iteration = 0; iteration < iterations_max; ++iteration) {
        bool has_changed = false;
        Rows sums = Rows::Zero(count, points.cols());
        Vector totals = Vector::Zero(count);
        for (Index i = 0; i < points.rows(); ++i) {
            int& label = labels[static_cast<std::size_t>(i)];
            const int best = nearest(centres, points, i);
            has_changed = has_changed || best != label;
            label = best;
            sums.row(best) += weights(i) * points.row(i);
            totals(best) += weights(i);
        }
        if (!has_changed) {
            break;
        }
        for (int c = 0; c < count; ++c) {
            if (totals(c) > 0.0) {
                centres.row(c) = sums.row(c) / totals(c);
            }
        }
    }
    return labels;
}

} // namespace limber::oracle
