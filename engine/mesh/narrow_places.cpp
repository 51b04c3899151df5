// SPDX-License-Identifier: MIT
#include "engine/mesh/narrow_places.h"

#include "engine/mesh/boxes.h"

#include <algorithm>

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
    if (places_.empty()) {
        return;
    }
    BoundingBox box{places_.front().middle, places_.front().middle};
    for (const Place& place : places_) {
        box = united(box, {place.middle, place.middle});
    }
    grid_ = CellGrid(box, reach_);
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const Vec3 reach = Vec3::Constant(reach_);
        grid_.for_cells_between(places_[i].middle - reach, places_[i].middle + reach,
                                [this, i](const GridCell& cell) { members_.add(cell, i); });
    }
    members_.finish();
}

double NarrowPlaces::relative_edge_length(const Vec3& x) const {
    double least = 1.0;
    members_.for_each_in(grid_.cell_at(x), [&](std::size_t i) {
        if ((places_[i].middle - x).squaredNorm() < reach_ * reach_) {
            least = std::min(least, places_[i].factor);
        }
    });
    return least;
}

} // namespace limber
