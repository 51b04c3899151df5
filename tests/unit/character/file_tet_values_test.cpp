// SPDX-License-Identifier: MIT
#include "app/character/file_tet_values.h"

#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <numeric>

namespace limber::app {
namespace {

TEST(FileTetValues, OfTheSameMeshStay) {
    const TetMesh mesh = limber::testing::bar_mesh(3, 2, 2);
    const FileTetValues values(mesh);
    std::vector<int> of_tets(static_cast<std::size_t>(mesh.tet_count()));
    std::iota(of_tets.begin(), of_tets.end(), 0);
    EXPECT_EQ(values.carried_of_tets(of_tets, mesh), of_tets);
    std::vector<int> of_vertices(static_cast<std::size_t>(mesh.vertex_count()));
    std::iota(of_vertices.begin(), of_vertices.end(), 0);
    EXPECT_EQ(values.carried_of_vertices(of_vertices, mesh), of_vertices);
}

TEST(FileTetValues, OfALinearFunctionAreExact) {
    const TetMesh mesh = limber::testing::bar_mesh(6, 6, 6);
    const TetMesh other = limber::testing::bar_mesh(4, 5, 3);
    Matrix weights(mesh.vertex_count(), 2);
    weights << mesh.X.col(0), Vector::Ones(mesh.vertex_count()) - mesh.X.col(0);
    const Matrix carried = FileTetValues(mesh).vertices_of(other).carried(weights);
    ASSERT_EQ(carried.rows(), other.vertex_count());
    EXPECT_LT((carried.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-12);
    EXPECT_LT((carried.col(0) - other.X.col(0)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(FileTetValues, OfVerticesComeFromTheCornerOfTheLargestWeight) {
    const TetMesh mesh = limber::testing::one_tet();
    const FileTetValues values(mesh);
    const TetMesh inside{Points{{0.1, 0.1, 0.1}, {0.7, 0.1, 0.1}, {0.1, 0.7, 0.1}, {0.1, 0.1, 0.7}}, mesh.T};
    std::vector<int> labels(4);
    for (Index i = 0; i < 4; ++i) {
        labels[static_cast<std::size_t>(i)] = static_cast<int>(mesh.X.row(i).dot(Eigen::RowVector3d(1, 2, 3)));
    }
    EXPECT_EQ(values.carried_of_vertices(labels, inside), (std::vector<int>{0, 1, 2, 3}));
}

TEST(FileTetValues, OfTetsComeFromTheNearestCentre) {
    const TetMesh mesh = limber::testing::bar_mesh(2, 1, 1);
    const TetMesh finer = limber::testing::bar_mesh(8, 4, 4);
    const FileTetValues values(mesh);
    std::vector<int> sides;
    const auto centre = [](const TetMesh& of, Index t) {
        return 0.25 * (of.X(of.T(t, 0), 0) + of.X(of.T(t, 1), 0) + of.X(of.T(t, 2), 0) + of.X(of.T(t, 3), 0));
    };
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        sides.push_back(centre(mesh, t) < 0.5 ? 0 : 1);
    }
    const std::vector<int> carried = values.carried_of_tets(sides, finer);
    for (Index t = 0; t < finer.tet_count(); ++t) {
        const double x = centre(finer, t);
        if (x < 0.2 || x > 0.8) {
            EXPECT_EQ(carried[static_cast<std::size_t>(t)], x < 0.5 ? 0 : 1) << x;
        }
    }
}

} // namespace
} // namespace limber::app
