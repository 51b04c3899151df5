// SPDX-License-Identifier: MIT
#include "engine/subspace/substructures.h"

#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/meshes.h"
#include "tests/support/seen_fractions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace limber {
namespace {

class Substructures : public ::testing::Test {
protected:
    TetMesh mesh = testing::bar_mesh(8, 2, 2, Vec3(2.0, 0.4, 0.3));
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
};

TEST_F(Substructures, CoverTheBodyWithConnectedDomains) {
    const auto domain = domains_of(mesh, 3);
    ASSERT_TRUE(domain);
    EXPECT_EQ(std::set<int>(domain.value().begin(), domain.value().end()), (std::set{0, 1, 2}));
    // The first two seeds are at the ends of the bar.
    double left = -1.0;
    double right = -1.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const double x = mesh.X(mesh.T.row(t), 0).mean();
        left = x < 0.2 ? domain.value()[static_cast<std::size_t>(t)] : left;
        right = x > 1.8 ? domain.value()[static_cast<std::size_t>(t)] : right;
    }
    EXPECT_NE(left, right);
}

// Of one domain they are the vibration modes of the free body, with its six rigid motions.
TEST_F(Substructures, OfOneDomainAreTheModesOfTheBody) {
    const Matrix B = substructure_modes(mesh, material, 1, 10).value();
    const auto modes = displacement_modes(mesh, material, {.count = 4}).value();
    ASSERT_EQ(B.cols(), 10);
    const Vector mass = lumped_mass(mesh, material.density).transpose().replicate(3, 1).reshaped();
    const Matrix rest = modes.D - B * (B.transpose() * (mass.asDiagonal() * modes.D));
    const double share =
        (mass.cwiseSqrt().asDiagonal() * rest).norm() / (mass.cwiseSqrt().asDiagonal() * modes.D).norm();
    EXPECT_LT(share, 1e-6);
}

TEST_F(Substructures, HaveAProgressThatGrowsOverAllDomains) {
    const std::vector<double> fractions = testing::seen_fractions(
        [&](Progress& progress) { ASSERT_TRUE(substructure_modes(mesh, material, 8, 12, &progress)); });
    EXPECT_TRUE(std::ranges::is_sorted(fractions)) << ::testing::PrintToString(fractions);
    EXPECT_GE(fractions.back(), 0.875);
}

// Figure 4: what moves a domain does not reach the others.
TEST_F(Substructures, MoveNoOtherDomain) {
    const Matrix B = substructure_modes(mesh, material, 4, 12).value();
    EXPECT_EQ(B.cols(), 48);
    const auto domain = domains_of(mesh, 4).value();
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index j = 0; j < B.cols(); ++j) {
            bool is_still = true;
            for (Index corner = 0; corner < 4; ++corner) {
                is_still = is_still && B.block<3, 1>(3 * mesh.T(t, corner), j).isZero(0.0);
            }
            if (domain[static_cast<std::size_t>(t)] == j / 12) {
                EXPECT_FALSE(is_still);
            }
        }
    }
    EXPECT_GT((B.array() == 0.0).count(), B.size() / 2);
    EXPECT_FALSE(substructure_modes(mesh, material, 1000, 12));
}

} // namespace
} // namespace limber
