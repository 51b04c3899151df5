// SPDX-License-Identifier: MIT
#include "engine/loads/load_mixture.h"

#include "engine/core/random.h"
#include "engine/operators/scalar_operators.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

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

TEST_F(Mixture, IsCombinedWithTheExpectedStiffness) {
    mixture.components[0].handles = {{3, 100.0}};
    mixture.components[2].handles = {{3, 40.0}};
    mixture.components[2].springs = {{{1, 2}, 10.0}};
    const LoadDistribution all = combined(mixture);
    ASSERT_EQ(all.handles.size(), 2u);
    ASSERT_EQ(all.springs.size(), 1u);
    EXPECT_NEAR(all.handles[0].stiffness, 100.0 * mixture.shares(0), 1e-12);
    EXPECT_NEAR(all.handles[1].stiffness, 40.0 * mixture.shares(2), 1e-12);
    EXPECT_NEAR(all.springs[0].stiffness, 10.0 * mixture.shares(2), 1e-12);
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

constexpr double seconds_of_frame = 1.0 / 60.0; // [s]

// The numbers of the observations after which another component acts. `observed`: from the chosen one.
std::vector<int> switches_of(ComponentChoice& choice, int observations, double seconds,
                             const std::function<Vector(std::size_t)>& observed) {
    std::vector<int> switches;
    for (int i = 0; i < observations; ++i) {
        const std::size_t before = choice.chosen();
        if (choice.update(observed(before), seconds) != before) {
            switches.push_back(i);
        }
    }
    return switches;
}

TEST(ComponentChoices, DoNotFlicker) {
    ComponentChoice choice(3);
    const Vec3 first(-0.1, -30.0, -50.0);
    const Vec3 second(-30.0, -0.1, -50.0);
    const Vec3 close(-4.0, -0.5, -50.0); // ahead, but not by the margin
    for (int i = 0; i < 60; ++i) {       // alternating observations
        EXPECT_EQ(choice.update(i % 2 == 0 ? second : first, seconds_of_frame), 0u);
    }
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(choice.update(close, seconds_of_frame), 0u);
    }
    EXPECT_EQ(choice.update(second, seconds_of_frame), 0u) << "one observation is not enough";
    EXPECT_FALSE(switches_of(choice, 10, seconds_of_frame, [&](std::size_t) { return second; }).empty());
    EXPECT_EQ(choice.chosen(), 1u);
}

// As on a floor, where each component that acts puts the weight where another one acts.
TEST(ComponentChoices, ComeToRestWhereEachSpeaksForTheOther) {
    const auto other = [](std::size_t chosen) -> Vector {
        return chosen == 0 ? Eigen::Vector2d(-1e6, 0.0) : Eigen::Vector2d(0.0, -1e6);
    };
    for (const double seconds : {1.0 / 240.0, 1.0 / 60.0, 1.0 / 30.0}) {
        ComponentChoice choice(2);
        const auto for_a_second = switches_of(choice, static_cast<int>(std::lround(1.0 / seconds)), seconds, other);
        EXPECT_GE(for_a_second.size(), 1u) << seconds;
        EXPECT_LE(for_a_second.size(), 3u) << seconds;
        const int minute = static_cast<int>(std::lround(60.0 / seconds));
        EXPECT_LE(switches_of(choice, minute, seconds, other).size(), 31u) << seconds;
    }
}

TEST(ComponentChoices, SwitchAtOnceAfterATimeWithoutSwitches) {
    ComponentChoice choice(2);
    const auto observations = [&](int count, const Vector& seen) {
        return switches_of(choice, count, seconds_of_frame, [&](std::size_t) { return seen; });
    };
    const Vector first = Eigen::Vector2d(0.0, -30.0);
    const Vector second = Eigen::Vector2d(-30.0, 0.0);
    ASSERT_LT(observations(60, second).at(0), 6);
    ASSERT_EQ(observations(60, first).size(), 1u);
    ASSERT_EQ(observations(600, first).size(), 0u);
    EXPECT_LT(observations(60, second).at(0), 10);
}

TEST(ComponentChoices, ContinueFromTheirMemory) {
    ComponentChoice choice(2);
    Rng rng(3);
    std::vector<std::vector<double>> memories;
    std::vector<Vector> seen;
    for (int i = 0; i < 240; ++i) {
        const bool is_second = i % 80 < 40;
        memories.push_back(choice.memory());
        seen.push_back(Eigen::Vector2d(is_second ? -20.0 : 0.0, rng.uniform(-4.0, 0.0) - (is_second ? 0.0 : 8.0)));
        choice.update(seen.back(), seconds_of_frame);
    }
    ASSERT_TRUE(std::ranges::any_of(memories, [](const auto& memory) { return memory[0] != 0.0; }));
    for (std::size_t from : {std::size_t{0}, std::size_t{7}, std::size_t{100}}) {
        ComponentChoice again(2);
        again.set_memory(memories[from]);
        for (std::size_t i = from; i < seen.size(); ++i) {
            ASSERT_EQ(again.memory(), memories[i]) << from << ", " << i;
            again.update(seen[i], seconds_of_frame);
        }
    }
}

TEST(ComponentChoices, RefuseTheMemoryOfOthers) {
    const std::vector<double> memory = ComponentChoice(2).memory();
    EXPECT_TRUE(is_memory_of_choice(memory, 2));
    EXPECT_FALSE(is_memory_of_choice(memory, 3));
    EXPECT_FALSE(is_memory_of_choice({}, 2));
    for (std::size_t i = 0; i < memory.size(); ++i) {
        std::vector<double> wrong = memory;
        wrong[i] = std::numeric_limits<double>::quiet_NaN();
        EXPECT_FALSE(is_memory_of_choice(wrong, 2)) << i;
    }
    for (const double chosen : {-1.0, 0.5, 2.0}) {
        std::vector<double> wrong = memory;
        wrong[0] = chosen;
        EXPECT_FALSE(is_memory_of_choice(wrong, 2)) << chosen;
    }
}

} // namespace
} // namespace limber
