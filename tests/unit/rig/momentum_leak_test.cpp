// SPDX-License-Identifier: MIT
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/momentum_leak.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

TEST(MomentumLeak, IsOneOnTheSurfaceAndZeroInTheMiddle) {
    const TetMesh ball = ball_mesh(5);
    const auto leak = momentum_leak(ball, {});
    EXPECT_TRUE(leak.warnings.empty());
    EXPECT_EQ(leak.value.minCoeff(), 0.0);
    EXPECT_EQ(leak.value.maxCoeff(), 1.0);
    const Vector radius = ball.X.rowwise().norm();
    for (Index i = 0; i < radius.size(); ++i) {
        if (radius[i] > 0.99) {
            EXPECT_LT(leak.value[i], 0.25);
        }
        if (radius[i] < 0.1) {
            EXPECT_GT(leak.value[i], 0.95);
        }
    }
}

TEST(MomentumLeak, DoesNotDependOnUnitOrPosition) {
    Rng rng(1);
    const TetMesh ball = ball_mesh(4);
    const Vector leak = momentum_leak(ball, {}).value;
    for (const double scale : {1e-3, 1e3}) {
        Affine map;
        map << scale * Mat3::Identity(), random_vector(rng, scale);
        EXPECT_LT((momentum_leak(transformed(ball, map), {}).value - leak).cwiseAbs().maxCoeff(), 1e-9);
    }
}

TEST(MomentumLeak, ReachesDeeperWhenAsked) {
    const TetMesh ball = ball_mesh(5);
    const Vector shallow = momentum_leak(ball, {.depth = 0.02}).value;
    const Vector deep = momentum_leak(ball, {.depth = 0.2}).value;
    EXPECT_LT(deep.mean(), shallow.mean());
}

TEST(MomentumLeak, IsZeroWithAWarningIfAllVerticesAreOnTheSurface) {
    const auto leak = momentum_leak(bar_mesh(4, 1, 1), {});
    EXPECT_TRUE(leak.value.isOnes());
    ASSERT_EQ(leak.warnings.size(), 1u);
    EXPECT_THAT(leak.warnings[0], ::testing::HasSubstr("surface"));
}

TEST(MomentumLeak, AmountInterpolatesFromFullConstraintToNone) {
    const TetMesh ball = ball_mesh(5);
    const Vector D = momentum_leak(ball, {}).value;
    EXPECT_TRUE(momentum_leak(ball, {.amount = 0.0}).value.isOnes(0.0));
    EXPECT_TRUE(momentum_leak(ball, {.amount = 1.0}).value.isZero(0.0));
    EXPECT_EQ(momentum_leak(ball, {.amount = 0.5}).value, D);
    Vector before = Vector::Ones(D.size());
    for (const double amount : {0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999}) {
        const Vector now = momentum_leak(ball, {.amount = amount}).value;
        EXPECT_TRUE((now.array() <= before.array()).all()) << amount;
        EXPECT_EQ(now.maxCoeff(), 1.0);
        before = now;
    }
    const Vector root = momentum_leak(ball, {.amount = 1.0 / 3.0}).value;
    EXPECT_LT((root - D.cwiseSqrt()).cwiseAbs().maxCoeff(), 1e-12);
}

// If the constraint held only a few vertices deep inside, the body would tear around them.
TEST(MomentumLeak, KeepsMostOfTheConstraintForAmountsBelowOne) {
    for (const TetMesh& mesh : {ball_mesh(5), bar_mesh(12, 12, 3, Vec3(1.0, 1.0, 0.2)), bar_mesh(20, 4, 4)}) {
        const Vector M = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
        const double half = M.dot(momentum_leak(mesh, {}).value);
        double before = half;
        for (const double amount : {0.6, 0.8, 0.9, 0.99, 0.999999}) {
            const double held = M.dot(momentum_leak(mesh, {.amount = amount}).value);
            EXPECT_GE(held, 0.7499 * half) << amount;
            EXPECT_LT(held, before) << amount;
            before = held;
        }
        EXPECT_LT(before, 0.76 * half);
    }
}

// A plate one tet thick has no vertex inside; a few of its tets, split into four, give it some.
TetMesh thin_plate(int cells, int vertices_inside, Rng& rng) {
    TetMesh plate = bar_mesh(cells, cells, 1, Vec3(1.0, 1.0, 0.05));
    for (int i = 0; i < vertices_inside; ++i) {
        const auto t = static_cast<Index>(rng.below(static_cast<std::uint64_t>(plate.tet_count())));
        const Eigen::RowVector4i corners = plate.T.row(t);
        const int centre = static_cast<int>(plate.vertex_count());
        plate.X.conservativeResize(centre + 1, 3);
        plate.X.row(centre) = plate.X(corners, Eigen::all).colwise().mean();
        for (int k = 0; k < 4; ++k) {
            Eigen::RowVector4i part = corners;
            part(k) = centre;
            if (k > 0) {
                plate.T.conservativeResize(plate.tet_count() + 1, 4);
            }
            plate.T.row(k > 0 ? plate.tet_count() - 1 : t) = part;
        }
    }
    return plate;
}

TEST(MomentumLeak, KeepsTheConstraintForAShell) {
    Rng rng(3);
    for (int inside = 0; inside < 6; ++inside) {
        const TetMesh plate = thin_plate(12, inside, rng);
        for (const double amount : {0.2, 0.5, 0.9}) {
            const auto leak = momentum_leak(plate, {.amount = amount});
            EXPECT_TRUE(leak.value.isOnes()) << inside;
            EXPECT_EQ(leak.warnings.size(), 1u) << inside;
        }
    }
    EXPECT_TRUE(momentum_leak(bar_mesh(12, 12, 3, Vec3(1.0, 1.0, 0.2)), {}).warnings.empty());
}

TEST(MomentumLeak, RejectsANonPositiveDepthAndAnAmountOutsideZeroToOne) {
    for (const double depth : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        EXPECT_TRUE(fault_in(MomentumLeakOptions{depth}));
    }
    for (const double amount : {-0.1, 1.1, std::nan("")}) {
        EXPECT_TRUE(fault_in(MomentumLeakOptions{.amount = amount}));
    }
    EXPECT_FALSE(fault_in(MomentumLeakOptions{}));
}

TEST(MomentumLeak, IsTheFieldThatIsGiven) {
    const TetMesh bar = bar_mesh(9, 4, 4, Vec3(3.0, 1.0, 1.0));
    const Vector field = bar.X.col(0) / 3.0;
    EXPECT_EQ(momentum_leak(bar, {.field = field}).value, field);
    EXPECT_TRUE(momentum_leak(bar, {.amount = 0.0, .field = field}).value.isOnes());
    EXPECT_TRUE(momentum_leak(bar, {.amount = 1.0, .field = field}).value.isZero(0.0));
    EXPECT_TRUE(momentum_leak(bar, {.amount = 1.0 / 3.0, .field = field}).value.isApprox(field.cwiseSqrt()));
    EXPECT_LT(momentum_leak(bar, {.amount = 0.8, .field = field}).value.sum(), field.sum());
    for (const double amount : {0.3, 0.5, 0.7}) {
        const Vector none = Vector::Zero(field.size());
        EXPECT_TRUE(momentum_leak(bar, {.amount = amount, .field = none}).value.isZero(0.0)) << "no constraint";
        EXPECT_TRUE(momentum_leak(bar, {.amount = amount, .field = none.array() + 1.0}).value.isOnes());
    }
}

TEST(MomentumLeak, DoesNotHangTheRigOnAFewVerticesOfTheGivenField) {
    const TetMesh bar = bar_mesh(9, 4, 4, Vec3(3.0, 1.0, 1.0));
    const auto leak = momentum_leak(bar, {.field = Vector::Unit(bar.vertex_count(), 7)});
    EXPECT_TRUE(leak.value.isOnes());
    ASSERT_EQ(leak.warnings.size(), 1u);
    EXPECT_NE(leak.warnings[0].find("but on a few vertices"), std::string::npos);
    for (const double odd : {-0.1, 1.1, std::nan("")}) {
        EXPECT_TRUE(fault_in(MomentumLeakOptions{.field = Vector::Constant(bar.vertex_count(), odd)}));
    }
}

TEST(MomentumLeak, IsInvariantUnderRotation) {
    const TetMesh bar = bar_mesh(9, 4, 4, Vec3(3.0, 1.0, 1.0));
    Rng rng(5);
    Affine turned = identity_affine();
    turned.leftCols<3>() = random_rotation(rng);
    const Vector leak = momentum_leak(bar, {}).value;
    EXPECT_LT((momentum_leak(transformed(bar, turned), {}).value - leak).cwiseAbs().maxCoeff(), 1e-12);
}

} // namespace
} // namespace limber::testing
