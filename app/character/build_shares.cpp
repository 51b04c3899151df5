// SPDX-License-Identifier: MIT
#include "app/character/build_shares.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr double usual_muscles = 40.0; // so many modes take the usual time, as long as the rest of the share's unit

// The time until a share of a usual build after its mesh, in usual shares.
double time_until(double usual, double muscles_weight) {
    const double of_muscles = std::clamp(usual, muscles_share_begin, muscles_share_end) - muscles_share_begin;
    return usual - read_share + (muscles_weight - 1.0) * of_muscles;
}

} // namespace

double BuildShares::of(double usual) const {
    return usual < read_share
               ? usual
               : mesh_end + (1.0 - mesh_end) * time_until(usual, muscles_weight) / time_until(1.0, muscles_weight);
}

double muscles_weight(const MuscleDescription& muscles) {
    double modes = static_cast<double>(muscles.modes);
    for (const MuscleRegion& region : muscles.regions) {
        modes += static_cast<double>(region.modes);
    }
    const double ratio = modes / usual_muscles;
    return std::max(1.0, ratio * ratio);
}

} // namespace limber::app
