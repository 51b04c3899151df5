// SPDX-License-Identifier: MIT
#include "engine/clusters/nearest_centres.h"

#include "engine/core/sanitizers.h"

#include <limits>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(LIMBER_SANITIZED)
#define FOR_EVERY_PROCESSOR __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_EVERY_PROCESSOR
#endif

namespace limber {

FOR_EVERY_PROCESSOR
void nearest_centres(const float* block, const float* centres, int feature_count, int centre_count,
                     NearestCentres& nearest) {
    float best[feature_lanes];
    int label[feature_lanes];
    for (std::size_t l = 0; l < feature_lanes; ++l) {
        best[l] = std::numeric_limits<float>::infinity();
        label[l] = 0;
    }
    for (int c = 0; c < centre_count; ++c) {
        const float* centre = centres + static_cast<std::ptrdiff_t>(c) * feature_count;
        float distance[feature_lanes] = {};
        for (int k = 0; k < feature_count; ++k) {
            const float* x = block + static_cast<std::size_t>(k) * feature_lanes;
            const float y = centre[k];
            for (std::size_t l = 0; l < feature_lanes; ++l) {
                const float d = x[l] - y;
                distance[l] += d * d;
            }
        }
        for (std::size_t l = 0; l < feature_lanes; ++l) {
            const bool is_closer = distance[l] < best[l];
            best[l] = is_closer ? distance[l] : best[l];
            label[l] = is_closer ? c : label[l];
        }
    }
    for (std::size_t l = 0; l < feature_lanes; ++l) {
        nearest.squared_distance[l] = best[l];
        nearest.centre[l] = label[l];
    }
}

} // namespace limber
