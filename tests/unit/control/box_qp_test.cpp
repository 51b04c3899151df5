// SPDX-License-Identifier: MIT
#include "engine/control/box_qp.h"

#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace limber {
namespace {

struct Problem {
    Matrix J;
    Vector d;
    Vector centre;
    Vector low;
    Vector high;

    BoxQp qp() const {
        return {J, d, 1e-4, centre, low, high};
    }
};

Vector random_vector(Index count, Rng& rng) {
    return Vector::NullaryExpr(count, [&] { return rng.normal(); });
}

Problem random_problem(Index variables, Index rows, Rng& rng) {
    return {Matrix::NullaryExpr(rows, variables, [&] { return rng.normal(); }), random_vector(rows, rng),
            0.1 * random_vector(variables, rng), -random_vector(variables, rng).cwiseAbs(),
            random_vector(variables, rng).cwiseAbs()};
}

TEST(BoxQp, SatisfiesTheOptimalityConditions) {
    Rng rng(5);
    for (int trial = 0; trial < 200; ++trial) {
        const Index variables = 1 + trial % 60;
        const Problem problem = random_problem(variables, 1 + trial % 23, rng);
        BoxQpSolver solver(variables);
        const Vector& p = solver.minimise(problem.qp(), 3.0 * random_vector(variables, rng));
        const double scale =
            std::max((problem.J.transpose() * (problem.J * p)).norm(), (problem.J.transpose() * problem.d).norm());
        EXPECT_LT(optimality_violation(problem.qp(), p), 1e-12 * scale) << "trial " << trial;
    }
}

TEST(BoxQp, WithoutActiveBoundsIsALinearSystem) {
    Rng rng(6);
    Problem problem = random_problem(5, 3, rng);
    problem.low.setConstant(-1e3);
    problem.high.setConstant(1e3);
    BoxQpSolver solver(5);
    const Vector& p = solver.minimise(problem.qp(), Vector::Zero(5));
    EXPECT_LT(gradient(problem.qp(), p).norm(), 1e-12);
}

TEST(BoxQp, KeepsAVariableWhoseBoundsMeet) {
    Problem problem{Matrix::Identity(2, 2), Vector::Constant(2, 5.0), Vector::Zero(2), Vector::Zero(2),
                    Vector::Constant(2, 1.0)};
    problem.low(0) = problem.high(0) = 0.25;
    BoxQpSolver solver(2);
    const Vector& p = solver.minimise(problem.qp(), Vector::Zero(2));
    EXPECT_EQ(p(0), 0.25);
    EXPECT_EQ(p(1), 1.0);
}

TEST(BoxQp, WithoutRowsIsTheCentreBetweenTheBounds) {
    const Problem problem{Matrix(0, 2), Vector(0), Vector::Constant(2, 0.7), Vector::Zero(2),
                          Vector(Eigen::Vector2d(1.0, 0.5))};
    BoxQpSolver solver(2);
    const Vector& p = solver.minimise(problem.qp(), Vector::Zero(2));
    EXPECT_NEAR(p(0), 0.7, 1e-12);
    EXPECT_EQ(p(1), 0.5);
}

} // namespace
} // namespace limber
