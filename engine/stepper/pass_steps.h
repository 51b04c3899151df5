// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/cluster_set.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/kernel.h"

#include <algorithm>
#include <cstddef>

/// The steps that the passes over the clusters share: those of skinning subspaces (elastic_pass.h) and those of general
/// ones (general_basis/general_pass.h).
namespace limber {

/// The rig's part of each cluster's F. `GKJ` is in the layout of set.GKJ; padding clusters of the last block have
/// weight zero, and the identity makes their rotation cheap.
void compute_rig(const Kernel& kernel, const ClusterSet& set, const double* GKJ, const Coordinates& P_rows,
                 LaneArray<float>& F);
void compute_rig(const Kernel& kernel, const ClusterSet& set, const double* GKJ, const Coordinates& P_rows,
                 LaneArray<double>& F);

/// gradient -= scale * pull
template <typename Real>
void subtract_pull(const LaneArray<Real>& pull, double scale, Coordinates& gradient) {
    for (Index i = 0; i < gradient.size(); ++i) {
        gradient.data()[i] -= scale * static_cast<double>(pull[static_cast<std::size_t>(i)]);
    }
}

inline void add_scaled(const Kernel& kernel, std::size_t count, double a, const float* x, float* y) {
    kernel.add_scaled_single(count, static_cast<float>(a), x, y);
}

inline void add_scaled(const Kernel& kernel, std::size_t count, double a, const double* x, double* y) {
    kernel.add_scaled(count, a, x, y);
}

/// sum = rest + sum_v a_v part_of(v), in pieces, so that the sum stays in the first-level cache while the muscles are
/// added. A muscle at rest adds nothing, not even to the sign of a zero.
template <typename Real, typename PartOf>
void add_muscles(const Kernel& kernel, const LaneArray<Real>& rest, const Vector& activation, const PartOf& part_of,
                 LaneArray<Real>& sum) {
    constexpr std::size_t piece = 16384 / sizeof(Real);
    for (std::size_t first = 0; first < rest.size(); first += piece) {
        const std::size_t count = std::min(piece, rest.size() - first);
        std::copy_n(rest.data() + first, count, sum.data() + first);
        for (Index v = 0; v < activation.size(); ++v) {
            if (activation(v) != 0.0) {
                add_scaled(kernel, count, activation(v), part_of(v).data() + first, sum.data() + first);
            }
        }
    }
}

} // namespace limber
