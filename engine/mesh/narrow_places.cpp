// SPDX-License-Identifier: MIT
#include "engine/mesh/narrow_places.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// Gaps narrower than about a quarter of the edges are filled.
constexpr double edges_across_gap = 0.5;
constexpr double edge_share_min = 1.0 / 3.0; // relative to the edge length
constexpr double edge_share_max = 0.75;
constexpr double reach_share = 0.75; // relative to the edge length

// In a cube of half an edge: of both sides of the gap, and of the body behind them.
double extra_vertices_of(double factor) {
    return 0.6 / (factor * factor) + 0.4 / (factor * factor * factor) - 1.0;
}

} // namespace

NarrowPlaces::NarrowPlaces(const std::vector<FilledGap>& gaps, double edge_length) : reach_(reach_share * edge_length) {
    for (const FilledGap& gap : gaps) {
        for (const NarrowPlace& place : gap.places) {
            const double factor = place.width / (edges_across_gap * edge_length);
            if (factor >= edge_share_min) {
                places_.push_back({place.middle, std::min(factor, edge_share_max)});
                extra_vertices_ += extra_vertices_of(places_.back().factor);
            }
        }
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const auto low = cell_of(places_[i].middle - Vec3::Constant(reach_));
        const auto high = cell_of(places_[i].middle + Vec3::Constant(reach_));
        for (int x = low[0]; x <= high[0]; ++x) {
            for (int y = low[1]; y <= high[1]; ++y) {
                for (int z = low[2]; z <= high[2]; ++z) {
                    members_.emplace_back(std::array{x, y, z}, i);
                }
            }
        }
    }
    std::ranges::sort(members_);
}

std::array<int, 3> NarrowPlaces::cell_of(const Vec3& x) const {
    const Vec3 cell = (x / reach_).array().floor();
    return {static_cast<int>(cell.x()), static_cast<int>(cell.y()), static_cast<int>(cell.z())};
}

double NarrowPlaces::relative_edge_length(const Vec3& x) const {
    double least = 1.0;
    const auto cell = cell_of(x);
    auto member = std::ranges::lower_bound(members_, std::pair(cell, std::size_t{0}));
    for (; member != members_.end() && member->first == cell; ++member) {
        const Place& place = places_[member->second];
        if ((place.middle - x).squaredNorm() < reach_ * reach_) {
            least = std::min(least, place.factor);
        }
    }
    return least;
}

} // namespace limber
