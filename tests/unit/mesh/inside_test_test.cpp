// SPDX-License-Identifier: MIT
#include "engine/mesh/inside_test.h"

#include "tests/support/surfaces.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

using namespace limber::testing;

constexpr std::size_t point_count = 60000; // many more than the cells near a surface, each of which takes one
// Winding numbers of balls of triangles err by a few hundredths, those of a surface and those of its caps on their own.
constexpr double doubtful = 0.04; // distance from a half

// Near the surface and at all distances from it up to its size.
std::vector<Vec3> points_around(const SurfaceMesh& surface, Rng& rng) {
    const double size = bounding_box(surface.V).diagonal();
    std::vector<Vec3> points;
    while (points.size() < point_count) {
        const auto f = static_cast<Index>(rng.below(static_cast<std::uint64_t>(surface.F.rows())));
        const double distance = size * std::pow(2.0, -rng.uniform(0.0, 14.0));
        const Vec3 step(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        points.emplace_back(Vec3(surface.V.row(surface.F(f, 0))) + distance * step);
    }
    return points;
}

// Returns the share of points for which the winding number was evaluated.
double expect_the_answers_of_the_winding_number(const SurfaceMesh& surface) {
    Rng rng(5);
    const WindingNumber winding(surface);
    InsideTest is_inside(surface, winding);
    int wrong = 0;
    int different = 0;
    int inside = 0;
    for (const Vec3& x : points_around(surface, rng)) {
        const double expected = winding.at(x);
        const bool differs = is_inside(x) != (expected > 0.5);
        wrong += differs && std::abs(expected - 0.5) > doubtful ? 1 : 0;
        different += differs ? 1 : 0;
        inside += expected > 0.5 ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_LT(different, static_cast<int>(point_count / 1000));
    EXPECT_GT(inside, static_cast<int>(point_count / 50));
    return static_cast<double>(is_inside.evaluation_count()) / static_cast<double>(point_count);
}

TEST(InsideTest, EvaluatesFewWindingNumbersOfAClosedSurface) {
    EXPECT_LT(expect_the_answers_of_the_winding_number(sphere_surface(3, Vec3(0.3, 0.1, -0.2), 2e-3)), 0.5);
    EXPECT_LT(expect_the_answers_of_the_winding_number(box_surface(Vec3(100, 200, 30))), 0.5);
}

TEST(InsideTest, GivesTheAnswersOfTheWindingNumberOfOpenSurfaces) {
    const auto bowl = where(sphere_surface(4), [](const Vec3& x) { return x.y() < 0.6 && x.x() < 0.9; });
    EXPECT_LT(expect_the_answers_of_the_winding_number(bowl), 0.5);
    const auto net = where(sphere_surface(4), [](const Vec3& x) { return (x.array() * 7.0).sin().prod() < 0.5; });
    EXPECT_LT(expect_the_answers_of_the_winding_number(net), 0.5);
}

TEST(InsideTest, GivesTheAnswersOfTheWindingNumberOfOverlappingAndFlippedSurfaces) {
    const SurfaceMesh twice = merged(sphere_surface(3), sphere_surface(3, Vec3(0.7, 0.2, 0)));
    expect_the_answers_of_the_winding_number(twice);
    expect_the_answers_of_the_winding_number(merged(twice, turned_inside_out(sphere_surface(2, Vec3(0, 0, 0), 0.4))));
    Rng rng(9);
    expect_the_answers_of_the_winding_number(with_flipped_faces(sphere_surface(3), 0.05, rng));
}

TEST(InsideTest, GivesTheAnswersOfTheWindingNumberOfWeldedAndUnweldedSurfaces) {
    expect_the_answers_of_the_winding_number(unwelded(sphere_surface(2)));
    Rng rng(11);
    const SurfaceMesh soup = merged(sphere_surface(2), random_triangles(60, 20, rng));
    expect_the_answers_of_the_winding_number(soup);
}

TEST(InsideTest, OfAnEmptySurfaceIsNever) {
    const WindingNumber winding{SurfaceMesh{}};
    EXPECT_FALSE(InsideTest(SurfaceMesh{}, winding)(Vec3(1, 2, 3)));
}

} // namespace
} // namespace limber
