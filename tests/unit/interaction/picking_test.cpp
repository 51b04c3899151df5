// SPDX-License-Identifier: MIT
#include "app/interaction/picking.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <limits>

namespace limber::app {
namespace {

const ViewArea picking_view{0, 0, 800, 600};

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

TEST(Picking, MissesBehindTheEyeAndBesideTheBody) {
    const TwoSheets sheets;
    EXPECT_FALSE(first_hit({Vec3(0, 0, 5), Vec3(0, 0, 1)}, sheets.x, sheets.F));
    EXPECT_FALSE(first_hit({Vec3(3, 0, 5), Vec3(0, 0, -1)}, sheets.x, sheets.F));
}

TEST(Picking, BoneAxisDoesNotDependOnScale) {
    Bone bone{"tail", -1, identity_affine(), 2.0};
    bone.rest.leftCols<3>() *= 45.0;
    const BoneSegment segment = segment_of(bone, bone.rest);
    EXPECT_LT((segment.tip - Vec3(0, 2, 0)).norm(), 1e-12);
}

Skeleton chain_along_x() {
    Skeleton skeleton;
    for (int b = 0; b < 3; ++b) {
        Bone bone{"bone", b - 1, identity_affine(), 1.0};
        bone.rest.col(3) = Vec3(b, 0, 0);
        skeleton.bones.push_back(bone);
    }
    return skeleton;
}

// In files of other tools the y axis of a joint has no meaning.
TEST(Picking, BonesWhoseChildrenLieBesideTheirAxisReachToThem) {
    const Skeleton skeleton = chain_along_x();
    const auto segments = bone_segments(skeleton, rest_pose(skeleton));
    for (int b = 0; b < 3; ++b) {
        EXPECT_LT((segments[static_cast<std::size_t>(b)].tip - Vec3(b + 1, 0, 0)).norm(), 1e-12) << b;
    }
    Pose turned = rest_pose(skeleton);
    turned[0].leftCols<3>() << 0, -1, 0, 1, 0, 0, 0, 0, 1; // about z by a right angle
    EXPECT_LT((bone_segments(skeleton, turned)[0].tip - Vec3(0, 1, 0)).norm(), 1e-12);
}

TEST(Picking, BonesWhoseChildrenLieOnTheirAxisKeepTheirLength) {
    Skeleton skeleton = chain_along_x();
    for (int b = 0; b < 3; ++b) {
        skeleton.bones[static_cast<std::size_t>(b)].rest.col(3) = Vec3(0.1 * b, b, 0);
        skeleton.bones[static_cast<std::size_t>(b)].length = 0.5;
    }
    const auto segments = bone_segments(skeleton, rest_pose(skeleton));
    EXPECT_EQ(segments[1].tip, Vec3(0.1, 1.5, 0));
    EXPECT_EQ(segments[2].tip, Vec3(0.2, 2.5, 0));
}

TEST(Picking, SelectsTheBoneWhoseJointIsClosest) {
    const std::vector<BoneSegment> chain{{Vec3(0, 0, 0), Vec3(0, 0.5, 0)}, {Vec3(0, 0.5, 0), Vec3(0, 1, 0)}};
    const OrbitCamera camera;
    const Pixel joint = *pixel_of(camera, picking_view, Vec3(0, 0.5, 0));
    EXPECT_EQ(bone_under(joint, 8, camera, picking_view, chain), 1);
    const Pixel middle = *pixel_of(camera, picking_view, Vec3(0, 0.2, 0));
    EXPECT_EQ(bone_under(middle, 8, camera, picking_view, chain), 0);
    EXPECT_EQ(bone_under(middle + Pixel(30, 0), 8, camera, picking_view, chain), std::nullopt);
}

// Boxes across the z axis, from one height to another, with triangles that face outwards.
struct Boxes {
    Points x;
    Triangles F;

    using Spans = std::vector<std::pair<double, double>>;

    explicit Boxes(const Spans& spans) {
        const TetMesh one = testing::bar_mesh(1, 1, 1, Vec3(2, 2, 1));
        const Triangles faces = boundary_triangles(one.T);
        const BoundingBox box = bounding_box(one.X);
        const Index n = one.X.rows();
        const auto count = static_cast<Index>(spans.size());
        x.resize(count * n, 3);
        F.resize(count * faces.rows(), 3);
        for (Index b = 0; b < count; ++b) {
            const auto [low, high] = spans[static_cast<std::size_t>(b)];
            for (Index v = 0; v < n; ++v) {
                const Vec3 from = Vec3(one.X.row(v)) - box.centre();
                x.row(b * n + v) = Vec3(from.x(), from.y(), from.z() > 0 ? high : low).transpose();
            }
            F.middleRows(b * faces.rows(), faces.rows()) = faces.array() + static_cast<int>(b * n);
        }
    }
};

const MouseRay down_z{Vec3(0.1, 0.03, 5), Vec3(0, 0, -1)};

TEST(Picking, FindsTheFirstExitOfARay) {
    const Boxes apart(Boxes::Spans{{-1, 0}, {-4, -3}});
    EXPECT_NEAR(first_exit(down_z, apart.x, apart.F), 6.0, 1e-12) << "of the nearer box";
    const Boxes nested(Boxes::Spans{{-1, 0}, {-0.8, -0.2}, {-1.5, -0.5}});
    EXPECT_NEAR(first_exit(down_z, nested.x, nested.F), 6.5, 1e-12) << "of all overlapping parts";
    EXPECT_EQ(first_exit({Vec3(3, 0, 5), Vec3(0, 0, -1)}, apart.x, apart.F), std::numeric_limits<double>::infinity());
    const Boxes around(Boxes::Spans{{-1, 6}});
    EXPECT_NEAR(first_exit(down_z, around.x, around.F), 6.0, 1e-12) << "seen from its inside";
}

TEST(Picking, SelectsNoBoneBehindTheBody) {
    const OrbitCamera camera;
    const Vec3 eye = frame_of(camera).eye;
    const BoneSegment bone{Vec3(0, 0, 0), Vec3(0, 0.5, 0)};
    const Vec3 middle(0, 0.2, 0);
    const Pixel pixel = *pixel_of(camera, picking_view, middle);
    const double away = (middle - eye).norm();
    EXPECT_EQ(bone_under(pixel, 8, camera, picking_view, {bone}, away + 0.1), 0) << "inside the body";
    EXPECT_EQ(bone_under(pixel, 8, camera, picking_view, {bone}, away - 0.1), std::nullopt) << "behind it";
}

} // namespace
} // namespace limber::app
