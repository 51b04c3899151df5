// SPDX-License-Identifier: MIT
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SubspaceCommand : public SmallSceneTest {};

TEST_F(SubspaceCommand, ReportsAllFields) {
    const Outcome outcome = limber("subspace " + scene + " --modes 5 --clusters 12 --json --out " + file("W.npy"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    for (const char* key :
         {"vertices", "tets", "modes", "clusters", "eigenvalues", "residual_max", "constraint_violation", "seconds",
          "load", "operators", "factor", "eigen", "model", "total"}) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string("\"") + key + "\": ")) << key;
    }
    EXPECT_EQ(outcome.number("modes"), 5);
    EXPECT_LT(outcome.number("constraint_violation"), 1e-12);
    EXPECT_LT(outcome.number("residual_max"), 1e-6);
    EXPECT_EQ(npy(folder / "W.npy").size(), 144u * 5u);
}

// A script finds every key; a reader is not shown a unit without a value.
TEST_F(SubspaceCommand, LeavesEmptyListsOutOfPlainText) {
    const std::string subspace = "subspace " + scene + " --modes 2";
    EXPECT_EQ(limber(subspace + " --json").value("variances"), "[]");
    const std::string text = limber(subspace).out;
    EXPECT_THAT(text, HasSubstr("eigenvalues "));
    EXPECT_THAT(text, Not(HasSubstr("variances")));
    EXPECT_THAT(text, Not(HasSubstr("Hz")));
}

TEST_F(SubspaceCommand, HasTheKindsThatForceDualModesReplace) {
    write_push(file("push.json"));
    const auto of_kind = [&](const std::string& kind, const std::string& more) {
        const Outcome outcome = limber("subspace " + scene + " --modes 2 --json --kind " + kind + more);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.value("kind"), "\"" + kind + "\"");
        EXPECT_GT(outcome.number("modes"), 12) << kind;
        return outcome;
    };
    const std::string loads = " --loads " + file("push.json");
    EXPECT_EQ(of_kind("greens", loads).value("variances"), "[]");
    EXPECT_EQ(of_kind("substructured", "").value("variances"), "[]");
    const Outcome exact = of_kind("force-dual", loads);
    const Outcome sampled = of_kind("pod-sampled", loads);
    EXPECT_NE(sampled.value("variances"), "[]");
    EXPECT_NE(sampled.value("variances"), exact.value("variances"));
    EXPECT_NE(of_kind("pod-sampled", " --loads mass").value("variances"), sampled.value("variances"));
}

// A force at one point has three directions, and one response of weights.
TEST_F(SubspaceCommand, WarnsOfLoadsThatGiveFewerColumns) {
    write_bytes(folder / "point.json", R"({"format": "limber-loads", "version": 1,
                                           "loads": [{"kind": "handles", "points": [[1, 0.3, 0.3]]}]})");
    const std::string loads = " --modes 4 --json --loads " + file("point.json") + " --kind ";
    for (const std::string command : {"subspace ", "simulate "}) {
        const std::string frames = command == "simulate " ? " --frames 2" : "";
        const std::string begin = command + scene + frames + loads;
        EXPECT_THAT(limber(begin + "force-dual-skinning").out,
                    HasSubstr("Bar: force-dual-skinning has 1 of 4 modes: the loads give no more"));
        for (const std::string kind : {"force-dual", "force-dual-rotation-strain", "pod-sampled"}) {
            EXPECT_THAT(limber(begin + kind).out, HasSubstr("Bar: " + kind +
                                                            " has 3 displacements, and not twelve for "
                                                            "each of 4 modes: the loads give no more"));
        }
        EXPECT_THAT(limber(begin + "force-dual-skinning --rig none").out,
                    HasSubstr("has 1 of 4 modes besides that of the whole body: the loads give no more"));
    }
    EXPECT_THAT(limber("subspace " + scene + " --modes 4 --json --loads mass --kind force-dual").out,
                Not(HasSubstr("give no more")));
    const Outcome compared = limber(
        "compare " + scene + " --modes 4 --frames 2 --json --kinds force-dual-skinning:loads=" + file("point.json"));
    EXPECT_THAT(compared.out, HasSubstr("has 1 of 4 modes: the loads give no more")) << compared.error;
}

// Each load of a mixture has a subspace of its own.
TEST_F(SubspaceCommand, WarnsOfTheLoadWithTheFewestColumns) {
    write_bytes(folder / "mix.json", R"({"format": "limber-loads", "version": 1, "mixture": [
        {"name": "everywhere", "loads": [{"kind": "everywhere"}]},
        {"name": "two", "loads": [{"kind": "handles", "points": [[1, 0.3, 0.3], [0, 0, 0]]}]},
        {"name": "one", "loads": [{"kind": "handles", "points": [[1, 0.3, 0.3]]}]}]})");
    const std::string few = ", for the load \"one\", the fewest of its loads: that load gives no more";
    const struct {
        std::string kind;
        std::string has;
    } kinds[] = {{"force-dual-skinning", "has 1 of 4 modes"},
                 {"force-dual", "has 3 displacements, and not twelve for each of 4 modes"},
                 {"greens", "has 1 displacement, and not twelve for each of 4 modes"}};
    for (const auto& [kind, has] : kinds) {
        const Outcome compared = limber("compare " + scene + " --modes 4 --frames 2 --kinds " + kind +
                                        ":loads=" + file("mix.json") + ":switched");
        EXPECT_THAT(compared.error, HasSubstr(kind + ", loads mix, switched " + has + few));
        const Outcome moved = limber("simulate " + scene + " --modes 4 --frames 2 --kind " + kind + " --loads " +
                                     file("mix.json") + " --switch-loads");
        EXPECT_THAT(moved.error, HasSubstr("Bar: " + kind + " " + has + few));
    }
}

// Five frames have at most five displacements.
TEST_F(SubspaceCommand, WarnsOfAMotionThatGivesFewerDisplacements) {
    const auto motion_of = [&](int frames) {
        const std::string motion = file(std::to_string(frames) + ".npy");
        const Outcome moved = limber("simulate " + scene + " --frames " + std::to_string(frames) + " --out " + motion);
        EXPECT_EQ(moved.exit_code, 0) << moved.error;
        return " --kind pod --subspace-file " + motion;
    };
    const std::string few = motion_of(5);
    for (const std::string command : {"subspace ", "simulate "}) {
        const Outcome outcome = limber(command + scene + few + " --modes 2 --json");
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, HasSubstr("pod has 5 displacements, and not twelve for each of 2 modes: the motion "
                                           "gives no more, but one of more frames may"));
    }
    EXPECT_THAT(limber("subspace " + scene + motion_of(40) + " --modes 1 --json").out, Not(HasSubstr("gives no more")));
}

TEST_F(SubspaceCommand, IsMadeForWhatTheSceneProposes) {
    write_held(file("held.json"));
    const auto variances = [&](const std::string& loads) {
        const Outcome outcome =
            limber("subspace " + file("held.json") + " --modes 1 --json --kind force-dual --loads " + loads);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return outcome.value("variances");
    };
    std::ofstream(file("hand.json")) << R"({"format": "limber-loads", "version": 1,
        "loads": [{"name": "Handles", "kind": "handles", "points": [[1, 0.3, 0.3]], "stiffness": [100]}]})";
    const std::string of_handles = variances("handles");
    EXPECT_EQ(of_handles, variances(file("hand.json"))) << "with their stiffness";
    EXPECT_NE(of_handles, variances("mass"));
    std::string text = bytes_of(scene);
    text.insert(1, R"("contact": {"floor": true}, )");
    write_bytes(scene, text);
    EXPECT_NE(variances("handles+obstacles"), of_handles);
}

TEST_F(SubspaceCommand, RefusesSourcesThatProposeNoLoads) {
    write_held(file("held.json"));
    const auto refused = [&](const std::string& words) {
        const Outcome outcome = limber("subspace " + words);
        EXPECT_EQ(outcome.exit_code, 1);
        return outcome.error;
    };
    EXPECT_THAT(refused(file("held.json") + " --kind greens --modes 1 --loads handles+springs"),
                HasSubstr("--loads: the scene has no springs to propose loads from"));
    EXPECT_THAT(refused(scene + " --kind greens --modes 1 --loads pockets"), HasSubstr("has no pockets"));
    EXPECT_THAT(refused(scene + " --kind greens --modes 1 --loads user"), HasSubstr("user"));
    EXPECT_THAT(refused(file("held.json") + " --kind greens --modes 1 --loads handles+"), HasSubstr("handles+"));
}

TEST_F(SubspaceCommand, RefusesLoadsForKindsThatAreMadeWithoutThem) {
    write_push(file("push.json"));
    for (const std::string kind : {"", " --kind skinning", " --kind rotation-strain", " --kind displacement"}) {
        for (const std::string& loads : {file("push.json"), std::string("mass"), std::string("springs")}) {
            const Outcome outcome = limber("subspace " + scene + " --modes 2 --loads " + loads + kind);
            EXPECT_EQ(outcome.exit_code, 1) << kind << " " << loads;
            EXPECT_THAT(outcome.error, HasSubstr("--loads: names loads, but the subspace is made without them"))
                << kind;
        }
    }
}

TEST_F(SubspaceCommand, SaysWhatIsWrongWithAListOfOne) {
    write_bytes(file("list.json"), R"({"format": "limber-scene", "version": 2, "name": "one", "characters": [)"
                                   R"({"character": {"name": "b", "mesh": "bar.mesh", "loads": [)"
                                   R"({"kind": "everywhere", "amount": -2}]}}]})");
    const Outcome outcome = limber("subspace " + file("list.json"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("amount must be between 0 and 1e12"));
}

TEST_F(SubspaceCommand, IgnoresTheFileOfTheSceneForKindsOfOtherSources) {
    write_push(file("push.json"));
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("subspace": {"kind": "force-dual", "file": "push.json"}, )");
    write_bytes(file("pushed.json"), text);
    for (const std::string kind : {"weights", "greens"}) {
        const Outcome outcome = limber("subspace " + file("pushed.json") + " --modes 4 --json --kind " + kind);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    }
}

TEST_F(SubspaceCommand, HasCubaturePoints) {
    const std::string command = "subspace " + scene + " --kind displacement --modes 2 --json --cubature ";
    const Outcome few = limber(command + "10");
    ASSERT_EQ(few.exit_code, 0) << few.error;
    EXPECT_LE(few.number("points"), 10);
    const Outcome more = limber(command + "40");
    EXPECT_LT(more.number("training_error"), few.number("training_error"));
    EXPECT_GT(more.number("training_error"), 0.0);
    EXPECT_NE(limber(command + "10 --energy st-venant-kirchhoff").number("training_error"),
              few.number("training_error"));
    EXPECT_EQ(limber("subspace " + scene + " --energy arap").exit_code, 2);
    const Outcome refused = limber("subspace " + scene + " --kind warped --modes 1 --cubature 10");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.error, HasSubstr("has linear dynamics: choose another kind"));
}

} // namespace
} // namespace limber::testing
