#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// A 3r x k matrix whose rows come in threes, one triple a cluster, laid out as a step streams it: clusters
/// side by side in the lanes of a vector, coordinates one after the other.
///
///     block 0: | coordinate 0: x y z | coordinate 1: x y z | ... |    each of x, y, z is lane_count clusters
///     block 1: ...                                                    the last block is filled up with zeros
namespace limber {

constexpr Index lane_count = 4;
using Lanes = Eigen::Array<double, lane_count, 1>;

struct LanePack {
    Index cluster_count = 0;
    Index column_count = 0;
    std::vector<Lanes> values;

    Index block_count() const {
        return (cluster_count + lane_count - 1) / lane_count;
    }
    /// Three Lanes a column, 3 * column_count of them.
    const Lanes* block(Index b) const {
        return values.data() + b * 3 * column_count;
    }
};

LanePack packed_in_lanes(const Matrix& matrix);

} // namespace limber
