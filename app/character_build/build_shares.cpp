// SPDX-License-Identifier: MIT
#include "app/character_build/build_shares.h"

#include "app/character_build/character_loading.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr double weight_of_displacements = 500.0;
constexpr double weight_of_cubature = 800.0;

// The time until a share of a usual build, in usual shares.
double time_until(double usual, const BuildShares& shares) {
    const double of_model = std::clamp(usual, model_share_begin, muscles_share_begin) - model_share_begin;
    const double of_muscles = std::clamp(usual, muscles_share_begin, muscles_share_end) - muscles_share_begin;
    const double of_cubature = std::clamp(usual, muscles_share_end, cubature_share_end) - muscles_share_end;
    return usual + (shares.model_weight - 1.0) * of_model + (shares.muscles_weight - 1.0) * of_muscles +
           (shares.cubature_weight - 1.0) * of_cubature;
}

} // namespace

double BuildShares::of(double usual) const {
    const double whole = time_until(1.0, *this);
    const double time = time_until(usual, *this);
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

// A body that switches between loads joins the displacements that were found for each of them before.
double model_weight(const CharacterDescription& description) {
    const bool finds_displacements = is_linear(description.subspace) && description.subspace != SubspaceKind::pod;
    return finds_displacements && !description.switches_loads ? weight_of_displacements : 1.0;
}

double cubature_weight(const CharacterDescription& description) {
    return description.newton ? weight_of_cubature : 1.0;
}

} // namespace limber::app
