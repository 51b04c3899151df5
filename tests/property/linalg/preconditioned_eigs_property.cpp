// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/preconditioned_eigs.h"
#include "engine/linalg/projected_inverse.h"
#include "tests/oracle/dense_pencil.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

constexpr double shift = 1e-3;
constexpr int width = 29;
constexpr int height = 23;
constexpr Index rows = width * height;

// Springs along the edges of a grid; a stiff half is connected to a soft half.
SparseMatrix grid(double contrast) {
    std::vector<Eigen::Triplet<double>> entries;
    const auto spring = [&](int i, int j, double k) {
        entries.insert(entries.end(), {{i, i, k}, {j, j, k}, {i, j, -k}, {j, i, -k}});
    };
    for (int i = 0; i < rows; ++i) {
        const double k = i % width > width / 2 ? contrast : 1.0;
        if (i % width > 0) {
            spring(i - 1, i, k);
        }
        if (i >= width) {
            spring(i - width, i, 1.7 * k);
        }
    }
    SparseMatrix A(rows, rows);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

Matrix constraints(Index count) {
    Rng rng(5);
    return *orthonormal_basis(Matrix::NullaryExpr(rows, count, [&] { return rng.normal(); }), 1e-8);
}

PreconditionedPairs found(const SparseMatrix& A, const Matrix& Q, Index count) {
    const auto inverse = ProjectedInverse::approximate(A, shift, Q, Vector::Ones(rows));
    const auto apply = [&](const Matrix& R) {
        Matrix W = inverse.value().apply(R);
        project_out(Q, W);
        return W;
    };
    return *smallest_eigenpairs(A, Q, apply, {.count = count, .shift = shift}, [](double) { return true; });
}

void expect_dense_solution(const SparseMatrix& A, const Matrix& Q, Index count) {
    const PreconditionedPairs pairs = found(A, Q, count);
    ASSERT_TRUE(pairs.converged);
    const auto dense = oracle::dense_pencil(A, Vector::Ones(rows), Q);
    const double scale = dense.values(count - 1) + shift;
    EXPECT_LE((pairs.values - dense.values.head(count)).cwiseAbs().maxCoeff(), 1e-10 * scale);
    EXPECT_LE((pairs.vectors.transpose() * pairs.vectors - Matrix::Identity(count, count)).norm(), 1e-11);
    EXPECT_LE((Q.transpose() * pairs.vectors).norm(), 1e-12);
    Matrix residual = A * pairs.vectors - pairs.vectors * pairs.values.asDiagonal();
    project_out(Q, residual);
    EXPECT_LE(residual.colwise().norm().maxCoeff(), 1.01e-8 * scale);
}

TEST(PreconditionedEigenpairsLaws, EqualTheDenseSolution) {
    for (const Index count : {3, 40}) {
        expect_dense_solution(grid(1.0), Matrix(rows, 0), count);
    }
}

TEST(PreconditionedEigenpairsLaws, EqualTheDenseSolutionUnderConstraints) {
    for (const Index count : {1, 60}) {
        expect_dense_solution(grid(1.0), constraints(count), 12);
    }
}

TEST(PreconditionedEigenpairsLaws, EqualTheDenseSolutionForSoftAndStiffParts) {
    expect_dense_solution(grid(1e3), constraints(10), 12);
}

TEST(PreconditionedEigenpairsLaws, HaveTheSameBitsEveryTime) {
    const PreconditionedPairs first = found(grid(1.0), constraints(10), 12);
    EXPECT_EQ(found(grid(1.0), constraints(10), 12).vectors, first.vectors);
}

TEST(PreconditionedEigenpairsLaws, StopWhenCancelled) {
    const SparseMatrix A = grid(1.0);
    const auto identity = [](const Matrix& R) {
        return R;
    };
    const auto stopped =
        smallest_eigenpairs(A, Matrix(rows, 0), identity, {.count = 3, .shift = shift}, [](double) { return false; });
    EXPECT_FALSE(stopped);
}

TEST(PreconditionedEigenpairsLaws, ReportNoConvergence) {
    const SparseMatrix A = grid(1.0);
    const auto identity = [](const Matrix& R) {
        return R;
    };
    const auto pairs = smallest_eigenpairs(
        A, Matrix(rows, 0), identity, {.count = 3, .shift = shift, .iterations_max = 3}, [](double) { return true; });
    ASSERT_TRUE(pairs);
    EXPECT_FALSE(pairs->converged);
    const auto broken = [](const Matrix& R) {
        return Matrix(std::nan("") * R);
    };
    const auto nothing =
        smallest_eigenpairs(A, Matrix(rows, 0), broken, {.count = 3, .shift = shift}, [](double) { return true; });
    ASSERT_TRUE(nothing);
    EXPECT_FALSE(nothing->converged);
}

} // namespace
} // namespace limber
