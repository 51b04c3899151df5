// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_file.h"

#include "engine/core/random.h"
#include "engine/formats/gltf_start.h"
#include "tests/support/gltf_files.h"
#include "tests/support/mutant_count.h"
#include "tests/support/png_bytes.h"
#include "tests/support/walker_bvh.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace limber {
namespace {

using testing::GlbWriter;
using ::testing::HasSubstr;
using testing::tower_glb;

GltfCharacter read_tower(double scale = 1.0, bool is_quantised = false) {
    auto read = parse_gltf(tower_glb(scale, is_quantised), "tower.glb");
    EXPECT_TRUE(read) << sentence(read.error());
    EXPECT_TRUE(read.value().warnings.empty());
    return std::move(read).value().value;
}

Points posed(const GltfCharacter& tower, std::size_t clip, double time) {
    const Rig rig{tower.rig.skeleton, tower.rig.W, tower.rig.targets};
    const ClipSampler sampler(tower.clips[clip]);
    Points x = Points::Zero(tower.rig.W.rows(), 3);
    add_rig_motion(tower.rig.surface.V, rig, rig_maps(rig, sampler.at(time), sampler.weights_at(time)), x);
    return x;
}

std::string refusal(const std::string& bytes) {
    const auto read = parse_gltf(bytes, "bad.glb");
    return read ? "it was read" : sentence(read.error());
}

std::string with(std::string text, const std::string& before, const std::string& after) {
    const std::size_t place = text.find(before);
    EXPECT_NE(place, std::string::npos) << before;
    EXPECT_EQ(before.size(), after.size()); // the chunks keep their lengths
    return text.replace(place, before.size(), after);
}

TEST(GltfFile, SaysPlainlyWhyItCannotBeRead) {
    const std::string tower = tower_glb(1.0, false);
    const std::string latin = refusal(with(tower, "\"tip\"", "\"t\xEFp\""));
    EXPECT_THAT(latin, HasSubstr("names that are not in UTF-8, the first one beside 't'"));
    const std::string damaged = refusal(with(tower, "\"mesh\"", "\"mesh!"));
    EXPECT_THAT(damaged, HasSubstr("no valid JSON (JSON:1:"));
    const std::string cut = refusal(R"({"asset": {"version": "2.0"}, )");
    EXPECT_THAT(cut, HasSubstr("no valid JSON (JSON:1:"));
    for (const std::string& said : {latin, damaged, cut, refusal(tower.substr(0, 400)), refusal("{]")}) {
        EXPECT_THAT(said, ::testing::Not(HasSubstr("exception"))) << said;
        EXPECT_THAT(said, HasSubstr("export it again")) << said;
    }
}

TEST(GltfFile, GivesASurfaceWithItsBones) {
    const GltfCharacter tower = read_tower();
    EXPECT_TRUE(tower.moves);
    EXPECT_EQ(tower.rig.surface.V.rows(), 12);
    EXPECT_EQ(tower.rig.surface.F.rows(), 20);
    ASSERT_EQ(tower.rig.skeleton.bone_count(), 2);
    EXPECT_EQ(tower.rig.skeleton.bones[1].name, "tip");
    EXPECT_EQ(tower.rig.skeleton.bones[1].parent, 0);
    EXPECT_EQ(tower.rig.skeleton.bones[1].rest.col(3), Vec3(0, 1, 0));
    EXPECT_EQ(tower.rig.W(11, 1), 1.0);
    EXPECT_EQ(tower.rig.surface.V.row(11), Eigen::RowVector3d(0, 2, 1));
    EXPECT_FALSE(fault_in(tower.rig.skeleton));
}

TEST(GltfFile, RestsWhereTheScaledArmaturePutsIt) {
    const GltfCharacter small = read_tower(0.25);
    EXPECT_EQ(small.rig.surface.V, Points(0.25 * read_tower().rig.surface.V));
    EXPECT_EQ(small.rig.skeleton.bones[1].rest.col(3), Vec3(0, 0.25, 0));
}

TEST(GltfFile, ReadsQuantisedPositions) {
    const Points difference = read_tower(1.0, true).rig.surface.V - 0.5 * read_tower().rig.surface.V;
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), 1e-4);
}

TEST(GltfFile, PlaysLinearRotations) {
    const Points x = posed(read_tower(), 0, 1.0 / 3.0);
    const Vec3 expected = Eigen::AngleAxisd(M_PI / 6, Vec3::UnitZ()).toRotationMatrix() * Vec3(0, 1, 1) + Vec3(0, 1, 0);
    EXPECT_LT((x.row(11).transpose() - expected).norm(), 1e-5);
    EXPECT_EQ(x.row(7), Eigen::RowVector3d(0, 1, 1));
}

TEST(GltfFile, PlaysSteps) {
    const GltfCharacter tower = read_tower();
    EXPECT_NEAR(posed(tower, 1, 0.49)(0, 1), 0.0, 1e-12);
    EXPECT_NEAR(posed(tower, 1, 0.5)(0, 1), 3.0, 1e-12);
}

TEST(GltfFile, PlaysCubicCurves) {
    const GltfCharacter tower = read_tower();
    for (const double u : {0.0, 0.25, 0.5, 0.99}) {
        EXPECT_NEAR(posed(tower, 2, u)(0, 0), 3 * u * u - 2 * u * u * u, 1e-4);
    }
}

TEST(GltfFile, PlaysMorphTargets) {
    const GltfCharacter tower = read_tower(2.0);
    ASSERT_EQ(tower.rig.targets.size(), 1U);
    EXPECT_EQ(tower.rig.targets[0].name, "swell");
    EXPECT_EQ(tower.rig.targets[0].bone, 1);
    const Points x = posed(tower, 3, 0.5);
    EXPECT_NEAR(x(8, 0), 0.5, 1e-12);
    EXPECT_NEAR(x(4, 0), 0.0, 1e-12);
}

TEST(GltfFile, HangsPiecesWithoutSkinOnMovingNodes) {
    GlbWriter file;
    const int p = file.add(std::vector<float>{0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    const int t = file.add(std::vector<float>{0, 2}, "SCALAR");
    const int v = file.add(std::vector<float>{0, 0, 0, 4, 0, 0}, "VEC3");
    const auto text = [](int number) {
        return std::to_string(number);
    };
    const auto read = parse_gltf(
        file.glb(
            R"("scenes": [{"nodes": [0, 2]}], "nodes": [{"name": "car", "children": [1]}, {"translation": [0, 5, 0],)"
            R"( "mesh": 0}, {"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": )" +
            text(p) + R"(}}]}], "animations": [{"samplers": [{"input": )" + text(t) + ", \"output\": " + text(v) +
            R"(}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}])"),
        "car.glb");
    ASSERT_TRUE(read) << sentence(read.error());
    const GltfCharacter& car = read.value().value;
    ASSERT_EQ(car.rig.skeleton.bone_count(), 2);
    EXPECT_EQ(car.rig.skeleton.bones[0].name, "car");
    const Points x = posed(car, 0, 1.0);
    EXPECT_LT((x.row(0) - Eigen::RowVector3d(2, 5, 0)).norm(), 1e-9);
    EXPECT_LT((x.row(3) - Eigen::RowVector3d(0, 0, 0)).norm(), 1e-9);
}

// Two skins with the joints root and tip, at x and a metre above it; the second one has the tip turned by an angle
// about z, and shifted along z, when it was bound.
int bones_of_two_skins(double x, double turn, double shift) {
    const auto c = static_cast<float>(std::cos(turn));
    const auto s = static_cast<float>(std::sin(turn));
    const auto X = static_cast<float>(x);
    const auto z = static_cast<float>(shift);
    const std::vector<float> root{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -X, 0, 0, 1};
    std::vector<float> one = root;
    std::vector<float> other = root;
    one.insert(one.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -X, -1, 0, 1});
    other.insert(other.end(), {c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, -c * X - s, s * X - c, -z, 1});
    GlbWriter file;
    const auto text = [](int number) {
        return std::to_string(number);
    };
    const int p = file.add(std::vector<float>{X, 0, 0, X + 1, 0, 0, X, 1, 0}, "VEC3");
    const int j = file.add(std::vector<std::uint8_t>{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, "VEC4");
    const int w = file.add(std::vector<float>{0.5F, 0.5F, 0, 0, 0.5F, 0.5F, 0, 0, 0.5F, 0.5F, 0, 0}, "VEC4");
    const int first = file.add(one, "MAT4");
    const int second = file.add(other, "MAT4");
    const auto read = parse_gltf(
        file.glb(R"("scenes": [{"nodes": [0, 2, 3]}], "nodes": [{"name": "root", "children": [1], "translation": [)" +
                 std::to_string(x) +
                 R"(, 0, 0]}, {"name": "tip", "translation": [0, 1, 0]}, {"mesh": 0, "skin": 0}, )"
                 R"({"mesh": 0, "skin": 1}], "skins": [{"joints": [0, 1], "inverseBindMatrices": )" +
                 text(first) + R"(}, {"joints": [0, 1], "inverseBindMatrices": )" + text(second) +
                 R"(}], "meshes": [{"primitives": [{"attributes": {"POSITION": )" + text(p) +
                 ", \"JOINTS_0\": " + text(j) + ", \"WEIGHTS_0\": " + text(w) + "}}]}]"),
        "two.glb");
    EXPECT_TRUE(read) << sentence(read.error());
    return read ? read.value().value.rig.skeleton.bone_count() : 0;
}

TEST(GltfFile, HasOneBoneForAJointThatTwoSkinsBindAtOnePlace) {
    for (const double x : {0.0, 1000.0}) {
        EXPECT_EQ(bones_of_two_skins(x, 0.0, 0.0), 2);
        EXPECT_EQ(bones_of_two_skins(x, 3e-6, 0.0), 2) << "rounded";
        EXPECT_EQ(bones_of_two_skins(x, 1e-4, 0.0), 3) << "turned";
        EXPECT_EQ(bones_of_two_skins(x, 0.0, 0.05), 3) << "shifted";
    }
    EXPECT_EQ(bones_of_two_skins(0.0, 0.0, 3e-6), 2);
    EXPECT_EQ(bones_of_two_skins(0.0, 0.0, 1e-4), 3);
}

TEST(GltfFile, RefusesByNameWhatIsCompressed) {
    const auto requiring = [](const std::string& extension) {
        return refusal(testing::glb_bytes(R"({"asset": {"version": "2.0"}, "extensionsUsed": [")" + extension +
                                              R"("], "extensionsRequired": [")" + extension + R"("]})",
                                          "none"));
    };
    EXPECT_THAT(requiring("KHR_draco_mesh_compression"), HasSubstr("Draco"));
    EXPECT_THAT(requiring("EXT_meshopt_compression"), HasSubstr("meshopt"));
    EXPECT_THAT(requiring("KHR_texture_basisu"), HasSubstr("KTX2"));
    EXPECT_THAT(requiring("EXT_of_tomorrow"), HasSubstr("EXT_of_tomorrow"));
}

TEST(GltfFile, RefusesIndicesOutOfRange) {
    const std::string tower = tower_glb();
    EXPECT_THAT(refusal(with(tower, "\"joints\": [1, 2]", "\"joints\": [1, 9]")), HasSubstr("joint 9 of 4"));
    EXPECT_THAT(refusal(with(tower, "\"mesh\": 0", "\"mesh\": 7")), HasSubstr("mesh 7 of 1"));
    EXPECT_THAT(refusal(with(tower, "\"skin\": 0", "\"skin\": 3")), HasSubstr("skin 3 of 1"));
    EXPECT_THAT(refusal(with(tower, "\"node\": 2", "\"node\": 8")), HasSubstr("node 8 of 4"));
    EXPECT_THAT(refusal(with(tower, "\"children\": [2]", "\"children\": [1]")), HasSubstr("two parents"));
    EXPECT_THAT(refusal(with(tower, "\"indices\": 3", "\"indices\": 0")), HasSubstr("another type"));
}

TEST(GltfFile, RefusesNumbersThatAreNotFinite) {
    std::string tower = tower_glb();
    const float bad = std::numeric_limits<float>::quiet_NaN();
    tower.replace(tower.rfind("BIN") + 4 + 12, 4, reinterpret_cast<const char*>(&bad), 4); // x of the second vertex
    EXPECT_THAT(refusal(tower), HasSubstr("not finite"));
}

TEST(GltfFile, RefusesWhatIsNoGltf) {
    EXPECT_EQ(refusal(""), "bad.glb: the file is empty; export it again");
    EXPECT_EQ(refusal(" \n"), refusal(""));
    EXPECT_THAT(refusal(tower_glb().substr(0, 4)), HasSubstr("it ends before its content begins"));
    const std::string all = std::to_string(tower_glb().size());
    for (const std::size_t length : {std::size_t{12}, std::size_t{20}, std::size_t{900}}) {
        EXPECT_THAT(refusal(tower_glb().substr(0, length)),
                    HasSubstr("is cut off: only " + std::to_string(length) + " of its " + all + " bytes are there"));
    }
    for (const std::string& other : {std::string("solid of triangles"), std::string("\x8F\xFE{\"a\": 1}", 10)}) {
        EXPECT_THAT(refusal(other), HasSubstr("is no glTF file, whatever its name says"));
    }
    EXPECT_THAT(refusal(R"({"asset": {"version": "2.0"}})"), HasSubstr("no triangles"));
}

TEST(GltfFile, BinaryOnesHaveLittleEndianNumbers) {
    const std::string start("glTF\x02\0\0\0\x04\x03\x02\xF1", 12);
    EXPECT_TRUE(is_binary_gltf(start));
    EXPECT_FALSE(is_binary_gltf("{\"asset\": \"glTF\"}"));
    EXPECT_EQ(number_in_binary_gltf(start, 4), 2U);
    EXPECT_EQ(number_in_binary_gltf(start, 8), 0xF1020304U);
    EXPECT_EQ(number_in_binary_gltf(start, 9), 0U); // ends before
    EXPECT_EQ(number_in_binary_gltf(start, 99), 0U);
}

// The step of "lift" is as large as the distance from its end to its start.
TEST(GltfFile, ClipsThatEndElsewhereDoNotLoop) {
    const GltfCharacter tower = read_tower();
    for (std::size_t clip = 0; clip < 3; ++clip) {
        EXPECT_FALSE(tower.clips[clip].looping) << tower.clips[clip].name;
    }
}

TEST(GltfFile, NamesItsClipsByNumber) {
    EXPECT_EQ(gltf_clip_path("a/fox.glb", 2), "a/fox.glb#3");
    const auto name = gltf_clip_named_by("a/fox.glb#3");
    ASSERT_TRUE(name);
    EXPECT_EQ(name->file, "a/fox.glb");
    EXPECT_EQ(name->clip, 2U);
    EXPECT_FALSE(gltf_clip_named_by("walk.json"));
    EXPECT_FALSE(gltf_clip_named_by("fox.glb#0"));
    EXPECT_FALSE(gltf_clip_named_by("fox.glb#two"));
}

const std::vector<std::uint8_t> one_pixel{1, 2, 3, 255};

TEST(GltfFile, GivesNormalsColoursAndPlacesOnPictures) {
    const auto png = testing::png_bytes(1, 1, one_pixel);
    const auto read = parse_gltf(testing::painted_square_glb(png), "square.glb");
    ASSERT_TRUE(read) << sentence(read.error());
    const SurfaceLook& look = read.value().value.look;
    ASSERT_EQ(look.pictures.size(), 1U);
    EXPECT_EQ(look.pictures[0], (EncodedPicture{"tiles", png}));
    ASSERT_EQ(look.materials.size(), 3U);
    EXPECT_EQ(look.materials[0],
              (SurfaceMaterial{{1, 1, 1, 1}, 0, PictureEdge::mirror, PictureEdge::clamp, 0.75, "Fell"}));
    EXPECT_EQ(look.materials[1], (SurfaceMaterial{{1, 0.5, 0.25, 1}}));
    EXPECT_EQ(look.materials[2], SurfaceMaterial{});
    EXPECT_EQ(look.material_of, (std::vector{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(look.normals.row(1), Eigen::RowVector3d(0, 0, 1));
    EXPECT_EQ(look.normals.row(4), Eigen::RowVector3d(0, 0, 0));
    EXPECT_EQ(look.colours.row(3), Eigen::RowVector3d(1, 1, 1));
    EXPECT_EQ(look.colours.row(4), Eigen::RowVector3d(1, 0.2, 1));
    SurfaceLook::Places expected = SurfaceLook::Places::Zero(6, 2);
    expected.topRows<3>() << 0, 0, 0, 1, 1, 1;
    EXPECT_LT((look.places - expected).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(GltfFile, DrawsPlainWhatHasNoPicture) {
    const std::string whole = testing::painted_square_glb(testing::png_bytes(1, 1, one_pixel));
    const auto read = parse_gltf(with(whole, "\x89PNG", "GIF8"), "square.glb");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, ::testing::ElementsAre(HasSubstr("tiles is neither PNG nor JPEG")));
    EXPECT_TRUE(read.value().value.look.pictures.empty());
    EXPECT_EQ(read.value().value.look.materials[0].picture, -1);
}

// In such files the picture has a name for readers of the extension alone, and no other.
TEST(GltfFile, NamesThePictureThatOnlyAnExtensionReads) {
    const std::string whole = testing::painted_square_glb(testing::png_bytes(1, 1, one_pixel));
    const auto warnings_of = [&](const std::string& extension) {
        const std::string named = R"("textures": [{"source": 0, "sampler": 0}])";
        const std::string place = R"("textures": [{"extensions": {")" + extension + R"(": {"source": 0}}}])";
        std::string json = whole.substr(20, whole.find("BIN") - 4 - 20);
        json.replace(json.find(named), named.size(), place);
        json.replace(json.find("KHR_texture_transform\"]"), 21, extension); // used, and not required
        const auto read = parse_gltf(testing::glb_bytes(json, whole.substr(whole.find("BIN") + 4)), "square.glb");
        EXPECT_TRUE(read) << sentence(read.error());
        EXPECT_EQ(read.value().value.look.materials[0].picture, -1);
        return read.value().warnings;
    };
    EXPECT_THAT(warnings_of("KHR_texture_basisu"),
                ::testing::ElementsAre(HasSubstr("the picture of material 0 is in KTX2, which is not read")));
    EXPECT_THAT(warnings_of("EXT_texture_webp"), ::testing::ElementsAre(HasSubstr("is in WebP, which is not read")));
}

TEST(GltfFile, NamesTheKindOfAPictureThatItDoesNotRead) {
    const std::vector<std::uint8_t> ktx{0xAB, 'K', 'T', 'X', ' ', '2', '0', 0xBB, '\r', '\n', 0x1A, '\n'};
    const auto read = parse_gltf(testing::painted_square_glb(ktx), "square.glb");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, ::testing::ElementsAre(HasSubstr("tiles is in KTX2, which is not read")));
}

TEST(GltfFile, RefusesMaterialsThatNameWhatDoesNotExist) {
    const std::string whole = testing::painted_square_glb(testing::png_bytes(1, 1, one_pixel));
    EXPECT_THAT(refusal(with(whole, "\"source\": 0", "\"source\": 7")), HasSubstr("image 7 of 1"));
    EXPECT_THAT(refusal(with(whole, "\"sampler\": 0", "\"sampler\": 7")), HasSubstr("sampler 7 of 1"));
    EXPECT_THAT(refusal(with(whole, "\"index\": 0", "\"index\": 7")), HasSubstr("texture 7 of 1"));
    EXPECT_THAT(refusal(with(whole, "\"material\": 1", "\"material\": 7")), HasSubstr("material 7 of 2"));
    EXPECT_THAT(refusal(with(whole, "[1, 0.5, 0.25, 1]", "[1, 2.5, 0.25, 1]")), HasSubstr("colour"));
    EXPECT_THAT(refusal(with(whole, "\"offset\": [0.5", "\"offset\": [9e9")), HasSubstr("it was read"));
}

void expect_sound(const SurfaceLook& look, Index vertex_count) {
    ASSERT_TRUE(look.normals.allFinite() && look.places.allFinite() && look.colours.allFinite());
    ASSERT_EQ(look.normals.rows(), vertex_count);
    ASSERT_EQ(look.places.rows(), vertex_count);
    ASSERT_EQ(look.colours.rows(), vertex_count);
    ASSERT_EQ(look.material_of.size(), static_cast<std::size_t>(vertex_count));
    for (const int material : look.material_of) {
        ASSERT_TRUE(material >= 0 && static_cast<std::size_t>(material) < look.materials.size());
    }
    for (const SurfaceMaterial& material : look.materials) {
        ASSERT_LT(material.picture, static_cast<int>(look.pictures.size()));
    }
}

// Whatever is accepted must be safe to compute with.
void expect_sound(const GltfCharacter& character) {
    const RigDraft& rig = character.rig;
    ASSERT_NO_FATAL_FAILURE(expect_sound(character.look, rig.surface.V.rows()));
    ASSERT_TRUE(rig.surface.V.allFinite() && rig.W.allFinite());
    ASSERT_TRUE(rig.surface.F.minCoeff() >= 0 && rig.surface.F.maxCoeff() < rig.surface.V.rows());
    ASSERT_FALSE(fault_in(rig.skeleton));
    for (const Target& target : rig.targets) {
        ASSERT_TRUE(target.d.allFinite() && target.d.rows() == rig.surface.V.rows());
    }
    for (const Clip& clip : character.clips) {
        ASSERT_FALSE(fault_in(clip, rig.skeleton.bone_count()));
    }
}

void expect_soundness_of_mutants(const std::string& whole, std::uint64_t count) {
    int accepted = 0;
    for (std::uint64_t seed = 0; seed < count; ++seed) {
        Rng rng(seed);
        std::string bytes = whole;
        const std::uint64_t changes = 1 + rng.below(8);
        for (std::uint64_t i = 0; i < changes; ++i) {
            const auto place = static_cast<std::size_t>(rng.below(bytes.size()));
            bytes[place] = rng.below(2) == 0 ? static_cast<char>(rng.below(256)) : "0123456789-.eE,[]"[rng.below(17)];
        }
        const auto read = parse_gltf(bytes, "mutant");
        if (read) {
            expect_sound(read.value().value);
            ++accepted;
        } else {
            ASSERT_GT(read.error().message.size(), 10U);
            ASSERT_LT(read.error().message.size(), 300U);
        }
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "mutant " << seed;
    }
    EXPECT_GT(30 * accepted, static_cast<int>(count));
}

TEST(GltfFile, IsReadSoundlyOrRefusedInASentenceWhateverItsBytes) {
    expect_soundness_of_mutants(tower_glb(), testing::mutant_count(600));
}

TEST(GltfFile, WithoutMeshesHasABoneForEachNodeAndIsReadAloneOnly) {
    const std::string bytes = testing::person_glb(1, 3);
    const auto alone = parse_gltf(bytes, "walk.glb", GltfClips::alone);
    ASSERT_TRUE(alone) << sentence(alone.error());
    EXPECT_EQ(alone.value().value.rig.skeleton.bone_count(), 16);
    EXPECT_EQ(alone.value().value.clips.size(), 1U);
    EXPECT_FALSE(parse_gltf(bytes, "walk.glb"));
}

TEST(GltfFile, WithoutMeshesIsReadSoundlyOrRefusedWhateverItsBytes) {
    const std::string whole = testing::person_glb(1, 3);
    int accepted = 0;
    for (std::uint64_t seed = 0; seed < testing::mutant_count(600); ++seed) {
        Rng rng(seed);
        std::string bytes = whole;
        for (std::uint64_t i = 0; i < 1 + seed % 4; ++i) {
            bytes[static_cast<std::size_t>(rng.below(bytes.size()))] = "0123456789-.eE,[]{}\x7F\xFF"[rng.below(21)];
        }
        const auto read = parse_gltf(bytes, "mutant", GltfClips::alone);
        if (read) {
            const Skeleton& skeleton = read.value().value.rig.skeleton;
            ASSERT_FALSE(fault_in(skeleton)) << "mutant " << seed;
            for (const Clip& clip : read.value().value.clips) {
                ASSERT_FALSE(fault_in(clip, skeleton.bone_count())) << "mutant " << seed;
            }
            ++accepted;
        } else {
            ASSERT_LT(sentence(read.error()).size(), 400U);
        }
    }
    EXPECT_GT(30 * accepted, static_cast<int>(testing::mutant_count(600)));
}

TEST(GltfFile, LooksSoundOrIsRefusedWhateverItsBytes) {
    expect_soundness_of_mutants(testing::painted_square_glb(testing::png_bytes(1, 1, one_pixel)),
                                testing::mutant_count(600));
}

} // namespace
} // namespace limber
