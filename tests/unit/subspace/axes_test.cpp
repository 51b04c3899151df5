// SPDX-License-Identifier: MIT
#include "engine/subspace/axes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(Axes, RepeatAValueForEachAxisOfItsVertex) {
    Vector expected(6);
    expected << 1, 1, 1, 2, 2, 2;
    EXPECT_EQ(per_axis(Eigen::Vector2d(1.0, 2.0)), expected);
}

TEST(Axes, HaveTheColumnsOfTheVerticesEach) {
    Matrix C(2, 2);
    C << 1, 2, 3, 4;
    Matrix expected(6, 6);
    expected << 1, 2, 0, 0, 0, 0, //
        0, 0, 1, 2, 0, 0,         //
        0, 0, 0, 0, 1, 2,         //
        3, 4, 0, 0, 0, 0,         //
        0, 0, 3, 4, 0, 0,         //
        0, 0, 0, 0, 3, 4;
    EXPECT_EQ(on_each_axis(C), expected);
    EXPECT_EQ(on_each_axis(Matrix(2, 0)).rows(), 6);
}

} // namespace
} // namespace limber
