// SPDX-License-Identifier: MIT
#include "engine/stepper/pass_steps.h"

namespace limber {
namespace {

template <typename Real>
void fill_padding_with_identity(const ClusterSet& set, LaneArray<Real>& F) {
    const auto count = static_cast<std::size_t>(set.cluster_count);
    for (std::size_t c = count; c < set.block_count() * cluster_lanes; ++c) {
        for (std::size_t entry = 0; entry < 9; ++entry) {
            F[(c / cluster_lanes * 9 + entry) * cluster_lanes + c % cluster_lanes] = entry % 4 == 0 ? Real(1) : Real(0);
        }
    }
}

} // namespace

void compute_rig(const Kernel& kernel, const ClusterSet& set, const double* GKJ, const Coordinates& P_rows,
                 LaneArray<float>& F) {
    kernel.rig_single(set.block_count(), static_cast<std::size_t>(set.rig_count), GKJ, P_rows.data(), F.data());
    fill_padding_with_identity(set, F);
}

void compute_rig(const Kernel& kernel, const ClusterSet& set, const double* GKJ, const Coordinates& P_rows,
                 LaneArray<double>& F) {
    kernel.rig_double(set.block_count(), static_cast<std::size_t>(set.rig_count), GKJ, P_rows.data(), F.data());
    fill_padding_with_identity(set, F);
}

} // namespace limber
