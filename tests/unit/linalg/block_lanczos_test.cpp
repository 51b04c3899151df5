// SPDX-License-Identifier: MIT
#include "engine/linalg/block_lanczos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace limber {
namespace {

// Distinct eigenvalues 1 / (2 - 2 cos(pi k / (n + 1)) + 0.01), k = 1 to n, largest first: an inverse of a chain's
// Laplacian, applied in its own eigenvectors, which are sines.
class SineOperator {
public:
    explicit SineOperator(Index size) : sines_(size, size), values_(size) {
        const double n = static_cast<double>(size) + 1.0;
        for (Index k = 0; k < size; ++k) {
            const double angle = std::numbers::pi * static_cast<double>(k + 1) / n;
            values_(k) = 1.0 / (2.0 - 2.0 * std::cos(angle) + 0.01);
            for (Index i = 0; i < size; ++i) {
                sines_(i, k) = std::sqrt(2.0 / n) * std::sin(angle * static_cast<double>(i + 1));
            }
        }
    }
    Matrix operator()(const Matrix& columns) const {
        return sines_ * (values_.asDiagonal() * (sines_.transpose() * columns));
    }
    const Vector& values() const {
        return values_;
    }

private:
    Matrix sines_;
    Vector values_;
};

constexpr Index chain_length = 400;

TEST(BlockLanczos, FindsManyPairsInWideBlocks) {
    const SineOperator chain(chain_length);
    double share_before = 0.0;
    const auto pairs = largest_eigenpairs(chain, chain_length, {.count = 80, .block_size = 8}, [&](double share) {
        EXPECT_GE(share, share_before);
        share_before = share;
        return true;
    });
    ASSERT_TRUE(pairs && pairs->converged);
    EXPECT_LT((pairs->values - chain.values().head(80)).cwiseAbs().maxCoeff(), 1e-9 * chain.values()(0));
    const Matrix defect = pairs->vectors.transpose() * pairs->vectors - Matrix::Identity(80, 80);
    EXPECT_LT(defect.cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT(pairs->operations, 80 * 8);
}

TEST(BlockLanczos, StopsAtTheNextBlockWhenCancelled) {
    const SineOperator chain(chain_length);
    for (const int calls_allowed : {0, 1, 7, 20}) {
        int calls = 0;
        int applied = 0;
        const BlockOperator counted = [&](const Matrix& columns) {
            ++applied;
            return chain(columns);
        };
        const auto pairs = largest_eigenpairs(counted, chain_length, {.count = 80, .block_size = 8},
                                              [&](double) { return ++calls <= calls_allowed; });
        EXPECT_FALSE(pairs);
        EXPECT_EQ(applied, calls_allowed + 1); // one for the start
    }
}

} // namespace
} // namespace limber
