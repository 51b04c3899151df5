// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/cluster_set.h"
#include "engine/stepper/kernel.h"

namespace limber {

struct ReducedModel;

/// What a rigid system (volume_preconditioner.h) depends on besides the model. It is kept until an input changes.
struct RigidSystemInputs {
    bool are_factored = false;   // the root is that of these inputs
    const float* S = nullptr;    // of the model
    std::size_t stride = 0;      // of the columns
    std::vector<double> numbers; // D, weights, and the points of the handles
};

/// The volume term and the handles as one low-rank change of the diagonal, which preconditions the descent direction.
struct VolumeSystem {
    std::size_t unknowns = 0;   // 3k
    std::vector<float> scale;   // 3k, padded: D^-1
    LaneArray<float> V;         // 3k, padded, x columns; of a rigid system the root, 3k, padded, x width
    LaneArray<float> weight;    // columns
    LaneArray<float> triangle;  // width^2
    LaneArray<float> column;    // columns
    LaneArray<float> row;       // 3k, padded
    LaneArray<float> rotations; // block, entry, lane: of the clusters when V was computed, in the frame
    Mat3 frame;                 // columns: the axes in which V was computed
    RigidSystemInputs rigid;
    double first_rotation = 0.0; // [rad] root mean square of the clusters out of the body's, in a step's first pass
    Columns columns;
    bool in_use = false;

    /// Whether it is factored over the unknowns; otherwise over the columns.
    bool is_direct() const {
        return columns.rows < columns.stride;
    }

    /// Of a rigid system: R with RR' its inverse, if it is direct, or else what the columns subtract from D^-1.
    Columns root() const {
        return {unknowns, is_direct() ? columns.rows : columns.stride, columns.values};
    }
};

/// Empty when the model has no volume term, or when the system would cost more than it saves.
VolumeSystem volume_system(const ReducedModel& model, Index handle_capacity);

// The sizes and the cluster set that the system is built from, for volume_preconditioner.h.

// The cost grows with the cube of the width; beyond this, more iterations are cheaper.
inline constexpr std::size_t volume_width_max = 512;

/// Rounded up to a multiple of cluster_lanes.
std::size_t padded(std::size_t count);

/// The cluster set with the volume term.
const ClusterSet& volume_set(const ReducedModel& model);

/// One column a cluster and three a handle, padded.
std::size_t volume_column_count(const ClusterSet& set, Index handles);

} // namespace limber
