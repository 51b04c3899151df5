// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/topology.h"
#include "engine/rig/rig_file.h"
#include "tests/support/meshes.h"
#include "tests/support/shared_data.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

namespace limber::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::filesystem::path scratch_file(const std::string& name) {
    return std::filesystem::path(::testing::TempDir()) / ("limber_" + name);
}

/// Two bones along a bar; the weight of the second grows along it.
Rig bar_rig(const TetMesh& bar) {
    Rig rig;
    rig.skeleton.bones.resize(2);
    rig.skeleton.bones[0].name = "tail \"fin\"";
    rig.skeleton.bones[1].name = "head";
    rig.skeleton.bones[1].parent = 0;
    rig.skeleton.bones[1].rest.col(3) = Vec3(0.5, 0.0, 0.0);
    rig.W = Matrix(bar.vertex_count(), 2);
    rig.W.col(1) = bar.X.col(0);
    rig.W.col(0) = Vector::Ones(bar.vertex_count()) - bar.X.col(0);
    return rig;
}

Clip short_clip(int bones) {
    Clip clip{"wag", 24.0, false, {}};
    Rng rng(3);
    for (int frame = 0; frame < 3; ++frame) {
        Pose& pose = clip.keys.emplace_back();
        for (int b = 0; b < bones; ++b) {
            pose.push_back(random_affine(rng, 0.4));
        }
    }
    return clip;
}

TEST(RigFile, RoundTrips) {
    const TetMesh bar = bar_mesh(3, 1, 1);
    const Rig rig = bar_rig(bar);
    const auto path = scratch_file("rig.json");
    ASSERT_TRUE(write_rig(rig, path));
    const auto read = read_rig(path, bar);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, IsEmpty());
    EXPECT_LT((read.value().value.W - rig.W).cwiseAbs().maxCoeff(), 1e-6);
    for (std::size_t b = 0; b < 2; ++b) {
        EXPECT_EQ(read.value().value.skeleton.bones[b].name, rig.skeleton.bones[b].name);
        EXPECT_EQ(read.value().value.skeleton.bones[b].parent, rig.skeleton.bones[b].parent);
        EXPECT_EQ(read.value().value.skeleton.bones[b].rest, rig.skeleton.bones[b].rest);
        EXPECT_EQ(read.value().value.skeleton.bones[b].length, rig.skeleton.bones[b].length);
    }
    ASSERT_TRUE(write_rig(read.value().value, path));
    const auto again = read_rig(path, bar);
    EXPECT_EQ(again.value().value.W, read.value().value.W);
}

TEST(ClipFile, RoundTripsBitForBit) {
    const Skeleton skeleton = bar_rig(bar_mesh(1, 1, 1)).skeleton;
    const Clip clip = short_clip(2);
    const auto path = scratch_file("clip.json");
    ASSERT_TRUE(write_clip(clip, skeleton, path));
    const auto read = read_clip(path, skeleton);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, IsEmpty());
    EXPECT_EQ(read.value().value.keys, clip.keys);
    EXPECT_EQ(read.value().value.name, "wag");
    EXPECT_EQ(read.value().value.frame_rate, 24.0);
    EXPECT_FALSE(read.value().value.looping);
}

TEST(ClipFile, BonesAreMatchedByName) {
    Skeleton skeleton = bar_rig(bar_mesh(1, 1, 1)).skeleton;
    const Clip clip = short_clip(2);
    const auto path = scratch_file("sorted.json");
    ASSERT_TRUE(write_clip(clip, skeleton, path));
    std::swap(skeleton.bones[0].name, skeleton.bones[1].name);
    const auto read = read_clip(path, skeleton);
    ASSERT_TRUE(read);
    EXPECT_EQ(read.value().value.keys[1][0], clip.keys[1][1]);
}

TEST(ClipFile, IsRejectedIfBonesAreMissing) {
    Skeleton skeleton = bar_rig(bar_mesh(1, 1, 1)).skeleton;
    const auto path = scratch_file("partly.json");
    ASSERT_TRUE(write_clip(short_clip(2), skeleton, path));
    skeleton.bones[1].name = "Tail";
    const auto read = read_clip(path, skeleton);
    ASSERT_FALSE(read) << "it would move the wrong bones";
    EXPECT_THAT(sentence(read.error()), HasSubstr("\"Tail\""));
}

// Written for the bones `names` of a rig, and read for the bones `of_rig` of another with as many.
Result<Repaired<Clip>> clip_of_another_rig(const std::vector<std::string>& names,
                                           const std::vector<std::string>& of_rig) {
    Skeleton skeleton = bar_rig(bar_mesh(1, 1, 1)).skeleton;
    const auto rename = [&](const std::vector<std::string>& given) {
        skeleton.bones[0].name = given[0];
        skeleton.bones[1].name = given[1];
    };
    rename(names);
    const auto path = scratch_file("stranger.json");
    EXPECT_TRUE(write_clip(short_clip(2), skeleton, path));
    rename(of_rig);
    return read_clip(path, skeleton);
}

TEST(ClipFile, OfABodyOfOtherBonesIsRefusedThoughItHasAsMany) {
    const auto read = clip_of_another_rig({"hips", "spine"}, {"fin", "tail"});
    ASSERT_FALSE(read) << "it would move the bones by their place in the list";
    EXPECT_THAT(sentence(read.error()), HasSubstr("\"hips\", \"spine\""));
    EXPECT_THAT(sentence(read.error()), HasSubstr("\"fin\", \"tail\""));
}

TEST(ClipFile, GoesByTheOrderOfBonesOnlyWithoutNamesAndWithAWarning) {
    const std::vector<std::string> named{"hips", "spine"};
    for (const std::vector<std::string>& nameless : {std::vector<std::string>{"", ""}, {"bone 0", "bone 1"}}) {
        const auto onto_nameless = clip_of_another_rig(named, nameless);
        ASSERT_TRUE(onto_nameless) << sentence(onto_nameless.error());
        EXPECT_EQ(onto_nameless.value().value.keys, short_clip(2).keys);
        EXPECT_THAT(onto_nameless.value().warnings, Contains(HasSubstr("the bones of the rig have no names")));
        const auto of_nameless = clip_of_another_rig(nameless, named);
        ASSERT_TRUE(of_nameless) << sentence(of_nameless.error());
        EXPECT_THAT(of_nameless.value().warnings, Contains(HasSubstr("the bones of the clip have no names")));
    }
}

TEST(ClipFile, OfOneBoneIsNotPlayedOnAnother) {
    Skeleton skeleton{{Bone{}}};
    skeleton.bones[0].name = "fin";
    const auto path = scratch_file("one.json");
    ASSERT_TRUE(write_clip(short_clip(1), skeleton, path));
    skeleton.bones[0].name = "handle";
    EXPECT_FALSE(read_clip(path, skeleton));
}

TEST(FieldClip, GoesByTheOrderOfNamedBonesWithAWarning) {
    Skeleton skeleton{{Bone{}}};
    const char* const text = R"({"P": [[[[1,0,0,0],[0,1,0,0],[0,0,1,0]]]]})";
    EXPECT_THAT(parse_clip(text, "swim.json", skeleton).value().warnings, IsEmpty());
    skeleton.bones[0].name = "fin";
    EXPECT_THAT(parse_clip(text, "a/swim.json", skeleton).value().warnings,
                Contains(HasSubstr("swim.json: the bones of the clip have no names")));
}

TEST(RigFile, ReportsReadAndWriteErrors) {
    const TetMesh bar = bar_mesh(1, 1, 1);
    const auto nowhere = scratch_file("no/such/folder/rig.json");
    ASSERT_FALSE(write_rig(bar_rig(bar), nowhere));
    ASSERT_FALSE(write_clip(short_clip(2), bar_rig(bar).skeleton, nowhere));
    const auto read = read_rig(nowhere, bar);
    ASSERT_FALSE(read);
    EXPECT_THAT(sentence(read.error()), HasSubstr("there is no such file"));
    EXPECT_FALSE(read_rig(::testing::TempDir(), bar)); // a folder
}

std::string refusal(std::string_view json) {
    const auto rig = parse_rig(json, "a.json", one_tet());
    return rig ? "" : sentence(rig.error());
}

constexpr const char* own_head = R"({"format": "limber-rig", "version": 1, "bones": [{"name": "a", "parent": -1,
 "length": 1, "rest": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]}], "weights": )";

// Finite, but what is computed from them overflows.
TEST(RigFile, RefusesBonesTooFarAway) {
    const auto rig_at = [](const std::string& number, const std::string& length) {
        return R"({"format": "limber-rig", "version": 1, "bones": [{"name": "a", "parent": -1, "length": )" + length +
               R"(, "rest": [[1,0,0,0],[0,1,0,)" + number +
               R"(],[0,0,1,0]]}], "weights": [[[0,1]],[[0,1]],[[0,1]],[[0,1]]]})";
    };
    EXPECT_EQ(refusal(rig_at("1e3", "1")), "");
    for (const char* number : {"1e300", "-1e308", "1e10"}) {
        EXPECT_THAT(refusal(rig_at(number, "1")), HasSubstr("bone 0: it lies or ends more than 1e9 units away"));
    }
    EXPECT_THAT(refusal(rig_at("0", "1e300")), HasSubstr("bone 0: it lies or ends more than 1e9 units away"));
}

TEST(ClipFile, RefusesMovesTooLarge) {
    const Skeleton skeleton{{Bone{}}};
    const auto clip_with = [](const std::string& stretch, const std::string& way) {
        return R"({"P": [[[[1,0,0,0],[0,1,0,0],[0,0,1,0]]], [[[)" + stretch + ",0,0,0],[0,1,0," + way +
               "],[0,0,1,0]]]]}";
    };
    EXPECT_TRUE(parse_clip(clip_with("1", "1e3"), "c.json", skeleton));
    for (const auto& [stretch, way] : std::vector<std::pair<std::string, std::string>>{
             {"1", "1e308"}, {"1", "-1e200"}, {"1", "1e10"}, {"1e150", "0"}, {"-1e308", "0"}, {"1e7", "0"}}) {
        const auto clip = parse_clip(clip_with(stretch, way), "c.json", skeleton);
        ASSERT_FALSE(clip) << stretch << " " << way;
        EXPECT_THAT(sentence(clip.error()), HasSubstr("c.json: frame 1: a matrix moves a bone by more than 1e9 units"));
    }
}

TEST(RigFile, SyntaxErrorNamesLineAndColumn) {
    EXPECT_THAT(refusal("{\n  \"W\": [1, 2,,]\n}"), HasSubstr("a.json:2:14: this is not valid JSON"));
    EXPECT_THAT(refusal("{\"W\": [NaN]}"), HasSubstr("a.json:1:"));
    EXPECT_THAT(refusal("{\"W\": [1e999]}"), HasSubstr("a.json:1:"));
    EXPECT_THAT(refusal("\xff\xfe"), HasSubstr("a.json:1:1"));
    EXPECT_THAT(refusal(" \n"), HasSubstr("empty"));
}

TEST(RigFile, ErrorNamesTheMissingOrMalformedMember) {
    const std::string head = own_head;
    EXPECT_THAT(refusal("[]"), HasSubstr("not a rig"));
    EXPECT_THAT(refusal("{\"format\": \"limber-rig\"}"), HasSubstr("the file lacks the member \"bones\""));
    EXPECT_THAT(refusal(head + "3}"), HasSubstr("weights must be a list"));
    EXPECT_THAT(refusal(head + "[[[0, 1]], [[0]]]}"), HasSubstr("weights[1][0] must be a pair"));
    EXPECT_THAT(refusal(head + "[[[0, 1]], [[1, 1]]]}"), HasSubstr("weights[1][0][0] names bone 1, but there are 1"));
    EXPECT_THAT(refusal(head + "[[[0, \"x\"]]]}"), HasSubstr("weights[0][0][1] must be a number"));
    EXPECT_THAT(refusal(head + "[[[0, 1]]]}"), HasSubstr("use the rig that belongs to this mesh"));
    EXPECT_EQ(refusal(head + "[[[0, 1]], [[0, 1]], [[0, 1]], [[0, 1]]]}"), "");
    EXPECT_THAT(refusal(R"({"p0": [[[1]]], "pI": [], "V": [], "F": [], "W": []})"),
                HasSubstr("p0[0] must be a matrix of 3 rows"));
    EXPECT_THAT(refusal(R"({"p0": [], "pI": [-1], "V": [], "F": [], "W": []})"),
                HasSubstr("pI must hold one value for each"));
}

/// A `rig.json` for a surface around the unit tet: two bones, each row of weights w, 1 - w.
std::string field_rig(const std::string& parents, const std::string& weights, const std::string& first_rest) {
    return R"({"rig_type": "surface", "V": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "F": [[0,2,1],[0,1,3],[1,2,3],[0,3,2]],
        "lengths": [1, 1], "pI": )" +
           parents + R"(, "W": )" + weights + R"(, "p0": [)" + first_rest + ", [[1,0,0,0],[0,1,0,0],[0,0,1,0]]]}";
}
constexpr const char* unit_rest = "[[1,0,0,0.5],[0,1,0,0.5],[0,0,1,0.5]]";
constexpr const char* sound_weights = "[[1,0],[0,1],[0.5,0.5],[0,1]]";

Repaired<Rig> field_rig_on_one_tet(const std::string& json) {
    auto rig = parse_rig(json, "rig.json", one_tet());
    EXPECT_TRUE(rig) << sentence(rig.error());
    return std::move(rig).value();
}

TEST(FieldRig, IsTransferredToTheVerticesOfTheMesh) {
    const auto rig = field_rig_on_one_tet(field_rig("[-1, 0]", sound_weights, unit_rest));
    EXPECT_THAT(rig.warnings, IsEmpty());
    Matrix expected(4, 2);
    expected << 1, 0, 0, 1, 0.5, 0.5, 0, 1;
    EXPECT_TRUE(rig.value.W.isApprox(expected));
    EXPECT_EQ(rig.value.skeleton.bones[1].parent, 0);
}

TEST(FieldRig, IsRepairedWithAWarningForEachProblem) {
    const auto orphan = field_rig_on_one_tet(field_rig("[-1, 3]", sound_weights, unit_rest));
    EXPECT_EQ(orphan.value.skeleton.bones[1].parent, -1);
    EXPECT_THAT(orphan.warnings, Contains(HasSubstr("1 bone named a parent that does not exist")));

    const auto loose = field_rig_on_one_tet(field_rig("[-1, 0]", "[[0.9,0],[0,1],[0.5,0.5],[0,0]]", unit_rest));
    EXPECT_DOUBLE_EQ(loose.value.W(0, 0), 1.0);
    EXPECT_DOUBLE_EQ(loose.value.W(3, 0), 1.0); // (0.5, 0.5, 0.5) is nearer to this vertex than the origin
    EXPECT_THAT(loose.warnings, Contains(HasSubstr("summed to 0.9 to 1")));
    EXPECT_THAT(loose.warnings, Contains(HasSubstr("1 point had no weights")));

    const auto scaled = field_rig_on_one_tet(field_rig("[-1, 0]", sound_weights, "[[20,0,0,1],[0,20,0,2],[0,0,20,3]]"));
    EXPECT_TRUE(scaled.value.skeleton.bones[0].rest.leftCols<3>().isIdentity());
    EXPECT_NEAR(scaled.value.skeleton.bones[0].length, 20.0, 1e-12);
    EXPECT_THAT(scaled.warnings, Contains(HasSubstr("the file scales its bones by 20;")));
}

TEST(FieldRig, AcceptsTransposedRestMatrices) {
    const auto rig =
        field_rig_on_one_tet(field_rig("[-1, 0]", sound_weights, "[[1,0,0],[0,1,0],[0,0,1],[0.1,0.2,0.3]]"));
    EXPECT_TRUE(rig.value.skeleton.bones[0].rest.col(3).isApprox(Vec3(0.1, 0.2, 0.3)));
}

TEST(FieldRig, IsRejectedForAnotherMeshAndForCyclesOfParents) {
    const auto json = field_rig("[-1, 0]", sound_weights, unit_rest);
    const auto elsewhere = parse_rig(json, "rig.json", bar_mesh(2, 2, 2, Vec3(3, 3, 3)));
    ASSERT_FALSE(elsewhere);
    EXPECT_THAT(sentence(elsewhere.error()), HasSubstr("not the shape of the mesh"));
    const auto other_shape = parse_rig(json, "rig.json", bar_mesh(2, 2, 2));
    ASSERT_FALSE(other_shape);
    EXPECT_THAT(sentence(other_shape.error()), HasSubstr("lies far from"));
    EXPECT_THAT(refusal(field_rig("[1, 0]", sound_weights, unit_rest)), HasSubstr("circle"));
    EXPECT_THAT(refusal(field_rig("[-1, 0]", "[[1,0]]", unit_rest)), HasSubstr("weights for 1 point"));
}

TEST(FieldClip, RemovesTheScaleOfItsRigAndWarns) {
    Skeleton skeleton{{Bone{}}};
    skeleton.bones[0].file_scale = 2.0;
    const auto clip = parse_clip(R"({"P": [[[[2,0,0,0],[0,2,0,0],[0,0,2,0]]], [[[2,0,0,5],[0,2,0,0],[0,0,2,0]]],
        [[[2,0,0,0],[0,2,0,0],[0,0,2,0]]]]})",
                                 "swim.json", skeleton);
    ASSERT_TRUE(clip) << sentence(clip.error());
    EXPECT_THAT(clip.value().warnings, IsEmpty());
    EXPECT_EQ(clip.value().value.frame_count(), 2); // the last frame is the first
    EXPECT_TRUE(clip.value().value.looping);
    EXPECT_EQ(clip.value().value.name, "swim");
    EXPECT_TRUE(clip.value().value.keys[1][0].leftCols<3>().isIdentity());

    const auto away = parse_clip(R"({"P": [[[[2,0,0,1],[0,2,0,0],[0,0,2,0]]], [[[2,0,0,2],[0,2,0,0],[0,0,2,0]]],
        [[[2,0,0,3],[0,2,0,0],[0,0,2,0]]]]})",
                                 "swim.json", skeleton);
    ASSERT_TRUE(away);
    EXPECT_FALSE(away.value().value.looping);
    EXPECT_THAT(away.value().warnings, Contains(HasSubstr("not the rest pose")));
    EXPECT_THAT(away.value().warnings, Contains(HasSubstr("does not loop")));
}

TEST(FieldClip, IsRejectedForAnotherRig) {
    const auto clip = parse_clip(R"({"P": [[]]})", "swim.json", Skeleton{{Bone{}}});
    ASSERT_FALSE(clip);
    EXPECT_THAT(sentence(clip.error()), HasSubstr("it holds 0 bones, the rig has 1"));
    EXPECT_FALSE(parse_clip(R"({"P": []})", "swim.json", Skeleton{{Bone{}}}));
    EXPECT_FALSE(parse_clip(R"({"Q": []})", "swim.json", Skeleton{{Bone{}}}));
}

TEST(RigParser, RejectsTruncatedNestedAndCorruptFiles) {
    const std::string json = field_rig("[-1, 0]", sound_weights, unit_rest);
    for (std::size_t length = 0; length < json.size(); length += 7) {
        EXPECT_FALSE(parse_rig(std::string_view(json).substr(0, length), "cut", one_tet()));
    }
    EXPECT_FALSE(parse_rig(std::string(100000, '['), "nested", one_tet()));
    const std::string closed = "{\"p0\": " + std::string(100000, '[') + std::string(100000, ']') + "}";
    EXPECT_FALSE(parse_rig(closed, "nested", one_tet()));
    Rng rng(1);
    for (int trial = 0; trial < 300; ++trial) {
        std::string garbled = json;
        for (int i = 0; i < 3; ++i) {
            garbled[rng.below(garbled.size())] = static_cast<char>(32 + rng.below(95));
        }
        static_cast<void>(parse_rig(garbled, "garbled", one_tet()));
    }
}

SurfaceMesh boundary_of(const TetMesh& mesh) {
    return {mesh.X, boundary_triangles(mesh.T)};
}

std::string repeated(std::size_t count, const std::string& item) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : ",") + item;
    }
    return text;
}

TEST(RigParser, ChecksTheSizeOfAListBeforeAllocating) {
    const std::size_t many = 1000000; // its square exceeds any memory
    const std::string rows = "[[" + repeated(many, "0") + "]," + repeated(many, "[]") + "]";
    const auto refused = parse_rig("{\"p0\": [], \"pI\": [], \"W\": " + rows + "}", "wide.json", bar_mesh(1, 1, 1));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("W[1] is not as long"));
}

TEST(RigParser, RejectsWeightsForAnotherMesh) {
    const auto refused = parse_rig("{\"format\": \"limber-rig\", \"version\": 1, \"bones\": [], \"weights\": [" +
                                       repeated(9, "[]") + "]}",
                                   "r.json", bar_mesh(1, 1, 1));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("the mesh has 8"));
}

TEST(CarriedWeights, OfALinearFunctionStayLinearInside) {
    const TetMesh ball = ball_mesh(4);
    Matrix W(ball.vertex_count(), 2); // linear functions, which are harmonic
    W.col(0) = 0.5 * (Vector::Ones(ball.vertex_count()) + ball.X.col(1));
    W.col(1) = Vector::Ones(ball.vertex_count()) - W.col(0);
    const auto carried = transferred_weights(boundary_of(ball), W, ball);
    ASSERT_TRUE(carried);
    EXPECT_LT((carried.value() - W).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(CarriedWeights, OfOneBoneAreOneEverywhere) {
    const TetMesh fine = ball_mesh(6);
    const TetMesh coarse = ball_mesh(4);
    const auto carried = transferred_weights(boundary_of(fine), Matrix::Ones(fine.vertex_count(), 1), coarse);
    ASSERT_TRUE(carried);
    EXPECT_TRUE(carried.value().isOnes(1e-12));
}

struct RealRig {
    const char* name;
    std::vector<std::string> warnings; // of reading the rig
};

class RealRigs : public ::testing::TestWithParam<RealRig> {};

TEST_P(RealRigs, OpenWithTheirMeshesAndClips) {
    const auto folder = shared_data("rigged") / GetParam().name;
    SKIP_IF_ABSENT(folder);
    const auto mesh = read_tet_mesh(folder / (std::string(GetParam().name) + ".msh"));
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    const auto rig = read_rig(folder / "rig.json", mesh.value().value);
    ASSERT_TRUE(rig) << sentence(rig.error());
    EXPECT_EQ(rig.value().warnings, GetParam().warnings);
    EXPECT_FALSE(fault_in(rig.value().value, mesh.value().value));
    const auto clip = read_clip(folder / "swim.json", rig.value().value.skeleton);
    ASSERT_TRUE(clip) << sentence(clip.error());
    EXPECT_THAT(clip.value().warnings, Contains(HasSubstr("does not loop")));
    EXPECT_EQ(clip.value().value.frame_count(), 241);
}

INSTANTIATE_TEST_SUITE_P(
    Real, RealRigs,
    ::testing::Values(
        RealRig{"cd_fish", {"the weights of 3170 points summed to 0.975 to 1 and were divided by their sum"}},
        RealRig{"mantaray",
                {"2 bones named a parent that does not exist and became roots",
                 "the file scales its bones by 154; the scale was removed from them, and the shape stays as it is",
                 "the weights of 1321 points summed to 0.953 to 1 and were divided by their sum"}},
        RealRig{"moray",
                {"the file scales its bones by 273; the scale was removed from them, and the shape stays as it is"}}),
    [](const auto& rig) { return std::string(rig.param.name); });

} // namespace
} // namespace limber::testing
