#include "engine/mesh/topology.h"
#include "engine/rig/momentum_leak.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

TEST(MomentumLeak, IsFreeOnTheSurfaceAndClosedInTheMiddle) {
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

TEST(MomentumLeak, DoesNotDependOnTheUnitOrThePlace) {
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

TEST(MomentumLeak, IsClosedWithAWarningWhereAllVerticesLieOnTheSurface) {
    const auto leak = momentum_leak(bar_mesh(4, 1, 1), {});
    EXPECT_TRUE(leak.value.isOnes());
    ASSERT_EQ(leak.warnings.size(), 1u);
    EXPECT_THAT(leak.warnings[0], ::testing::HasSubstr("surface"));
}

TEST(MomentumLeak, RefusesADepthThatIsNotPositive) {
    for (const double depth : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        EXPECT_TRUE(fault_in(MomentumLeakOptions{depth}));
    }
    EXPECT_FALSE(fault_in(MomentumLeakOptions{}));
}

TEST(MomentumLeak, IsTheSameInATurnedBody) {
    const TetMesh bar = bar_mesh(9, 4, 4, Vec3(3.0, 1.0, 1.0));
    Rng rng(5);
    Affine turned = identity_affine();
    turned.leftCols<3>() = random_rotation(rng);
    const Vector leak = momentum_leak(bar, {}).value;
    EXPECT_LT((momentum_leak(transformed(bar, turned), {}).value - leak).cwiseAbs().maxCoeff(), 1e-12);
}

} // namespace
} // namespace limber::testing
