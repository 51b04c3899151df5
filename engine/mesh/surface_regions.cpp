// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_regions.h"

#include "engine/core/disjoint_sets.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace limber {
namespace {

int side_of(const Vec3& normal) {
    Index axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    return 2 * static_cast<int>(axis) + (normal(axis) < 0.0 ? 1 : 0);
}

// Pairs of faces with a common edge.
std::vector<std::pair<std::size_t, std::size_t>> meetings_of(const Triangles& F) {
    std::vector<std::pair<std::size_t, std::size_t>> edges; // each with a face
    for (Index f = 0; f < F.rows(); ++f) {
        for (Index k = 0; k < 3; ++k) {
            const auto [low, high] = std::minmax(F(f, k), F(f, (k + 1) % 3));
            edges.emplace_back(static_cast<std::size_t>(low) << 32U | static_cast<std::size_t>(high),
                               static_cast<std::size_t>(f));
        }
    }
    std::ranges::sort(edges);
    std::vector<std::pair<std::size_t, std::size_t>> meetings;
    for (std::size_t i = 1; i < edges.size(); ++i) {
        if (edges[i].first == edges[i - 1].first) {
            meetings.emplace_back(edges[i - 1].second, edges[i].second);
        }
    }
    return meetings;
}

} // namespace

SurfaceRegions::SurfaceRegions(const Triangles& F, const std::vector<SampledFace>& faces, const CellGrid& grid)
    : grid_(grid), of_face_(faces.size()) {
    std::vector<std::pair<GridCell, int>> keys;
    for (const SampledFace& face : faces) {
        keys.emplace_back(grid.cell_at(face.middle), side_of(face.normal));
    }
    const auto meetings = meetings_of(F);
    DisjointSets sets(faces.size());
    for (const auto& [one, other] : meetings) {
        if (keys[one] == keys[other]) {
            sets.join(static_cast<int>(one), static_cast<int>(other));
        }
    }
    std::map<int, std::size_t> numbers;
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto [entry, is_new] = numbers.try_emplace(sets.root(static_cast<int>(f)), middles_.size());
        of_face_[f] = entry->second;
        if (is_new) {
            middles_.push_back(faces[f].middle);
            in_cell_[keys[f].first].push_back(entry->second);
        }
    }
    neighbours_.resize(middles_.size());
    for (const auto& [one, other] : meetings) {
        connect(of_face_[one], of_face_[other]);
    }
}

void SurfaceRegions::connect_inside(std::size_t face, const Vec3& middle, double distance) {
    const Vec3 reach = Vec3::Constant(distance);
    grid_.for_cells_between(middle - reach, middle + reach, [&](const GridCell& cell) {
        const auto found = in_cell_.find(cell);
        if (found != in_cell_.end()) {
            for (const std::size_t other : found->second) {
                connect(of_face_[face], other);
            }
        }
    });
}

void SurfaceRegions::finish() {
    for (auto& neighbours : neighbours_) {
        std::ranges::sort(neighbours);
        const auto repeated = std::ranges::unique(neighbours);
        neighbours.erase(repeated.begin(), repeated.end());
    }
    distances_.assign(middles_.size(), std::numeric_limits<double>::infinity());
}

bool SurfaceRegions::are_far(std::size_t from, std::size_t to, double way_min) {
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::vector<std::size_t> reached{from};
    distances_[from] = 0.0;
    open.emplace(0.0, from);
    bool is_near = false;
    while (!open.empty() && !is_near) {
        const auto [distance, here] = open.top();
        open.pop();
        is_near = here == to;
        if (distance > distances_[here]) {
            continue;
        }
        for (const std::size_t next : neighbours_[here]) {
            const double farther = distance + (middles_[next] - middles_[here]).norm();
            if (farther < way_min && farther < distances_[next]) {
                distances_[next] = farther;
                reached.push_back(next);
                open.emplace(farther, next);
            }
        }
    }
    for (const std::size_t region : reached) {
        distances_[region] = std::numeric_limits<double>::infinity();
    }
    return !is_near;
}

void SurfaceRegions::connect(std::size_t one, std::size_t other) {
    if (one != other) {
        neighbours_[one].push_back(other);
        neighbours_[other].push_back(one);
    }
}

} // namespace limber
