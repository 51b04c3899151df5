// SPDX-License-Identifier: MIT
#include "engine/mesh/winding_number.h"

#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace limber {
namespace {

using namespace limber::testing;

constexpr double far_field_error = 0.05; // of the far field

TEST(WindingNumber, IsOneInsideAClosedSurfaceAndZeroOutside) {
    const WindingNumber winding(box_surface(Vec3(1, 2, 3)));
    EXPECT_NEAR(winding.at(Vec3(0.5, 0.5, 0.5)), 1.0, 1e-12);
    EXPECT_NEAR(winding.at(Vec3(0.01, 1.99, 2.99)), 1.0, 1e-12);
    EXPECT_NEAR(winding.at(Vec3(1.01, 1.0, 1.0)), 0.0, 1e-12);
    EXPECT_NEAR(winding.at(Vec3(-40, 3, 7)), 0.0, 1e-6);
}

TEST(WindingNumber, CountsOverlapsAndChangesSignWithTheOrientation) {
    const SurfaceMesh twice = merged(sphere_surface(2), sphere_surface(2, Vec3(1, 0, 0)));
    EXPECT_NEAR(WindingNumber(twice).at(Vec3(0.5, 0, 0)), 2.0, far_field_error);
    EXPECT_NEAR(WindingNumber(turned_inside_out(sphere_surface(2))).at(Vec3(0.1, 0.2, 0.0)), -1.0, far_field_error);
}

// The fraction of the view that a half sphere covers from the middle of its rim.
TEST(WindingNumber, IsAHalfInTheMiddleOfAnOpenHalfSphere) {
    const SurfaceMesh half = where(sphere_surface(4), [](const Vec3& x) { return x.y() > 0; });
    EXPECT_NEAR(WindingNumber(half).at(Vec3::Zero()), 0.5, 0.02);
}

double summed_exactly(const SurfaceMesh& surface, const Vec3& q) {
    double sum = 0.0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        sum += WindingNumber(SurfaceMesh{surface.V, surface.F.row(f)}).at(q);
    }
    return sum;
}

TEST(WindingNumber, OfTheTreeEqualsTheSumOfTheTriangles) {
    Rng rng(3);
    const SurfaceMesh bowl = where(sphere_surface(3), [](const Vec3& x) { return x.y() < 0.3; });
    const WindingNumber winding(bowl);
    for (int sample = 0; sample < 100; ++sample) {
        const Vec3 q(rng.uniform(-2, 2), rng.uniform(-2, 2), rng.uniform(-2, 2));
        EXPECT_NEAR(winding.at(q), summed_exactly(bowl, q), far_field_error);
    }
}

TEST(WindingNumber, OfAnEmptySurfaceIsZero) {
    EXPECT_EQ(WindingNumber(SurfaceMesh{}).at(Vec3(1, 2, 3)), 0.0);
}

} // namespace
} // namespace limber
