// SPDX-License-Identifier: MIT
#include "engine/loads/load_mixture.h"

#include "engine/core/random.h"
#include "engine/operators/scalar_operators.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace limber {
namespace {

class Mixture : public ::testing::Test {
protected:
    Mixture() {
        const Vector left = share_of({Vec3(0, 0, 0), 0.3, 50.0}, mesh.X);
        const Vector right = share_of({Vec3(1, 0, 0), 0.3, 50.0}, mesh.X);
        mixture.components = {loads_within(mass, left), loads_within(mass, right), contact_patch(mesh, right)};
        mixture.components[2].mean.setConstant(0.4);
        mixture.shares = Vec3(0.5, 0.3, 0.2);
    }
    Matrix dense(const LoadDistribution& loads) const {
        return covariance_times(loads, Matrix::Identity(3 * n, 3 * n));
    }

    TetMesh mesh = testing::bar_mesh(4, 2, 2, Vec3(1.0, 0.3, 0.3));
    Index n = mesh.vertex_count();
    Vector mass = lumped_mass(mesh, Vector::Constant(mesh.tet_count(), 100.0));
    LoadMixture mixture;
};

TEST_F(Mixture, IsCombinedWithItsMeanAndCovariance) {
    const LoadDistribution all = combined(mixture);
    Vector mean = Vector::Zero(3 * n);
    for (Index k = 0; k < 3; ++k) {
        mean += mixture.shares(k) * mixture.components[static_cast<std::size_t>(k)].mean;
    }
    Matrix covariance = Matrix::Zero(3 * n, 3 * n);
    for (Index k = 0; k < 3; ++k) {
        const LoadDistribution& component = mixture.components[static_cast<std::size_t>(k)];
        const Vector apart = component.mean - mean;
        covariance += mixture.shares(k) * (dense(component) + apart * apart.transpose());
    }
    EXPECT_LT((all.mean - mean).norm(), 1e-12);
    EXPECT_LT((dense(all) - covariance).cwiseAbs().maxCoeff(), 1e-12 * covariance.cwiseAbs().maxCoeff());
}

// Equation 33 with dense inverses and determinants.
TEST_F(Mixture, HasThePosteriorOfBayesRule) {
    const std::array vertices{3, 14, 8, 20};
    constexpr double noise = 1e-3;
    const auto posterior = LoadPosterior::of(mixture, vertices, noise).value();
    std::vector<Matrix> covariances;
    double largest = 0.0;
    for (const LoadDistribution& component : mixture.components) {
        const Matrix all = dense(component);
        Matrix on(12, 12);
        for (Index i = 0; i < 4; ++i) {
            for (Index j = 0; j < 4; ++j) {
                on.block<3, 3>(3 * i, 3 * j) = all.block<3, 3>(3 * vertices[static_cast<std::size_t>(i)],
                                                               3 * vertices[static_cast<std::size_t>(j)]);
            }
        }
        largest = std::max(largest, on.diagonal().mean());
        covariances.push_back(on);
    }
    Rng rng(3);
    for (int trial = 0; trial < 5; ++trial) {
        const Vector force = Vector::NullaryExpr(12, [&] { return 0.5 * rng.normal(); });
        Vec3 density;
        for (std::size_t k = 0; k < 3; ++k) {
            const Matrix S = covariances[k] + noise * largest * Matrix::Identity(12, 12);
            Vector apart = force;
            for (Index i = 0; i < 4; ++i) {
                apart.segment<3>(3 * i) -=
                    mixture.components[k].mean.segment<3>(3 * vertices[static_cast<std::size_t>(i)]);
            }
            const Eigen::FullPivLU<Matrix> lu(S);
            density(static_cast<Index>(k)) = -0.5 * apart.dot(lu.solve(apart)) - 0.5 * std::log(lu.determinant()) +
                                             std::log(mixture.shares(static_cast<Index>(k)));
        }
        const Vector found = posterior.log_probabilities(force);
        EXPECT_NEAR(found.array().exp().sum(), 1.0, 1e-12);
        EXPECT_NEAR(found(1) - found(0), density(1) - density(0), 1e-7 * density.norm());
        EXPECT_NEAR(found(2) - found(0), density(2) - density(0), 1e-7 * density.norm());
    }
}

// Figure 13: forces that were drawn from a component are ascribed to it.
TEST_F(Mixture, RecognisesTheComponentOfAForce) {
    mixture.components.pop_back();
    mixture.shares = Vector::Constant(2, 0.5);
    std::vector<int> all(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = static_cast<int>(i);
    }
    const auto posterior = LoadPosterior::of(mixture, all, 1e-4).value();
    Rng rng(5);
    for (Index k = 0; k < 2; ++k) {
        const Matrix& blocks = mixture.components[static_cast<std::size_t>(k)].blocks;
        const Vector force =
            Vector::NullaryExpr(3 * n, [&](Index row) { return std::sqrt(blocks(row, row % 3)) * rng.normal(); });
        Index best = 0;
        posterior.log_probabilities(force).maxCoeff(&best);
        EXPECT_EQ(best, k);
    }
}

TEST_F(Mixture, IsRefusedInOneSentence) {
    const std::array vertices{3, 14};
    const auto refused = [&](const LoadMixture& bad, std::span<const int> at) {
        return !LoadPosterior::of(bad, at);
    };
    EXPECT_FALSE(refused(mixture, vertices));
    EXPECT_TRUE(refused({}, vertices));
    EXPECT_TRUE(refused(mixture, {}));
    EXPECT_TRUE(refused(mixture, std::array{3, 3}));
    EXPECT_TRUE(refused(mixture, std::array{static_cast<int>(n)}));
    LoadMixture uneven = mixture;
    uneven.shares(0) = 0.9;
    EXPECT_TRUE(refused(uneven, vertices));
    LoadMixture elsewhere;
    Vector one = Vector::Zero(n);
    one(0) = 1.0;
    elsewhere.components = {loads_within(mass, one)};
    elsewhere.shares = Vector::Ones(1);
    EXPECT_TRUE(refused(elsewhere, vertices));
}

TEST(ComponentChoices, DoNotFlicker) {
    ComponentChoice choice(1.0, 3);
    const Vec3 first(-0.1, -3.0, -5.0);
    const Vec3 second(-3.0, -0.1, -5.0);
    const Vec3 close(-0.9, -0.5, -5.0); // ahead, but not by the margin
    for (int i = 0; i < 10; ++i) {      // alternating observations
        EXPECT_EQ(choice.update(i % 2 == 0 ? second : first), 0u);
    }
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(choice.update(close), 0u);
    }
    EXPECT_EQ(choice.update(second), 0u);
    EXPECT_EQ(choice.update(second), 0u);
    EXPECT_EQ(choice.update(second), 1u);
    EXPECT_EQ(choice.update(close.reverse()), 1u);
}

} // namespace
} // namespace limber
