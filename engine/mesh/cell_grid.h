// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// Cubic cells of a box, and what is in each of them, for surfaces, which few of the cells hold.
namespace limber {

using GridCell = std::array<int, 3>;

class CellGrid {
public:
    CellGrid() = default;
    /// The first cell is at the box's low corner, the borders of cells at multiples of their size.
    CellGrid(const BoundingBox& box, double spacing)
        : corner_(spacing * (box.low / spacing).array().floor()), spacing_(spacing) {}

    /// Points far outside the box have a cell far outside.
    GridCell cell_at(const Vec3& x) const {
        const Eigen::Array3d cell = ((x - corner_) / spacing_).array().floor().max(-cell_max).min(cell_max);
        return {static_cast<int>(cell.x()), static_cast<int>(cell.y()), static_cast<int>(cell.z())};
    }

    template <typename Visit>
    void for_cells_between(const Vec3& low, const Vec3& high, Visit visit) const {
        const GridCell first = cell_at(low);
        const GridCell last = cell_at(high);
        for (int z = first[2]; z <= last[2]; ++z) {
            for (int y = first[1]; y <= last[1]; ++y) {
                for (int x = first[0]; x <= last[0]; ++x) {
                    visit(GridCell{x, y, z});
                }
            }
        }
    }

    /// Those cells of the triangle's box that its plane cuts, a little enlarged; none without an area.
    template <typename Visit>
    void for_cells_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c, Visit visit) const {
        const Vec3 normal = (b - a).cross(c - a).normalized();
        if (normal.isZero(0.0)) {
            return;
        }
        const double margin = 1e-6 * spacing_;
        const GridCell first = cell_at(a.cwiseMin(b).cwiseMin(c).array() - margin);
        const GridCell last = cell_at(a.cwiseMax(b).cwiseMax(c).array() + margin);
        Index axis = 0; // along it, the plane cuts few cells
        const double steepest = spacing_ * normal.cwiseAbs().maxCoeff(&axis);
        const auto along = static_cast<std::size_t>(axis);
        const std::size_t u = (along + 1) % 3;
        const std::size_t v = (along + 2) % 3;
        const double reach = (0.5 * spacing_ + margin) * normal.lpNorm<1>() / steepest;
        for (GridCell cell = first; cell[v] <= last[v]; ++cell[v]) {
            for (cell[u] = first[u]; cell[u] <= last[u]; ++cell[u]) {
                cell[along] = first[along];
                const double cut = first[along] + normal.dot(a - middle_of(cell)) / (normal(axis) * spacing_);
                const double begin = std::max<double>(first[along], std::ceil(cut - reach));
                const double end = std::min<double>(last[along], std::floor(cut + reach));
                for (double at = begin; at <= end; ++at) {
                    cell[along] = static_cast<int>(at);
                    visit(cell);
                }
            }
        }
    }

private:
    static constexpr double cell_max = 1e9;

    Vec3 middle_of(const GridCell& cell) const {
        return corner_ + spacing_ * Vec3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5);
    }

    Vec3 corner_ = Vec3::Zero();
    double spacing_ = 1.0; // [m]
};

/// Numbers of what is in each cell.
class CellMembers {
public:
    void add(const GridCell& cell, std::size_t member) {
        members_.emplace_back(cell, member);
    }
    /// Call after the last `add`.
    void finish() {
        std::ranges::sort(members_);
    }
    bool is_empty() const {
        return members_.empty();
    }

    /// In ascending order.
    template <typename Visit>
    void for_each_in(const GridCell& cell, Visit visit) const {
        auto member = std::ranges::lower_bound(members_, std::pair(cell, std::size_t{0}));
        for (; member != members_.end() && member->first == cell; ++member) {
            visit(member->second);
        }
    }

private:
    std::vector<std::pair<GridCell, std::size_t>> members_; // ascending
};

} // namespace limber
