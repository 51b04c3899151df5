// SPDX-License-Identifier: MIT
#include "engine/mesh/mesh_validation.h"
#include "engine/mesh/quality.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <gmock/gmock.h>
#include <map>
#include <numeric>

namespace limber::testing {
namespace {

// Bars and balls with random tets taken out, so that the boundary has holes, pockets and pieces.
TetMesh random_mesh(std::uint64_t seed) {
    Rng rng(seed);
    const auto side = [&] {
        return 1 + static_cast<int>(rng.below(3));
    };
    TetMesh mesh = seed % 2 ? bar_mesh(side(), side(), side()) : ball_mesh(side());
    const auto kept = 1 + static_cast<Index>(rng.below(static_cast<std::uint64_t>(mesh.tet_count())));
    mesh = reordered(mesh, random_order(static_cast<int>(mesh.tet_count()), rng));
    mesh.T.conservativeResize(kept, 4);
    return validate(mesh, "random").value().value;
}

class Meshes : public ::testing::TestWithParam<int> {
protected:
    TetMesh mesh() const {
        return random_mesh(static_cast<std::uint64_t>(GetParam()));
    }
};

INSTANTIATE_TEST_SUITE_P(Seeds, Meshes, ::testing::Range(0, 24));

TEST_P(Meshes, TheBoundaryOfTheBoundaryIsEmpty) {
    std::map<std::pair<int, int>, int> crossings;
    const Triangles boundary = boundary_triangles(mesh().T);
    for (const auto& face : boundary.rowwise()) {
        for (int k = 0; k < 3; ++k) {
            const int from = face(k);
            const int to = face((k + 1) % 3);
            crossings[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    }
    for (const auto& [edge, sum] : crossings) {
        EXPECT_EQ(sum, 0) << edge.first << " " << edge.second;
    }
}

// Divergence theorem: the volume that the boundary encloses is the sum of the tets'.
TEST_P(Meshes, TheBoundaryFacesOutwards) {
    const TetMesh body = mesh();
    double enclosed = 0.0;
    const Triangles boundary = boundary_triangles(body.T);
    for (const auto& face : boundary.rowwise()) {
        const Vec3 a = body.X.row(face(0));
        const Vec3 b = body.X.row(face(1));
        const Vec3 c = body.X.row(face(2));
        enclosed += a.dot(b.cross(c)) / 6.0;
    }
    EXPECT_GT(enclosed, 0.0);
    EXPECT_NEAR(enclosed, tet_volumes(body).sum(), 1e-13 * enclosed + 1e-15);
}

TEST_P(Meshes, NeighboursAreSymmetric) {
    const Tets T = mesh().T;
    const Tets neighbours = face_neighbours(T);
    for (int tet = 0; tet < T.rows(); ++tet) {
        for (const int other : neighbours.row(tet)) {
            EXPECT_TRUE(other < 0 || (neighbours.row(other).array() == tet).any());
        }
    }
}

std::vector<std::array<int, 3>> sorted_faces(const Triangles& F, const std::vector<int>& name) {
    std::vector<std::array<int, 3>> faces;
    for (const auto& row : F.rowwise()) {
        std::array<int, 3> face{};
        std::transform(row.begin(), row.end(), face.begin(), [&](int v) { return name[static_cast<std::size_t>(v)]; });
        std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
        faces.push_back(face);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

TEST_P(Meshes, RenumberingPermutesTheBoundaryOnly) {
    Rng rng(99);
    const TetMesh body = mesh();
    const auto order = random_order(static_cast<int>(body.vertex_count()), rng);
    const auto tet_order = random_order(static_cast<int>(body.tet_count()), rng);
    const TetMesh other = reordered(renumbered(body, order), tet_order);
    std::vector<int> same(order.size());
    std::iota(same.begin(), same.end(), 0);
    EXPECT_EQ(sorted_faces(boundary_triangles(body.T), same), sorted_faces(boundary_triangles(other.T), order));

    const MeshQuality first = quality_of(body);
    const MeshQuality second = quality_of(other);
    EXPECT_NEAR(first.volume, second.volume, 1e-13 * first.volume);
    EXPECT_NEAR(first.edge_mean, second.edge_mean, 1e-13 * first.edge_mean);
    EXPECT_NEAR(first.dihedral_min, second.dihedral_min, 1e-10);
    EXPECT_NEAR(first.dihedral_max, second.dihedral_max, 1e-10);
    EXPECT_NEAR(first.dihedral_first_percent, second.dihedral_first_percent, 1e-10);
    EXPECT_EQ(first.sliver_count, second.sliver_count);
    EXPECT_EQ(first.component_count, second.component_count);
    EXPECT_EQ(first.boundary_face_count, second.boundary_face_count);
    EXPECT_EQ(first.non_manifold_edge_count, second.non_manifold_edge_count);
}

TEST_P(Meshes, RepairIsIdempotent) {
    const auto again = validate(mesh(), "again").value();
    EXPECT_EQ(again.value.X, mesh().X);
    EXPECT_EQ(again.value.T, mesh().T);
}

} // namespace
} // namespace limber::testing
