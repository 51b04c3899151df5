// SPDX-License-Identifier: MIT
#include "app/character/build_shares.h"

#include "app/character/character_loading.h"

#include <algorithm>

namespace limber::app {
namespace {

// The time until a share of a usual build, in usual shares.
double time_until(double usual, double muscles_weight) {
    const double of_muscles = std::clamp(usual, muscles_share_begin, muscles_share_end) - muscles_share_begin;
    return usual + (muscles_weight - 1.0) * of_muscles;
}

} // namespace

double BuildShares::of(double usual) const {
    const double whole = time_until(1.0, muscles_weight);
    const double time = time_until(usual, muscles_weight);
    if (!is_filled) {
        return time / whole;
    }
    return time < read_share ? filling_share * time / read_share
                             : filling_share + (1.0 - filling_share) * (time - read_share) / (whole - read_share);
}

double muscles_weight(const MuscleDescription& muscles) {
    Index modes = muscles.modes;
    for (const MuscleRegion& region : muscles.regions) {
        modes += region.modes;
    }
    return std::max(1.0, static_cast<double>(modes));
}

} // namespace limber::app
