// SPDX-License-Identifier: MIT
#include "engine/model/cluster_set.h"

#include "engine/core/contract.h"

#include <algorithm>

namespace limber {
namespace {

std::size_t block_count_of(Index cluster_count) {
    return (static_cast<std::size_t>(cluster_count) + cluster_lanes - 1) / cluster_lanes;
}

// The index of entry (cluster, column, axis).
std::size_t lane_index(Index cluster, Index column, Index axis, Index column_count) {
    const auto c = static_cast<std::size_t>(cluster);
    const auto row = static_cast<std::size_t>(3 * column + axis);
    return (c / cluster_lanes * static_cast<std::size_t>(3 * column_count) + row) * cluster_lanes + c % cluster_lanes;
}

LaneArray<double> packed(const Matrix& matrix) {
    const Index clusters = matrix.rows() / 3;
    LaneArray<double> lanes(block_count_of(clusters) * static_cast<std::size_t>(3 * matrix.cols()) * cluster_lanes);
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < matrix.cols(); ++column) {
            lanes[lane_index(row / 3, column, row % 3, matrix.cols())] = matrix(row, column);
        }
    }
    return lanes;
}

LaneArray<double> packed(const Vector& values) {
    LaneArray<double> lanes(block_count_of(values.size()) * cluster_lanes);
    std::copy(values.begin(), values.end(), lanes.begin());
    return lanes;
}

LaneArray<float> single(const LaneArray<double>& values) {
    LaneArray<float> rounded(values.size());
    std::transform(values.begin(), values.end(), rounded.begin(), [](double v) { return static_cast<float>(v); });
    return rounded;
}

} // namespace

bool ClusterSet::has_volume_term() const {
    return std::any_of(l.begin(), l.end(), [](double weight) { return weight > 0.0; });
}

ClusterSet cluster_set(const Matrix& GKB, const Matrix& GKJ, const Vector& w, const Vector& l) {
    EXPECTS(w.size() > 0 && GKB.rows() == 3 * w.size() && GKJ.rows() == 3 * w.size() && l.size() == w.size());
    ClusterSet set{w.size(), GKB.cols(), GKJ.cols(), packed(GKB), {}, packed(GKJ), packed(w), {}, packed(l), {}};
    set.GKB_single = single(set.GKB);
    set.w_single = single(set.w);
    set.l_single = single(set.l);
    return set;
}

Matrix unpacked(const LaneArray<double>& lanes, Index cluster_count, Index column_count) {
    Matrix matrix(3 * cluster_count, column_count);
    for (Index row = 0; row < matrix.rows(); ++row) {
        for (Index column = 0; column < column_count; ++column) {
            matrix(row, column) = lanes[lane_index(row / 3, column, row % 3, column_count)];
        }
    }
    return matrix;
}

} // namespace limber
