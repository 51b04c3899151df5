// SPDX-License-Identifier: MIT
#include "engine/linalg/sparse_cholesky.h"

#include "engine/core/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace limber {
namespace {

// The shifted Laplacian of a path with some long chords; its lower triangle alone if asked for.
SparseMatrix chain(int n, double shift, bool lower_only) {
    std::vector<Eigen::Triplet<double>> entries;
    const auto spring = [&](int i, int j, double stiffness) {
        entries.emplace_back(i, i, stiffness);
        entries.emplace_back(j, j, stiffness);
        entries.emplace_back(std::max(i, j), std::min(i, j), -stiffness);
        if (!lower_only) {
            entries.emplace_back(std::min(i, j), std::max(i, j), -stiffness);
        }
    };
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, shift);
        if (i + 1 < n) {
            spring(i, i + 1, 1.0 + 0.1 * i);
        }
        if (i + 17 < n && i % 5 == 0) {
            spring(i, i + 17, 0.5);
        }
    }
    SparseMatrix A(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

Matrix random_matrix(Index rows, Index columns) {
    Rng rng(3);
    return Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); });
}

TEST(SparseCholesky, SolvesForManyColumnsAtOnce) {
    const SparseMatrix A = chain(200, 0.3, false);
    const auto factor = SparseCholesky::factorise(A);
    ASSERT_TRUE(factor) << sentence(factor.error());
    EXPECT_EQ(factor.value().size(), 200);
    for (const Index columns : {1, 2, 7, 40, 3}) {
        const Matrix B = random_matrix(200, columns);
        const Matrix X = factor.value().solve(B);
        ASSERT_EQ(X.cols(), columns);
        EXPECT_LE((A * X - B).norm(), 1e-11 * B.norm());
    }
    EXPECT_EQ(factor.value().solve(Matrix(200, 0)).cols(), 0);
}

TEST(SparseCholesky, ReadsOnlyTheLowerTriangle) {
    const Matrix B = random_matrix(60, 2);
    const Matrix from_both = SparseCholesky::factorise(chain(60, 0.3, false)).value().solve(B);
    const Matrix from_lower = SparseCholesky::factorise(chain(60, 0.3, true)).value().solve(B);
    EXPECT_LE((from_both - from_lower).norm(), 1e-12 * from_both.norm());
}

TEST(SparseCholesky, HasTheSameBitsEveryTime) {
    const Matrix B = random_matrix(300, 5);
    const Matrix first = SparseCholesky::factorise(chain(300, 1e-3, false)).value().solve(B);
    const Matrix again = SparseCholesky::factorise(chain(300, 1e-3, false)).value().solve(B);
    EXPECT_EQ(first, again);
}

TEST(SparseCholesky, SolvesOneByOne) {
    SparseMatrix A(1, 1);
    A.insert(0, 0) = 4.0;
    A.makeCompressed();
    EXPECT_EQ(SparseCholesky::factorise(A).value().solve(Matrix::Constant(1, 1, 2.0))(0, 0), 0.5);
}

TEST(SparseCholesky, RejectsIndefiniteMatrices) {
    for (const double shift : {-0.5, -100.0, std::numeric_limits<double>::quiet_NaN()}) {
        const auto factor = SparseCholesky::factorise(chain(50, shift, false));
        ASSERT_FALSE(factor) << shift;
        EXPECT_EQ(factor.error().kind, ErrorKind::not_converged);
        EXPECT_THAT(factor.error().message, ::testing::HasSubstr("not positive definite"));
    }
}

TEST(SparseCholesky, CanBeMoved) {
    auto made = SparseCholesky::factorise(chain(30, 1.0, false));
    ASSERT_TRUE(made);
    const SparseCholesky moved = std::move(made).value();
    const Matrix B = random_matrix(30, 1);
    EXPECT_LE((chain(30, 1.0, false) * moved.solve(B) - B).norm(), 1e-12);
}

TEST(SparseCholesky, ASecondMatrixWithTheSamePatternIsFactorised) {
    const SparseMatrix first = chain(60, 0.5, false);
    const SparseMatrix second = 3.0 * chain(60, 2.0, false);
    SparseCholesky factor = SparseCholesky::factorise(first).value();
    const Matrix B = random_matrix(60, 3);
    ASSERT_TRUE(factor.refactorise(second));
    EXPECT_LT((second * factor.solve(B) - B).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_EQ(factor.solve(B), SparseCholesky::factorise(second).value().solve(B));
    EXPECT_EQ(factor.refactorise(-second).error().kind, ErrorKind::not_converged);
    ASSERT_TRUE(factor.refactorise(first));
    EXPECT_LT((first * factor.solve(B) - B).cwiseAbs().maxCoeff(), 1e-12);
}

} // namespace
} // namespace limber
