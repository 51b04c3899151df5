// SPDX-License-Identifier: MIT
#include "app/scenes/proposed_loads.h"

#include "app/character/rig_paint.h"
#include "engine/loads/load.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

/// Loads that a scene proposes from its obstacles, springs and pockets.
namespace limber::app {
namespace {

Character character_of(const TetMesh& mesh) {
    Character character;
    character.mesh = mesh;
    character.mass = lumped_mass(mesh, Vector::Constant(mesh.tet_count(), 1000.0));
    character.boundary = boundary_triangles(mesh.T);
    character.boundary_vertices = boundary_vertices(mesh.T);
    return character;
}

// A bar of cells of one tenth, without those whose middles are chosen.
TetMesh bar_without(const Eigen::Vector3i& cells, const std::function<bool(const Vec3&)>& is_empty) {
    TetMesh mesh = testing::bar_mesh(cells.x(), cells.y(), cells.z(), 0.1 * cells.cast<double>());
    std::vector<Index> kept;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 centre = mesh.X(mesh.T.row(t), Eigen::all).colwise().mean();
        if (!is_empty(0.1 * ((10.0 * centre).array().floor() + 0.5))) {
            kept.push_back(t);
        }
    }
    const Tets T = mesh.T(kept, Eigen::all);
    mesh.T = T;
    return mesh;
}

// The mean place of what is painted [m].
Vec3 middle_of(const BodyLoad& load, const Character& character) {
    Vec3 sum = Vec3::Zero();
    double weight = 0.0;
    for (std::size_t i = 0; i < character.boundary_vertices.size(); ++i) {
        const double level = load.painted.levels()[i];
        sum += level * character.mesh.X.row(character.boundary_vertices[i]).transpose();
        weight += level;
    }
    return sum / weight;
}

// The first pattern of a patch: its normal.
Vec3 normal_of(const BodyLoad& load, const Character& character) {
    Vector share = Vector::Zero(character.mesh.vertex_count());
    for (std::size_t i = 0; i < character.boundary_vertices.size(); ++i) {
        share(character.boundary_vertices[i]) = load.painted.levels()[i] / 255.0;
    }
    Load patch = load.load;
    patch.field = "paint";
    const auto loads = distribution_of(patch, {character.mesh, character.mass, {{"paint", share}}}).value();
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < character.mesh.vertex_count(); ++i) {
        sum += loads.patterns.col(0).segment<3>(3 * i);
    }
    return sum.normalized();
}

class ProposedContacts : public ::testing::Test {
protected:
    Character bar = character_of(testing::bar_mesh(8, 3, 3, Vec3(0.8, 0.3, 0.3)));
    Affine here = identity_affine();
};

TEST_F(ProposedContacts, AreWhereTheFloorIsNearest) {
    const Obstacles floor{{HalfSpace{Vec3(0, -0.2, 0), Vec3(0, 1, 0)}}};
    const auto loads = loads_of_obstacles(bar, floor, here);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].load.kind, LoadKind::patch);
    EXPECT_EQ(loads[0].load.name, "Contact");
    for (std::size_t i = 0; i < bar.boundary_vertices.size(); ++i) {
        const bool is_low = bar.mesh.X(bar.boundary_vertices[i], 1) < 1e-9;
        EXPECT_EQ(loads[0].painted.levels()[i], is_low ? 255 : 0);
    }
    EXPECT_GT(normal_of(loads[0], bar).dot(Vec3(0, -1, 0)), 0.95);
}

TEST_F(ProposedContacts, FollowThePlaceOfTheBody) {
    Affine placement = identity_affine();
    placement.leftCols<3>() = Eigen::AngleAxisd(-0.5 * std::numbers::pi, Vec3::UnitZ()).toRotationMatrix();
    placement.col(3) = Vec3(0, 2, 0); // x points down, so that the far end is lowest, at a height of 1.2
    const Obstacles floor{{HalfSpace{Vec3(0, 1, 0), Vec3(0, 1, 0)}}};
    const auto loads = loads_of_obstacles(bar, floor, placement);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_LT((middle_of(loads[0], bar) - Vec3(0.8, 0.15, 0.15)).norm(), 0.02);
    EXPECT_EQ(loads_of_obstacles(bar, floor, here).size(), 1u) << "also inside of the solid";
}

TEST_F(ProposedContacts, OfFarObstaclesAreNone) {
    const Obstacles far{{Ball{Vec3(5, 0, 0), 0.5}}};
    EXPECT_TRUE(loads_of_obstacles(bar, far, here).empty());
    EXPECT_TRUE(loads_of_obstacles(bar, {}, here).empty());
}

TEST_F(ProposedContacts, FaceTheirObstacles) {
    const Obstacles two{{Ball{Vec3(1.3, 0.15, 0.15), 0.4}}, {HalfSpace{Vec3(0, 0.5, 0), Vec3(0, -1, 0)}}};
    const auto loads = loads_of_obstacles(bar, two, here);
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_GT(middle_of(loads[0], bar).x(), 0.75);
    EXPECT_GT(normal_of(loads[0], bar).x(), 0.9);
    EXPECT_NEAR(middle_of(loads[1], bar).y(), 0.3, 1e-9);
    // A thin plate, whose far side is nearly as near.
    const Character plate = character_of(testing::bar_mesh(8, 1, 8, Vec3(0.8, 0.02, 0.8)));
    const auto below = loads_of_obstacles(plate, {{HalfSpace{Vec3(0, -0.1, 0), Vec3(0, 1, 0)}}}, here);
    ASSERT_EQ(below.size(), 1u);
    EXPECT_GT(normal_of(below[0], plate).dot(Vec3(0, -1, 0)), 0.95);
}

// The deepest part, the middle of a bridge, faces no side of the box; the inner sides of its feet do.
TEST_F(ProposedContacts, OfABodyDeepInsideAnObstacleAreOnWhatFacesIt) {
    const auto is_arch = [](const Vec3& x) {
        return x.y() < 0.2 && x.x() > 0.2 && x.x() < 0.6;
    };
    const Character bridge = character_of(bar_without({8, 3, 2}, is_arch));
    Box box{.half_size = Vec3(1.5, 3.0, 3.0)};
    box.placement.col(3) = Vec3(0.4, 0.15, 0.1);
    const auto loads = loads_of_obstacles(bridge, {{box}}, here);
    ASSERT_EQ(loads.size(), 2u);
    const double first = middle_of(loads[0], bridge).x();
    const double second = middle_of(loads[1], bridge).x();
    EXPECT_NEAR(std::min(first, second), 0.2, 0.02);
    EXPECT_NEAR(std::max(first, second), 0.6, 0.02);
}

TEST_F(ProposedContacts, AreTheLargestPartsOfAnObstacle) {
    // Ten feet, the first two of which are half as wide as the others.
    const auto is_gap = [](const Vec3& x) {
        const int column = static_cast<int>(10.0 * x.x());
        return x.y() < 0.2 && (column < 4 ? column % 2 == 1 : (column - 4) % 3 == 2);
    };
    const Character stool = character_of(bar_without({28, 3, 1}, is_gap));
    const auto loads = loads_of_obstacles(stool, {{HalfSpace{Vec3::Zero(), Vec3(0, 1, 0)}}}, here);
    ASSERT_EQ(loads.size(), 8u);
    for (const BodyLoad& load : loads) {
        EXPECT_GT(middle_of(load, stool).x(), 0.4);
    }
}

// A bridge stands on two feet, each of which is a contact of its own.
TEST_F(ProposedContacts, OfPartsThatDoNotTouchAreSeveral) {
    const auto is_arch = [](const Vec3& x) {
        return x.y() < 0.2 && x.x() > 0.2 && x.x() < 0.6;
    };
    const Character bridge = character_of(bar_without({8, 3, 2}, is_arch));
    const auto loads = loads_of_obstacles(bridge, {{HalfSpace{Vec3::Zero(), Vec3(0, 1, 0)}}}, here);
    ASSERT_EQ(loads.size(), 2u);
    const double first = middle_of(loads[0], bridge).x();
    const double second = middle_of(loads[1], bridge).x();
    EXPECT_NEAR(std::min(first, second), 0.1, 0.02);
    EXPECT_NEAR(std::max(first, second), 0.7, 0.02);
}

TEST(ProposedPockets, AreThoseOfTheMesh) {
    EXPECT_TRUE(loads_of_pockets(testing::bar_mesh(3, 3, 3)).empty());
    const auto is_middle = [](const Vec3& x) {
        return (x - Vec3(0.15, 0.15, 0.15)).norm() < 0.01;
    };
    const auto loads = loads_of_pockets(bar_without({3, 3, 3}, is_middle));
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].load.kind, LoadKind::pocket);
}

TEST(ProposedSprings, AreAlongThoseBetweenPointsOfTheBody) {
    const Character bar = character_of(testing::small_bar());
    CharacterControls controls;
    controls.springs = {
        {.id = 1, .from = {{0, 1, 1}, {0.5, 0.25, 0.25}}, .to = {{8, 8, 8}, {1, 0, 0}}, .stiffness = 40.0}};
    const auto loads = proposed_loads(LoadSource::springs, bar, controls);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].load.kind, LoadKind::springs);
    ASSERT_EQ(loads[0].load.springs.size(), 1u);
    EXPECT_EQ(loads[0].load.stiffness, std::vector<double>{40.0});
    const auto& [from, to] = loads[0].load.springs[0];
    EXPECT_LT((from - 0.5 * (bar.mesh.X.row(0) + bar.mesh.X.row(1)).transpose()).norm(), 1e-12);
    EXPECT_LT((to - bar.mesh.X.row(8).transpose()).norm(), 1e-12);
}

TEST(ProposedSprings, AreOnWhatTheySwing) {
    Character bar = character_of(testing::small_bar());
    bar.rig = testing::small_rig(bar.mesh);
    EXPECT_TRUE(loads_of_springs(bar).empty());
    bar.springs = {{.bone = "of another rig"}};
    EXPECT_TRUE(loads_of_springs(bar).empty());
    bar.springs.push_back({.bone = "tip"});
    const auto loads = loads_of_springs(bar);
    ASSERT_EQ(loads.size(), 1u);
    EXPECT_EQ(loads[0].load.kind, LoadKind::field);
    EXPECT_EQ(loads[0].painted, PaintedRegion(paint_of_bone(bar, 1)));
    EXPECT_EQ(proposed_loads(LoadSource::springs, bar, {}), loads);
    EXPECT_TRUE(proposed_loads(LoadSource::handles, bar, {}).empty());
    EXPECT_TRUE(proposed_loads(LoadSource::obstacles, bar, {}).empty());
    EXPECT_TRUE(proposed_loads(LoadSource::pockets, bar, {}).empty());
}

} // namespace
} // namespace limber::app
