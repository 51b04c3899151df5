// SPDX-License-Identifier: MIT
#include "engine/actuation/rest_shapes.h"

#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber::testing {
namespace {

Material rubber(const TetMesh& mesh) {
    return uniform_material({1e5, 0.3, 1000.0}, mesh.tet_count());
}

// The root-mean-square strain of a displacement, weighted by 2 mu V.
double strain_of(const TetMesh& mesh, const Material& material, const Vector& d) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    double sum = 0.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        Mat3 gradient = Mat3::Zero();
        for (Index corner = 0; corner < 4; ++corner) {
            gradient += d.segment<3>(3 * mesh.T(t, corner)) * hats[static_cast<std::size_t>(t)].row(corner);
        }
        sum += weight(t) * (0.5 * (gradient + gradient.transpose())).squaredNorm();
    }
    return std::sqrt(sum / weight.sum());
}

TEST(BoxCage, OfABodyInAPlaneIsOneLayer) {
    Points X(4, 3);
    X << 0.0, 0.3, 0.0, 1.0, 0.3, 0.0, 0.0, 0.3, 0.5, 1.0, 0.3, 0.5;
    const auto cells = cubic_cells(X, 8);
    EXPECT_EQ(cells, (std::array<Index, 3>{4, 1, 2}));
    const BoxCage cage = box_cage(TetMesh{X, Tets(0, 4)}, cells);
    ASSERT_TRUE(cage.weights.allFinite());
    EXPECT_LT((cage.weights * cage.corners - X).norm(), 1e-12);
    EXPECT_EQ(cage.corners.rows(), 4);
}

TEST(RestShapes, OfLengthOneHaveAStrainOfOne) {
    const TetMesh mesh = bar_mesh(3, 6, 3, Vec3(0.4, 1.2, 0.4));
    const Matrix D = cage_muscles(box_cage(mesh, {1, 2, 1}).weights);
    const Matrix shapes = whitened_rest_shapes(mesh, rubber(mesh), D);
    Rng rng(3);
    for (int trial = 0; trial < 5; ++trial) {
        Vector p = Vector::NullaryExpr(shapes.cols(), [&] { return rng.normal(); });
        p.normalize();
        EXPECT_NEAR(strain_of(mesh, rubber(mesh), shapes * p), 1.0, 1e-9);
    }
}

// Twice the energy of linear elasticity over sum 2 mu V, with the regulariser's own ratio.
double regulariser_of(const TetMesh& mesh, const Material& material, const Vector& d, double poisson) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    double sum = 0.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        double divergence = 0.0;
        for (Index corner = 0; corner < 4; ++corner) {
            divergence +=
                hats[static_cast<std::size_t>(t)].row(corner).dot(d.segment<3>(3 * mesh.T(t, corner)).transpose());
        }
        sum += weight(t) * poisson / (1.0 - 2.0 * poisson) * divergence * divergence;
    }
    return std::pow(strain_of(mesh, material, d), 2) + sum / weight.sum();
}

TEST(RestShapes, HaveTheEnergyOfTheRegularisersOwnMaterial) {
    const TetMesh mesh = bar_mesh(3, 6, 3, Vec3(0.4, 1.2, 0.4));
    const Matrix D = cage_muscles(box_cage(mesh, {1, 2, 1}).weights);
    const Matrix soft = whitened_rest_shapes(mesh, rubber(mesh), D);
    const Matrix shapes = whitened_rest_shapes(mesh, rubber(mesh), D, {.poisson = 0.45});
    ASSERT_EQ(shapes.cols(), soft.cols());
    Rng rng(4);
    for (int trial = 0; trial < 5; ++trial) {
        Vector p = Vector::NullaryExpr(shapes.cols(), [&] { return rng.normal(); });
        p.normalize();
        EXPECT_NEAR(regulariser_of(mesh, rubber(mesh), shapes * p, 0.45), 1.0, 1e-9);
        EXPECT_LT(strain_of(mesh, rubber(mesh), shapes * p), 1.0) << "what changes the volume is smaller";
    }
}

// Three shifts and three rotations of the whole cage, to first order, strain nothing.
TEST(RestShapes, DropTheSixRigidDirectionsOfACage) {
    const TetMesh mesh = bar_mesh(3, 6, 3, Vec3(0.4, 1.2, 0.4));
    for (const std::array<Index, 3> cells : {std::array<Index, 3>{1, 1, 1}, {1, 2, 1}}) {
        const BoxCage cage = box_cage(mesh, cells);
        const Matrix D = cage_muscles(cage.weights);
        EXPECT_EQ(whitened_rest_shapes(mesh, rubber(mesh), D).cols(), D.cols() - 6);
    }
}

TEST(BoxCage, ReproducesThePositionsAndHasNoCornerOfAnEmptyCell) {
    TetMesh mesh = bar_mesh(2, 2, 2);
    // Two blocks far apart along a diagonal leave most cells empty.
    TetMesh other = mesh;
    other.X.rowwise() += Eigen::RowVector3d(9.0, 9.0, 9.0);
    const Index count = mesh.vertex_count();
    TetMesh both;
    both.X.resize(2 * count, 3);
    both.X << mesh.X, other.X;
    both.T.resize(2 * mesh.tet_count(), 4);
    both.T << mesh.T, (other.T.array() + static_cast<int>(count)).matrix();
    const BoxCage cage = box_cage(both, {10, 10, 10});
    EXPECT_EQ(cage.corners.rows(), 16);
    EXPECT_TRUE((cage.weights * cage.corners).isApprox(both.X, 1e-12));
    EXPECT_TRUE(cage.weights.rowwise().sum().isApprox(Vector::Ones(2 * count), 1e-12));
}

TEST(BoxCage, HasAboutAsManyCellsAsWanted) {
    const TetMesh bar = bar_mesh(1, 4, 1, Vec3(1.0, 4.0, 1.0));
    EXPECT_EQ(cubic_cells(bar.X, 4), (std::array<Index, 3>{1, 4, 1}));
    EXPECT_EQ(cubic_cells(bar.X, 1), (std::array<Index, 3>{1, 3, 1}));
}

} // namespace
} // namespace limber::testing
