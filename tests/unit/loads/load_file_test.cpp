// SPDX-License-Identifier: MIT
#include "engine/loads/load_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

namespace limber {
namespace {

using ::testing::HasSubstr;

class LoadFile : public ::testing::Test {
protected:
    Result<LoadDistribution> parsed(const std::string& loads) const {
        return parse_loads(R"({"format": "limber-loads", "version": 1, "loads": [)" + loads + "]}", "l.json", body());
    }
    static std::string mixture_of(const std::string& components) {
        return R"({"format": "limber-loads", "version": 1, "mixture": [)" + components + "]}";
    }
    // With fields: shares of both ends, one of the upper half, and one without paint.
    LoadedBody body() const {
        const Vector blank = Vector::Zero(mass.size());
        Vector broken = blank;
        broken(3) = std::numeric_limits<double>::quiet_NaN();
        return {mesh,
                mass,
                {{"left", where(0, 0.0, 0.1)},
                 {"right", where(0, 0.9, 1.0)},
                 {"top", where(1, 0.2, 0.3)},
                 {"blank", blank},
                 {"broken", broken},
                 {"negative", -mass},
                 {"short", Vector::Ones(2)}}};
    }
    Vector where(int axis, double from, double to) const {
        return (mesh.X.col(axis).array() >= from && mesh.X.col(axis).array() <= to).cast<double>();
    }

    TetMesh mesh = testing::bar_mesh(6, 3, 3, Vec3(1.0, 0.3, 0.3));
    Vector mass = lumped_mass(mesh, Vector::Constant(mesh.tet_count(), 1000.0));
};

TEST_F(LoadFile, OfEverywhereIsTheMass) {
    const auto loads = parsed(R"({"kind": "everywhere"})");
    ASSERT_TRUE(loads);
    EXPECT_LT((loads.value().blocks - loads_everywhere(mass).blocks).cwiseAbs().maxCoeff(), 1e-12 * mass.maxCoeff());
}

TEST_F(LoadFile, GivesEachLoadItsAmount) {
    for (const char* load : {R"({"kind": "everywhere", "amount": 2})",
                             R"({"kind": "region", "centre": [1, 0, 0], "radius": 0.2, "amount": 2})",
                             R"({"kind": "pressing", "amount": 2})",
                             R"({"kind": "patch", "centre": [0.5, 0.3, 0.1], "radius": 0.2, "amount": 2})",
                             R"({"kind": "field", "field": "top", "amount": 2})",
                             R"({"kind": "field", "field": "top", "centre": [0, 0, 0], "amount": 2})",
                             R"({"kind": "field", "field": "top", "decay": 30, "amount": 2})",
                             R"({"kind": "patch", "field": "right", "amount": 2})",
                             R"({"kind": "handles", "points": [[0, 0, 0], [1, 0.3, 0.3]], "amount": 2})",
                             R"({"kind": "muscle", "from": "left", "to": "right", "field": "top", "amount": 2})",
                             R"({"kind": "springs", "springs": [[[0, 0, 0], [1, 0.3, 0.3]]], "amount": 2})"}) {
        const auto loads = parsed(load);
        ASSERT_TRUE(loads) << load << (loads ? "" : sentence(loads.error()));
        EXPECT_NEAR(total_variance(loads.value()), 2.0 * 3.0 * mass.sum(), 1e-9 * mass.sum()) << load;
    }
    const auto both = parsed(R"({"kind": "everywhere"}, {"kind": "pressing"})");
    EXPECT_NEAR(total_variance(both.value()), 2.0 * 3.0 * mass.sum(), 1e-9 * mass.sum());
}

// Equation 31, with shares that sum to one.
TEST_F(LoadFile, OfAMixtureIsItsCombination) {
    const std::string two = R"({"name": "end", "share": 3, "loads": [{"kind": "field", "field": "right"}]},
                               {"loads": [{"kind": "everywhere", "mean": [0, -2, 0]}]})";
    const auto mixture = parse_mixture(mixture_of(two), "m.json", body());
    ASSERT_TRUE(mixture) << sentence(mixture.error());
    EXPECT_THAT(mixture.value().names, ::testing::ElementsAre("end", "2"));
    EXPECT_LT((mixture.value().shares - Eigen::Vector2d(0.75, 0.25)).norm(), 1e-15);
    const auto all = parse_loads(mixture_of(two), "m.json", body());
    ASSERT_TRUE(all);
    const LoadDistribution wanted = combined(mixture.value());
    EXPECT_EQ(all.value().blocks, wanted.blocks);
    EXPECT_EQ(all.value().patterns, wanted.patterns);
    EXPECT_EQ(all.value().mean, wanted.mean);
    const auto alone = parsed(R"({"kind": "field", "field": "right"})");
    EXPECT_EQ(mixture.value().components[0].blocks, alone.value().blocks);
}

TEST_F(LoadFile, HasOneComponentWithoutAMixture) {
    const std::string file = R"({"format": "limber-loads", "version": 1, "loads": [{"kind": "everywhere"}]})";
    const auto mixture = parse_mixture(file, "l.json", body());
    ASSERT_TRUE(mixture);
    ASSERT_EQ(mixture.value().components.size(), 1u);
    EXPECT_EQ(mixture.value().shares(0), 1.0);
}

TEST_F(LoadFile, OfAMixtureNamesOneComponentAfterItsPath) {
    const testing::ScratchFolder folder;
    ASSERT_TRUE(
        write_file(folder / "m.json", mixture_of(R"({"name": "end", "loads": [{"kind": "field", "field": "right"}]},
                                         {"loads": [{"kind": "pressing"}]})")));
    const auto end = read_loads(folder / "m.json#end", body());
    ASSERT_TRUE(end) << sentence(end.error());
    EXPECT_EQ(end.value().blocks, parsed(R"({"kind": "field", "field": "right"})").value().blocks);
    EXPECT_TRUE(read_loads(folder / "m.json#2", body()));
    EXPECT_THAT(sentence(read_loads(folder / "m.json#wing", body()).error()), HasSubstr("no component \"wing\""));
    ASSERT_TRUE(write_file(folder / "l#2.json",
                           R"({"format": "limber-loads", "version": 1, "loads": [{"kind": "pressing"}]})"));
    EXPECT_TRUE(read_loads(folder / "l#2.json", body())) << "a file of that name";
    EXPECT_THAT(sentence(read_loads(folder / "k#2.json", body()).error()), HasSubstr("k#2.json"));
    EXPECT_EQ(loads_file_of(folder / "m.json#end"), folder / "m.json");
    EXPECT_EQ(loads_file_of(folder / "l#2.json"), folder / "l#2.json");
    EXPECT_EQ(loads_file_of(folder / "m.json"), folder / "m.json");
}

TEST_F(LoadFile, OfAMixtureHasComponentsWithASlash) {
    const testing::ScratchFolder folder;
    const std::string both = mixture_of(R"({"name": "left/right", "loads": [{"kind": "pressing"}]},
                                           {"name": "end", "loads": [{"kind": "everywhere"}]})");
    ASSERT_TRUE(write_file(folder / "m.json", both));
    const auto mixture = read_mixture(folder / "m.json", body());
    ASSERT_TRUE(mixture) << sentence(mixture.error());
    EXPECT_THAT(mixture.value().names, ::testing::ElementsAre("left/right", "end"));
    EXPECT_TRUE(read_loads(folder / "m.json#end", body()));
    const std::filesystem::path path = folder / "m.json#left/right";
    const auto loads = read_loads(path, body());
    ASSERT_FALSE(loads);
    EXPECT_THAT(sentence(loads.error()), HasSubstr("m.json: no path can name its component \"left/right\""));
    EXPECT_EQ(loads_file_of(path), folder / "m.json");
    const std::filesystem::path elsewhere = folder / "set#1/m.json";
    EXPECT_EQ(loads_file_of(elsewhere), elsewhere);
    EXPECT_THAT(sentence(read_loads(elsewhere, body()).error()), HasSubstr("set#1/m.json"));
    ASSERT_TRUE(std::filesystem::create_directories(folder / "set#1"));
    ASSERT_TRUE(write_file(elsewhere, both));
    EXPECT_TRUE(read_loads(folder / "set#1/m.json#end", body()));
}

TEST_F(LoadFile, OfAMixtureIsRefusedInOneSentence) {
    const std::string all = R"("loads": [{"kind": "everywhere"}])";
    const struct {
        std::string components;
        const char* sentence;
    } refusals[] = {{"{" + all + R"(, "share": 0})", "must be between 1e-12"},
                    {"{" + all + R"(, "name": "a#b"})", "without \"#\""},
                    {"{" + all + R"(, "name": ""})", "must have a name"},
                    {"{" + all + R"(, "name": "2"}, {)" + all + "}", "no other component"},
                    {"{" + all + R"(}, {"name": "none", "loads": []})", "in the component \"none\""},
                    {"{" + all + "}], " + all + R"(, "rest": [)", "beside a \"mixture\""}};
    for (const auto& [components, wanted] : refusals) {
        const auto mixture = parse_mixture(mixture_of(components), "m.json", body());
        ASSERT_FALSE(mixture) << components;
        EXPECT_THAT(sentence(mixture.error()), HasSubstr(wanted)) << components;
    }
}

TEST_F(LoadFile, IsRefusedInOneSentence) {
    const struct {
        const char* loads;
        const char* sentence;
    } refusals[] = {{"", "l.json: its loads are zero everywhere"},
                    {R"({"kind": "everywhere", "amount": 0})", "l.json: its loads are zero everywhere"},
                    {R"({"kind": "wind"})", "must be \"everywhere\""},
                    {R"({"kind": "region"})", "centre"},
                    {R"({"kind": "region", "centre": [900, 0, 0], "decay": 1e6})", "meets no vertex"},
                    {R"({"kind": "everywhere", "amount": -1})", "between 0 and 1e12"},
                    {R"({"kind": "springs", "springs": [[[0, 0, 0]]]})", "pair"},
                    {R"({"kind": "springs", "springs": [[[0, 0, 0], [0, 0, 0]]]})", "springs of length zero"},
                    {R"({"kind": "region", "centre": [0, 0, 0], "radius": -1})", "radius"},
                    {R"({"kind": "field"})", "needs a \"field\""},
                    {R"({"kind": "field", "field": "tail"})", "\"tail\", which the body does not have"},
                    {R"({"kind": "field", "field": "blank"})", "\"blank\", which is zero everywhere"},
                    {R"({"kind": "field", "field": "broken"})", "finite and not negative"},
                    {R"({"kind": "field", "field": "negative"})", "finite and not negative"},
                    {R"({"kind": "field", "field": "short"})", "2 values for"},
                    {R"({"kind": "everywhere", "name": "wind", "mean": [1]})", "the load \"wind\" has a mean of 1"},
                    {R"({"kind": "patch", "field": "right", "mean": [1, 2]})", "needs 1 along its normal, or 3"},
                    {R"({"kind": "patch", "field": "right", "tangents": -1})", "tangents must be between 0 and 1e12"},
                    {R"({"kind": "pocket"})", "no closed pocket"},
                    {R"({"kind": "pocket", "centre": [9, 0, 0]})", "no closed pocket around"},
                    {R"({"kind": "pocket", "field": "top"})", "not closed"},
                    {R"({"kind": "springs"})", "has no spring"},
                    {R"({"kind": "handles"})", "has no handle"},
                    {R"({"kind": "handles", "points": [[0, 0, 0]], "stiffness": [1, 2]})", "needs 1, or one for each"},
                    {R"({"kind": "handles", "points": [[0, 0, 0]], "stiffness": [-1]})", "stiffness must be between"},
                    {R"({"kind": "everywhere", "stiffness": [1]})", "which only handles and springs have"},
                    {R"({"kind": "muscle"})", "needs \"from\""},
                    {R"({"kind": "muscle", "from": "left"})", "one end: its fibres need both"},
                    {R"({"kind": "muscle", "from": "left", "to": "left"})", "overlap"},
                    {R"({"kind": "muscle", "field": "top", "sections": 0})", "between 1 and 64"}};
    for (const auto& refusal : refusals) {
        const auto loads = parsed(refusal.loads);
        ASSERT_FALSE(loads) << refusal.loads;
        EXPECT_THAT(sentence(loads.error()), HasSubstr(refusal.sentence)) << refusal.loads;
        EXPECT_THAT(sentence(loads.error()), ::testing::StartsWith("l.json"));
    }
    EXPECT_FALSE(parse_loads("{}", "l.json", body()));
}

TEST_F(LoadFile, HasTheStiffnessOfHandlesAndSprings) {
    const auto loads = parsed(R"({"kind": "handles", "points": [[0, 0, 0], [1, 0, 0]], "stiffness": [20, 30]},
                                 {"kind": "springs", "springs": [[[0, 0, 0], [1, 0, 0]], [[1, 0, 0], [0, 0, 0]]],
                                  "stiffness": [5], "amount": 4})");
    ASSERT_TRUE(loads) << sentence(loads.error());
    const auto& [handles, springs] = std::pair(loads.value().handles, loads.value().springs);
    ASSERT_EQ(handles.size(), 2u);
    ASSERT_EQ(springs.size(), 2u);
    EXPECT_EQ(handles[0].stiffness, 20.0);
    EXPECT_EQ(handles[1].stiffness, 30.0);
    EXPECT_EQ(springs[0].stiffness, 5.0) << "whatever the amount";
    EXPECT_EQ(springs[1].stiffness, 5.0);
    EXPECT_EQ(springs[0].ends[0], handles[0].vertex);
    EXPECT_EQ(springs[0].ends[1], handles[1].vertex);
    EXPECT_TRUE(parsed(R"({"kind": "handles", "points": [[0, 0, 0]]})").value().handles.empty());
}

// A mistyped name may be the reason why nothing was found.
TEST_F(LoadFile, NamesUnknownMembersWhereItIsRefused) {
    const auto refusal = [&](const std::string& members) {
        const auto loads =
            parse_loads(R"({"format": "limber-loads", "version": 1, )" + members + "}", "l.json", body());
        return loads ? "" : sentence(loads.error());
    };
    EXPECT_EQ(refusal(R"("handles": [[5]])"), "l.json: its loads are zero everywhere; say where forces come from and "
                                              "vary; unknown member handles is ignored");
    EXPECT_THAT(refusal(R"("loads": [{"kind": "handles", "point": [[0, 0, 0]]}])"),
                AllOf(HasSubstr("has no handle"), HasSubstr("; unknown member loads[0].point is ignored")));
    EXPECT_THAT(refusal(R"("loads": [{"kid": "everywhere"}])"),
                AllOf(HasSubstr("kind"), HasSubstr("; unknown member loads[0].kid is ignored")));
    EXPECT_THAT(refusal(R"("loads": [{"kind": "everywhere", "amount": 0}])"), Not(HasSubstr("unknown")));
    const auto of_a_scene = parse_loads(R"({"format": "limber-scene", "version": 2, "mesh": ""})", "l.json", body());
    EXPECT_THAT(sentence(of_a_scene.error()), Not(HasSubstr("unknown"))) << "all of its members are";
}

TEST_F(LoadFile, WarnsOfWhatItCannotMean) {
    const testing::ScratchFolder folder;
    const auto warnings = [&](const std::string& load) {
        EXPECT_TRUE(
            write_file(folder / "l.json", R"({"format": "limber-loads", "version": 1, "loads": [)" + load + "]}"));
        std::vector<std::string> found;
        EXPECT_TRUE(read_loads(folder / "l.json", body(), &found)) << load;
        return found;
    };
    using ::testing::ElementsAre;
    EXPECT_THAT(warnings(R"({"kind": "everywhere", "ammount": 3})"),
                ElementsAre(HasSubstr("unknown member loads[0].ammount is ignored")));
    EXPECT_THAT(warnings(R"({"kind": "handles", "points": [[0, 0, 0], [900, 0, 0]]})"),
                ElementsAre(HasSubstr("loads[0] has a point far from the body")));
    EXPECT_THAT(warnings(R"({"kind": "springs", "name": "rope", "springs": [[[0, 0, 0], [0, 900, 0]]]})"),
                ElementsAre(HasSubstr("the load \"rope\" has a point far from the body")));
    EXPECT_THAT(warnings(R"({"kind": "handles", "points": [[1.1, 0, 0]]})"), ElementsAre());
    EXPECT_THAT(warnings(R"({"kind": "region", "centre": [0, 0, 0]})"), ElementsAre());
}

TEST_F(LoadFile, HasFieldsOfItsOwn) {
    std::string values;
    for (Index i = 0; i < mass.size(); ++i) {
        values += (i == 0 ? "" : ", ") + std::to_string(i % 3);
    }
    const auto read = [&](const std::string& numbers) {
        return parse_loads(R"({"format": "limber-loads", "version": 1, "fields": [{"name": "top", "values": [)" +
                               numbers + R"(]}], "loads": [{"kind": "field", "field": "top"}]})",
                           "l.json", body());
    };
    const auto loads = read(values);
    ASSERT_TRUE(loads) << sentence(loads.error());
    EXPECT_TRUE(loads.value().blocks.topRows(3).isZero(0.0));
    EXPECT_NEAR(loads.value().blocks(6, 0) / loads.value().blocks(3, 0), 2.0 * mass(2) / mass(1), 1e-12);
    EXPECT_THAT(sentence(read("1, 2").error()), HasSubstr("one for each vertex"));
}

TEST_F(LoadFile, IsReadAsItIsWritten) {
    const auto again = [](const Load& load) {
        const auto document = JsonDocument::parsed(to_text(load_json(load)), "load");
        MemberReader members(document.value().root());
        return load_in(members);
    };
    EXPECT_EQ(again({}), Load{});
    const Load all{.name = "Grip",
                   .kind = LoadKind::muscle,
                   .region = LoadRegion{Vec3(1, 2, 3), 0.5, 2.0},
                   .field = "a",
                   .from = "b",
                   .to = "c",
                   .sections = 3,
                   .tangents = 0.25,
                   .points = {Vec3(0, 1, 0)},
                   .springs = {{Vec3(0, 0, 1), Vec3(1, 0, 0)}},
                   .stiffness = {20.0, 0.0},
                   .amount = 2.5,
                   .mean = {1.0, -2.0}};
    EXPECT_EQ(again(all), all);
    const Load painted{.kind = LoadKind::field, .field = "a", .decay = 7.0};
    EXPECT_EQ(again(painted), painted);
}

// Accelerations of the mass, amplitudes of patterns, a pressure, displacements of handles.
TEST_F(LoadFile, MovesTheMean) {
    const auto mean_of = [&](const std::string& load) {
        const auto loads = parsed(load);
        EXPECT_TRUE(loads) << load << (loads ? "" : sentence(loads.error()));
        return loads ? loads.value().mean : Vector();
    };
    const Vector gravity = mean_of(R"({"kind": "everywhere", "mean": [0, -9.81, 0]})");
    EXPECT_NEAR(gravity(3 * 4 + 1), -9.81 * mass(4), 1e-12 * mass(4));
    EXPECT_NEAR(gravity.sum(), -9.81 * mass.sum(), 1e-9);
    const Vector half = mean_of(R"({"kind": "field", "field": "top", "mean": [0, -9.81, 0]}, {"kind": "everywhere"})");
    EXPECT_NEAR(half.sum(), -9.81 * mass.dot(where(1, 0.2, 0.3)), 1e-9);
    const std::string patch = R"({"kind": "patch", "field": "right", "amount": 3)";
    const auto varied = parsed(patch + "}");
    EXPECT_LT((mean_of(patch + R"(, "mean": [-2]})") + 2.0 * varied.value().patterns.col(0)).norm(), 1e-9 * mass.sum());
    const Vector pushed = mean_of(patch + R"(, "mean": [-2, 0, 1]})");
    for (Index i = 0; i < mass.size(); ++i) { // along the axes, in the same standard deviations
        const double deviation = varied.value().patterns.block<3, 1>(3 * i, 0).norm();
        EXPECT_LT((pushed.segment<3>(3 * i) - deviation * Vec3(-2, 0, 1)).norm(), 1e-9 * mass.sum()) << i;
    }
    EXPECT_GT(pushed.norm(), 0.1 * mass.sum());
    EXPECT_LT(
        (mean_of(R"({"kind": "pressing", "mean": [3]})") - pressing_force(mesh, Vector::Ones(mass.size()), 3.0)).norm(),
        1e-12);
    const Vector pulled = mean_of(R"({"kind": "handles", "points": [[0, 0, 0]], "mean": [0.1, 0, 0]})");
    EXPECT_NEAR(pulled(0), 2.0 * mass(0) * 0.1, 1e-12 * mass(0));
}

} // namespace
} // namespace limber
