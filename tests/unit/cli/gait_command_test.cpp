// SPDX-License-Identifier: MIT
#include "engine/actuation/gait_file.h"
#include "engine/stepper/kernel.h"
#include "tests/support/scoped_environment.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>

#ifdef __linux__
#include "tests/unit/cli/display_connections.h"
#endif

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class GaitCommand : public SmallSceneTest {
protected:
    // A very short search.
    std::string search(const std::string& more) const {
        const bool keeps = more.find("--out") != std::string::npos || more.find("--resume") != std::string::npos;
        return "gait " + scene + " --rig none --muscles 3 --population 6 --steps 20 --json " + more +
               (keeps ? "" : " --out " + file("found.json"));
    }
};

TEST_F(GaitCommand, WritesAGaitThatSimulateUses) {
    const Outcome found = limber(search("--generations 2 --out " + file("gait.json")));
    ASSERT_EQ(found.exit_code, 0) << found.error;
    EXPECT_EQ(found.number("generations"), 2);
    EXPECT_EQ(found.number("machines"), 1);
    const std::string body = "simulate " + scene + " --rig none --muscles 3 --frames 20 --json";
    const Outcome still = limber(body);
    const Outcome walks = limber(body + " --gait " + file("gait.json"));
    ASSERT_EQ(walks.exit_code, 0) << walks.error;
    EXPECT_NE(walks.value("hash"), still.value("hash"));
}

TEST_F(GaitCommand, ResumesAnInterruptedSearchExactly) {
    ASSERT_EQ(limber(search("--generations 4 --threads 1 --out " + file("gait.json"))).exit_code, 0);
    const std::string kept = bytes_of(folder / "gait.json");
    ASSERT_EQ(limber(search("--generations 2 --threads 2 --resume " + file("state.json"))).exit_code, 0);
    const Outcome rest =
        limber(search("--generations 4 --threads 2 --resume " + file("state.json") + " --out " + file("gait.json")));
    ASSERT_EQ(rest.exit_code, 0) << rest.error;
    EXPECT_EQ(bytes_of(folder / "gait.json"), kept);
}

// The start state of the rollouts is computed by steps too.
TEST_F(GaitCommand, UsesTheGivenInstructionSet) {
    const auto start_by = [&](const std::string& set) {
        const std::string state = file(set + ".json");
        const Outcome found = limber(search("--generations 1 --instruction-set " + set + " --resume " + state));
        EXPECT_EQ(found.exit_code, 0) << found.error;
        const std::string text = bytes_of(state);
        const std::size_t at = text.find("\"start\"");
        return text.substr(at, text.find(']', at) - at);
    };
    const bool has_one = widest_instruction_set() == InstructionSet::baseline;
    EXPECT_EQ(start_by("baseline") == start_by(name_of(widest_instruction_set())), has_one);
}

TEST_F(GaitCommand, DoesNotResumeAnotherSearch) {
    ASSERT_EQ(limber(search("--generations 1 --resume " + file("state.json"))).exit_code, 0);
    const Outcome other = limber(search("--generations 2 --gait-seed 7 --resume " + file("state.json")));
    EXPECT_EQ(other.exit_code, 1);
    EXPECT_THAT(other.error, HasSubstr("belongs to another search"));
}

TEST_F(GaitCommand, RejectsImpossibleSearchesBeforeTheBuild) {
    const auto said = [&](const std::string& line) {
        const Outcome outcome = limber(line);
        EXPECT_EQ(outcome.exit_code, 1) << line;
        return outcome.error;
    };
    EXPECT_THAT(said(search("--generations 1 --approach 1")), HasSubstr("give a target"));
    EXPECT_THAT(said("gait " + scene +
                     " --rig none --muscles 3 --generations 1000000 --population 1000 --steps 1000000 --out " +
                     file("x.json")),
                HasSubstr("more than 1e12 steps"));
    EXPECT_THAT(said(search("--generations 1 --target 1 0 0")), HasSubstr("give approach a weight"));
    EXPECT_THAT(said(search("--generations 1 --travel 0")), HasSubstr("nothing is wanted"));
    EXPECT_THAT(said("gait " + scene + " --rig none --generations 1 --out " + file("x.json")), HasSubstr("--muscles"));
    EXPECT_THAT(said("gait " + scene + " --muscles 3 --generations 1 --out " + file("x.json")),
                HasSubstr("needs a free body"));
}

TEST_F(GaitCommand, RejectsSavedSearchesBeforeTheBuild) {
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    write_bytes(folder / "damaged.json", "{\"format\": \"limber-gait-search\", ");
    write_bytes(folder / "other.json", "{\"format\": \"limber-gait\"}");
    const std::vector<std::pair<std::string, std::string>> refusals = {{file("pipe"), "pipe or a device"},
                                                                       {"/dev/zero", "pipe or a device"},
                                                                       {file("damaged.json"), "not valid JSON"},
                                                                       {file("other.json"), "not a search for a gait"}};
    for (const auto& [state, words] : refusals) {
        const Outcome outcome = limber(search("--generations 1 --out " + file("gait.json") + " --resume " + state));
        EXPECT_EQ(outcome.exit_code, 1) << state;
        EXPECT_THAT(outcome.error, HasSubstr(words));
        EXPECT_THAT(outcome.error, ::testing::Not(HasSubstr("%"))) << "the build prints its progress";
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    }
}

TEST_F(GaitCommand, FixesMusclesInOrOut) {
    const Outcome found = limber(search("--generations 1 --fix-in 1 --fix-out 3 --ramp 0.1 --energy 0.1 --out " +
                                        file("gait.json") + " --resume " + file("state.json")));
    ASSERT_EQ(found.exit_code, 0) << found.error;
    EXPECT_THAT(bytes_of(folder / "state.json"), HasSubstr("\"in\""));
    const auto gait = read_gait(folder / "gait.json").value().value;
    EXPECT_EQ(gait.ramp, 0.1);
    EXPECT_FALSE(gait.waveforms[0].empty());
    EXPECT_TRUE(gait.waveforms[2].empty());
    EXPECT_THAT(limber(search("--generations 1 --fix-in 9")).error, HasSubstr("no muscle 9"));
    EXPECT_THAT(limber(search("--generations 1 --fix-in 2 --fix-out 2")).error, HasSubstr("both in and out"));
    EXPECT_THAT(limber(search("--generations 1 --fix-in 0")).error, HasSubstr("--fix-in"));
    EXPECT_THAT(limber(search("--generations 1 --take-part 99")).error, HasSubstr("than the 3 of the character"));
}

TEST_F(GaitCommand, FixesValuesOfSingleMuscles) {
    const std::string fixed = "--own-periods --fix-amplitude 1=0.4,0.125 --fix-period 3=0.7 --fix-phase 3=0.3 ";
    const std::string more = "--threads 1 --resume " + file("state.json") + " --out " + file("gait.json");
    ASSERT_EQ(limber(search("--generations 1 " + fixed + more)).exit_code, 0);
    const Outcome rest = limber(search("--generations 3 " + fixed + more));
    ASSERT_EQ(rest.exit_code, 0) << rest.error;
    const auto gait = read_gait(folder / "gait.json").value().value;
    ASSERT_EQ(gait.waveforms[0].size(), 2u) << "one more harmonic with a fixed value";
    EXPECT_EQ(gait.waveforms[0][0].amplitude, 0.4);
    EXPECT_EQ(gait.waveforms[0][1].amplitude, 0.125);
    EXPECT_EQ(gait.waveforms[2][0].period, 0.7);
    EXPECT_EQ(gait.waveforms[2][0].phase, 0.3);
    EXPECT_NE(gait.waveforms[1][0].period, 0.7);
    EXPECT_THAT(limber(search("--generations 3 --own-periods " + more)).error, HasSubstr("belongs to another search"));
    EXPECT_THAT(limber(search("--generations 1 --fix-phase 9=0")).error, HasSubstr("no muscle 9"));
    EXPECT_THAT(limber(search("--generations 1 --fix-phase 1=0 --fix-phase 1=0.5")).error, HasSubstr("two values"));
    EXPECT_THAT(limber(search("--generations 1 --fix-phase 0.5")).error, HasSubstr("MUSCLE=VALUE"));
    EXPECT_THAT(limber(search("--generations 1 --fix-period 1=0")).error, HasSubstr("above 0"));
}

TEST_F(GaitCommand, RejectsASearchWithoutAnyOutput) {
    const Outcome lost = limber("gait " + scene + " --rig none --muscles 3 --generations 1");
    EXPECT_EQ(lost.exit_code, 2);
    EXPECT_THAT(lost.error, HasSubstr("--out: is missing"));
    EXPECT_THAT(limber(search("--generations 1 --direction 0 1 0")).error, HasSubstr("vertical"));
}

TEST_F(GaitCommand, WritesASceneThatPlaysTheGait) {
    const std::string more = "--generations 1 --out " + file("gait.json") + " --out-scene " + file("walks.json");
    const Outcome found = limber(search(more));
    ASSERT_EQ(found.exit_code, 0) << found.error;
    const Outcome walks = limber("simulate " + file("walks.json") + " --frames 20 --json");
    ASSERT_EQ(walks.exit_code, 0) << walks.error;
    const Outcome still = limber("simulate " + scene + " --rig none --muscles 3 --frames 20 --json");
    EXPECT_NE(walks.value("hash"), still.value("hash"));
    EXPECT_THAT(bytes_of(folder / "walks.json"), HasSubstr("\"gait\": \"gait.json\""));
}

// The search and its scene start from a settled body.
TEST_F(GaitCommand, WritesASceneThatGivesTheSameJ) {
    const Outcome found = limber(search("--generations 2 --upright 1 --energy 0.1 --direction 1 0 0 --out " +
                                        file("gait.json") + " --out-scene " + file("walks.json")));
    ASSERT_EQ(found.exit_code, 0) << found.error;
    const Outcome walks = limber("simulate " + file("walks.json") + " --json");
    ASSERT_EQ(walks.exit_code, 0) << walks.error;
    EXPECT_EQ(walks.number("frames"), 20);
    EXPECT_EQ(walks.value("J"), found.value("J"));
    for (const std::string score : {"distance", "alignment", "travel", "speed", "upright"}) {
        EXPECT_EQ(walks.value(score), found.value(score)) << score;
    }
    EXPECT_THAT(walks.out, HasSubstr("\"warnings\": []"));
    const std::vector<std::string> keys = promised_keys("`simulate` of a scene of `--out-scene`");
    EXPECT_EQ(keys.size(), 2u);
    for (const std::string& key : keys) {
        EXPECT_TRUE(has_key(walks.out, key)) << key;
    }
    EXPECT_NE(limber("simulate " + file("walks.json") + " --frames 19 --json").value("J"), found.value("J"));
    const Outcome again = limber("gait " + file("walks.json") +
                                 " --population 6 --generations 2 --steps 20 --upright 1 --energy 0.1 "
                                 "--direction 1 0 0 --json --out " +
                                 file("again.json"));
    EXPECT_EQ(again.value("J"), found.value("J")) << again.error;
}

TEST_F(GaitCommand, WritesASceneThatGivesTheSameJInKindsOfDisplacements) {
    const std::string newton = "--kind displacement --newton arap --cubature-points 1000";
    for (const std::string& kind :
         {std::string("--kind displacement"), std::string("--kind modal-derivatives"), newton}) {
        const Outcome found = limber(search(kind + " --modes 3 --generations 1 --out " + file("gait.json") +
                                            " --out-scene " + file("walks.json")));
        ASSERT_EQ(found.exit_code, 0) << kind << found.error;
        const Outcome walks = limber("simulate " + file("walks.json") + " --json");
        ASSERT_EQ(walks.exit_code, 0) << kind << walks.error;
        EXPECT_EQ(walks.number("frames"), 20) << kind;
        EXPECT_EQ(walks.value("J"), found.value("J")) << kind;
    }
}

TEST_F(GaitCommand, SaysThatKindsWithLinearDynamicsHaveNoMuscles) {
    const std::string kind = "--generations 1 --kind warped";
    const std::string without_muscles = "gait " + scene + " --rig none --out " + file("found.json") + " " + kind;
    for (const std::string& command : {search(kind), without_muscles}) {
        const Outcome warped = limber(command);
        EXPECT_EQ(warped.exit_code, 1);
        EXPECT_THAT(warped.error, HasSubstr("a warped subspace has no muscles")) << command;
    }
}

TEST_F(GaitCommand, WritesASceneThatStartsAtRestWithAnotherModel) {
    const std::string written = " --out " + file("gait.json") + " --out-scene " + file("walks.json");
    const Outcome found = limber(search("--generations 1" + written));
    ASSERT_EQ(found.exit_code, 0) << found.error;
    for (const std::string other : {"--modes 3", "--clusters 7", "--muscles 2", "--rotate \"0 1 0 30\""}) {
        const Outcome walks = limber("simulate " + file("walks.json") + " --json " + other);
        EXPECT_EQ(walks.exit_code, 0) << walks.error;
        EXPECT_THAT(walks.out, HasSubstr("so it starts at rest")) << other;
        EXPECT_EQ(walks.number("frames"), 240) << other;
        EXPECT_THAT(walks.out, Not(HasSubstr("\"J\""))) << other;
    }
}

// A launcher that interrupts the program as soon as this file exists.
std::string interrupting_at(const std::string& path) {
    return "sh -c '\"$@\" & while [ ! -e \"$0\" ] && kill -0 $!; do sleep 0.05; done; kill -INT $!; wait $!' \"" +
           path + "\" ";
}

TEST_F(GaitCommand, WritesTheBestGaitWhenInterrupted) {
    const std::string more =
        "--generations 100000 --restarts 20 --threads 1 --out " + file("gait.json") + " --resume " + file("state.json");
    const Outcome stopped = limber(search(more), interrupting_at(file("state.json")));
    EXPECT_EQ(stopped.exit_code, 130) << stopped.error;
    EXPECT_THAT(stopped.out, HasSubstr("\"error\""));
    EXPECT_THAT(stopped.error, HasSubstr("the best gait so far is in"));
    EXPECT_TRUE(read_gait(folder / "gait.json"));
    const Outcome rest = limber(search("--generations 2 --restarts 20 --threads 1 --resume " + file("state.json")));
    EXPECT_THAT(rest.error, HasSubstr("continues after generation"));
}

// A slope with a wall beside it: the whole scene is rotated, together with the target.
TEST_F(GaitCommand, FindsTheSameGaitInARotatedScene) {
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("contact": {"obstacles": [
        {"shape": "ground", "point": [0, -0.2, 0], "normal": [0, 1, 0]},
        {"shape": "block", "size": [0.2, 1, 1], "placement": [[1,0,0,3], [0,1,0,0], [0,0,1,0]]}]},)");
    write_bytes(scene, text);
    const std::string command = "--generations 1 --upright 1 --target 2 0 1 --approach 1 --direction 1 0 0 ";
    const Outcome plain = limber(search(command));
    const Outcome turned = limber(search(command + "--rotate \"1 2 3 40\""));
    ASSERT_EQ(plain.exit_code, 0) << plain.error;
    ASSERT_EQ(turned.exit_code, 0) << turned.error;
    // Upright counts 1, and a wrongly rotated obstacle costs at least a tenth. The bar is as wide as it is high, so a
    // rotated one may have other muscles in the same plane.
    EXPECT_NEAR(turned.number("J"), plain.number("J"), 2e-2);
}

TEST_F(GaitCommand, DoesNotOverwriteItsInputScene) {
    const std::string before = bytes_of(scene);
    const Outcome outcome = limber(search("--generations 1 --out " + scene));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("would be lost"));
    EXPECT_EQ(bytes_of(scene), before);
}

TEST_F(GaitCommand, RejectsEqualOutputPaths) {
    for (const std::string more : {"--out-scene ", "--resume "}) {
        const Outcome twice =
            limber(search("--generations 1 --out " + file("one.json") + " " + more + file("./one.json")));
        EXPECT_EQ(twice.exit_code, 1);
        EXPECT_THAT(twice.error, HasSubstr("is named twice"));
        EXPECT_FALSE(std::filesystem::exists(file("one.json")));
    }
    const Outcome nowhere =
        limber(search("--generations 1 --out " + file("one.json") + " --out-scene " + file("no/folder.json")));
    EXPECT_THAT(nowhere.error, HasSubstr("there is no such folder"));
}

TEST_F(GaitCommand, ReportsAnInvalidGaitFileAsAnInputError) {
    write_bytes(folder / "bad.json", R"({"format": "limber-gait", "version": 1, "waveforms": [[[1, 0, 0]]]})");
    for (const std::string& gait : {file("bad.json"), file("none.json")}) {
        const Outcome refused = limber("simulate " + scene + " --frames 1 --gait " + gait);
        EXPECT_EQ(refused.exit_code, 1);
        EXPECT_THAT(refused.error, HasSubstr(gait));
        EXPECT_EQ(std::ranges::count(refused.error, '\n'), 1) << refused.error;
    }
}

#ifdef LIMBER_MPIRUN
#ifdef __linux__
// An X server that ends during a search would end the search.
TEST_F(GaitCommand, ConnectsToNoDisplay) {
    ScopedEnvironment environment;
    environment.set("HWLOC_COMPONENTS", nullptr);
    DisplayConnections connections;
    ASSERT_TRUE(connections.is_listening());
    const Outcome found = limber(search("--generations 1"));
    EXPECT_EQ(found.exit_code, 0) << found.error;
    EXPECT_EQ(connections.count(), 0);
}
#endif

TEST_F(GaitCommand, ThreeMpiProcessesFindTheSameGaitAsOne) {
    // Tests may run as root, on fewer cores than processes, and without a network.
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("OMPI_MCA_btl", "self,vader", 1);
    setenv("OMPI_MCA_plm", "isolated", 1);
    setenv("HWLOC_COMPONENTS", "-gl", 1); // mpirun would connect to X servers, which end during other tests
    ASSERT_EQ(limber(search("--generations 3 --threads 1 --out " + file("gait.json"))).exit_code, 0);
    const std::string alone = bytes_of(folder / "gait.json");
    const Outcome together =
        limber(search("--generations 3 --threads 1 --out " + file("gait.json")), LIMBER_MPIRUN " -n 3 ");
    ASSERT_EQ(together.exit_code, 0) << together.error;
    EXPECT_EQ(together.number("machines"), 3);
    EXPECT_EQ(bytes_of(folder / "gait.json"), alone);
}
#endif

} // namespace
} // namespace limber::testing
