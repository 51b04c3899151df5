// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/linalg/sparse_eigs.h"
#include "tests/oracle/dense_pencil.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace limber {
namespace {

struct Pencil {
    SparseMatrix K;
    Vector M;
};

// Springs along the edges of an nx x ny grid; square grids have eigenvalues in pairs.
Pencil grid(int nx, int ny, double stiffness_y = 1.0) {
    std::vector<Eigen::Triplet<double>> entries;
    const auto spring = [&](int i, int j, double k) {
        entries.emplace_back(i, i, k);
        entries.emplace_back(j, j, k);
        entries.emplace_back(i, j, -k);
        entries.emplace_back(j, i, -k);
    };
    for (int y = 0; y < ny; ++y) {
        for (int x = 0; x < nx; ++x) {
            if (x + 1 < nx) {
                spring(x + nx * y, x + 1 + nx * y, 1.0);
            }
            if (y + 1 < ny) {
                spring(x + nx * y, x + nx * (y + 1), stiffness_y);
            }
        }
    }
    Pencil pencil{SparseMatrix(nx * ny, nx * ny), Vector::Ones(nx * ny)};
    pencil.K.setFromTriplets(entries.begin(), entries.end());
    return pencil;
}

Pencil uneven_grid(int nx, int ny, std::uint64_t seed) {
    Pencil pencil = grid(nx, ny, 1.7);
    Rng rng(seed);
    pencil.M = Vector::NullaryExpr(nx * ny, [&] { return rng.uniform(0.2, 3.0); });
    return pencil;
}

Matrix random_columns(Index rows, Index columns, std::uint64_t seed) {
    Rng rng(seed);
    return Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); });
}

Matrix no_constraints(const Pencil& pencil) {
    return Matrix(pencil.M.size(), 0);
}

// Compares values, span (if there is a gap after the last), orthonormality, constraints and residual.
void expect_dense_solution(const Pencil& pencil, const Matrix& C, Index count) {
    const auto solved = smallest_eigenpairs(pencil.K, pencil.M, C, {.count = count, .shift = 1e-3});
    ASSERT_TRUE(solved) << sentence(solved.error());
    const EigenPairs& pairs = solved.value();
    const auto dense = oracle::dense_pencil(pencil.K, pencil.M, C);
    ASSERT_EQ(pairs.values.size(), count);
    EXPECT_EQ(pairs.constraint_rank, pencil.M.size() - dense.values.size());

    const double scale = dense.values(count - 1) + 1e-3;
    EXPECT_LE((pairs.values - dense.values.head(count)).cwiseAbs().maxCoeff(), 1e-10 * scale)
        << pairs.values.transpose() << "\nand densely\n"
        << dense.values.head(count + 1).transpose();
    const Matrix gram = pairs.vectors.transpose() * pencil.M.asDiagonal() * pairs.vectors;
    EXPECT_LE((gram - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE(pairs.residual_max, 1e-8);
    if (C.cols() > 0) {
        EXPECT_LE((C.transpose() * pairs.vectors).cwiseAbs().maxCoeff(), 1e-12 * C.colwise().norm().maxCoeff());
    }
    const bool has_gap = count == dense.values.size() || dense.values(count) > 1.001 * scale;
    if (has_gap) {
        EXPECT_LE(oracle::sine_between(dense.vectors.leftCols(count), pairs.vectors, pencil.M), 1e-6);
    }
}

TEST(SmallestEigenpairsLaws, EqualTheDenseSolution) {
    for (const Index count : {1, 2, 7, 16, 40}) {
        expect_dense_solution(uneven_grid(31, 13, 1), Matrix(31 * 13, 0), count);
    }
}

TEST(SmallestEigenpairsLaws, EqualTheDenseSolutionOfTinyProblems) {
    for (const int n : {1, 2, 3, 5}) {
        const Pencil pencil = uneven_grid(n, 2, 4);
        for (Index count = 1; count <= 2 * n; ++count) {
            expect_dense_solution(pencil, no_constraints(pencil), count);
        }
    }
}

TEST(SmallestEigenpairsLaws, FindEveryCopyOfARepeatedEigenvalue) {
    for (const Index count : {3, 4, 6, 15}) {
        expect_dense_solution(grid(19, 19), Matrix(361, 0), count);
    }
}

TEST(SmallestEigenpairsLaws, FindTheNullModeOfEveryComponent) {
    Pencil four = grid(20, 16);
    for (const int row : {4, 8, 12}) { // cut the springs between two rows
        for (int x = 0; x < 20; ++x) {
            const int i = x + 20 * row;
            const int j = i - 20;
            four.K.coeffRef(i, i) += four.K.coeff(i, j);
            four.K.coeffRef(j, j) += four.K.coeff(i, j);
            four.K.coeffRef(i, j) = 0.0;
            four.K.coeffRef(j, i) = 0.0;
        }
    }
    expect_dense_solution(four, no_constraints(four), 12);
}

TEST(SmallestEigenpairsLaws, EqualTheDenseSolutionUnderConstraints) {
    const Pencil pencil = uneven_grid(29, 12, 2);
    for (const Index constraints : {1, 10, 60, 150}) {
        expect_dense_solution(pencil, random_columns(348, constraints, 5), 12);
    }
}

TEST(SmallestEigenpairsLaws, DropDependentConstraints) {
    const Pencil pencil = uneven_grid(29, 12, 3);
    const Matrix C = random_columns(348, 10, 6);
    Matrix dependent(348, 34);
    dependent << C, 1e6 * C, C * random_columns(10, 13, 7) * 1e-4, Matrix::Zero(348, 1);
    expect_dense_solution(pencil, dependent, 9);
}

TEST(SmallestEigenpairsLaws, KeepConstraintsThatAreAlmostDependent) {
    const Pencil pencil = uneven_grid(29, 12, 3);
    Matrix C(348, 8);
    C << random_columns(348, 4, 8), Matrix::Zero(348, 4);
    C.rightCols(4) = C.leftCols(4) + 1e-5 * random_columns(348, 4, 9);
    expect_dense_solution(pencil, C, 9);
}

TEST(SmallestEigenpairsLaws, ReachTheLastPair) {
    const Pencil pencil = uneven_grid(22, 13, 2);
    expect_dense_solution(pencil, no_constraints(pencil), 286);
    expect_dense_solution(pencil, random_columns(286, 20, 5), 266);
    expect_dense_solution(pencil, random_columns(286, 20, 5), 130);
}

TEST(SmallestEigenpairsLaws, HaveTheSameBitsEveryTime) {
    const Pencil pencil = uneven_grid(31, 13, 1);
    const Matrix C = random_columns(403, 20, 5);
    const auto first = smallest_eigenpairs(pencil.K, pencil.M, C, {.count = 10, .shift = 1e-3});
    const auto again = smallest_eigenpairs(pencil.K, pencil.M, C, {.count = 10, .shift = 1e-3});
    ASSERT_TRUE(first && again);
    EXPECT_EQ(first.value().vectors, again.value().vectors);
    EXPECT_EQ(first.value().values, again.value().values);
}

TEST(SmallestEigenpairsLaws, DoNotDependOnTheShift) {
    const Pencil pencil = uneven_grid(31, 13, 1);
    for (const double shift : {1e-6, 1e-4, 1e-2, 1.0}) {
        const auto solved =
            smallest_eigenpairs(pencil.K, pencil.M, no_constraints(pencil), {.count = 8, .shift = shift});
        const auto dense = oracle::dense_pencil(pencil.K, pencil.M, no_constraints(pencil));
        ASSERT_TRUE(solved) << sentence(solved.error());
        EXPECT_LE((solved.value().values - dense.values.head(8)).cwiseAbs().maxCoeff(), 1e-9 * dense.values(7))
            << shift;
    }
}

} // namespace
} // namespace limber
