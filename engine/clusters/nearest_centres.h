// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/cluster_features.h"

#include <array>

/// The inner loop of clustering.
namespace limber {

struct NearestCentres {
    std::array<float, feature_lanes> squared_distance;
    std::array<int, feature_lanes> centre; // the lowest index of equally near ones
};

/// Finds the nearest of `centre_count` centres (centre after centre, feature after feature) for one block of points.
/// The compiler builds one version for each processor generation, chosen at program start; all give the same bits,
/// because no product is fused.
void nearest_centres(const float* block, const float* centres, int feature_count, int centre_count,
                     NearestCentres& nearest);

} // namespace limber
