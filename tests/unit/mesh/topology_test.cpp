// SPDX-License-Identifier: MIT
#include "engine/mesh/quality.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;

TEST(Topology, OneTetIsAllBoundary) {
    const Tets T = one_tet().T;
    EXPECT_EQ(boundary_triangles(T), (Triangles(4, 3) << 1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1).finished());
    EXPECT_THAT(boundary_vertices(T), ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(face_neighbours(T), Tets::Constant(1, 4, -1));
}

TEST(Topology, TwoTetsAreNeighboursAcrossTheFaceThatTheyShare) {
    const Tets neighbours = face_neighbours(two_tets().T);
    EXPECT_EQ((neighbours.array() >= 0).count(), 2);
    EXPECT_EQ(neighbours.row(0).maxCoeff(), 1);
    EXPECT_EQ(neighbours.row(1).maxCoeff(), 0);
    EXPECT_EQ(boundary_triangles(two_tets().T).rows(), 6);
}

TEST(Topology, ThreeTetsOnOneFaceAreNeighboursInARing) {
    const Tets T = (Tets(3, 4) << 0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 2, 5).finished();
    EXPECT_THAT(std::vector<int>({face_neighbours(T)(0, 3), face_neighbours(T)(1, 3), face_neighbours(T)(2, 3)}),
                ElementsAre(1, 2, 0));
}

TEST(Topology, TheCentreOfABarOfEightCellsIsInside) {
    const auto vertices = boundary_vertices(bar_mesh(2, 2, 2).T);
    EXPECT_EQ(vertices.size(), 26u);
    EXPECT_TRUE(std::is_sorted(vertices.begin(), vertices.end()));
}

TEST(Topology, ComponentsAreNumberedAsTheyAppear) {
    const Tets T = (Tets(3, 4) << 4, 5, 6, 7, 0, 1, 2, 3, 7, 8, 9, 10).finished();
    const Components components = connected_components(T, 11);
    EXPECT_EQ(components.count, 2);
    EXPECT_THAT(components.of_tet, ElementsAre(0, 1, 0));
}

// The last vertex has no tet.
TEST(Topology, VerticesHaveTheComponentOfTheirTets) {
    const Tets T = (Tets(3, 4) << 4, 5, 6, 7, 0, 1, 2, 3, 7, 8, 9, 10).finished();
    EXPECT_THAT(components_of_vertices(T, 12, connected_components(T, 12)),
                ElementsAre(1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(Topology, OfAnEmptyMeshIsEmpty) {
    EXPECT_EQ(boundary_triangles(Tets(0, 4)).rows(), 0);
    EXPECT_EQ(connected_components(Tets(0, 4), 0).count, 0);
}

TEST(Quality, OfTheCornerTetIsKnownInClosedForm) {
    const MeshQuality quality = quality_of(one_tet());
    EXPECT_NEAR(quality.volume, 1.0 / 6.0, 1e-15);
    EXPECT_NEAR(quality.dihedral_min, 54.735610317245346, 1e-12); // acos(1 / sqrt(3))
    EXPECT_NEAR(quality.dihedral_max, 90.0, 1e-12);
    EXPECT_NEAR(quality.dihedral_first_percent, quality.dihedral_min, 1e-12);
    EXPECT_NEAR(quality.edge_mean, (3.0 + 3.0 * std::sqrt(2.0)) / 6.0, 1e-15);
    EXPECT_EQ(quality.sliver_count, 0);
    EXPECT_EQ(quality.component_count, 1);
    EXPECT_EQ(quality.boundary_face_count, 4);
    EXPECT_EQ(quality.non_manifold_edge_count, 0);
}

TEST(Quality, CountsSliversAndEdgesWhereTwoTetsOnlyTouch) {
    TetMesh mesh;
    mesh.X.resize(6, 3);
    mesh.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, 0.01, 0.3, -1, 0, 0.3, -0.3, 1;
    mesh.T = (Tets(2, 4) << 0, 1, 2, 3, 0, 4, 1, 5).finished();
    const MeshQuality quality = quality_of(mesh);
    EXPECT_EQ(quality.sliver_count, 1);
    EXPECT_EQ(quality.non_manifold_edge_count, 1);
}

} // namespace
} // namespace limber::testing
