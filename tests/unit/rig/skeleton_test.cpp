// SPDX-License-Identifier: MIT
#include "engine/rig/rig.h"
#include "engine/rig/skeleton.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Bone bone_at(double x, int parent) {
    Bone bone;
    bone.parent = parent;
    bone.rest.col(3) = Vec3(x, 0.0, 0.0);
    return bone;
}

/// Three bones along x, listed from the tip to the root.
Skeleton chain() {
    return {{bone_at(2.0, 1), bone_at(1.0, 2), bone_at(0.0, -1)}};
}

TEST(Skeleton, PutsParentsBeforeChildren) {
    EXPECT_THAT(root_first_order(chain()), ElementsAre(2, 1, 0));
    EXPECT_THAT(root_first_order(Skeleton{{bone_at(0, -1), bone_at(1, -1), bone_at(2, 0)}}), ElementsAre(0, 1, 2));
}

TEST(Skeleton, IsValidWithSeveralRoots) {
    EXPECT_FALSE(fault_in(chain()));
    EXPECT_FALSE(fault_in(Skeleton{{bone_at(0, -1), bone_at(1, -1)}}));
}

void expect_fault(const Skeleton& skeleton, const char* where, const char* message) {
    const auto fault = fault_in(skeleton);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->where, HasSubstr(where));
    EXPECT_THAT(fault->message, HasSubstr(message));
}

TEST(Skeleton, IsRejectedWithoutBones) {
    expect_fault(Skeleton{}, "bones", "no bones");
}

TEST(Skeleton, IsRejectedWithAMissingParent) {
    Skeleton skeleton = chain();
    skeleton.bones[1].parent = 3;
    expect_fault(skeleton, "bone 1", "its parent is bone 3 of 3");
    skeleton.bones[1].parent = -2;
    expect_fault(skeleton, "bone 1", "its parent is bone -2");
}

TEST(Skeleton, IsRejectedWithACycleOfParents) {
    Skeleton skeleton = chain();
    skeleton.bones[2].parent = 0;
    expect_fault(skeleton, "bone 0", "circle");
    expect_fault(Skeleton{{bone_at(0, 0)}}, "bone 0", "circle");
    EXPECT_THROW(static_cast<void>(root_first_order(skeleton)), std::logic_error);
}

TEST(Skeleton, IsRejectedWithASingularOrNonFiniteRestMatrix) {
    Skeleton skeleton = chain();
    skeleton.bones[1].rest.col(1) = skeleton.bones[1].rest.col(0);
    expect_fault(skeleton, "bone 1", "singular");
    skeleton.bones[1].rest(0, 3) = std::nan("");
    expect_fault(skeleton, "bone 1", "not finite");
}

TEST(Skeleton, IsValidAtAnySize) {
    for (const double scale : {1e-6, 273.0, 1e6}) {
        Skeleton skeleton = chain();
        skeleton.bones[0].rest.leftCols<3>() *= scale;
        EXPECT_FALSE(fault_in(skeleton));
    }
}

TEST(SkinningMaps, AreIdentitiesAtRest) {
    const Skeleton skeleton = chain();
    const AffineStack maps = skinning_maps(skeleton, rest_pose(skeleton));
    for (int b = 0; b < 3; ++b) {
        EXPECT_TRUE(maps.middleRows<4>(4 * b).transpose().isApprox(identity_affine()));
    }
}

TEST(Offsets, EmptyOffsetsKeepThePoseBitForBit) {
    Rng rng(1);
    const Skeleton skeleton = chain();
    Pose pose = rest_pose(skeleton);
    for (Affine& matrix : pose) {
        matrix = random_affine(rng, 1.0);
    }
    EXPECT_EQ(with_offsets(skeleton, pose, Pose(3, identity_affine())), pose);
}

TEST(Offsets, MoveTheChildren) {
    const Skeleton skeleton = chain();
    Pose offsets(3, identity_affine());
    offsets[2].leftCols<3>() << 0, -1, 0, 1, 0, 0, 0, 0, 1; // a quarter turn of the root around z
    const Pose pose = with_offsets(skeleton, rest_pose(skeleton), offsets);
    EXPECT_TRUE(pose[2].col(3).isZero());
    EXPECT_TRUE(pose[1].col(3).isApprox(Vec3(0, 1, 0)));
    EXPECT_TRUE(pose[0].col(3).isApprox(Vec3(0, 2, 0)));
}

TEST(Offsets, ChangeOnlyTheirOwnLocalMatrix) {
    Rng rng(2);
    const Skeleton skeleton = chain();
    Pose pose = rest_pose(skeleton);
    Pose offsets(3, identity_affine());
    for (int b = 0; b < 3; ++b) {
        pose[static_cast<std::size_t>(b)] = random_affine(rng, 0.3);
        offsets[static_cast<std::size_t>(b)].leftCols<3>() = random_rotation(rng);
    }
    const Pose moved = with_offsets(skeleton, pose, offsets);
    const auto local = [](const Affine& parent, const Affine& child) {
        return compose(inverse(parent), child);
    };
    EXPECT_TRUE(moved[2].isApprox(compose(pose[2], offsets[2])));
    EXPECT_TRUE(local(moved[2], moved[1]).isApprox(compose(local(pose[2], pose[1]), offsets[1])));
    EXPECT_TRUE(local(moved[1], moved[0]).isApprox(compose(local(pose[1], pose[0]), offsets[0])));
}

TEST(Offsets, StayFiniteOnABoneOfZeroScale) {
    const Skeleton skeleton = chain();
    Pose pose = rest_pose(skeleton);
    pose[1].leftCols<3>().setZero();
    Pose offsets(3, identity_affine());
    offsets[1].col(3) = Vec3(1, 2, 3);
    for (const Affine& matrix : with_offsets(skeleton, pose, offsets)) {
        EXPECT_TRUE(matrix.allFinite());
    }
}

TEST(Rig, MovesTheSkinRigidlyWhenAllBonesMoveTogether) {
    Rng rng(3);
    const TetMesh mesh = ball_mesh(2);
    Rig rig{chain(), Matrix(mesh.vertex_count(), 3)};
    for (Index i = 0; i < rig.W.rows(); ++i) {
        const Vec3 raw = random_vector(rng).cwiseAbs();
        rig.W.row(i) = raw / raw.sum();
    }
    EXPECT_FALSE(fault_in(rig, mesh));
    Affine rigid;
    rigid << random_rotation(rng), random_vector(rng);
    Pose pose = rest_pose(rig.skeleton);
    for (Affine& matrix : pose) {
        matrix = compose(rigid, matrix);
    }
    const Points x = rig_jacobian(mesh.X, rig.W) * skinning_maps(rig.skeleton, pose);
    EXPECT_TRUE(x.isApprox(transformed(mesh.X, rigid), 1e-13));
}

TEST(AffineHandle, IsAtTheCentreWithFullWeights) {
    const TetMesh mesh = bar_mesh(2, 1, 1, Vec3(4, 2, 2));
    const Rig rig = affine_handle(mesh);
    EXPECT_FALSE(fault_in(rig, mesh));
    EXPECT_TRUE(rig.skeleton.bones[0].rest.col(3).isApprox(Vec3(2, 1, 1)));
    EXPECT_TRUE(rig.W.isOnes());
}

TEST(Rig, IsRejectedForAnotherMeshAndForInvalidWeights) {
    const TetMesh mesh = two_tets();
    const auto fault_with = [&](Index row, double value) {
        Rig rig = affine_handle(mesh);
        rig.W(row, 0) = value;
        const auto fault = fault_in(rig, mesh);
        return fault ? fault->where + ": " + fault->message : std::string();
    };
    EXPECT_THAT(fault_with(3, 0.9), HasSubstr("vertex 3: they sum to 0.9"));
    EXPECT_THAT(fault_with(2, -0.1), HasSubstr("vertex 2: a weight is negative"));
    EXPECT_THAT(fault_with(4, std::nan("")), HasSubstr("vertex 4: a weight is not a finite number"));
    const auto fault = fault_in(affine_handle(one_tet()), mesh);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->message, HasSubstr("4 vertices"));
}

} // namespace
} // namespace limber::testing
