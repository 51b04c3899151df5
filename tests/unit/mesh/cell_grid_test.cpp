// SPDX-License-Identifier: MIT
#include "engine/mesh/cell_grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace limber {
namespace {

using ::testing::ElementsAre;

TEST(CellGrid, HasCellsOfAnyPoint) {
    const Vec3 far = Vec3::Constant(1e12);
    const CellGrid grid({far, far + Vec3::Ones()}, 1.0);
    EXPECT_THAT(grid.cell_at(far + Vec3(2.5, 0.5, -0.5)), ElementsAre(2, 0, -1));
    EXPECT_GT(grid.cell_at(Vec3::Constant(1e300))[0], 1000);
    EXPECT_LT(grid.cell_at(Vec3::Constant(-1e300))[0], -1000);
}

TEST(CellGrid, HasEachPointOfATriangleInOneOfItsCells) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(0.0, 1.0);
    const auto corner = [&] {
        return Vec3(10.0 * number(random), 10.0 * number(random), 10.0 * number(random));
    };
    for (int i = 0; i < 200; ++i) {
        const Vec3 a = corner();
        const Vec3 b = corner();
        Vec3 c = corner();
        c(i % 3) = i % 2 == 0 ? c(i % 3) : a(i % 3);
        const CellGrid grid({Vec3::Zero(), Vec3::Constant(10.0)}, 0.7);
        std::set<GridCell> cells;
        grid.for_cells_of_triangle(a, b, c, [&](const GridCell& cell) { EXPECT_TRUE(cells.insert(cell).second); });
        for (int point = 0; point < 100; ++point) {
            const double u = number(random);
            const double v = (1.0 - u) * number(random);
            EXPECT_TRUE(cells.contains(grid.cell_at(a + u * (b - a) + v * (c - a))));
        }
    }
}

TEST(CellGrid, HasFewCellsOfATriangle) {
    const CellGrid grid({Vec3::Zero(), Vec3::Constant(100.0)}, 1.0);
    std::size_t count = 0;
    grid.for_cells_of_triangle(Vec3(100, 0, 0), Vec3(0, 100, 0), Vec3(0, 0, 100),
                               [&](const GridCell& /*cell*/) { ++count; });
    EXPECT_LT(count, 4U * 101U * 101U);
    EXPECT_GT(count, 101U * 101U / 2U);
}

} // namespace
} // namespace limber
