// SPDX-License-Identifier: MIT
#include "engine/formats/bvh_file.h"

#include "engine/core/random.h"
#include "engine/formats/gltf_file.h"
#include "engine/rig/retargeting.h"
#include "tests/support/meshes.h"
#include "tests/support/shared_data.h"
#include "tests/support/walker_bvh.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace limber {
namespace {

using ::testing::HasSubstr;
using testing::other_person;
using testing::person_bvh;

const char* const two_joints = R"(HIERARCHY
ROOT Hips
{
  OFFSET 1 2 3
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Left Arm
  {
    OFFSET 0 1 0
    CHANNELS 2 Xrotation Zrotation
    End Site
    {
      OFFSET 0 1 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.025
0 0 0 0 0 0 0 0
4 5 6 90 0 0 90 -90
)";

BvhMotion motion_in(const std::string& text) {
    auto read = parse_bvh(text, "walk.bvh");
    EXPECT_TRUE(read) << sentence(read.error());
    return std::move(read).value();
}

std::string bvh_refusal(const std::string& text) {
    const auto read = parse_bvh(text, "walk.bvh");
    return read ? "it was read" : sentence(read.error());
}

std::string replaced_in(std::string text, const std::string& before, const std::string& after) {
    return text.replace(text.find(before), before.size(), after);
}

TEST(BvhFile, GivesJointsAndTheirPoses) {
    const BvhMotion motion = motion_in(two_joints);
    ASSERT_EQ(motion.skeleton.bone_count(), 2);
    EXPECT_EQ(motion.skeleton.bones[1].name, "Left Arm");
    EXPECT_EQ(motion.skeleton.bones[1].parent, 0);
    EXPECT_EQ(motion.skeleton.bones[1].rest.col(3), Vec3(1, 3, 3));
    EXPECT_DOUBLE_EQ(motion.clip.frame_rate, 40.0);
    ASSERT_EQ(motion.clip.frame_count(), 2);
    EXPECT_EQ(motion.clip.keys[0][1].col(3), Vec3(0, 1, 0));
    const Pose& turned = motion.clip.keys[1];
    EXPECT_LT((turned[1].col(3) - Vec3(3, 5, 6)).norm(), 1e-12); // the offset, turned by 90 degrees about z
    const Mat3 expected = (Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitZ()) *
                           Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()) *
                           Eigen::AngleAxisd(-std::numbers::pi / 2, Vec3::UnitZ()))
                              .toRotationMatrix();
    EXPECT_LT((turned[1].leftCols<3>() - expected).norm(), 1e-12);
    EXPECT_FALSE(fault_in(motion.skeleton));
    EXPECT_FALSE(fault_in(motion.clip, 2));
}

TEST(BvhFile, IsRefusedInASentenceWithItsLine) {
    const std::string whole = two_joints;
    EXPECT_THAT(bvh_refusal(""), HasSubstr("walk.bvh"));
    EXPECT_THAT(bvh_refusal(replaced_in(whole, "Zrotation Yrotation", "Zrotation Wrotation")), HasSubstr("walk.bvh:5"));
    EXPECT_THAT(bvh_refusal(replaced_in(whole, "0.025", "0")), HasSubstr("frame time"));
    EXPECT_THAT(bvh_refusal(replaced_in(whole, "4 5 6", "4 nan 6")), HasSubstr("walk.bvh:20"));
    EXPECT_THAT(bvh_refusal(replaced_in(whole, "Frames: 2", "Frames: 2000000000")), HasSubstr("2000000000 frames"));
    EXPECT_THAT(bvh_refusal(replaced_in(whole, "Frames: 2", "Frames: 0")), HasSubstr("no frames"));
    EXPECT_THAT(bvh_refusal(whole.substr(0, whole.size() - 12)), HasSubstr("walk.bvh"));
    EXPECT_THAT(bvh_refusal(replaced_in(whole, "JOINT Left Arm", "JOINT")),
                HasSubstr("it was read")); // a joint without a name
}

TEST(BvhFile, IsReadSoundlyOrRefusedInASentenceWhateverItsBytes) {
    const std::string whole = person_bvh(1, 3);
    int accepted = 0;
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Rng rng(seed);
        std::string bytes = whole;
        for (std::uint64_t i = 0; i < 1 + seed % 4; ++i) {
            bytes[static_cast<std::size_t>(rng.below(bytes.size()))] = "0123456789-.eE{} \nzXcJ\xFF"[rng.below(23)];
        }
        const auto read = parse_bvh(bytes, "mutant");
        if (read) {
            ASSERT_FALSE(fault_in(read.value().skeleton)) << "mutant " << seed;
            ASSERT_FALSE(fault_in(read.value().clip, read.value().skeleton.bone_count())) << "mutant " << seed;
            ++accepted;
        } else {
            ASSERT_LT(sentence(read.error()).size(), 400U);
        }
    }
    EXPECT_GT(accepted, 300);
}

Vec3 direction(const Pose& pose, std::size_t from, std::size_t to) {
    return (pose[to].col(3) - pose[from].col(3)).normalized();
}

TEST(Retargeting, OfAPersonToItselfIsItsOwnMotion) {
    const BvhMotion person = motion_in(person_bvh(3, 20));
    const auto same = retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY());
    ASSERT_TRUE(same) << sentence(same.error());
    EXPECT_EQ(same.value().matches.size(), 16U);
    EXPECT_TRUE(same.value().has_hips);
    EXPECT_DOUBLE_EQ(same.value().scale, 1.0);
    const Vec3 lift =
        same.value().clip.keys[0][0].col(3) - person.clip.keys[0][0].col(3); // so that the feet are on the floor
    EXPECT_LT(Vec3(lift.x(), 0, lift.z()).norm(), 1e-12);
    for (std::size_t frame = 0; frame < 20; ++frame) {
        for (std::size_t b = 0; b < 16; ++b) {
            Affine expected = person.clip.keys[frame][b];
            expected.col(3) += lift;
            ASSERT_LT((same.value().clip.keys[frame][b] - expected).norm(), 1e-11);
        }
    }
}

// Whatever the size, the rest pose and the frames of the bones: limbs point where those of the source do.
TEST(Retargeting, PointsLimbsWhereThoseOfTheSourceDo) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        Rng rng(seed);
        const BvhMotion person = motion_in(person_bvh(seed, 12));
        const double turned = rng.uniform(-3.0, 3.0);
        const double scale = rng.uniform(0.05, 2.0);
        const Skeleton other = other_person(scale, rng.uniform(0.0, 1.2), turned, rng);
        const auto carried = retargeted({person.skeleton, person.clip}, other, Vec3::UnitY());
        ASSERT_TRUE(carried) << sentence(carried.error());
        EXPECT_NEAR(carried.value().scale, scale, 1e-9 * scale);
        EXPECT_TRUE(carried.value().unmatched.empty());
        const Mat3 turn = Eigen::AngleAxisd(turned, Vec3::UnitY()).toRotationMatrix();
        for (std::size_t frame = 0; frame < 12; ++frame) {
            const Pose& here = carried.value().clip.keys[frame];
            const Pose& there = person.clip.keys[frame];
            for (const auto& [a, b] : {std::pair(4U, 5U), std::pair(5U, 6U), std::pair(8U, 9U), std::pair(10U, 11U),
                                       std::pair(14U, 15U), std::pair(0U, 1U)}) {
                ASSERT_LT((direction(here, a, b) - turn * direction(there, a, b)).norm(), 1e-9);
            }
            for (std::size_t b = 1; b < 16; ++b) {
                const auto parent = static_cast<std::size_t>(other.bones[b].parent);
                const double length = (other.bones[b].rest.col(3) - other.bones[parent].rest.col(3)).norm();
                ASSERT_NEAR((here[b].col(3) - here[parent].col(3)).norm(), length, 1e-12);
            }
        }
    }
}

// The person with a bone above the hips, on which the legs hang, and on the bone's base the feet, as in robots whose
// feet are set by inverse kinematics. The last bone has no match.
Skeleton with_legs_above_the_hips(Skeleton person) {
    const int base = person.bone_count();
    for (const auto& [name, parent, place] :
         {std::tuple("Base", -1, Vec3(0.0, 0.0, -0.02)), std::tuple("Body", base, Vec3(0.0, 0.17, 0.0)),
          std::tuple("Antenna", base + 1, Vec3(0.1, 0.3, 0.1)), std::tuple("Loose", -1, Vec3(0.0, 0.5, 0.0))}) {
        Bone& bone = person.bones.emplace_back();
        bone.name = name;
        bone.parent = parent;
        bone.rest.col(3) = place;
    }
    for (const std::size_t hangs_on_body : {0U, 10U, 13U}) {
        person.bones[hangs_on_body].parent = base + 1;
    }
    person.bones[12].parent = base;
    person.bones[15].parent = base;
    return person;
}

TEST(Retargeting, CarriesLegsThatHangOnABoneAboveTheHips) {
    Rng rng(6);
    const BvhMotion person = motion_in(person_bvh(6, 30));
    const Skeleton plain = other_person(0.2, 0.5, 0.7, rng);
    const Skeleton robot = with_legs_above_the_hips(plain);
    const Retargeting expected = retargeted({person.skeleton, person.clip}, plain, Vec3::UnitY()).value();
    const Retargeting carried = retargeted({person.skeleton, person.clip}, robot, Vec3::UnitY()).value();
    ASSERT_EQ(carried.matches.size(), 16U);
    for (std::size_t frame = 0; frame < 30; ++frame) {
        const Pose& pose = carried.clip.keys[frame];
        for (std::size_t b = 0; b < 16; ++b) {
            ASSERT_LT((pose[b] - expected.clip.keys[frame][b]).norm(), 1e-12) << "frame " << frame << ", bone " << b;
        }
        const Affine& hips = robot.bones[0].rest;
        const Eigen::Quaterniond turned(Mat3(pose[0].leftCols<3>() * hips.leftCols<3>().inverse()));
        const Mat3 heading =
            Eigen::AngleAxisd(2.0 * std::atan2(turned.y(), turned.w()), Vec3::UnitY()).toRotationMatrix();
        for (std::size_t b = 16; b < 20; ++b) {
            Affine moved = heading * robot.bones[b].rest;
            moved.col(3) = pose[0].col(3) + heading * (robot.bones[b].rest.col(3) - hips.col(3));
            ASSERT_LT((pose[b] - moved).norm(), 1e-12) << "frame " << frame << ", bone " << b;
        }
    }
    EXPECT_EQ(carried.slide.stances, expected.slide.stances);
    EXPECT_NEAR(carried.slide.mean, expected.slide.mean, 1e-12);
}

// Its thighs hang on the bone above the hips, and its feet on that above all.
TEST(Retargeting, KeepsTheLegsOfARealRobotTogether) {
    const auto capture_file = testing::shared_data("characters/walk.bvh");
    const auto robot_file = testing::shared_data("characters/robot.glb");
    SKIP_IF_ABSENT(capture_file);
    SKIP_IF_ABSENT(robot_file);
    const auto capture = read_bvh(capture_file);
    const auto robot = read_gltf(robot_file, GltfClips::left_out);
    ASSERT_TRUE(capture && robot);
    const Skeleton& skeleton = robot.value().value.rig.skeleton;
    const auto bone = [&](const std::string& name) {
        const auto found = std::ranges::find(skeleton.bones, name, &Bone::name);
        EXPECT_NE(found, skeleton.bones.end()) << name;
        return static_cast<std::size_t>(found - skeleton.bones.begin());
    };
    const auto carried = retargeted({capture.value().skeleton, capture.value().clip}, skeleton, Vec3::UnitY());
    ASSERT_TRUE(carried) << sentence(carried.error());
    const Retargeting& walk = carried.value();
    EXPECT_GT((walk.clip.keys.back()[bone("Hips")] - walk.clip.keys.front()[bone("Hips")]).col(3).norm(),
              0.2 * walk.slide.hip_height);
    const auto distance = [&](const Pose& pose, const std::string& one, const std::string& other) {
        return (pose[bone(one)].col(3) - pose[bone(other)].col(3)).norm();
    };
    for (const std::string side : {".L", ".R"}) {
        for (const auto& [one, other] :
             {std::pair("Hips", "UpperLeg"), std::pair("UpperLeg", "LowerLeg"), std::pair("LowerLeg", "Foot")}) {
            const std::string above = one == std::string("Hips") ? one : one + side;
            const double expected = distance(rest_pose(skeleton), above, other + side);
            for (const Pose& pose : walk.clip.keys) {
                ASSERT_NEAR(distance(pose, above, other + side), expected, 1e-9) << above;
            }
        }
    }
    EXPECT_GT(walk.slide.stances, 0);
    EXPECT_GT(walk.slide.mean, 0.0) << "feet that stay where they rest do not slide at all";
}

// Bones above the hips that follow a joint turn as it does; the hips stay at their distance from them.
TEST(Retargeting, TurnsABoneAboveTheHipsAboutThem) {
    Rng rng(7);
    const BvhMotion person = motion_in(person_bvh(7, 10));
    Skeleton robot = with_legs_above_the_hips(other_person(0.2, 0.5, 0.0, rng));
    robot.bones[17].name = "Chest"; // in place of the spine
    robot.bones[1].name = "Box";
    const Retargeting carried = retargeted({person.skeleton, person.clip}, robot, Vec3::UnitY()).value();
    const Vec3 distance = robot.bones[0].rest.col(3) - robot.bones[17].rest.col(3);
    for (std::size_t frame = 0; frame < 10; ++frame) {
        const Pose& pose = carried.clip.keys[frame];
        const Mat3 turned = person.clip.keys[frame][1].leftCols<3>();
        ASSERT_LT((pose[17].leftCols<3>() - turned).norm(), 1e-9);
        ASSERT_LT((pose[0].col(3) - pose[17].col(3) - turned * distance).norm(), 1e-9);
        ASSERT_NEAR((pose[12].col(3) - pose[11].col(3)).norm(), 0.2 * 4.0, 1e-9);
    }
}

TEST(Retargeting, StandsOnTheFloorAndMovesAsFarAsItsLegsAreLong) {
    Rng rng(5);
    const BvhMotion person = motion_in(person_bvh(5, 30));
    const Skeleton other = other_person(0.2, 0.5, 0.0, rng);
    const auto carried = retargeted({person.skeleton, person.clip}, other, Vec3::UnitY()).value();
    const Vec3 way = carried.clip.keys[29][0].col(3) - carried.clip.keys[0][0].col(3);
    EXPECT_NEAR(way.x(), 0.2 * 2.9, 1e-9);
    EXPECT_NEAR(way.z(), 0.2 * 5.8, 1e-9);
    double lowest = 1e9;
    for (const Pose& pose : carried.clip.keys) {
        lowest = std::min({lowest, pose[12].col(3).y(), pose[15].col(3).y()});
    }
    EXPECT_NEAR(lowest, std::min(other.bones[12].rest(1, 3), other.bones[15].rest(1, 3)), 0.02);
}

TEST(Retargeting, LoopsWhereItsSourceDoes) {
    BvhMotion person = motion_in(person_bvh(1, 3));
    for (const bool loops : {false, true}) {
        person.clip.looping = loops;
        const auto carried = retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY());
        EXPECT_EQ(carried.value().clip.looping, loops);
    }
}

TEST(Retargeting, RefusesABodyOfAnotherKind) {
    const BvhMotion person = motion_in(person_bvh(1, 2));
    Skeleton fish;
    for (const char* name : {"spine 1", "spine 2", "tail", "fin.L", "fin.R", "jaw"}) {
        fish.bones.emplace_back().name = name;
    }
    const auto refused = retargeted({person.skeleton, person.clip}, fish, Vec3::UnitY());
    ASSERT_FALSE(refused);
    EXPECT_FALSE(names_fit(person.skeleton, fish));
    EXPECT_TRUE(names_fit(person.skeleton, person.skeleton));
    EXPECT_THAT(sentence(refused.error()), HasSubstr("fin.L"));
    EXPECT_THAT(sentence(refused.error()), HasSubstr("LeftShoulder"));
}

// A chain of bones without known names, `step` apart.
Skeleton chain(const std::vector<std::string>& names, const Vec3& step) {
    Skeleton skeleton;
    for (std::size_t b = 0; b < names.size(); ++b) {
        Bone& bone = skeleton.bones.emplace_back();
        bone.name = names[b];
        bone.parent = static_cast<int>(b) - 1;
        bone.rest = identity_affine();
        bone.rest.col(3) = static_cast<double>(b) * step;
    }
    return skeleton;
}

TEST(Retargeting, FindsBonesByTheirExactNamesAndListsTheFirst) {
    const Skeleton plant = chain({"pot", "", "stem"}, Vec3::UnitY());
    EXPECT_EQ(bone_named(plant, "stem"), 2);
    EXPECT_EQ(bone_named(plant, "Stem"), -1);
    EXPECT_EQ(bone_named(plant, ""), -1);
    EXPECT_EQ(first_names_of(chain({"pot", "stem"}, Vec3::UnitY())), "pot, stem");
    const std::string many = first_names_of(chain(std::vector<std::string>(1000, "stem"), Vec3::UnitY()));
    EXPECT_LT(many.size(), 150U);
    EXPECT_THAT(many, ::testing::EndsWith("stem, ..."));
}

// Whatever the names: a plant moves as the plant of the same names, in its own size.
TEST(Retargeting, PlaysBonesOfTheSameNamesWithoutHips) {
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{"pot", "stem", "leaf"},
          {"Tail_01", "Tail_02", "Tail_03", "Tail_04"},
          {"Bone"},
          {"root", "b.001", "b.002", "Joint_L", "Joint_R", "fin", "jaw", "tongue"}}) {
        Rng rng(names.size());
        const Skeleton small = chain(names, {0.0, 0.1, 0.02});
        const Skeleton large = chain(names, {0.0, 0.5, 0.1});
        Clip clip{"sway", 30.0, false, {}};
        for (int frame = 0; frame < 10; ++frame) {
            Pose pose = rest_pose(small);
            pose[0].col(3) = Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
            for (std::size_t b = 0; b < names.size(); ++b) {
                const Eigen::Vector4d q(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
                pose[b].leftCols<3>() = Eigen::Quaterniond(q).normalized().toRotationMatrix();
                if (b > 0) {
                    pose[b].col(3) = pose[b - 1].col(3) + pose[b - 1].leftCols<3>() * Vec3(0.0, 0.1, 0.02);
                }
            }
            clip.keys.push_back(pose);
        }
        const auto carried = retargeted({small, clip}, large, Vec3::UnitY());
        ASSERT_TRUE(carried) << sentence(carried.error());
        const double scale = names.size() > 1 ? 5.0 : 1.0;
        EXPECT_EQ(carried.value().matches.size(), names.size());
        EXPECT_NEAR(carried.value().scale, scale, 1e-12);
        EXPECT_FALSE(carried.value().has_hips) << "so that the stride has no effect";
        const auto with_stride = retargeted({small, clip}, large, Vec3::UnitY(), {{}, 0.5});
        EXPECT_EQ(with_stride.value().clip.keys, carried.value().clip.keys);
        for (std::size_t frame = 0; frame < 10; ++frame) {
            for (std::size_t b = 0; b < names.size(); ++b) {
                const Affine& here = carried.value().clip.keys[frame][b];
                const Affine& there = clip.keys[frame][b];
                EXPECT_LT((here.leftCols<3>() - there.leftCols<3>()).norm(), 1e-12);
                EXPECT_LT((here.col(3) - scale * (there.col(3) - clip.keys[0][0].col(3))).norm(), 1e-11);
            }
        }
    }
}

TEST(Retargeting, RefusesWhereOnlyAFewNamesAreTheSame) {
    const BvhMotion person = motion_in(person_bvh(1, 2));
    const Skeleton plant = chain({person.skeleton.bones.back().name, "stem", "leaf", "petal"}, Vec3::UnitY());
    EXPECT_FALSE(retargeted({person.skeleton, person.clip}, plant, Vec3::UnitY()));
}

// Names that say nothing: given matches move the body as its own names do.
TEST(Retargeting, GoesByGivenMatchesWhereNamesSayNothing) {
    const BvhMotion person = motion_in(person_bvh(2, 6));
    Rng rng(3);
    const Skeleton named = other_person(0.1, 0.4, 0.3, rng);
    const Retargeting expected = retargeted({person.skeleton, person.clip}, named, Vec3::UnitY()).value();
    BvhMotion strange = person;
    for (std::size_t b = 0; b < strange.skeleton.bones.size(); ++b) {
        strange.skeleton.bones[b].name = "q" + std::string(b + 1, 'q');
    }
    ASSERT_FALSE(retargeted({strange.skeleton, strange.clip}, named, Vec3::UnitY()));
    const Retargeting carried =
        retargeted({strange.skeleton, strange.clip}, named, Vec3::UnitY(), {expected.matches, 1.0}).value();
    EXPECT_EQ(carried.matches.size(), expected.matches.size());
    EXPECT_NEAR(carried.scale, expected.scale, 1e-12);
    for (std::size_t frame = 0; frame < expected.clip.keys.size(); ++frame) {
        for (std::size_t b = 0; b < named.bones.size(); ++b) {
            EXPECT_LT((carried.clip.keys[frame][b] - expected.clip.keys[frame][b]).norm(), 1e-9) << frame << ", " << b;
        }
    }
}

// As one who begins to match joints by hand does.
TEST(Retargeting, KnowsTheSizesWhereTheHipsAloneAreGiven) {
    BvhMotion strange = motion_in(person_bvh(2, 6));
    Rng rng(3);
    const Skeleton named = other_person(0.01, 0.4, 0.3, rng);
    const Retargeting expected = retargeted({strange.skeleton, strange.clip}, named, Vec3::UnitY()).value();
    const int hips = std::ranges::find(expected.matches, 0, &BoneMatch::target)->source;
    for (std::size_t b = 0; b < strange.skeleton.bones.size(); ++b) {
        strange.skeleton.bones[b].name = "q" + std::string(b + 1, 'q');
    }
    const auto carried = retargeted({strange.skeleton, strange.clip}, named, Vec3::UnitY(), {{{hips, 0}}, 1.0});
    ASSERT_TRUE(carried) << sentence(carried.error());
    EXPECT_NEAR(carried.value().scale, expected.scale, 0.1 * expected.scale);
}

TEST(Retargeting, PutsAGivenMatchInPlaceOfThatByName) {
    const BvhMotion person = motion_in(person_bvh(2, 3));
    const auto own = retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY()).value();
    const BoneMatch crossed{own.matches.back().source, own.matches.front().target};
    const auto carried =
        retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY(), {{crossed}, 1.0}).value();
    EXPECT_EQ(std::ranges::count(carried.matches, crossed.source, &BoneMatch::source), 1);
    EXPECT_EQ(std::ranges::count(carried.matches, crossed.target, &BoneMatch::target), 1);
    EXPECT_EQ(carried.matches.size(), own.matches.size() - 1);
}

// The hips of some modellers are a "hip" and below it a "pelvis" on which the legs hang.
TEST(Retargeting, MovesTheHipsThatAGivenMatchNames) {
    const BvhMotion person = motion_in(person_bvh(2, 8));
    Rng rng(4);
    Skeleton other = other_person(0.2, 0.5, 0.7, rng);
    const Retargeting expected = retargeted({person.skeleton, person.clip}, other, Vec3::UnitY()).value();
    other.bones[0].name = "hip";
    Bone pelvis = other.bones[0];
    pelvis.name = "pelvis";
    pelvis.parent = 0;
    const int below = other.bone_count();
    other.bones.push_back(pelvis);
    other.bones[10].parent = below;
    other.bones[13].parent = below;
    const auto own = retargeted({person.skeleton, person.clip}, other, Vec3::UnitY()).value();
    const int hips = std::ranges::find(own.matches, 0, &BoneMatch::target)->source;
    const auto carried =
        retargeted({person.skeleton, person.clip}, other, Vec3::UnitY(), {{{hips, below}}, 1.0}).value();
    EXPECT_TRUE(carried.has_hips);
    EXPECT_NEAR(carried.scale, expected.scale, 1e-12);
    for (std::size_t frame = 0; frame < 8; ++frame) {
        const Pose& pose = carried.clip.keys[frame];
        EXPECT_LT((pose.back() - expected.clip.keys[frame][0]).norm(), 1e-9) << frame;
        for (std::size_t b = 1; b < 16; ++b) {
            EXPECT_LT((pose[b] - expected.clip.keys[frame][b]).norm(), 1e-9) << frame << ", " << b;
        }
    }
}

// Straight legs turn about the ankles of feet that stand, and carry the hips ahead by as much.
BvhMotion leaning_person(double angle) {
    constexpr double leg = 8.0; // [dm]
    BvhMotion person = motion_in(person_bvh(1, 1));
    const Pose rest = person.clip.keys.front();
    for (int frame = 1; frame < 40; ++frame) {
        const double a = angle * frame / 39.0;
        const Mat3 turn = Eigen::AngleAxisd(a, Vec3::UnitX()).toRotationMatrix();
        Pose pose = rest;
        for (Affine& joint : pose) {
            joint.col(3) += Vec3(0.0, leg * (std::cos(a) - 1.0), leg * std::sin(a));
        }
        for (const std::size_t thigh : {10U, 13U}) {
            for (const std::size_t below : {0U, 1U, 2U}) {
                pose[thigh + below].col(3) =
                    pose[thigh].col(3) + turn * (rest[thigh + below].col(3) - rest[thigh].col(3));
            }
            pose[thigh].leftCols<3>() = turn;
            pose[thigh + 1].leftCols<3>() = turn;
        }
        person.clip.keys.push_back(pose);
    }
    return person;
}

TEST(Retargeting, FindsTheStrideWithWhichStandingFeetSlideLeast) {
    const BvhMotion person = leaning_person(0.3);
    const auto slide_with = [&](double stride) {
        return retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY(), {{}, stride}).value().slide;
    };
    const FootSlide own = slide_with(1.0);
    EXPECT_EQ(own.stances, 2);
    EXPECT_NEAR(own.mean, 0.0, 1e-9);
    EXPECT_NEAR(own.best_stride, 1.0, 1e-9);
    const FootSlide longer = slide_with(1.25);
    EXPECT_NEAR(longer.mean, 0.25 * 8.0 * std::sin(0.3), 1e-9);
    EXPECT_NEAR(longer.best_stride, 1.0 / 1.25, 1e-9);
    EXPECT_NEAR(longer.mean_then, 0.0, 1e-9);
}

TEST(Retargeting, ScalesTheWayOfTheHipsAlongTheFloorAlone) {
    const BvhMotion person = leaning_person(0.3);
    const auto hips_with = [&](double stride) {
        const auto carried =
            retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY(), {{}, stride}).value();
        return Vec3(carried.clip.keys.back()[0].col(3) - carried.clip.keys.front()[0].col(3));
    };
    const Vec3 own = hips_with(1.0);
    const Vec3 half = hips_with(0.5);
    EXPECT_LT((half - Vec3(0.5 * own.x(), own.y(), 0.5 * own.z())).norm(), 1e-9);
    EXPECT_GT(own.z(), 2.0);
}

TEST(Retargeting, MeasuresHowFarStandingFeetSlide) {
    BvhMotion person = motion_in(person_bvh(1, 1));
    const Pose rest = person.clip.keys.front();
    for (int frame = 1; frame < 30; ++frame) { // gliding by a centimetre a second, without a step
        Pose pose = rest;
        for (Affine& joint : pose) {
            joint(2, 3) += 0.1 * frame / 60.0;
        }
        person.clip.keys.push_back(pose);
    }
    const auto slide_of_size = [&](double size) {
        Rng rng(2);
        const Skeleton other = other_person(size, 0.0, 0.0, rng);
        return retargeted({person.skeleton, person.clip}, other, Vec3::UnitY()).value().slide;
    };
    const FootSlide slide = slide_of_size(0.1);
    EXPECT_EQ(slide.stances, 2);
    EXPECT_NEAR(slide.mean, 0.1 * 0.1 * 29 / 60.0, 1e-9);
    EXPECT_EQ(slide.best_stride, 1.0) << "feet that glide along slide least where nothing moves, which is no walk";
    EXPECT_NEAR(slide.mean_of_source, slide.mean, 1e-9);
    EXPECT_NEAR(10.0 * slide.hip_height, slide_of_size(1.0).hip_height, 1e-9);
}

// A pose of a skeleton without turns at rest, of the bones' rotations in the world.
Pose posed(const Skeleton& skeleton, const std::vector<Mat3>& turns) {
    Pose pose = rest_pose(skeleton);
    for (const int bone : root_first_order(skeleton)) {
        const auto b = static_cast<std::size_t>(bone);
        const int parent = skeleton.bones[b].parent;
        pose[b].leftCols<3>() = turns[b];
        if (parent >= 0) {
            const auto above = static_cast<std::size_t>(parent);
            pose[b].col(3) =
                pose[above].col(3) + turns[above] * (skeleton.bones[b].rest.col(3) - skeleton.bones[above].rest.col(3));
        }
    }
    return pose;
}

constexpr std::size_t frames_of_lunge = 120; // for a fineness of 1

// Legs that go up and down on bent knees; the lowest ankle stands, but for a jump of 2 dm in the middle. `pitch`: of
// the feet, toes down. `fineness`: frames in place of one.
BvhMotion lunging_person(double pitch = 0.0, std::size_t fineness = 1) {
    BvhMotion person = motion_in(person_bvh(1, 1));
    person.clip.keys.clear();
    const auto about_x = [](double angle) {
        return Eigen::AngleAxisd(angle, Vec3::UnitX()).toRotationMatrix();
    };
    for (std::size_t frame = 0; frame < fineness * frames_of_lunge; ++frame) {
        const double phase = 2.0 * std::numbers::pi * static_cast<double>(frame) / static_cast<double>(60 * fineness);
        std::vector<Mat3> turns(person.skeleton.bones.size(), Mat3::Identity());
        for (const std::size_t thigh : {10U, 13U}) {
            const double there = thigh == 10U ? phase : phase + 2.0;
            turns[thigh] = about_x(-0.7 - 0.6 * std::sin(there));
            turns[thigh + 1] = about_x(0.3 + 0.5 * std::cos(there));
            turns[thigh + 2] = about_x(pitch);
        }
        Pose pose = posed(person.skeleton, turns);
        const double flight = frame < 60 * fineness ? 0.0 : 2.0 * std::max(0.0, std::sin(phase));
        const double lift = 1.0 + flight - std::min(pose[12](1, 3), pose[15](1, 3));
        for (Affine& joint : pose) {
            joint(1, 3) += lift;
        }
        person.clip.keys.push_back(std::move(pose));
    }
    return person;
}

// A person of a metre with thighs of 30 cm and shins of 50 cm, in place of 40 cm both.
Skeleton with_other_legs() {
    Rng rng(8);
    Skeleton other = other_person(0.1, 0.5, 0.0, rng);
    for (const std::size_t knee : {11U, 14U}) {
        other.bones[knee].rest(1, 3) += 0.1;
    }
    return other;
}

// The height of the lowest ankle of the lunge over the ground on which it stands, in metres of the person above.
double height_of_lunge(const Pose& pose) {
    return 0.1 * (std::min(pose[12](1, 3), pose[15](1, 3)) - 1.0);
}

TEST(Retargeting, BendsLegsOfOtherProportionsUntilFeetAreAsHighAsThoseOfTheSource) {
    const BvhMotion person = lunging_person();
    const Retargeting carried = retargeted({person.skeleton, person.clip}, with_other_legs(), Vec3::UnitY()).value();
    for (std::size_t frame = 0; frame < frames_of_lunge; ++frame) {
        for (const std::size_t foot : {12U, 15U}) {
            const double height = 0.1 * person.clip.keys[frame][foot](1, 3);
            ASSERT_NEAR(carried.clip.keys[frame][foot](1, 3), height, 0.003) << "frame " << frame << ", bone " << foot;
        }
        const Affine& foot = carried.clip.keys[frame][12];
        const Affine at_rest = with_other_legs().bones[12].rest;
        EXPECT_LT((foot.leftCols<3>() - at_rest.leftCols<3>()).norm(), 1e-9) << "feet keep their turns";
        for (const auto& [from, to, length] : {std::tuple(10U, 11U, 0.3), std::tuple(11U, 12U, 0.5)}) {
            const Pose& pose = carried.clip.keys[frame];
            EXPECT_NEAR((pose[to].col(3) - pose[from].col(3)).norm(), length, 1e-9);
        }
    }
    ASSERT_TRUE(carried.heights && carried.heights_of_turns);
    EXPECT_NEAR(carried.heights->lowest, 0.0, 0.003);
    EXPECT_NEAR(carried.heights->highest, 0.2, 0.003) << "a jump is a jump";
    EXPECT_GT(std::abs(carried.heights_of_turns->lowest) + std::abs(carried.heights_of_turns->highest - 0.2), 0.03);
}

TEST(Retargeting, TakesRoundOffOfFootHeightsAsTheGround) {
    BvhMotion person = lunging_person();
    const std::vector<Mat3> turns(person.skeleton.bones.size(), Mat3::Identity());
    person.clip.keys.assign(3, posed(person.skeleton, turns));
    for (Affine& joint : person.clip.keys[1]) {
        joint(1, 3) += 1e-8;
    }
    const auto carried =
        retargeted({person.skeleton, person.clip}, person.skeleton, Vec3::UnitY(), {{}, 1.0, false}).value();
    ASSERT_TRUE(carried.heights);
    EXPECT_EQ(carried.heights->lowest, 0.0);
    EXPECT_EQ(carried.heights->highest, 0.0);
}

TEST(Retargeting, TurnsLegsAsThoseOfTheSourceWhereFootHeightsAreNotKept) {
    const BvhMotion person = lunging_person();
    const Retargeting carried =
        retargeted({person.skeleton, person.clip}, with_other_legs(), Vec3::UnitY(), {{}, 1.0, false}).value();
    for (std::size_t frame = 0; frame < frames_of_lunge; ++frame) {
        for (const auto& [from, to] : {std::pair(10U, 11U), std::pair(11U, 12U)}) {
            ASSERT_LT(
                (direction(carried.clip.keys[frame], from, to) - direction(person.clip.keys[frame], from, to)).norm(),
                1e-9);
        }
    }
    EXPECT_EQ(carried.heights->lowest, carried.heights_of_turns->lowest);
    EXPECT_EQ(carried.heights->highest, carried.heights_of_turns->highest);
}

TEST(Retargeting, LeavesLegsOfTheSourcesProportionsAsTheyAre) {
    const BvhMotion person = lunging_person();
    Rng rng(9);
    for (const double size : {0.1, 1.0, 3.0}) {
        const Skeleton other = other_person(size, 0.5, 0.4, rng);
        const MotionSource motion{person.skeleton, person.clip};
        const Retargeting bent = retargeted(motion, other, Vec3::UnitY()).value();
        const Retargeting turned = retargeted(motion, other, Vec3::UnitY(), {{}, 1.0, false}).value();
        for (std::size_t frame = 0; frame < frames_of_lunge; ++frame) {
            for (std::size_t b = 0; b < other.bones.size(); ++b) {
                ASSERT_LT((bent.clip.keys[frame][b] - turned.clip.keys[frame][b]).norm(), 1e-9 * std::max(size, 1.0));
            }
            EXPECT_NEAR(std::min(bent.clip.keys[frame][12](1, 3), bent.clip.keys[frame][15](1, 3)) - size,
                        10.0 * size * height_of_lunge(person.clip.keys[frame]), 1e-9 * std::max(size, 1.0));
        }
    }
}

// The largest turn of a bone from one frame to the next [rad].
double largest_turn(const Clip& clip, std::size_t bone) {
    double largest = 0.0;
    for (std::size_t frame = 1; frame < clip.keys.size(); ++frame) {
        const Mat3 turn = clip.keys[frame][bone].leftCols<3>() * clip.keys[frame - 1][bone].leftCols<3>().inverse();
        largest = std::max(largest, Eigen::AngleAxisd(turn).angle());
    }
    return largest;
}

// The person with toes of 6 cm on balls 12 cm before the ankles.
Skeleton with_toes(Skeleton person) {
    for (const int foot : {12, 15}) {
        const Vec3 ankle = person.bones[static_cast<std::size_t>(foot)].rest.col(3);
        for (const auto& [name, parent, offset] :
             {std::tuple("ToeBase", foot, Vec3(0.0, -0.08, 0.12)),
              std::tuple("Toe_End", person.bone_count(), Vec3(0.0, -0.08, 0.18))}) {
            Bone& bone = person.bones.emplace_back();
            bone.name = std::string(foot == 12 ? "mixamorig:Left" : "mixamorig:Right") + name;
            bone.parent = parent;
            bone.rest.col(3) = ankle + offset;
        }
    }
    return person;
}

TEST(Retargeting, KeepsToesThatTheSourceDoesNotHaveOverTheGround) {
    for (const double pitch : {0.2, 0.5}) {
        const BvhMotion person = lunging_person(pitch);
        const Retargeting carried =
            retargeted({person.skeleton, person.clip}, with_toes(with_other_legs()), Vec3::UnitY()).value();
        EXPECT_LT(carried.heights_of_turns->lowest, -0.02);
        EXPECT_GT(carried.heights->lowest, -0.003) << pitch;
        EXPECT_LT(carried.heights->highest, 0.2 + 0.003);
    }
}

// A jump stays as large in finer frames.
TEST(Retargeting, MovesLegsAndToesWithoutJumps) {
    const auto carried = [](std::size_t fineness) {
        const BvhMotion person = lunging_person(0.5, fineness);
        return retargeted({person.skeleton, person.clip}, with_toes(with_other_legs()), Vec3::UnitY()).value().clip;
    };
    const Clip coarse = carried(1);
    const Clip fine = carried(8);
    for (const std::size_t b : {10U, 11U, 12U, 13U, 14U, 15U, 16U, 18U}) {
        EXPECT_LT(largest_turn(fine, b), 0.3 * largest_turn(coarse, b)) << b;
    }
}

// A capture with toes says itself what they do.
TEST(Retargeting, LeavesFeetWhoseToesFollowTheSource) {
    BvhMotion person = lunging_person(0.5);
    for (const std::size_t foot : {12U, 15U}) {
        Bone& toe = person.skeleton.bones.emplace_back();
        toe.name = foot == 12U ? "LeftToe" : "RightToe";
        toe.parent = static_cast<int>(foot);
        const Vec3 offset(0.0, -0.8, 1.2);
        toe.rest.col(3) = person.skeleton.bones[foot].rest.col(3) + offset;
        for (Pose& pose : person.clip.keys) {
            Affine there = pose[foot];
            there.col(3) += pose[foot].leftCols<3>() * offset;
            pose.push_back(there);
        }
    }
    const MotionSource motion{person.skeleton, person.clip};
    const Skeleton other = with_toes(with_other_legs());
    const Retargeting bent = retargeted(motion, other, Vec3::UnitY()).value();
    ASSERT_EQ(bent.matches.size(), 18U);
    const Clip turned = retargeted(motion, other, Vec3::UnitY(), {{}, 1.0, false}).value().clip;
    for (std::size_t frame = 0; frame < frames_of_lunge; ++frame) {
        for (const std::size_t b : {12U, 15U, 16U, 18U}) {
            ASSERT_LT((bent.clip.keys[frame][b].leftCols<3>() - turned.keys[frame][b].leftCols<3>()).norm(), 1e-9);
        }
    }
}

// Its right foot stands on its ball, with the heel up.
TEST(Retargeting, KeepsTheFeetOfARealCharacterOnTheGround) {
    const auto capture_file = testing::shared_data("characters/walk.bvh");
    const auto body_file = testing::shared_data("characters/xbot.glb");
    SKIP_IF_ABSENT(capture_file);
    SKIP_IF_ABSENT(body_file);
    const auto capture = read_bvh(capture_file);
    const auto body = read_gltf(body_file, GltfClips::left_out);
    ASSERT_TRUE(capture && body);
    const Retargeting carried =
        retargeted({capture.value().skeleton, capture.value().clip}, body.value().value.rig.skeleton, Vec3::UnitY())
            .value();
    ASSERT_TRUE(carried.heights && carried.heights_of_turns);
    EXPECT_LT(carried.heights_of_turns->lowest, -0.08);
    EXPECT_GT(carried.heights->lowest, -0.01);
    EXPECT_LT(carried.heights->highest, 0.02);
}

} // namespace
} // namespace limber
