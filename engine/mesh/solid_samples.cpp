// SPDX-License-Identifier: MIT
#include "engine/mesh/solid_samples.h"

#include <array>
#include <cmath>
#include <set>

namespace limber {
namespace {

struct Grid {
    Vec3 origin;
    double spacing;
    std::array<int, 3> sizes;

    // Half a cell larger than the box on every side, so that the rim is outside.
    static Grid over(const BoundingBox& box, int resolution) {
        const Vec3 extent = box.high - box.low;
        const double spacing = extent.maxCoeff() / resolution;
        Grid grid{box.low.array() - 0.5 * spacing, spacing, {}};
        for (int axis = 0; axis < 3; ++axis) {
            grid.sizes[static_cast<std::size_t>(axis)] = 2 + static_cast<int>(std::ceil(extent(axis) / spacing));
        }
        return grid;
    }
    Vec3 at(const std::array<int, 3>& cell) const {
        return origin + spacing * Vec3(cell[0], cell[1], cell[2]);
    }
    std::size_t number(const std::array<int, 3>& cell) const {
        return static_cast<std::size_t>((cell[2] * sizes[1] + cell[1]) * sizes[0] + cell[0]);
    }
    std::size_t count() const {
        return static_cast<std::size_t>(sizes[0] * sizes[1] * sizes[2]);
    }
};

template <typename Visit>
bool for_each_cell(const Grid& grid, Visit visit) {
    for (int k = 0; k < grid.sizes[2]; ++k) {
        for (int j = 0; j < grid.sizes[1]; ++j) {
            for (int i = 0; i < grid.sizes[0]; ++i) {
                if (!visit(std::array<int, 3>{i, j, k})) {
                    return false;
                }
            }
        }
    }
    return true;
}

void add_crossings(const Grid& grid, const std::vector<bool>& inside, const std::array<int, 3>& cell,
                   SolidSamples& samples) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        auto next = cell;
        if (++next[axis] == grid.sizes[axis]) {
            continue;
        }
        const bool is_in = inside[grid.number(cell)];
        if (is_in != inside[grid.number(next)]) {
            samples.crossings.push_back(is_in ? SurfaceCrossing{grid.at(cell), grid.at(next)}
                                              : SurfaceCrossing{grid.at(next), grid.at(cell)});
        }
    }
}

} // namespace

std::optional<SolidSamples> sample_solid(const std::function<bool(const Vec3&)>& is_inside, const BoundingBox& bounds,
                                         int resolution, Progress* progress) {
    const Grid grid = Grid::over(bounds, resolution);
    std::vector<bool> inside(grid.count());
    std::size_t inside_count = 0;
    const bool is_complete = for_each_cell(grid, [&](const std::array<int, 3>& cell) {
        inside[grid.number(cell)] = is_inside(grid.at(cell));
        inside_count += inside[grid.number(cell)];
        const double fraction = static_cast<double>(grid.number(cell)) / static_cast<double>(grid.count());
        return cell[0] > 0 || keep_going(progress, "sampling the shape", fraction);
    });
    if (!is_complete) {
        return std::nullopt;
    }
    SolidSamples samples;
    samples.spacing = grid.spacing;
    samples.volume = static_cast<double>(inside_count) * std::pow(grid.spacing, 3);
    for_each_cell(grid, [&](const std::array<int, 3>& cell) {
        add_crossings(grid, inside, cell, samples);
        return true;
    });
    samples.area = 2.0 / 3.0 * static_cast<double>(samples.crossings.size()) * grid.spacing * grid.spacing;
    return samples;
}

std::vector<SurfaceCrossing> thinned(const std::vector<SurfaceCrossing>& crossings, double spacing) {
    std::set<std::array<long, 3>> taken;
    std::vector<SurfaceCrossing> kept;
    for (const auto& crossing : crossings) {
        const Vec3 cell = (crossing.inside / spacing).array().floor();
        if (taken.insert({std::lround(cell.x()), std::lround(cell.y()), std::lround(cell.z())}).second) {
            kept.push_back(crossing);
        }
    }
    return kept;
}

} // namespace limber
