// SPDX-License-Identifier: MIT
#include "engine/linalg/conjugate_gradient.h"

#include "engine/core/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace limber {
namespace {

// A chain of springs on a foundation.
SparseMatrix founded_path(int n, double foundation) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, foundation);
        if (i > 0) {
            entries.emplace_back(i, i, 1.0);
            entries.emplace_back(i - 1, i - 1, 1.0);
            entries.emplace_back(i, i - 1, -1.0);
            entries.emplace_back(i - 1, i, -1.0);
        }
    }
    SparseMatrix A(n, n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
}

TEST(ConjugateGradient, SolvesToRoundOff) {
    Rng rng(1);
    const SparseMatrix A = founded_path(400, 0.05);
    const Vector b = Vector::NullaryExpr(400, [&] { return rng.normal(); });
    const auto x = conjugate_gradient(A, b);
    ASSERT_TRUE(x);
    EXPECT_LE((A * *x - b).norm(), 1e-12 * b.norm());
    EXPECT_EQ(*conjugate_gradient(A, b), *x);
}

TEST(ConjugateGradient, OfZeroIsZero) {
    EXPECT_EQ(*conjugate_gradient(founded_path(5, 1.0), Vector::Zero(5)), Vector::Zero(5));
}

TEST(ConjugateGradient, ReportsNoConvergence) {
    Rng rng(2);
    const Vector b = Vector::NullaryExpr(400, [&] { return rng.normal(); });
    EXPECT_FALSE(conjugate_gradient(founded_path(4000, 1e-9), Vector::Unit(4000, 7), {.iterations_max = 2}));
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(conjugate_gradient(founded_path(400, 1.0), b, {}, &progress));
    EXPECT_FALSE(conjugate_gradient(founded_path(400, -10.0), b));
}

} // namespace
} // namespace limber
