// SPDX-License-Identifier: MIT
#include "app/character_skin/standing_height.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double standing_share_min = 0.25; // of the poses
constexpr double standing_band = 0.02;      // of the body's size, to either side
constexpr double gap_below_motion = 0.01;   // of the body's size

} // namespace

double standing_height(std::vector<double> lowest, double size) {
    EXPECTS(!lowest.empty());
    std::ranges::sort(lowest);
    const double quartile = lowest[(lowest.size() - 1) / 4];
    const auto standing = std::ranges::count_if(
        lowest, [&](double height) { return std::abs(height - quartile) <= standing_band * size; });
    const bool stands = static_cast<double>(standing) >= standing_share_min * static_cast<double>(lowest.size());
    return stands ? quartile : lowest.front() - gap_below_motion * size;
}

} // namespace limber::app
