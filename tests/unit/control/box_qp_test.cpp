// SPDX-License-Identifier: MIT
#include "engine/control/box_qp.h"

#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
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

// Blends of two to five example poses in each group, each between zero and its size.
struct GroupedProblem {
    Problem problem;
    GroupBounds groups;

    BoxQp qp() const {
        return {problem.J, problem.d, 1e-4, problem.centre, problem.low, problem.high, &groups};
    }
};

GroupedProblem random_groups(Index variables, Index rows, Rng& rng) {
    GroupedProblem grouped{random_problem(variables, rows, rng), {Matrix::Zero(variables, 3)}};
    grouped.problem.low.setZero();
    for (Index v = 0; v < variables; ++v) {
        const Index group = v % 4; // the last ones are in none
        if (group < 3) {
            grouped.groups.share(v, group) = 1.0 / grouped.problem.high(v);
        }
    }
    return grouped;
}

// How far from optimal: each variable's slope, with the multiplier of its group, holds it at its bounds or is zero.
double violation_of(const GroupedProblem& grouped, const Vector& p) {
    const Problem& problem = grouped.problem;
    Vector slope = gradient(problem.qp(), p);
    double violation = 0.0;
    for (Index group = 0; group < grouped.groups.share.cols(); ++group) {
        const auto share = grouped.groups.share.col(group);
        const double sum = share.dot(p);
        violation = std::max(violation, sum - 1.0);
        // The least multiplier that no variable off zero contradicts; all that are between their bounds agree on it.
        double multiplier = 0.0;
        for (Index v = 0; v < p.size() && sum > 1.0 - 1e-9; ++v) {
            if (share(v) > 0.0 && p(v) > problem.low(v)) {
                multiplier = std::max(multiplier, -slope(v) / share(v));
            }
        }
        if (sum > 1.0 - 1e-9 && (share.array() > 0.0 && p.array() >= problem.high.array()).any()) {
            multiplier = 0.0; // one pose alone: its own bound may hold it
            for (Index v = 0; v < p.size(); ++v) {
                if (share(v) > 0.0 && p(v) <= problem.low(v)) {
                    multiplier = std::max(multiplier, -slope(v) / share(v));
                }
            }
        }
        slope += multiplier * share;
    }
    for (Index v = 0; v < p.size(); ++v) {
        const bool is_low = p(v) <= problem.low(v);
        const bool is_high = p(v) >= problem.high(v);
        violation = std::max({violation, problem.low(v) - p(v), p(v) - problem.high(v),
                              is_low    ? -slope(v)
                              : is_high ? slope(v)
                                        : std::abs(slope(v))});
    }
    return violation;
}

TEST(BoxQp, KeepsTheWeightsOfGroupsConvex) {
    Rng rng(9);
    int tight = 0;
    for (int trial = 0; trial < 200; ++trial) {
        const Index variables = 4 + trial % 17;
        const GroupedProblem grouped = random_groups(variables, 1 + trial % 9, rng);
        BoxQpSolver solver(variables);
        const Vector& p = solver.minimise(grouped.qp(), Vector::Zero(variables));
        const double scale = std::max((grouped.problem.J.transpose() * (grouped.problem.J * p)).norm(),
                                      (grouped.problem.J.transpose() * grouped.problem.d).norm());
        EXPECT_LT(violation_of(grouped, p), 1e-9 * scale) << "trial " << trial;
        tight += static_cast<int>(((grouped.groups.share.transpose() * p).array() > 1.0 - 1e-9).count());
    }
    EXPECT_GT(tight, 50);
}

// By the nearest of many points within the bounds.
TEST(BoxQp, IsBetterThanOtherBlends) {
    Rng rng(10);
    const GroupedProblem grouped = random_groups(6, 4, rng);
    BoxQpSolver solver(6);
    const auto cost = [&](const Vector& p) {
        return 0.5 * (grouped.problem.J * p - grouped.problem.d).squaredNorm() +
               0.5e-4 * (p - grouped.problem.centre).squaredNorm();
    };
    const double least = cost(solver.minimise(grouped.qp(), Vector::Zero(6)));
    for (int trial = 0; trial < 5000; ++trial) {
        Vector p = grouped.problem.high.cwiseProduct(Vector::NullaryExpr(6, [&] { return rng.uniform(); }));
        grouped.groups.shrink(p);
        ASSERT_LE((grouped.groups.share.transpose() * p).maxCoeff(), 1.0 + 1e-12);
        ASSERT_LE(least, cost(p) + 1e-12);
    }
}

TEST(BoxQp, EndsAWayWhereItLeavesAGroup) {
    const GroupBounds groups{Matrix(Eigen::Vector3d(1.0, 2.0, 0.0))};
    const Vector from = Eigen::Vector3d(0.2, 0.1, 0.0);
    Vector end = Eigen::Vector3d(0.6, 0.5, 5.0);
    groups.shorten(from, end);
    EXPECT_NEAR(end(0) + 2.0 * end(1), 1.0, 1e-15);
    EXPECT_NEAR((end(0) - from(0)) / (end(1) - from(1)), 1.0, 1e-12) << "along the same way";
    EXPECT_EQ(end(2), 5.0);
}

} // namespace
} // namespace limber
