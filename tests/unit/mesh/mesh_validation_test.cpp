// SPDX-License-Identifier: MIT
#include "engine/mesh/mesh_validation.h"
#include "tests/support/meshes.h"

#include <cmath>
#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TetMesh with_another_tet(TetMesh mesh, const std::array<int, 4>& tet) {
    mesh.T.conservativeResize(mesh.T.rows() + 1, 4);
    mesh.T.bottomRows(1) << tet[0], tet[1], tet[2], tet[3];
    return mesh;
}

TetMesh with_another_vertex(TetMesh mesh, const Vec3& position) {
    mesh.X.conservativeResize(mesh.X.rows() + 1, 3);
    mesh.X.bottomRows(1) = position.transpose();
    return mesh;
}

TEST(MeshRepair, KeepsAValidMesh) {
    const auto mesh = validate(bar_mesh(3, 2, 1), "bar");
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh.value().value.X, bar_mesh(3, 2, 1).X);
    EXPECT_EQ(mesh.value().value.T, bar_mesh(3, 2, 1).T);
    EXPECT_THAT(mesh.value().warnings, IsEmpty());
}

TEST(MeshRepair, ReorientsInvertedTets) {
    TetMesh mesh = two_tets();
    std::swap(mesh.T(1, 0), mesh.T(1, 1));
    ASSERT_LT(tet_volume(mesh, 1), 0.0);
    const auto sound = validate(mesh, "two");
    ASSERT_TRUE(sound);
    EXPECT_GT(tet_volumes(sound.value().value).minCoeff(), 0.0);
    EXPECT_THAT(sound.value().warnings, ElementsAre("1 tet is inverted (of negative volume) and turned"));
}

TEST(MeshRepair, RemovesFlatTetsAtAnyScale) {
    for (const double scale : {1e-6, 1.0, 1e6}) {
        TetMesh mesh = with_another_vertex(one_tet(), Vec3(0.25, 0.25, 0.0));
        mesh.X *= scale;
        const auto sound = validate(with_another_tet(mesh, {0, 1, 2, 4}), "one");
        ASSERT_TRUE(sound);
        EXPECT_EQ(sound.value().value.T, one_tet().T);
        EXPECT_THAT(sound.value().warnings,
                    ElementsAre("1 tet is flat (without volume) and dropped", "1 unreferenced vertex is removed"));
    }
}

TEST(MeshRepair, RemovesATetWithARepeatedVertex) {
    const auto sound = validate(with_another_tet(one_tet(), {0, 1, 1, 3}), "one");
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound.value().value.T, one_tet().T);
}

TEST(MeshRepair, RemovesTheSecondOfTwoEqualTets) {
    const auto sound = validate(with_another_tet(two_tets(), {1, 0, 2, 3}), "two");
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound.value().value.T, two_tets().T);
    EXPECT_THAT(sound.value().warnings, ElementsAre("1 tet is there twice and dropped once"));
}

TEST(MeshRepair, RemovesUnreferencedVerticesAndKeepsTheOrderOfTheOthers) {
    TetMesh mesh;
    mesh.X.resize(6, 3);
    mesh.X << 9, 9, 9, 0, 0, 0, 1, 0, 0, 8, 8, 8, 0, 1, 0, 0, 0, 1;
    mesh.T = (Tets(1, 4) << 1, 2, 4, 5).finished();
    const auto sound = validate(mesh, "one");
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound.value().value.X, one_tet().X);
    EXPECT_EQ(sound.value().value.T, (Tets(1, 4) << 0, 1, 2, 3).finished());
    EXPECT_THAT(sound.value().warnings, ElementsAre("2 unreferenced vertices are removed"));
}

TEST(MeshRepair, ReportsSeveralComponents) {
    TetMesh mesh = one_tet();
    mesh.X.conservativeResize(8, 3);
    mesh.X.bottomRows(4) = (mesh.X.topRows(4).array() + 5.0).matrix().eval();
    mesh = with_another_tet(mesh, {4, 5, 6, 7});
    const auto sound = validate(mesh, "two");
    ASSERT_TRUE(sound);
    EXPECT_THAT(
        sound.value().warnings,
        ElementsAre("the mesh is in 2 pieces that share no vertex: a rig holds the mean of each, and without one "
                    "they fall apart"));
}

TEST(MeshRepair, RejectsWhatCannotBeRepairedAndNamesTheElement) {
    const auto refusal = [](const TetMesh& mesh) {
        return sentence(validate(mesh, "a mesh").error());
    };
    TetMesh not_finite = one_tet();
    not_finite.X(2, 1) = std::numeric_limits<double>::quiet_NaN();
    TetMesh flat = one_tet();
    flat.X.col(2).setZero();
    TetMesh huge = one_tet();
    huge.X *= 1e200;
    EXPECT_THAT(refusal(TetMesh{}), HasSubstr("a mesh: the mesh is empty, it has 0 vertices and 0 tets"));
    EXPECT_THAT(refusal(not_finite), HasSubstr("vertex 2 (from 0) is not at a finite position"));
    EXPECT_THAT(refusal(with_another_tet(one_tet(), {0, 1, 2, 4})), HasSubstr("tet 1 (from 0) names vertex 4"));
    EXPECT_THAT(refusal(with_another_tet(one_tet(), {0, 1, 2, -1})), HasSubstr("tet 1 (from 0) names vertex -1"));
    EXPECT_THAT(refusal(flat), HasSubstr("every tet of the mesh is flat"));
    EXPECT_THAT(refusal(huge), HasSubstr("scale it down"));
}

TEST(MeshRepair, SurfaceRepairRemovesFlatAndDuplicateTrianglesButKeepsThinSheets) {
    SurfaceMesh sheet;
    sheet.V = one_tet().X;
    sheet.F.resize(5, 3);
    sheet.F << 0, 1, 2, 0, 2, 1, 1, 2, 0, 0, 0, 1, 0, 1, 3;
    const auto sound = validate(sheet, "sheet");
    ASSERT_TRUE(sound);
    EXPECT_EQ(sound.value().value.F, (Triangles(3, 3) << 0, 1, 2, 0, 2, 1, 0, 1, 3).finished());
    EXPECT_THAT(sound.value().warnings, ElementsAre("1 triangle is flat (without area) and dropped",
                                                    "1 triangle is there twice and dropped once",
                                                    "2 edges are open (with a triangle on one side only)",
                                                    "1 edge is not manifold (with more than two triangles)"));
    EXPECT_EQ(std::ranges::count_if(sound.value().warnings, &is_about_edges), 2);
}

} // namespace
} // namespace limber::testing
