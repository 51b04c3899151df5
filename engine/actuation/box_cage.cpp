// SPDX-License-Identifier: MIT
#include "engine/actuation/box_cage.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {
namespace {

struct Grid {
    Vec3 low;     // [m]
    Vec3 spacing; // [m]
    std::array<Index, 3> cells;

    Index corner(Index i, Index j, Index k) const {
        return (i * (cells[1] + 1) + j) * (cells[2] + 1) + k;
    }
    Index corner_count() const {
        return (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1);
    }
    Vec3 place(Index i, Index j, Index k) const {
        return low + spacing.cwiseProduct(Vec3(static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)));
    }
};

// The cell of a point, and its place in the cell, each coordinate in [0, 1].
struct Cell {
    std::array<Index, 3> index;
    Vec3 share;
};

Cell cell_of(const Grid& grid, const Vec3& x) {
    Cell cell{{}, {}};
    for (Index axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const double place = grid.spacing(axis) > 0.0 ? (x(axis) - grid.low(axis)) / grid.spacing(axis) : 0.0;
        cell.index[a] = std::clamp<Index>(static_cast<Index>(std::floor(place)), 0, grid.cells[a] - 1);
        cell.share(axis) = place - static_cast<double>(cell.index[a]);
    }
    return cell;
}

// Calls visit(corner, weight) for the eight corners of a cell.
template <typename Visit>
void for_each_corner(const Grid& grid, const Cell& cell, const Visit& visit) {
    for (Index corner = 0; corner < 8; ++corner) {
        const std::array<Index, 3> bit{corner & 1, corner >> 1 & 1, corner >> 2 & 1};
        double weight = 1.0;
        for (Index axis = 0; axis < 3; ++axis) {
            const double share = cell.share(axis);
            weight *= bit[static_cast<std::size_t>(axis)] == 1 ? share : 1.0 - share;
        }
        visit(grid.corner(cell.index[0] + bit[0], cell.index[1] + bit[1], cell.index[2] + bit[2]), weight);
    }
}

Grid grid_around(const Points& X, const std::array<Index, 3>& cells) {
    const Vec3 low = X.colwise().minCoeff();
    const Vec3 size = X.colwise().maxCoeff().transpose() - low;
    const Vec3 counts(static_cast<double>(cells[0]), static_cast<double>(cells[1]), static_cast<double>(cells[2]));
    return {low, size.cwiseQuotient(counts), cells};
}

// For each corner its number among those of cells that hold something, or -1.
std::vector<Index> used_corners(const Grid& grid, const TetMesh& mesh) {
    std::vector<Index> number(static_cast<std::size_t>(grid.corner_count()), -1);
    const auto use = [&](const Vec3& x) {
        for_each_corner(grid, cell_of(grid, x), [&](Index corner, double weight) {
            if (weight > 0.0) {
                number[static_cast<std::size_t>(corner)] = 0;
            }
        });
    };
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        use(mesh.X.row(i));
    }
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        Vec3 centre = Vec3::Zero();
        for (Index corner = 0; corner < 4; ++corner) {
            centre += 0.25 * mesh.X.row(mesh.T(t, corner)).transpose();
        }
        use(centre);
    }
    Index next = 0;
    for (Index& corner : number) {
        corner = corner == 0 ? next++ : -1;
    }
    return number;
}

// [m] Of about so many cells in a box, square in a plane if it is flat.
double cell_edge(const Vec3& size, double count) {
    constexpr double flat = 0.02; // of the longest side
    const auto long_sides = (size.array() > flat * size.maxCoeff()).count();
    if (long_sides == 3) {
        return std::cbrt(size.prod() / count);
    }
    double measure = 1.0; // the area or the length
    for (const double side : size) {
        measure *= side > flat * size.maxCoeff() ? side : 1.0;
    }
    return std::pow(measure / count, 1.0 / static_cast<double>(std::max<Index>(1, long_sides)));
}

} // namespace

BoxCage box_cage(const TetMesh& mesh, const std::array<Index, 3>& cells) {
    EXPECTS(mesh.vertex_count() > 0 && std::ranges::all_of(cells, [](Index count) { return count > 0; }));
    const Grid grid = grid_around(mesh.X, cells);
    const std::vector<Index> number = used_corners(grid, mesh);
    const Index used = 1 + *std::ranges::max_element(number);
    BoxCage cage{Points(used, 3), Matrix::Zero(mesh.vertex_count(), used)};
    for (Index i = 0; i <= cells[0]; ++i) {
        for (Index j = 0; j <= cells[1]; ++j) {
            for (Index k = 0; k <= cells[2]; ++k) {
                const Index at = number[static_cast<std::size_t>(grid.corner(i, j, k))];
                if (at >= 0) {
                    cage.corners.row(at) = grid.place(i, j, k);
                }
            }
        }
    }
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        for_each_corner(grid, cell_of(grid, mesh.X.row(i)), [&](Index corner, double weight) {
            if (weight > 0.0) {
                cage.weights(i, number[static_cast<std::size_t>(corner)]) += weight;
            }
        });
    }
    return cage;
}

std::array<Index, 3> cubic_cells(const Points& X, Index count) {
    const Vec3 size = X.colwise().maxCoeff() - X.colwise().minCoeff();
    const double edge = cell_edge(size, static_cast<double>(std::max<Index>(1, count)));
    std::array<Index, 3> cells{};
    for (Index axis = 0; axis < 3; ++axis) {
        cells[static_cast<std::size_t>(axis)] = std::max<Index>(1, static_cast<Index>(std::lround(size(axis) / edge)));
    }
    return cells;
}

} // namespace limber
