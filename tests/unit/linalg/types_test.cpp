// SPDX-License-Identifier: MIT
#include "engine/linalg/types.h"

#include <gtest/gtest.h>

#include <limits>

namespace limber {
namespace {

TEST(AffineMap, IsInvertibleAtAnyScale) {
    for (const double scale : {1e-9, 1.0, -1e9}) {
        EXPECT_TRUE(is_invertible(scale * identity_affine())) << scale;
    }
}

TEST(AffineMap, IsNotInvertibleIfItIsFlatOrNotFinite) {
    Affine flat = identity_affine();
    flat.col(2) = flat.col(0) + flat.col(1);
    EXPECT_FALSE(is_invertible(flat));
    EXPECT_FALSE(is_invertible(1e9 * flat));
    Affine far = identity_affine();
    far(0, 3) = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(is_invertible(far));
    EXPECT_FALSE(is_invertible(std::numeric_limits<double>::quiet_NaN() * identity_affine()));
    EXPECT_FALSE(is_invertible(Affine::Zero()));
}

} // namespace
} // namespace limber
