// SPDX-License-Identifier: MIT
#include "engine/subspace/supports.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <vector>

namespace limber {
namespace {

class SupportsOfABar : public ::testing::Test {
protected:
    Supports pinned_at(const std::vector<Index>& vertices) const {
        Vector pinned = Vector::Zero(mesh.vertex_count());
        for (const Index vertex : vertices) {
            pinned(vertex) = 1.0;
        }
        return {Matrix(mesh.vertex_count(), 0), pinned};
    }
    // Two bars that do not touch.
    TetMesh two() const {
        TetMesh both{Points(2 * mesh.vertex_count(), 3), Tets(2 * mesh.tet_count(), 4)};
        both.X << mesh.X, mesh.X.rowwise() + Eigen::RowVector3d(0.0, 0.0, 2.0);
        both.T << mesh.T, mesh.T.array() + static_cast<int>(mesh.vertex_count());
        return both;
    }
    std::vector<Index> end() const {
        std::vector<Index> vertices;
        for (Index i = 0; i < mesh.vertex_count(); ++i) {
            if (mesh.X(i, 0) < 1e-9) {
                vertices.push_back(i);
            }
        }
        return vertices;
    }

    TetMesh mesh = testing::bar_mesh(4, 2, 2, Vec3(1.0, 0.35, 0.22));
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    SparseMatrix H = rest_hessian(mesh, material);
};

TEST_F(SupportsOfABar, LeaveAFreeBodyAllMotionsOfTheWhole) {
    const Supports free(Matrix(mesh.vertex_count(), 0));
    const Matrix rigid = unheld_rigid_motions(mesh, free);
    EXPECT_EQ(rigid.cols(), 6);
    EXPECT_LT((H * rigid).norm(), 1e-9 * H.norm() * rigid.norm());
    EXPECT_EQ(unheld_affine_motions(mesh, free).cols(), 12);
    EXPECT_TRUE(unheld_constants(mesh, free).isApprox(Matrix::Ones(mesh.vertex_count(), 1)));
    const Supports blank(free.C, Vector::Zero(mesh.vertex_count()));
    EXPECT_EQ(unheld_rigid_motions(mesh, blank).cols(), 6);
    EXPECT_EQ(unheld_affine_motions(mesh, blank).cols(), 12);
}

TEST_F(SupportsOfABar, LeaveTurnsAboutPinsAtAPointOrALine) {
    const auto expect_left = [&](const std::vector<Index>& vertices, Index rigid_count, Index affine_count) {
        const Supports supports = pinned_at(vertices);
        const Matrix rigid = unheld_rigid_motions(mesh, supports);
        const Matrix affine = unheld_affine_motions(mesh, supports);
        ASSERT_EQ(rigid.cols(), rigid_count);
        ASSERT_EQ(affine.cols(), affine_count);
        EXPECT_LT((H * rigid).norm(), 1e-9 * H.norm() * rigid.norm());
        for (const Index vertex : vertices) {
            EXPECT_LT(rigid.middleRows(3 * vertex, 3).norm(), 1e-9);
            EXPECT_LT(affine.middleRows(3 * vertex, 3).norm(), 1e-9);
        }
        const Matrix rest = rigid - affine * Matrix(affine.colPivHouseholderQr().solve(rigid));
        EXPECT_LT(rest.norm(), 1e-9 * rigid.norm()) << "turns are affine motions";
        EXPECT_EQ(unheld_constants(mesh, supports).cols(), 0);
    };
    expect_left({7}, 3, 9);
    expect_left({7, 30}, 1, 6);
}

TEST_F(SupportsOfABar, LeaveNothingToABodyThatIsPinnedOnAPlaneOrHeldByARig) {
    EXPECT_EQ(unheld_rigid_motions(mesh, pinned_at(end())).cols(), 0);
    EXPECT_EQ(unheld_affine_motions(mesh, pinned_at(end())).cols(), 0);
    const Supports rig(Matrix::Ones(mesh.vertex_count(), 4));
    EXPECT_EQ(unheld_rigid_motions(mesh, rig).cols(), 0);
    EXPECT_EQ(unheld_affine_motions(mesh, rig).cols(), 0);
    EXPECT_EQ(unheld_constants(mesh, rig).cols(), 0);
}

TEST_F(SupportsOfABar, LeaveAPieceWithoutPinsFree) {
    const TetMesh both = two();
    const Index n = mesh.vertex_count();
    Vector pinned = Vector::Zero(2 * n);
    pinned.head(n) = pinned_at(end()).pinned;
    const Supports supports(Matrix(2 * n, 0), pinned);
    const Matrix rigid = unheld_rigid_motions(both, supports);
    const Matrix affine = unheld_affine_motions(both, supports);
    const Matrix constants = unheld_constants(both, supports);
    ASSERT_EQ(rigid.cols(), 6);
    ASSERT_EQ(affine.cols(), 12);
    ASSERT_EQ(constants.cols(), 1);
    EXPECT_TRUE(rigid.topRows(3 * n).isZero(0.0));
    EXPECT_TRUE(affine.topRows(3 * n).isZero(0.0));
    EXPECT_TRUE(constants.topRows(n).isZero(0.0));
    EXPECT_GT(constants.bottomRows(n).cwiseAbs().minCoeff(), 0.1);
}

TEST_F(SupportsOfABar, LeaveNothingToPiecesThatAreAllPinnedOnAPlane) {
    const TetMesh both = two();
    const Supports supports(Matrix(both.vertex_count(), 0), pinned_at(end()).pinned.replicate(2, 1));
    EXPECT_EQ(unheld_rigid_motions(both, supports).cols(), 0);
    EXPECT_EQ(unheld_affine_motions(both, supports).cols(), 0);
    EXPECT_EQ(unheld_constants(both, supports).cols(), 0);
}

// However small it is in the whole.
TEST_F(SupportsOfABar, HoldASmallPieceOnAPlane) {
    TetMesh both = two();
    const Index n = mesh.vertex_count();
    both.X.bottomRows(n) = (1e-5 * mesh.X).rowwise() + Eigen::RowVector3d(1.0, 0.0, 2.0);
    const Supports supports(Matrix(2 * n, 0), pinned_at(end()).pinned.replicate(2, 1));
    EXPECT_EQ(unheld_rigid_motions(both, supports).cols(), 0);
    EXPECT_EQ(unheld_affine_motions(both, supports).cols(), 0);
}

// The springs are as long as at rest, where their stiffness across vanishes.
TEST_F(SupportsOfABar, HaveTheStiffnessThatIsTheSecondDerivativeOfHandlesAndSprings) {
    LoadDistribution loads = no_loads(mesh.vertex_count());
    loads.handles = {{3, 200.0}, {11, 70.0}};
    loads.springs = {{{3, 20}, 90.0}, {{8, 40}, 30.0}};
    const auto energy = [&](const Points& x) {
        double sum = 0.0;
        for (const HeldVertex& one : loads.handles) {
            sum += 0.5 * one.stiffness * (x.row(one.vertex) - mesh.X.row(one.vertex)).squaredNorm();
        }
        for (const HeldPair& one : loads.springs) {
            const auto [a, b] = one.ends;
            const double stretch = (x.row(b) - x.row(a)).norm() - (mesh.X.row(b) - mesh.X.row(a)).norm();
            sum += 0.5 * one.stiffness * stretch * stretch;
        }
        return sum;
    };
    SparseMatrix K(H.rows(), H.cols());
    add_stiffness(mesh, loads, K);
    Rng rng(3);
    constexpr double step = 1e-4;
    for (int trial = 0; trial < 5; ++trial) {
        const Vector u = Vector::NullaryExpr(H.rows(), [&] { return rng.normal(); });
        const Vector v = Vector::NullaryExpr(H.rows(), [&] { return rng.normal(); });
        const auto at = [&](double along_u, double along_v) {
            const Vector d = step * (along_u * u + along_v * v);
            return energy(mesh.X + Eigen::Map<const Points>(d.data(), mesh.vertex_count(), 3));
        };
        const double mixed = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4.0 * step * step);
        EXPECT_NEAR(u.dot(K * v), mixed, 1e-3 * K.norm());
    }
    SparseMatrix of_weights(mesh.vertex_count(), mesh.vertex_count());
    add_stiffness(mesh, loads, of_weights);
    const Matrix whole = K;
    Matrix blocks = Matrix::Zero(mesh.vertex_count(), mesh.vertex_count());
    for (Index axis = 0; axis < 3; ++axis) {
        const auto rows = Eigen::seqN(axis, mesh.vertex_count(), 3);
        blocks += whole(rows, rows);
    }
    EXPECT_LT((blocks - Matrix(of_weights)).norm(), 1e-12 * blocks.norm());
}

TEST_F(SupportsOfABar, LeaveTurnsAboutHandlesWithStiffness) {
    const Supports free(Matrix(mesh.vertex_count(), 0));
    LoadDistribution loads = no_loads(mesh.vertex_count());
    loads.handles = {{7, 10.0}, {30, 0.0}};
    loads.springs = {{{3, 20}, 90.0}};
    EXPECT_EQ(unheld_rigid_motions(mesh, with_handles(free, loads)).cols(), 3);
    EXPECT_EQ(unheld_affine_motions(mesh, with_handles(free, loads)).cols(), 9);
    loads.handles[1].stiffness = 0.1;
    EXPECT_EQ(unheld_rigid_motions(mesh, with_handles(free, loads)).cols(), 1);
    loads.handles.clear();
    EXPECT_EQ(unheld_rigid_motions(mesh, with_handles(free, loads)).cols(), 6)
        << "springs within the body hold nothing";
    EXPECT_EQ(with_handles(free, loads).pinned.size(), 0);
}

TEST_F(SupportsOfABar, HaveTheSameSpringsAlongEachAxis) {
    const Supports supports = pinned_at(end());
    SparseMatrix of_displacements = H;
    add_springs(mesh, material, supports, of_displacements);
    SparseMatrix of_weights = weight_space_hessian(mesh, material);
    const Vector before = of_weights.diagonal();
    add_springs(mesh, material, supports, of_weights);
    const Vector springs = of_weights.diagonal() - before;
    const Vector added = of_displacements.diagonal() - H.diagonal();
    EXPECT_GT(springs(end().front()), 1e4 * before.maxCoeff());
    EXPECT_LT((added - Vector(springs.transpose().replicate(3, 1).reshaped())).norm(), 1e-12 * added.norm());
    EXPECT_EQ((springs.array() > 0.0).count(), static_cast<Index>(end().size()));
}

} // namespace
} // namespace limber
