// SPDX-License-Identifier: MIT
#include "engine/linalg/multigrid.h"

#include "engine/core/random.h"
#include "engine/linalg/aggregation.h"
#include "engine/linalg/local_order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace limber {
namespace {

// Springs of uneven stiffness along the edges of an n x n grid, numbered in any order.
SparseMatrix shuffled_grid(int n, double unevenness = 2.0) {
    Rng rng(3);
    std::vector<int> number(static_cast<std::size_t>(n * n));
    std::iota(number.begin(), number.end(), 0);
    for (std::size_t i = number.size() - 1; i > 0; --i) {
        std::swap(number[i], number[rng.below(i + 1)]);
    }
    std::vector<Eigen::Triplet<double>> entries;
    const auto spring = [&](int a, int b) {
        const int i = number[static_cast<std::size_t>(a)];
        const int j = number[static_cast<std::size_t>(b)];
        const double k = rng.uniform(1.0, unevenness);
        entries.insert(entries.end(), {{i, i, k}, {j, j, k}, {i, j, -k}, {j, i, -k}});
    };
    for (int a = 0; a < n * n; ++a) {
        if (a % n > 0) {
            spring(a - 1, a);
        }
        if (a >= n) {
            spring(a - n, a);
        }
    }
    SparseMatrix A(n * n, n * n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

Matrix random_columns(Index rows, Index columns) {
    Rng rng(5);
    return Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); });
}

TEST(Multigrid, ReducesTheErrorInEveryCycle) {
    for (const double unevenness : {1.0, 1000.0}) {
        const SparseMatrix A = shuffled_grid(80, unevenness);
        const double shift = 1e-5;
        const auto inverse = Multigrid::of(A, shift, Vector::Ones(6400));
        ASSERT_TRUE(inverse);
        Matrix error = random_columns(6400, 3);
        const auto energy = [&] {
            return std::sqrt((error.cwiseProduct(A * error + shift * error)).sum());
        };
        const double before = energy();
        for (int i = 0; i < 8; ++i) {
            error -= inverse.value().apply(A * error + shift * error);
        }
        EXPECT_LT(energy(), std::pow(0.5, 8) * before) << unevenness;
    }
}

TEST(Multigrid, IsSymmetricAndPositive) {
    const SparseMatrix A = shuffled_grid(60, 10.0);
    const auto inverse = Multigrid::of(A, 1e-3, Vector::Ones(3600));
    const Matrix B = random_columns(3600, 11);
    const Matrix G = B.transpose() * inverse.value().apply(B);
    EXPECT_LT((G - G.transpose()).norm(), 1e-5 * G.norm());
    EXPECT_GT(G.diagonal().minCoeff(), 0.0);
}

TEST(Multigrid, TreatsColumnsSeparatelyWithTheSameBits) {
    const SparseMatrix A = shuffled_grid(60);
    const auto inverse = Multigrid::of(A, 1e-3, Vector::Ones(3600));
    const Matrix B = random_columns(3600, 11);
    const Matrix X = inverse.value().apply(B);
    EXPECT_EQ(inverse.value().apply(B.middleCols(3, 5)), X.middleCols(3, 5));
    EXPECT_EQ(Multigrid::of(A, 1e-3, Vector::Ones(3600)).value().apply(B), X);
    EXPECT_EQ(inverse.value().apply(Matrix::Zero(3600, 2)), Matrix::Zero(3600, 2));
    EXPECT_GT(inverse.value().byte_count(), static_cast<std::size_t>(A.nonZeros()) * 8);
}

TEST(Multigrid, SolvesSmallSystems) {
    const SparseMatrix A = shuffled_grid(20);
    const Matrix B = random_columns(400, 2);
    const Matrix X = Multigrid::of(A, 1.0, Vector::Ones(400)).value().apply(B);
    EXPECT_LT((A * X + X - B).norm(), 1e-5 * B.norm());
}

TEST(Multigrid, ReportsASingularMatrix) {
    EXPECT_FALSE(Multigrid::of(-1.0 * shuffled_grid(40), 0.0, Vector::Ones(1600)));
    EXPECT_FALSE(Multigrid::of(shuffled_grid(10), std::nan(""), Vector::Ones(100)));
}

TEST(CoarseLevel, ContainsTheSmoothestVector) {
    const SparseMatrix A = shuffled_grid(40, 100.0);
    const CoarseLevel coarse = coarse_level(A, Vector::Ones(1600), 0.08);
    EXPECT_LT(coarse.R.rows(), 800);
    const Vector shown = coarse.R.transpose() * coarse.smoothest;
    EXPECT_LT((shown - Vector::Ones(1600)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(CoarseLevel, KeepsUnconnectedRows) {
    SparseMatrix A(5, 5);
    A.setIdentity();
    const CoarseLevel coarse = coarse_level(A, Vector::Ones(5), 0.08);
    EXPECT_EQ(coarse.R.rows(), 5);
}

TEST(LocalOrder, PlacesNeighboursTogether) {
    const SparseMatrix A = shuffled_grid(30);
    const Order order = local_order(A);
    const SparseMatrix B = ordered(A, order);
    EXPECT_EQ(Matrix(B), Matrix(order * Matrix(A) * order.transpose()));
    Index farthest = 0;
    for (Index j = 0; j < B.cols(); ++j) {
        for (SparseMatrix::InnerIterator entry(B, j); entry; ++entry) {
            farthest = std::max(farthest, std::abs(entry.row() - j));
        }
    }
    EXPECT_LE(farthest, 60);
}

// A row with so many neighbours that each of them is weak.
TEST(Multigrid, SupportsRowsWithManyNeighbours) {
    SparseMatrix A = shuffled_grid(80);
    Rng rng(7);
    std::vector<Eigen::Triplet<double>> spokes;
    for (int hub = 0; hub < 6400; hub += 640) {
        for (int k = 0; k < 400; ++k) {
            const int rim = static_cast<int>(rng.below(6400));
            if (rim != hub) {
                spokes.insert(spokes.end(), {{hub, hub, 1.0}, {rim, rim, 1.0}, {hub, rim, -1.0}, {rim, hub, -1.0}});
            }
        }
    }
    SparseMatrix S(6400, 6400);
    S.setFromTriplets(spokes.begin(), spokes.end());
    A += S;
    const auto inverse = Multigrid::of(A, 1e-5, Vector::Ones(6400));
    ASSERT_TRUE(inverse);
    Matrix error = random_columns(6400, 1);
    const auto energy = [&] {
        return std::sqrt((error.cwiseProduct(A * error + 1e-5 * error)).sum());
    };
    const double before = energy();
    for (int i = 0; i < 8; ++i) {
        error -= inverse.value().apply(A * error + 1e-5 * error);
    }
    EXPECT_LT(energy(), 3e-6 * before); // 1e-5 if hubs have other weights
}

} // namespace
} // namespace limber
