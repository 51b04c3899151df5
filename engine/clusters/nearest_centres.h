#pragma once

#include "engine/clusters/cluster_features.h"

#include <array>

/// The one loop in which clustering spends its time.
namespace limber {

struct NearestCentres {
    std::array<float, feature_lanes> squared_distance;
    std::array<int, feature_lanes> centre; // the lowest where two are equally near
};

/// The nearest of `centre_count` centres (centre after centre, feature after feature) for one block of points.
/// The compiler makes one version for each generation of processors and the right one is
/// chosen when the program starts; all of them give the same bits, because no product is fused.
void nearest_centres(const float* block, const float* centres, int feature_count, int centre_count,
                     NearestCentres& nearest);

} // namespace limber
