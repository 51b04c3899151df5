// SPDX-License-Identifier: MIT
#include "app/geometry/skin_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace limber::app {
namespace {

// A strip of two squares along x with one mode, whose weight is x^2; the middle two vertices are doubled if `has_seam`.
DrawnMesh strip(bool has_seam) {
    DrawnMesh mesh;
    const auto add = [&mesh](float x, float z) {
        mesh.positions.insert(mesh.positions.end(), {x, 0.0F, z});
        mesh.rig_weights.push_back(1.0F);
        mesh.mode_weights.push_back(x * x);
        ++mesh.vertex_count;
    };
    add(0, 0), add(0, 1), add(1, 0), add(1, 1), add(2, 0), add(2, 1);
    mesh.triangles = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
    if (has_seam) {
        add(1, 0), add(1, 1); // 6 and 7, of the second square
        mesh.triangles = {0, 1, 3, 0, 3, 2, 6, 7, 5, 6, 5, 4};
        mesh.welded = {0, 1, 2, 3, 4, 5, 2, 3};
    }
    mesh.bone_count = 1;
    mesh.mode_count = 1;
    return mesh;
}

// The mesh so many times in the same place, without an edge between its copies.
DrawnMesh repeated(const DrawnMesh& mesh, int count) {
    DrawnMesh all;
    for (int copy = 0; copy < count; ++copy) {
        const auto first = static_cast<std::uint32_t>(all.vertex_count);
        const auto moved = [first](std::uint32_t vertex) {
            return first + vertex;
        };
        all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
        all.rig_weights.insert(all.rig_weights.end(), mesh.rig_weights.begin(), mesh.rig_weights.end());
        all.mode_weights.insert(all.mode_weights.end(), mesh.mode_weights.begin(), mesh.mode_weights.end());
        std::ranges::transform(mesh.triangles, std::back_inserter(all.triangles), moved);
        std::ranges::transform(mesh.welded, std::back_inserter(all.welded), moved);
        all.vertex_count += mesh.vertex_count;
    }
    all.bone_count = mesh.bone_count;
    all.mode_count = mesh.mode_count;
    return all;
}

std::array<float, 3> weight(const SkinGeometry& skin, std::size_t vertex) {
    const std::size_t at = 3 * (2 * vertex + 1);
    return {skin.weights[at], skin.weights[at + 1], skin.weights[at + 2]};
}

TEST(SkinGeometry, HasTheSameDerivativesOnBothSidesOfASeam) {
    const SkinGeometry whole = skin_geometry(strip(false));
    const SkinGeometry cut = skin_geometry(strip(true));
    for (const auto& [one, other] : {std::pair(2U, 6U), std::pair(3U, 7U)}) {
        EXPECT_EQ(weight(cut, one), weight(whole, one));
        EXPECT_EQ(weight(cut, other), weight(whole, one));
    }
    DrawnMesh unwelded = strip(true);
    unwelded.welded.clear();
    EXPECT_NE(weight(skin_geometry(unwelded), 2), weight(whole, 2));
}

// Many vertices are divided among threads, few are not.
TEST(SkinGeometry, HasTheSameBitsForManyVerticesAsForAFew) {
    const int count = 1000;
    const SkinGeometry few = skin_geometry(strip(true));
    const SkinGeometry many = skin_geometry(repeated(strip(true), count));
    ASSERT_EQ(many.weights.size(), count * few.weights.size());
    for (std::size_t copy = 0; copy < count; ++copy) {
        const auto at = many.weights.begin() + static_cast<std::ptrdiff_t>(copy * few.weights.size());
        EXPECT_TRUE(std::equal(few.weights.begin(), few.weights.end(), at)) << copy;
    }
}

TEST(SkinGeometry, TakesGivenNormalsAndThoseOfTrianglesElsewhere) {
    DrawnMesh mesh = strip(false);
    const float slope = std::sqrt(0.5F);
    mesh.normals.assign(mesh.positions.size(), 0.0F);
    mesh.normals[0] = slope;
    mesh.normals[1] = slope;
    const SkinGeometry skin = skin_geometry(mesh);
    const auto normal = [&skin](std::size_t v) {
        const auto& s = skin.vertices[v].tangent_s;
        const auto& t = skin.vertices[v].tangent_t;
        return std::array{s[1] * t[2] - s[2] * t[1], s[2] * t[0] - s[0] * t[2], s[0] * t[1] - s[1] * t[0]};
    };
    EXPECT_NEAR(normal(0)[0], slope, 1e-6F);
    EXPECT_NEAR(normal(0)[1], slope, 1e-6F);
    EXPECT_NEAR(normal(1)[1], 1.0F, 1e-6F);
}

TEST(SkinGeometry, LeavesSomeVerticesTheColourOfTheItem) {
    DrawnMesh mesh = strip(false);
    mesh.colours.assign(mesh.positions.size(), 0.5F);
    mesh.has_colour = {1, 0, 1, 1, 1, 1};
    const SkinGeometry skin = skin_geometry(mesh);
    EXPECT_EQ(skin.vertices[0].has_colour, 1.0F);
    EXPECT_EQ(skin.vertices[1].has_colour, 0.0F);
}

} // namespace
} // namespace limber::app
