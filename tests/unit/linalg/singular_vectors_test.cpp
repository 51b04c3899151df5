// SPDX-License-Identifier: MIT
#include "engine/linalg/singular_vectors.h"

#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace limber {
namespace {

Matrix random_matrix(Index rows, Index columns, std::uint64_t seed) {
    Rng rng(seed);
    return Matrix::NullaryExpr(rows, columns, [&] { return rng.uniform() - 0.5; });
}

// K = Y diag(values) V', and how many columns it was applied to.
struct KnownMatrix {
    Matrix Y;
    Matrix V;
    Vector values;
    Index applied = 0;

    KnownMatrix(Index rows, Index columns, Vector of_values)
        : Y(orthonormal_factor(random_matrix(rows, of_values.size(), 1))),
          V(orthonormal_factor(random_matrix(columns, of_values.size(), 2))), values(std::move(of_values)) {}

    MatrixProducts products() {
        return {Y.rows(), V.rows(),
                [this](const Matrix& A) -> Matrix {
                    applied += A.cols();
                    return Y * (values.asDiagonal() * (V.transpose() * A));
                },
                [this](const Matrix& A) -> Matrix {
                    applied += A.cols();
                    return V * (values.asDiagonal() * (Y.transpose() * A));
                }};
    }
    // The sine of the largest angle of the first columns to this span.
    double distance_to(const Matrix& found, Index count) const {
        const Matrix of_found = found.leftCols(count);
        return (of_found - V.leftCols(count) * (V.leftCols(count).transpose() * of_found)).norm();
    }
};

Matrix start_block(Index rows, Index width) {
    return orthonormal_factor(random_matrix(rows, width, 3));
}

bool always(double) {
    return true;
}

TEST(SingularVectors, AreThoseOfTheLargestValuesInFewProducts) {
    const Vector values = Vector::LinSpaced(200, 1.0, 200.0).array().pow(-1.5);
    KnownMatrix K(400, 300, values);
    const auto V = right_singular_vectors(K.products(), start_block(300, 8),
                                          {.wanted = 20, .width = 24, .basis_max = 120}, always);
    ASSERT_TRUE(V);
    ASSERT_EQ(V->cols(), 24);
    EXPECT_LT((V->transpose() * *V - Matrix::Identity(24, 24)).norm(), 1e-12);
    EXPECT_LT(K.distance_to(*V, 20), 1e-7);
    // A subspace iteration with 30 columns needs log(1e-9) / log((20 / 31)^3) = 16 rounds, with 960 columns.
    EXPECT_LT(K.applied, 200);
}

TEST(SingularVectors, OfRepeatedValuesAreFoundAsOftenAsTheyAre) {
    Vector values = Vector::LinSpaced(100, 1.0, 100.0).cwiseInverse();
    values.segment(3, 5).setConstant(values(3));
    KnownMatrix K(150, 120, values);
    const auto V =
        right_singular_vectors(K.products(), start_block(120, 8), {.wanted = 8, .width = 12, .basis_max = 100}, always);
    ASSERT_TRUE(V);
    EXPECT_LT(K.distance_to(*V, 8), 1e-7);
}

// An eigensolver of K'K would see the last at 1e-16 of the first, its round-off.
TEST(SingularVectors, OfSmallValuesKeepTheirDigits) {
    const Vector values = Vector::LinSpaced(9, 0.0, 8.0).unaryExpr([](double power) { return std::pow(10.0, -power); });
    KnownMatrix K(80, 60, values);
    const auto V =
        right_singular_vectors(K.products(), start_block(60, 4), {.wanted = 9, .width = 9, .basis_max = 40}, always);
    ASSERT_TRUE(V);
    for (Index i = 0; i < 9; ++i) {
        EXPECT_NEAR(std::abs(V->col(i).dot(K.V.col(i))), 1.0, 1e-6) << i;
    }
}

TEST(SingularVectors, OfAMatrixOfLowRankAreOrthonormal) {
    KnownMatrix K(50, 40, Vector::Ones(5));
    const auto V =
        right_singular_vectors(K.products(), start_block(40, 8), {.wanted = 6, .width = 10, .basis_max = 40}, always);
    ASSERT_TRUE(V);
    EXPECT_LT((V->transpose() * *V - Matrix::Identity(V->cols(), V->cols())).norm(), 1e-12);
    EXPECT_LT(K.distance_to(*V, 5), 1e-9);
}

TEST(SingularVectors, OfSmallMatricesEndWithTheirColumns) {
    KnownMatrix K(12, 6, Vector::LinSpaced(6, 1.0, 2.0));
    const auto V =
        right_singular_vectors(K.products(), start_block(6, 4), {.wanted = 6, .width = 9, .basis_max = 100}, always);
    ASSERT_TRUE(V);
    ASSERT_EQ(V->cols(), 6); // all, though six are no multiple of a block
    EXPECT_LT((V->transpose() * *V - Matrix::Identity(6, 6)).norm(), 1e-12);
}

TEST(SingularVectors, StopWhenTheyAreTold) {
    KnownMatrix K(80, 60, Vector::LinSpaced(60, 1.0, 2.0));
    int rounds = 0;
    EXPECT_FALSE(right_singular_vectors(K.products(), start_block(60, 4), {.wanted = 20, .width = 20, .basis_max = 60},
                                        [&](double) { return ++rounds < 3; }));
    EXPECT_EQ(rounds, 3);
}

TEST(SingularVectors, OfProductsThatAreNotFiniteAreFinite) {
    const Matrix start = start_block(60, 4);
    const MatrixProducts products{80, 60,
                                  [](const Matrix& A) -> Matrix {
                                      return Matrix::Constant(80, A.cols(), std::numeric_limits<double>::infinity());
                                  },
                                  [](const Matrix& A) -> Matrix {
                                      return Matrix::Zero(60, A.cols());
                                  }};
    const auto V = right_singular_vectors(products, start, {.wanted = 4, .width = 4, .basis_max = 40}, always);
    ASSERT_TRUE(V);
    EXPECT_TRUE(V->allFinite());
}

// By either method, on both sides of the size where one takes over from the other.
TEST(SingularTriplets, MakeUpTheMatrix) {
    for (const Index size : {1, 7, 256, 257, 320}) {
        const Vector values = Vector::LinSpaced(size, 0.0, 8.0).unaryExpr([](double t) { return std::pow(10.0, -t); });
        const Matrix A = orthonormal_factor(random_matrix(size, size, 4)) * values.asDiagonal() *
                         orthonormal_factor(random_matrix(size, size, 5)).transpose();
        const SingularTriplets found = singular_triplets(A);
        const Matrix unit = Matrix::Identity(size, size);
        EXPECT_LT((found.U * found.values.asDiagonal() * found.V.transpose() - A).norm(), 1e-12 * values(0)) << size;
        EXPECT_LT((found.U.transpose() * found.U - unit).norm(), 1e-12) << size;
        EXPECT_LT((found.V.transpose() * found.V - unit).norm(), 1e-12) << size;
        EXPECT_LT((found.values - values).norm(), 1e-12 * values(0)) << size;
    }
}

} // namespace
} // namespace limber
