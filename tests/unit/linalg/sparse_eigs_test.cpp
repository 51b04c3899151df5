// SPDX-License-Identifier: MIT
#include "engine/linalg/sparse_eigs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

using ::testing::HasSubstr;

SparseMatrix path(int n) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i + 1 < n; ++i) {
        entries.emplace_back(i, i, 1.0);
        entries.emplace_back(i + 1, i + 1, 1.0);
        entries.emplace_back(i, i + 1, -1.0);
        entries.emplace_back(i + 1, i, -1.0);
    }
    SparseMatrix K(n, n);
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

TEST(SmallestEigenpairs, OfAPathAreCosines) {
    for (const int n : {40, 300}) {
        const auto solved = smallest_eigenpairs(path(n), Vector::Ones(n), Matrix(n, 0), {.count = 5, .shift = 1e-4});
        ASSERT_TRUE(solved);
        for (int k = 0; k < 5; ++k) {
            const double lambda = 2.0 - 2.0 * std::cos(3.14159265358979323846 * k / n);
            EXPECT_NEAR(solved.value().values(k), lambda, 1e-13);
        }
    }
}

TEST(SmallestEigenpairs, RejectMoreThanTheDimension) {
    for (const int n : {6, 300}) {
        const auto solved =
            smallest_eigenpairs(path(n), Vector::Ones(n), Matrix::Identity(n, 2), {.count = n - 1, .shift = 1.0});
        ASSERT_FALSE(solved);
        EXPECT_EQ(solved.error().kind, ErrorKind::bad_input);
        EXPECT_EQ(solved.error().where, "modes");
        EXPECT_THAT(solved.error().message, HasSubstr("at most " + std::to_string(n - 2)));
    }
}

TEST(SmallestEigenpairs, RejectConstraintsThatLeaveNothing) {
    const auto solved =
        smallest_eigenpairs(path(6), Vector::Ones(6), Matrix::Identity(6, 6), {.count = 1, .shift = 1.0});
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().message, "no mode is possible on this mesh under 6 rig constraints");
}

TEST(SmallestEigenpairs, RejectZero) {
    const auto solved = smallest_eigenpairs(path(6), Vector::Ones(6), Matrix(6, 0), {.count = 0, .shift = 1.0});
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().kind, ErrorKind::bad_input);
}

TEST(SmallestEigenpairs, ReportAnIndefiniteMatrix) {
    const SparseMatrix K = -path(300);
    const auto solved = smallest_eigenpairs(K, Vector::Ones(300), Matrix(300, 0), {.count = 4, .shift = 1.0});
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().kind, ErrorKind::not_converged);
}

// The matrix is indefinite, which its factorisation would say first.
TEST(SmallestEigenpairs, RejectMoreThanTheDimensionWithoutAFactorisation) {
    const SparseMatrix K = -path(300);
    for (const Index count : {Index{0}, Index{299}}) {
        const auto solved =
            smallest_eigenpairs(K, Vector::Ones(300), Matrix::Identity(300, 2), {.count = count, .shift = 1.0});
        ASSERT_FALSE(solved);
        EXPECT_EQ(solved.error().kind, ErrorKind::bad_input) << count;
        EXPECT_EQ(solved.error().where, "modes");
    }
}

TEST(SmallestEigenpairs, ReportOverflow) {
    Vector M = Vector::Ones(300);
    M.head(150).setConstant(1e-300);
    const Matrix C = Matrix::Identity(300, 2);
    const auto solved = smallest_eigenpairs(1e20 * path(300), M, C, {.count = 4, .shift = 1e-4});
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().kind, ErrorKind::not_converged);
}

TEST(SmallestEigenpairs, StopWhenCancelled) {
    Progress progress;
    progress.cancel();
    const auto solved =
        smallest_eigenpairs(path(300), Vector::Ones(300), Matrix(300, 0), {.count = 4, .shift = 1.0}, &progress);
    ASSERT_FALSE(solved);
    EXPECT_EQ(solved.error().kind, ErrorKind::cancelled);
}

TEST(FactorisedPencil, BitsOfACountDoNotDependOnEarlierCounts) {
    for (const int n : {40, 300, 700}) {
        const SparseMatrix K = path(n);
        const Vector M = Vector::LinSpaced(n, 1.0, 2.0);
        const Matrix C = Matrix::Identity(n, 3);
        const auto pencil = FactorisedPencil::of(K, M, C, 1e-3);
        ASSERT_TRUE(pencil);
        EXPECT_EQ(pencil.value().free_count(), n - 3);
        EXPECT_GT(pencil.value().byte_count(), static_cast<std::size_t>(3 * n) * sizeof(double));
        for (const Index count : {12, 4, 20, 12}) {
            const auto kept = pencil.value().smallest(count, 1e-8);
            const auto alone = smallest_eigenpairs(K, M, C, {.count = count, .shift = 1e-3});
            EXPECT_EQ(kept.value().values, alone.value().values);
            EXPECT_EQ(kept.value().vectors, alone.value().vectors);
        }
    }
}

} // namespace
} // namespace limber
