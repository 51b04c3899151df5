#include "app/interaction/picking.h"

#include <gtest/gtest.h>

namespace limber::app {
namespace {

const ViewArea area{0, 0, 800, 600};

// Two parallel triangles across the z axis, at z = 0 and z = -1.
struct TwoSheets {
    Points x{6, 3};
    Triangles F{2, 3};

    TwoSheets() {
        x << -1, -1, 0, 1, -1, 0, 0, 1, 0, -1, -1, -1, 1, -1, -1, 0, 1, -1;
        F << 3, 4, 5, 0, 1, 2;
    }
};

TEST(Picking, FindsTheNearestTriangleAndThePointOnIt) {
    const TwoSheets sheets;
    const auto hit = first_hit({Vec3(0.1, -0.2, 5), Vec3(0, 0, -1)}, sheets.x, sheets.F);
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->triangle, 1);
    EXPECT_LT((hit->position - Vec3(0.1, -0.2, 0)).norm(), 1e-12);
    Vec3 blended = Vec3::Zero();
    for (int corner = 0; corner < 3; ++corner) {
        blended += hit->barycentric(corner) * sheets.x.row(sheets.F(1, corner)).transpose();
    }
    EXPECT_LT((blended - hit->position).norm(), 1e-12);
    EXPECT_NEAR(hit->barycentric.sum(), 1.0, 1e-12);
}

TEST(Picking, SeesNothingBehindTheEyeOrBesideTheBody) {
    const TwoSheets sheets;
    EXPECT_FALSE(first_hit({Vec3(0, 0, 5), Vec3(0, 0, 1)}, sheets.x, sheets.F));
    EXPECT_FALSE(first_hit({Vec3(3, 0, 5), Vec3(0, 0, -1)}, sheets.x, sheets.F));
}

TEST(Picking, DrawsABoneAlongItsOwnAxisWhateverItsScale) {
    Bone bone{"tail", -1, identity_affine(), 2.0};
    bone.rest.leftCols<3>() *= 45.0;
    const BoneSegment segment = segment_of(bone, bone.rest);
    EXPECT_LT((segment.tip - Vec3(0, 2, 0)).norm(), 1e-12);
}

TEST(Picking, SelectsTheBoneWhoseJointIsClosest) {
    const std::vector<BoneSegment> chain{{Vec3(0, 0, 0), Vec3(0, 0.5, 0)}, {Vec3(0, 0.5, 0), Vec3(0, 1, 0)}};
    const OrbitCamera camera;
    const Pixel joint = *pixel_of(camera, area, Vec3(0, 0.5, 0));
    EXPECT_EQ(bone_under(joint, 8, camera, area, chain), 1);
    const Pixel middle = *pixel_of(camera, area, Vec3(0, 0.2, 0));
    EXPECT_EQ(bone_under(middle, 8, camera, area, chain), 0);
    EXPECT_EQ(bone_under(middle + Pixel(30, 0), 8, camera, area, chain), std::nullopt);
}

} // namespace
} // namespace limber::app
