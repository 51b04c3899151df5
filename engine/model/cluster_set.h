// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/model/cluster_lanes.h"

#include <new>
#include <vector>

namespace limber {

/// Aligns every array to a cache line, so that loads of the widest vectors do not cross lines.
template <typename T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    CacheLineAllocator() = default;
    template <typename U>
    explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}
    T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), line));
    }
    void deallocate(T* memory, std::size_t) {
        ::operator delete(memory, line);
    }
    bool operator==(const CacheLineAllocator&) const = default;
};
template <typename T>
using LaneArray = std::vector<T, CacheLineAllocator<T>>;

/// Clusters of tets that share a rotation, in the layout that a step streams. With F_c the weighted mean deformation
/// gradient of cluster c and R_c the rotation nearest to it, their part of the elastic energy is
///
///     - sum_c w_c <R_c, F_c> + sum_c l_c / 2 (<R_c, F_c> - 3)^2        (without the part that is quadratic in x)
///
/// Three rows of G K, one an axis, give F_c from the coordinates. They are stored block by block, cluster_lanes
/// clusters side by side, coordinates one after the other:
///
///     block 0: | coordinate 0: x y z | coordinate 1: x y z | ... |
///     block 1: ...                              the last block is padded with clusters of weight zero
struct ClusterSet {
    Index cluster_count = 0;
    Index coordinate_count = 0; // k
    Index rig_count = 0;        // 4b
    LaneArray<double> GKB;      // block, coordinate, axis, lane
    LaneArray<float> GKB_single;
    LaneArray<double> GKJ; // block, row of P, axis, lane
    LaneArray<double> w;   // block, lane [J]: sum 2 mu V
    LaneArray<float> w_single;
    LaneArray<double> l; // block, lane [J]: sum lambda V
    LaneArray<float> l_single;

    std::size_t block_count() const {
        return (static_cast<std::size_t>(cluster_count) + cluster_lanes - 1) / cluster_lanes;
    }
    bool has_volume_term() const;
};

/// GKB 3r x k, GKJ 3r x 4b, w and l r.
ClusterSet cluster_set(const Matrix& GKB, const Matrix& GKJ, const Vector& w, const Vector& l);

/// 3 count x columns: the inverse of the packing; slow.
Matrix unpacked(const LaneArray<double>& lanes, Index cluster_count, Index column_count);

} // namespace limber
