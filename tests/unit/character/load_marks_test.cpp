// SPDX-License-Identifier: MIT
#include "app/character/load_marks.h"

#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <functional>

/// The lines that show in which directions loads act.
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

PaintedRegion painted(const Character& character, const std::function<bool(const Vec3&)>& is_painted) {
    PaintLevels levels;
    for (const int v : character.boundary_vertices) {
        levels.push_back(is_painted(character.mesh.X.row(v)) ? 255 : 0);
    }
    return PaintedRegion(levels);
}

Vec3 place(const Character& character, const LoadMark& mark, const Eigen::Vector4d& coordinates) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t corner = 0; corner < 4; ++corner) {
        sum += coordinates(static_cast<Index>(corner)) * character.mesh.X.row(mark.corners[corner]).transpose();
    }
    return sum;
}

class LoadMarks : public ::testing::Test {
protected:
    std::vector<LoadMark> of(const Load& load, const PaintedRegion& paint = {}) const {
        return load_marks({load, paint}, bar);
    }
    Vec3 from(const LoadMark& mark) const {
        return place(bar, mark, mark.from);
    }
    Vec3 to(const LoadMark& mark) const {
        return place(bar, mark, mark.to);
    }
    Vec3 along(const LoadMark& mark) const {
        return (to(mark) - from(mark)).normalized();
    }

    // Large enough that there is a place for more marks than are shown.
    Character bar = character_of(testing::bar_mesh(24, 6, 6, Vec3(2.4, 0.6, 0.6)));
    PaintedRegion top = painted(bar, [](const Vec3& x) { return x.y() > 0.59; });
};

TEST_F(LoadMarks, OfAMuscleAreAlongItsFibres) {
    bar.description.muscles.regions = {
        {.name = "Left", .bones = {}, .painted = painted(bar, [](const Vec3& x) { return x.x() < 0.05; })},
        {.name = "Right", .bones = {}, .painted = painted(bar, [](const Vec3& x) { return x.x() > 2.35; })}};
    const auto marks = of({.kind = LoadKind::muscle, .from = "Left", .to = "Right"});
    EXPECT_GT(marks.size(), 20u);
    EXPECT_LE(marks.size(), load_marks_max);
    int between = 0;
    for (const LoadMark& mark : marks) {
        EXPECT_FALSE(mark.is_arrow);
        const Vec3 middle = 0.5 * (from(mark) + to(mark));
        EXPECT_TRUE((middle.array() > 0.0).all() && (middle.array() < Vec3(2.4, 0.6, 0.6).array()).all());
        if (middle.x() > 0.4 && middle.x() < 2.0) { // the paint of the ends reaches into the body
            EXPECT_LT((along(mark) - Vec3::UnitX()).norm(), 0.05);
            ++between;
        }
    }
    EXPECT_GT(between, 10);
}

TEST_F(LoadMarks, AreNoCloserThanTheyAreLong) {
    for (const LoadKind kind : {LoadKind::pressing, LoadKind::muscle}) {
        const auto marks = of({.kind = kind}, top);
        ASSERT_GT(marks.size(), 10u);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                EXPECT_GT((from(marks[i]) - from(marks[j])).norm(), 0.5 * (to(marks[i]) - from(marks[i])).norm());
            }
        }
    }
}

TEST_F(LoadMarks, OfAContactAreItsNormalAndItsTangents) {
    const auto marks = of({.kind = LoadKind::patch}, top);
    ASSERT_EQ(marks.size(), 3u);
    EXPECT_TRUE(marks[0].is_arrow);
    EXPECT_NEAR(from(marks[0]).y(), 0.6, 1e-12);
    EXPECT_LT((along(marks[0]) - Vec3::UnitY()).norm(), 1e-6);
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_FALSE(marks[i].is_arrow);
        EXPECT_NEAR(along(marks[i]).y(), 0.0, 1e-6);
        EXPECT_NEAR((0.5 * (from(marks[i]) + to(marks[i])) - from(marks[0])).norm(), 0.0, 1e-12);
    }
    EXPECT_NEAR(along(marks[1]).dot(along(marks[2])), 0.0, 1e-9);
    EXPECT_EQ(of({.kind = LoadKind::patch, .tangents = 0.0}, top).size(), 1u) << "without friction";
    const auto slippery = of({.kind = LoadKind::patch, .tangents = 0.25}, top);
    ASSERT_EQ(slippery.size(), 3u);
    EXPECT_NEAR((to(slippery[1]) - from(slippery[1])).norm(), 0.5 * (to(marks[1]) - from(marks[1])).norm(), 1e-9);
}

TEST_F(LoadMarks, OfWhatPressesEndOnTheSurface) {
    const auto marks = of({.kind = LoadKind::pressing}, top);
    EXPECT_GT(marks.size(), 10u);
    for (const LoadMark& mark : marks) {
        EXPECT_TRUE(mark.is_arrow);
        EXPECT_NEAR(to(mark).y(), 0.6, 1e-12);
        EXPECT_LT(along(mark).y(), 0.0);
    }
}

TEST_F(LoadMarks, OfAPocketPointFromItIntoTheBody) {
    std::vector<Index> kept;
    const TetMesh& mesh = bar.mesh;
    const auto is_in_cavity = [](const Vec3& x) {
        return (x - Vec3(1.2, 0.3, 0.3)).cwiseAbs().maxCoeff() < 0.1 + 1e-9;
    };
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        if (!is_in_cavity(mesh.X(mesh.T.row(t), Eigen::all).colwise().mean())) {
            kept.push_back(t);
        }
    }
    bar = character_of({mesh.X, mesh.T(kept, Eigen::all)});
    const auto marks = of({.kind = LoadKind::pocket});
    EXPECT_GT(marks.size(), 5u);
    for (const LoadMark& mark : marks) {
        EXPECT_TRUE(mark.is_arrow);
        EXPECT_TRUE(is_in_cavity(from(mark)));
        EXPECT_GT(along(mark).dot(from(mark) - Vec3(1.2, 0.3, 0.3)), 0.0);
    }
}

TEST_F(LoadMarks, AreNoneWhereForcesHaveNoDirection) {
    EXPECT_TRUE(of({.kind = LoadKind::everywhere}).empty());
    EXPECT_TRUE(of({.kind = LoadKind::field}, top).empty());
    EXPECT_TRUE(of({.kind = LoadKind::region, .region = LoadRegion{}}).empty());
    EXPECT_TRUE(of({.kind = LoadKind::handles, .points = {Vec3::Zero()}}).empty());
    EXPECT_TRUE(of({.kind = LoadKind::pocket}).empty()) << "it has no cavity";
    EXPECT_TRUE(of({.kind = LoadKind::muscle, .from = "nothing"}).empty());
    EXPECT_TRUE(of({.kind = LoadKind::patch}, painted(bar, [](const Vec3&) { return false; })).empty());
}

} // namespace
} // namespace limber::app
