// SPDX-License-Identifier: MIT
#include "engine/linalg/non_negative_least_squares.h"

#include "engine/core/random.h"
#include "tests/oracle/compiled_solvers.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

struct LeastSquares {
    Matrix A;
    Vector b;

    Vector solved(const Vector& start = {}) const {
        return non_negative_least_squares(A.transpose() * A, A.transpose() * b, start);
    }
};

LeastSquares random_problem(Index rows, Index columns, std::uint64_t seed) {
    Rng rng(seed);
    return {Matrix::NullaryExpr(rows, columns, [&] { return rng.normal(); }),
            Vector::NullaryExpr(rows, [&] { return rng.normal(); })};
}

// The conditions of Karush, Kuhn and Tucker, which are sufficient because the problem is convex.
void expect_a_minimum(const LeastSquares& problem, const Vector& x) {
    const Vector slope = problem.A.transpose() * Vector(problem.b - problem.A * x);
    const double scale = Vector(problem.A.transpose() * problem.b).cwiseAbs().maxCoeff();
    ASSERT_EQ(x.size(), problem.A.cols());
    EXPECT_GE(x.minCoeff(), 0.0);
    for (Index i = 0; i < x.size(); ++i) {
        EXPECT_LT(slope(i), 1e-9 * scale) << "an entry of zero would rather grow: " << i;
        if (x(i) > 0.0) {
            EXPECT_GT(slope(i), -1e-9 * scale) << i;
        }
    }
}

TEST(NonNegativeLeastSquares, EndsAtTheMinimum) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const LeastSquares problem = random_problem(30, 20, seed);
        const Vector x = problem.solved();
        expect_a_minimum(problem, x);
        EXPECT_GT((x.array() == 0.0).count(), 0) << "no bound acts, so that the test shows nothing";
    }
}

TEST(NonNegativeLeastSquares, DoesNotDependOnTheStart) {
    Rng rng(7);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const LeastSquares problem = random_problem(40, 15, seed);
        const Vector x = problem.solved();
        const Vector start = Vector::NullaryExpr(15, [&] { return rng.uniform() < 0.5 ? 0.0 : rng.uniform(); });
        EXPECT_LT((problem.solved(start) - x).cwiseAbs().maxCoeff(), 1e-10);
        EXPECT_LT((problem.solved(x) - x).cwiseAbs().maxCoeff(), 1e-10);
    }
}

TEST(NonNegativeLeastSquares, FindsWeightsThatSolveTheEquations) {
    Rng rng(8);
    LeastSquares problem = random_problem(30, 20, 4);
    const Vector wanted = Vector::NullaryExpr(20, [&] { return rng.uniform() < 0.5 ? 0.0 : rng.uniform(0.5, 2.0); });
    problem.b = problem.A * wanted;
    EXPECT_LT((problem.solved() - wanted).cwiseAbs().maxCoeff(), 1e-9);
}

// Columns of any length have the same solution in their own units.
TEST(NonNegativeLeastSquares, DoesNotDependOnTheUnitsOfColumns) {
    Rng rng(9);
    const LeastSquares problem = random_problem(30, 12, 5);
    const Vector units = Vector::NullaryExpr(12, [&] { return std::pow(10.0, rng.uniform(-6.0, 6.0)); });
    const LeastSquares other{problem.A * units.asDiagonal(), problem.b};
    EXPECT_LT((units.cwiseProduct(other.solved()) - problem.solved()).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(NonNegativeLeastSquares, EqualAndEmptyColumnsDoNoHarm) {
    LeastSquares problem = random_problem(30, 10, 6);
    problem.A.col(3) = problem.A.col(7);
    problem.A.col(5).setZero();
    const Vector x = problem.solved();
    expect_a_minimum(problem, x);
    EXPECT_EQ(x(5), 0.0);
    const LeastSquares none{Matrix(30, 0), problem.b};
    EXPECT_EQ(none.solved().size(), 0);
}

TEST(NonNegativeLeastSquares, WhatPointsAwayHasNoWeight) {
    LeastSquares problem = random_problem(30, 10, 7);
    problem.A = problem.A.cwiseAbs();
    problem.b = -problem.b.cwiseAbs();
    EXPECT_EQ(problem.solved(), Vector::Zero(10));
}

} // namespace
} // namespace limber::testing
