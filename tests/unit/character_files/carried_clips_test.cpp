// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/character_files/clip_loading.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/gltf_files.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/walker_bvh.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

// Each vertex belongs to the nearest joint.
Rig nearest_rig(Skeleton skeleton, const TetMesh& mesh) {
    Matrix W = Matrix::Zero(mesh.vertex_count(), skeleton.bone_count());
    for (Index i = 0; i < W.rows(); ++i) {
        Index nearest = 0;
        for (Index b = 1; b < W.cols(); ++b) {
            const auto distance = [&](Index bone) {
                return (mesh.X.row(i).transpose() - skeleton.bones[static_cast<std::size_t>(bone)].rest.col(3)).norm();
            };
            nearest = distance(b) < distance(nearest) ? b : nearest;
        }
        W(i, nearest) = 1.0;
    }
    return {std::move(skeleton), std::move(W)};
}

class CarriedClips : public ::testing::Test {
protected:
    CharacterDescription described(const Skeleton& skeleton, const TetMesh& mesh) {
        EXPECT_TRUE(write_tet_mesh(mesh, folder / "body.mesh"));
        EXPECT_TRUE(write_rig(nearest_rig(skeleton, mesh), folder / "rig.json"));
        CharacterDescription scene;
        scene.name = "Body";
        scene.mesh = folder / "body.mesh";
        scene.rig_kind = RigKind::file;
        scene.rig = folder / "rig.json";
        scene.modes = 2;
        scene.clusters = 5;
        return scene;
    }

    // Of another modeller's person, with arms that hang down and who looks elsewhere.
    CharacterDescription person() {
        Rng rng(4);
        TetMesh body = limber::testing::bar_mesh(4, 9, 2, Vec3(1.2, 1.6, 0.3));
        body.X.rowwise() -= Eigen::RowVector3d(0.6, 0.0, 0.15);
        return described(limber::testing::other_person(0.1, 0.4, 0.7, rng), body);
    }

    Result<CharacterPtr> built(CharacterDescription scene, const std::string& clip) {
        scene.clips = {folder / clip};
        return build_character(scene, nullptr, Stage::nothing);
    }

    ScratchFolder folder;
};

TEST_F(CarriedClips, OfAGlbWithoutAMeshMoveAsTheSameCaptureInBvhDoes) {
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(2, 8)));
    ASSERT_TRUE(write_file(folder / "walk.glb", limber::testing::person_glb(2, 8)));
    const auto of_bvh = built(person(), "walk.bvh");
    const auto of_glb = built(person(), "walk.glb");
    ASSERT_TRUE(of_bvh && of_glb) << (of_bvh ? sentence(of_glb.error()) : sentence(of_bvh.error()));
    const Clip& expected = of_bvh.value()->clips.front();
    const Clip& clip = of_glb.value()->clips.front();
    EXPECT_EQ(clip.name, "stroll");
    EXPECT_NEAR(clip.duration(), expected.duration(), 1e-4);
    const ClipSampler one(clip);
    const ClipSampler other(expected);
    // The clip of glTF has poses between the frames of the capture too, in which a foot comes lower: the body stands
    // higher all the time.
    const Vec3 lift = one.at(0.0)[0].col(3) - other.at(0.0)[0].col(3);
    EXPECT_LT(Vec3(lift.x(), 0.0, lift.z()).norm(), 1e-6);
    EXPECT_GE(lift.y(), 0.0);
    EXPECT_LT(lift.y(), 0.03);
    for (int frame = 0; frame < 8; ++frame) {
        const Pose pose = one.at(frame / 60.0);
        Pose wanted = other.at(frame / 60.0);
        for (std::size_t b = 0; b < pose.size(); ++b) {
            wanted[b].col(3) += lift;
            EXPECT_LT((pose[b] - wanted[b]).norm(), 1e-5) << "frame " << frame << ", bone " << b;
        }
    }
    ASSERT_TRUE(of_glb.value()->carried_clips.front());
    EXPECT_EQ(of_glb.value()->carried_clips.front()->matches.size(), 16U);
    EXPECT_THAT(of_glb.value()->warnings, Contains(HasSubstr("walk.glb: 16 bones of the rig follow")));
    EXPECT_THAT(of_glb.value()->warnings, Contains(HasSubstr("and without bent legs (--clip-feet turned) ")));
}

TEST_F(CarriedClips, OfAnotherKindOfBodyAreRefused) {
    ASSERT_TRUE(write_file(folder / "tower.glb", limber::testing::tower_glb()));
    const auto refused = built(person(), "tower.glb#1");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("another kind of body"));
}

TEST_F(CarriedClips, AreRefusedBeforeTheBodyIsFilled) {
    ASSERT_TRUE(write_file(folder / "tower.glb", limber::testing::tower_glb()));
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(2, 8)));
    CharacterDescription scene;
    scene.name = "Tower";
    scene.mesh = scene.rig = folder / "tower.glb";
    scene.rig_kind = RigKind::file;
    const std::map<std::string, std::string> refusals = {
        {"tower.glb#9", "has 4 animations, so there is none with number 9"}, {"walk.bvh", "another kind of body"}};
    for (const auto& [clip, words] : refusals) {
        scene.clips = {folder / clip};
        Progress progress;
        const auto refused = build_character(scene, nullptr, Stage::nothing, &progress);
        ASSERT_FALSE(refused) << clip;
        EXPECT_THAT(sentence(refused.error()), HasSubstr(words));
        EXPECT_EQ(progress.latest().phase, "reading the mesh") << clip;
    }
    scene.rig_kind = RigKind::affine_handle;
    scene.rig.clear();
    GltfReads files(GltfClips::left_out);
    const auto refused = check_clips(scene, files);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("this one has no rig"));
}

TEST_F(CarriedClips, AreReadFromEachFileOnceToCheckThemAndToPlayThem) {
    CharacterDescription scene = person();
    const auto without = build_character(scene, nullptr, Stage::nothing);
    ASSERT_TRUE(without) << sentence(without.error());
    scene.clips = {folder / "walk.glb", folder / "run.glb"};
    for (const auto& clip : scene.clips) {
        ASSERT_TRUE(write_file(clip, limber::testing::person_glb(2, 8)));
    }
    GltfReads files(GltfClips::left_out);
    const auto checked = check_clips(scene, files);
    ASSERT_TRUE(checked) << sentence(checked.error());
    for (const auto& clip : scene.clips) {
        ASSERT_TRUE(std::filesystem::remove(clip));
    }
    Character character = *without.value();
    character.description = scene;
    const auto loaded = load_clips(character, files);
    ASSERT_TRUE(loaded) << sentence(loaded.error());
    EXPECT_EQ(character.clips.size(), 2U);
}

TEST_F(CarriedClips, OfAFileWithOneAnimationAreCountedInWords) {
    ASSERT_TRUE(write_file(folder / "walk.glb", limber::testing::person_glb(2, 8)));
    const auto refused = built(person(), "walk.glb#9");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("has 1 animation, so there is none with number 9"));
}

TEST_F(CarriedClips, OfAGlbGoByTheNamesOfTheBonesWhateverTheirOrder) {
    ASSERT_TRUE(write_file(folder / "tower.glb", limber::testing::tower_glb()));
    const auto file = read_gltf(folder / "tower.glb");
    ASSERT_TRUE(file);
    Skeleton turned = file.value().value.rig.skeleton;
    std::swap(turned.bones[0], turned.bones[1]);
    turned.bones[0].parent = 1;
    turned.bones[1].parent = -1;
    const auto tower = built(described(turned, limber::testing::bar_mesh(2, 4, 2, Vec3(1, 2, 1))), "tower.glb");
    ASSERT_TRUE(tower) << sentence(tower.error());
    const Clip& clip = tower.value()->clips.front();
    const Clip& of_file = file.value().value.clips.front();
    ASSERT_EQ(clip.keys.size(), of_file.keys.size());
    EXPECT_EQ(clip.keys.back()[0], of_file.keys.back()[1]);
    EXPECT_EQ(clip.keys.back()[1], of_file.keys.back()[0]);
    EXPECT_FALSE(tower.value()->carried_clips.front());
    EXPECT_THAT(tower.value()->warnings, Contains(HasSubstr("4 animations, and the first one is played")));
}

// The tower whose bones are at rest in other places than those of its file.
class OtherTower : public CarriedClips {
protected:
    void SetUp() override {
        ASSERT_TRUE(write_file(folder / "tower.glb", limber::testing::tower_glb()));
        const auto file = read_gltf(folder / "tower.glb");
        ASSERT_TRUE(file);
        skeleton = file.value().value.rig.skeleton;
        for (Bone& bone : skeleton.bones) {
            bone.rest.col(3).x() += 0.2;
        }
    }
    Result<CharacterPtr> tower() {
        return built(described(skeleton, limber::testing::bar_mesh(2, 4, 2, Vec3(1, 2, 1))), "tower.glb");
    }

    Skeleton skeleton;
};

TEST_F(OtherTower, WithAFaultyMapIsRefusedThoughTheNamesAgree) {
    ASSERT_TRUE(tower());
    for (const auto& [map, sentence_part] :
         {std::pair(R"({"nothing": "nothing"})", "tower.map.json: names the joint \"nothing\""),
          std::pair("{", "tower.map.json")}) {
        ASSERT_TRUE(write_file(folder / "tower.map.json", map));
        const auto refused = tower();
        ASSERT_FALSE(refused) << map;
        EXPECT_THAT(sentence(refused.error()), HasSubstr(sentence_part));
    }
}

TEST_F(OtherTower, HasNoHipsSoThatAStrideHasNoEffect) {
    CharacterDescription scene = described(skeleton, limber::testing::bar_mesh(2, 4, 2, Vec3(1, 2, 1)));
    const auto own = built(scene, "tower.glb");
    ASSERT_TRUE(own && own.value()->carried_clips.front());
    EXPECT_FALSE(own.value()->carried_clips.front()->has_hips);
    EXPECT_THAT(own.value()->warnings, Not(Contains(HasSubstr("stride"))));
    scene.retargeting[folder / "tower.glb"].stride = 0.5;
    const auto half = built(scene, "tower.glb");
    ASSERT_TRUE(half);
    EXPECT_THAT(half.value()->warnings, Contains(HasSubstr("tower.glb: its stride has no effect")));
    EXPECT_EQ(half.value()->clips.front().keys, own.value()->clips.front().keys);
}

// One bone of two is too little to carry the motion over.
TEST_F(OtherTower, PlaysAForeignMotionOfTheSameNamesAsItIs) {
    skeleton.bones.resize(1);
    const auto played = tower();
    ASSERT_TRUE(played) << sentence(played.error());
    EXPECT_FALSE(played.value()->carried_clips.front());
    EXPECT_THAT(played.value()->warnings, Contains(HasSubstr("changes the body's proportions")));
    ASSERT_TRUE(write_file(folder / "tower.map.json", "[]"));
    EXPECT_FALSE(tower()) << "a faulty map";
}

// The capture of the person with a name without a meaning for each joint, and the map that gives the names back.
std::string nameless_bvh(std::string bvh, const Skeleton& joints) {
    for (std::size_t j = 0; j < joints.bones.size(); ++j) {
        const std::string name = " " + joints.bones[j].name + "\n";
        const auto at = bvh.find(name);
        EXPECT_NE(at, std::string::npos) << name;
        bvh.replace(at, name.size(), " q" + std::string(j, 'q') + "\n");
    }
    return bvh;
}

class StrangeClips : public CarriedClips {
protected:
    void SetUp() override {
        const std::string bvh = limber::testing::person_bvh(2, 8);
        const auto named = parse_bvh(bvh, "walk.bvh");
        ASSERT_TRUE(named);
        ASSERT_TRUE(write_file(folder / "walk.bvh", bvh));
        ASSERT_TRUE(write_file(folder / "strange.bvh", nameless_bvh(bvh, named.value().skeleton)));
        const auto known = built(person(), "walk.bvh");
        ASSERT_TRUE(known) << sentence(known.error());
        expected = known.value();
        map = "{";
        for (const CarriedClip::Match& match : expected->carried_clips.front()->matches) {
            const auto& joints = named.value().skeleton.bones;
            const auto j = std::ranges::find(joints, match.from, &Bone::name) - joints.begin();
            map += (map.size() > 1 ? ", \"q" : "\"q") + std::string(static_cast<std::size_t>(j), 'q') + "\": \"" +
                   match.to + "\"";
        }
        map += "}";
    }
    std::string refusal(const std::string& text) {
        EXPECT_TRUE(write_file(folder / "strange.map.json", text));
        const auto refused = built(person(), "strange.bvh");
        EXPECT_FALSE(refused) << text;
        return refused ? "" : sentence(refused.error());
    }

    CharacterPtr expected;
    std::string map;
};

TEST_F(StrangeClips, AreRefusedWithTheWayOut) {
    const auto refused = built(person(), "strange.bvh");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("write which bone follows which joint into strange.map.json"));
    EXPECT_THAT(sentence(refused.error()), HasSubstr("all names: limber check BODY --clip strange.bvh --json"));
}

TEST_F(StrangeClips, HaveAllTheirJointsListed) {
    EXPECT_EQ(joints_of_clip(folder / "strange.bvh").size(), joints_of_clip(folder / "walk.bvh").size());
    EXPECT_THAT(joints_of_clip(folder / "strange.bvh"), Contains("qqq"));
    EXPECT_TRUE(joints_of_clip(folder / "missing.bvh").empty());
}

TEST_F(StrangeClips, AreRefusedForABodyWithoutARig) {
    for (const RigKind kind : {RigKind::none, RigKind::affine_handle}) {
        CharacterDescription scene = person();
        scene.rig_kind = kind;
        scene.rig.clear();
        const auto refused = built(scene, "walk.bvh");
        ASSERT_FALSE(refused);
        EXPECT_THAT(sentence(refused.error()), AllOf(HasSubstr("this one has no rig"), Not(HasSubstr("rename"))));
    }
}

TEST_F(StrangeClips, MoveAsTheMapBesideThemSays) {
    ASSERT_TRUE(write_file(folder / "strange.map.json", map));
    const auto carried = built(person(), "strange.bvh");
    ASSERT_TRUE(carried) << sentence(carried.error());
    const Clip& clip = carried.value()->clips.front();
    const Clip& wanted = expected->clips.front();
    ASSERT_EQ(clip.keys.size(), wanted.keys.size());
    for (std::size_t b = 0; b < clip.keys.back().size(); ++b) {
        EXPECT_LT((clip.keys.back()[b] - wanted.keys.back()[b]).norm(), 1e-9) << b;
    }
}

TEST_F(StrangeClips, MoveAsTheNamedMapSays) {
    ASSERT_TRUE(write_file(folder / "other.json", map));
    CharacterDescription scene = person();
    scene.retargeting[folder / "strange.bvh"].joints = folder / "other.json";
    const auto carried = built(scene, "strange.bvh");
    ASSERT_TRUE(carried) << sentence(carried.error());
    EXPECT_EQ(carried.value()->carried_clips.front()->matches.size(), 16U);
}

// They go before the file beside the clip.
TEST_F(StrangeClips, MoveAsTheChoicesInTheWindowSay) {
    const auto joint_of = [](const CarriedClip& carried, const std::string& bone) {
        const auto found = std::ranges::find(carried.matches, bone, &CarriedClip::Match::to);
        return found == carried.matches.end() ? std::string() : found->from;
    };
    ASSERT_TRUE(write_file(folder / "strange.map.json", map));
    CharacterDescription scene = person();
    const CarriedClip own = *built(scene, "strange.bvh").value()->carried_clips.front();
    const std::string left = joint_of(own, "mixamorig:LeftHand");
    ASSERT_FALSE(left.empty());
    choose_bone(scene.retargeting[folder / "strange.bvh"], left, "mixamorig:RightHand");
    const auto crossed = built(scene, "strange.bvh");
    ASSERT_TRUE(crossed) << sentence(crossed.error());
    const CarriedClip& carried = *crossed.value()->carried_clips.front();
    EXPECT_EQ(joint_of(carried, "mixamorig:RightHand"), left);
    EXPECT_EQ(joint_of(carried, "mixamorig:LeftHand"), "");
    EXPECT_EQ(carried.matches.size(), own.matches.size() - 1);
    choose_bone(scene.retargeting[folder / "strange.bvh"], "knee", "mixamorig:Head");
    const auto refused = built(scene, "strange.bvh");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("/strange.bvh: has a choice in Bones and joints that names the "
                                                     "joint \"knee\", which the clip does not have; its joints are "));
    EXPECT_THAT(sentence(refused.error()), HasSubstr("; choose again, or remove it"));
}

TEST(ChooseBone, LetsItFollowOneJointAndGivesItBack) {
    ClipRetargeting retargeting;
    choose_bone(retargeting, "one", "hip");
    choose_bone(retargeting, "two", "hip");
    EXPECT_EQ(retargeting.bones, (std::map<std::string, std::string>{{"two", "hip"}}));
    choose_bone(retargeting, "two", "thigh");
    EXPECT_EQ(retargeting.bones, (std::map<std::string, std::string>{{"two", "thigh"}}));
    choose_bone(retargeting, "two", "");
    EXPECT_EQ(retargeting, ClipRetargeting());
}

TEST_F(StrangeClips, WithAFaultyMapAreRefusedInASentence) {
    EXPECT_THAT(refusal(R"({"knee": "mixamorig:Hips"})"),
                HasSubstr("strange.map.json: names the joint \"knee\", which the clip does not"));
    EXPECT_THAT(refusal(R"({"q": "pelvis"})"), HasSubstr("names the bone \"pelvis\", which the rig does not have"));
    EXPECT_THAT(refusal(R"({"q": "mixamorig:Hips", "qq": "mixamorig:Hips"})"),
                HasSubstr("lets the bone \"mixamorig:Hips\" follow two joints"));
    EXPECT_THAT(refusal(R"({"q": "mixamorig:Hips", "q": "mixamorig:Spine"})"),
                HasSubstr("names the joint \"q\" twice"));
    EXPECT_THAT(refusal(R"({"q": 3})"), HasSubstr("must say which bone follows which joint"));
    EXPECT_THAT(refusal("[]"), HasSubstr("must say which bone follows which joint"));
    EXPECT_THAT(refusal("{"), HasSubstr("strange.map.json"));
}

TEST_F(CarriedClips, GoAsFarAsTheirStrideSays) {
    ASSERT_TRUE(write_file(folder / "walk.bvh", limber::testing::person_bvh(2, 8)));
    CharacterDescription scene = person();
    const auto own = built(scene, "walk.bvh");
    scene.retargeting[folder / "walk.bvh"].stride = 0.5;
    const auto half = built(scene, "walk.bvh");
    ASSERT_TRUE(own && half);
    const auto way = [](const Clip& clip) {
        const Vec3 all = clip.keys.back()[0].col(3) - clip.keys.front()[0].col(3);
        return Vec3(all.x(), 0.0, all.z());
    };
    EXPECT_LT((way(half.value()->clips.front()) - 0.5 * way(own.value()->clips.front())).norm(), 1e-9);
    EXPECT_EQ(half.value()->carried_clips.front()->stride, 0.5);
    EXPECT_TRUE(half.value()->carried_clips.front()->has_hips);
    EXPECT_THAT(half.value()->warnings, Not(Contains(HasSubstr("its stride has no effect"))));
    EXPECT_EQ(earliest_difference(own.value()->description, half.value()->description), Stage::clips);
}

TEST_F(CarriedClips, WithoutAnimationOrTrianglesAreRefusedInASentence) {
    ASSERT_TRUE(write_file(folder / "still.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"name": "Hips"}]})"));
    const auto refused = built(person(), "still.gltf");
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("has no animation"));
}

} // namespace
} // namespace limber::app
