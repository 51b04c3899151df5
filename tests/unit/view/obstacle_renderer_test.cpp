// SPDX-License-Identifier: MIT
#include "app/view/obstacle_renderer.h"

#include "app/document/character_description.h"
#include "app/view/obstacle_meshes.h"

#include <gmock/gmock.h>

#include <Eigen/Geometry>

namespace limber::app {
namespace {

Affine turned_placement() {
    Affine placement;
    placement.leftCols<3>() = rotation_of(Turn{Vec3(1, 2, -1), 40});
    placement.col(3) = Vec3(0.3, -1.0, 0.5);
    return placement;
}

Shape hills() {
    HeightField field;
    field.placement = turned_placement();
    field.spacing = 0.25;
    field.heights.resize(3, 4);
    field.heights << 0.0, 0.1, 0.3, 0.1, 0.2, 0.0, 0.1, 0.4, 0.0, 0.1, 0.2, 0.1;
    return field;
}

std::vector<Shape> one_of_each() {
    return {HalfSpace{Vec3(0, 1, 0), Vec3(0.3, 0.8, -0.2).normalized()}, Ball{Vec3(1, 2, 3), 0.4},
            Capsule{Vec3(0, 0, 1), Vec3(1, 0.5, 1), 0.2}, Box{turned_placement(), Vec3(0.5, 0.1, 0.9)}, hills()};
}

// The vertices as the GPU computes them.
Points placed(const DrawnMesh& mesh, const DrawnMaps& maps) {
    Points x = Points::Zero(mesh.vertex_count, 3);
    for (Index v = 0; v < mesh.vertex_count; ++v) {
        for (Index b = 0; b < mesh.bone_count; ++b) {
            const auto weight =
                static_cast<double>(mesh.rig_weights[static_cast<std::size_t>(v * mesh.bone_count + b)]);
            Affine map;
            for (Index k = 0; k < 12; ++k) {
                map(k / 4, k % 4) = static_cast<double>(maps.bones[static_cast<std::size_t>(12 * b + k)]);
            }
            Vec3 X;
            for (Index axis = 0; axis < 3; ++axis) {
                X(axis) = static_cast<double>(mesh.positions[static_cast<std::size_t>(3 * v + axis)]);
            }
            x.row(v) += weight * apply(map, X).transpose();
        }
    }
    return x;
}

TEST(ObstacleMeshes, LieOnTheContactSurfaceAndFaceOutwards) {
    for (const Shape& shape : one_of_each()) {
        const DrawnMesh mesh = obstacle_mesh(shape);
        const Points x = placed(mesh, obstacle_maps(shape, {Vec3(0.2, 0.1, 0.4), 2.0}));
        const bool has_walls = std::holds_alternative<HeightField>(shape); // from the surface down to the foot
        int on_surface = 0;
        for (std::size_t f = 0; f < mesh.triangles.size(); f += 3) {
            const auto corner = [&](std::size_t k) {
                return Vec3(x.row(static_cast<Index>(mesh.triangles[f + k])));
            };
            const Vec3 normal = (corner(1) - corner(0)).cross(corner(2) - corner(0));
            const Vec3 middle = (corner(0) + corner(1) + corner(2)) / 3.0;
            const Clearance near = clearance(shape, middle);
            if (has_walls && !(std::abs(near.distance) < 0.01)) {
                continue;
            }
            ++on_surface;
            EXPECT_LT(std::abs(near.distance), 2e-3) << "shape " << shape.index();
            EXPECT_GT(normal.normalized().dot(near.normal), 0.9) << "shape " << shape.index();
        }
        EXPECT_GT(on_surface, 10) << "shape " << shape.index();
    }
}

TEST(ObstacleMeshes, OfHillsHaveWalls) {
    const DrawnMesh mesh = obstacle_mesh(hills());
    EXPECT_EQ(mesh.colours.size(), mesh.positions.size()) << "checked";
    const DrawnMesh ball = obstacle_mesh(Ball{});
    EXPECT_THAT(ball.colours, ::testing::IsEmpty()) << "of clay";
}

ObstacleRenderer among(const Obstacles& obstacles) {
    ObstacleRenderer obstacle_renderer;
    obstacle_renderer.set_up(std::make_shared<const Obstacles>(obstacles));
    return obstacle_renderer;
}

TEST(CommonObstacles, ChangeOnlyIfTheObstaclesOfACharacterChange) {
    const Obstacle floor{HalfSpace{}};
    const Obstacle ball{Ball{Vec3(1, 2, 3), 0.4}};
    std::vector<Snapshot> snapshots(2);
    snapshots[0].obstacles = std::make_shared<const Obstacles>(Obstacles{floor, ball});
    snapshots[1].obstacles = std::make_shared<const Obstacles>(Obstacles{ball});
    CommonObstacles common;
    const auto first = common.of(snapshots);
    EXPECT_EQ(*first, (Obstacles{floor, ball})) << "each once";
    EXPECT_EQ(common.of(snapshots), first);
    snapshots[0].obstacles = snapshots[1].obstacles;
    EXPECT_EQ(*common.of(snapshots), Obstacles{ball});
}

TEST(ObstacleRenderer, GroundIsTheHighestLevelPlaneBelowTheBody) {
    const BoundingBox body{Vec3(-0.5, 1.0, -0.5), Vec3(0.5, 2.0, 0.5)};
    const ViewBounds bounds{body, Vec3(0, 1, 0), 0.7, 1.0};
    const auto height = [&](const Obstacles& obstacles) {
        View view;
        among(obstacles).add_to_view(bounds, view);
        return view.ground.point.y;
    };
    EXPECT_NEAR(height({}), 0.7, 1e-6);
    const Obstacle low{HalfSpace{Vec3(3, -2, 0), Vec3(0, 1, 0)}};
    const Obstacle high{HalfSpace{Vec3(0, 0.9, 0), Vec3(0, 1, 0)}};
    const Obstacle ceiling{HalfSpace{Vec3(0, 3, 0), Vec3(0, -1, 0)}};
    EXPECT_NEAR(height({low, high}), 0.9, 1e-6) << "at the contact";
    EXPECT_NEAR(height({low}), -2.0, 1e-6);
    EXPECT_LT(height({{Ball{Vec3(0, -3, 0), 1.0}}}), -3.9) << "as low as the lowest obstacle";
    EXPECT_LT(height({ceiling}), 0.7);
}

Ground ground_below(const BoundingBox& body, const Obstacles& obstacles, double size = 0.0) {
    View view;
    among(obstacles).add_to_view({body, Vec3(0, 1, 0), 0.0, 1.0, true, -1, size}, view);
    return view.ground;
}

TEST(ObstacleRenderer, ShowsNoGroundAboveAFallingBody) {
    const BoundingBox standing{Vec3(-0.5, 0, -0.5), Vec3(0.5, 1, 0.5)};
    const BoundingBox fallen{Vec3(-0.5, -3, -0.5), Vec3(0.5, -2, 0.5)};
    const Obstacle floor{HalfSpace{Vec3(0, -3, 0), Vec3(0, 1, 0)}};
    EXPECT_EQ(ground_below(standing, {}).strength, 1.0F);
    EXPECT_FALSE(ground_below(fallen, {}).visible);
    EXPECT_EQ(ground_below(fallen, {floor}).strength, 1.0F) << "on a floor";
}

TEST(ObstacleRenderer, CheckerSizeDependsOnOneBody) {
    const BoundingBox near{Vec3(-0.5, 0, -0.5), Vec3(0.5, 1, 0.5)};
    const BoundingBox far{Vec3(-50, 0, -50), Vec3(50, 1, 50)};
    const float cell = ground_below(near, {}).cell;
    EXPECT_GT(cell, 0.2F);
    EXPECT_LT(cell, 0.8F);
    EXPECT_EQ(ground_below(far, {}, near.diagonal()).cell, cell);
}

TEST(ObstacleRenderer, ShadowFocusCoversTheBodyAndNearbyObstacles) {
    const BoundingBox body{Vec3(-0.5, 0, -0.5), Vec3(0.5, 1, 0.5)};
    const auto radius = [&](const Obstacles& obstacles) {
        View view;
        among(obstacles).add_to_view({body, Vec3(0, 1, 0), 0.0, 1.0}, view);
        return view.focus.radius;
    };
    EXPECT_EQ(radius({}), 1.0F);
    EXPECT_GT(radius({{Ball{Vec3(2, 0, 0), 0.5}}}), 1.2F);
    EXPECT_EQ(radius({{Ball{Vec3(200, 0, 0), 0.5}}}), 1.0F);
    EXPECT_LT(radius({{Box{identity_affine(), Vec3(100, 1, 100)}}}), 10.0F);
}

} // namespace
} // namespace limber::app
