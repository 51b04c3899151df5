// SPDX-License-Identifier: MIT
#include "engine/control/box_qp.h"

#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

BoxQp random_problem(Index count, Rng& rng) {
    const Matrix A = Matrix::NullaryExpr(count / 2 + 1, count, [&] { return rng.normal(); });
    BoxQp problem{A.transpose() * A, Vector::NullaryExpr(count, [&] { return rng.normal(); }), Vector(count),
                  Vector(count)};
    problem.K.diagonal().array() += 1e-4;
    for (Index i = 0; i < count; ++i) {
        problem.low(i) = -std::abs(rng.normal());
        problem.high(i) = std::abs(rng.normal());
    }
    return problem;
}

TEST(BoxQp, SatisfiesTheOptimalityConditions) {
    Rng rng(5);
    for (int trial = 0; trial < 200; ++trial) {
        const BoxQp problem = random_problem(1 + trial % 60, rng);
        const Vector start = Vector::NullaryExpr(problem.b.size(), [&] { return 3.0 * rng.normal(); });
        const Vector p = minimise(problem, start);
        const double scale = std::max((problem.K * p).norm(), problem.b.norm());
        EXPECT_LT(optimality_violation(problem, p), 1e-12 * scale) << "trial " << trial;
    }
}

TEST(BoxQp, WithoutActiveBoundsIsALinearSystem) {
    BoxQp problem{Matrix::Identity(3, 3) * 2.0, Vector::Ones(3), Vector::Constant(3, -9.0), Vector::Constant(3, 9.0)};
    EXPECT_TRUE(minimise(problem, Vector::Zero(3)).isApprox(Vector::Constant(3, -0.5)));
}

TEST(BoxQp, KeepsAVariableWhoseBoundsMeet) {
    BoxQp problem{Matrix::Identity(2, 2), Vector::Constant(2, -5.0), Vector::Zero(2), Vector::Constant(2, 1.0)};
    problem.low(0) = problem.high(0) = 0.25;
    const Vector p = minimise(problem, Vector::Zero(2));
    EXPECT_EQ(p(0), 0.25);
    EXPECT_EQ(p(1), 1.0);
}

TEST(BoxQp, ReturnsTheStartIfItIsNotConvex) {
    const BoxQp problem{-Matrix::Identity(2, 2), Vector::Ones(2), Vector::Constant(2, -1.0), Vector::Constant(2, 1.0)};
    const Vector start = Vector::Constant(2, 0.5);
    EXPECT_EQ(minimise(problem, start), start);
}

} // namespace
} // namespace limber
