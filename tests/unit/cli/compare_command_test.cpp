// SPDX-License-Identifier: MIT
#include "app/cli/comparison_report.h"
#include "engine/linalg/types.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"
#include "tests/support/scoped_environment.h"
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace limber::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class CompareCommand : public SmallSceneTest {};

TEST_F(CompareCommand, ReportsAllFields) {
    write_ends(file("ends.json"));
    const Outcome outcome = limber("compare " + scene +
                                   " --kinds skinning,skinning:young=2e5:clusters=9,greens:loads=" + file("ends.json") +
                                   ":switched,displacement:material=stable-neo-hookean:points=20,rig,full "
                                   "--modes 2,6 --frames 5 --json --csv " +
                                   file("c.csv"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    for (const std::string& key : promised_keys("`compare`")) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key;
    }
    const std::string curves = bytes_of(file("c.csv"));
    EXPECT_EQ(std::count(curves.begin(), curves.end(), '\n'), 6);
    EXPECT_THAT(curves, HasSubstr("frame,skinning 2 error,skinning 2 one-step error,skinning 2 energy [J],"
                                  "skinning 2 inverted tets,skinning 6"));
    const Outcome alone = limber("compare " + scene + " --kinds skinning --frames 2 --json");
    EXPECT_EQ(alone.out.find("\"full\""), std::string::npos);
}

TEST_F(CompareCommand, TakesAnInstructionSet) {
    const std::string compare = "compare " + scene + " --modes 2 --kinds skinning,full --frames 6 --json";
    const Outcome baseline = limber(compare + " --instruction-set baseline");
    ASSERT_EQ(baseline.exit_code, 0) << baseline.error;
    const double error = limber(compare).number("error_rms");
    EXPECT_NEAR(baseline.number("error_rms"), error, 1e-3 * error);
    EXPECT_EQ(limber(compare + " --instruction-set wide").exit_code, 2);
}

// The rig moves otherwise in the middle of its clip.
TEST_F(CompareCommand, TakesAPartOfTheClip) {
    const std::string compare = "compare " + scene + " --modes 2 --kinds skinning,full --frames 6 --json ";
    const Outcome whole = limber(compare);
    const Outcome part = limber(compare + "--clip-in 0.3");
    ASSERT_EQ(whole.exit_code, 0) << whole.error;
    ASSERT_EQ(part.exit_code, 0) << part.error;
    EXPECT_NE(part.value("error_rms"), whole.value("error_rms"));
    const Outcome late = limber(compare + "--clip-in 500");
    EXPECT_EQ(late.exit_code, 2);
    EXPECT_THAT(late.error, HasSubstr("--clip-in: must lie before the end of the clip"));
}

// A subspace that is made from this motion has all its frames.
TEST_F(CompareCommand, WritesTheMotionInFullSpace) {
    const auto compare = [&](const std::string& options) {
        const Outcome outcome = limber("compare " + scene + " --modes 1 --frames 4 --json " + options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return outcome;
    };
    compare("--kinds full --out " + file("full.npy"));
    EXPECT_EQ(npy(folder / "full.npy").size(), 4u * 144u * 3u);
    const Outcome pod = compare("--kinds pod --subspace-file " + file("full.npy"));
    EXPECT_LT(pod.number("one_step_error"), compare("--kinds skinning").number("one_step_error"));
}

TEST_F(CompareCommand, MakesTheSameSubspaceOfTheMotionWhateverStandsBesideIt) {
    const auto error_of_pod = [&](const std::string& options) {
        const Outcome outcome = limber("compare " + scene + " --clusters 7 --frames 6 --json --kinds pod" + options);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return outcome.number("error_rms"); // of the first row
    };
    const double alone = error_of_pod(" --modes 1");
    EXPECT_GT(alone, 0.0);
    EXPECT_EQ(error_of_pod(",skinning-unconstrained --modes 4"), alone);
    EXPECT_EQ(error_of_pod(" --modes 1,4"), alone);
    EXPECT_EQ(error_of_pod(" --modes 4"), alone) << "six frames give no more than a mode's twelve numbers";
}

// The box hangs on a handle that stands still.
TEST_F(CompareCommand, WritesTheSurfaceOfTheFileInFullSpace) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    write_bytes(folder / "box.obj", box_obj(1.0));
    const Outcome outcome = limber("compare " + file("box.obj") + " --unit 1 --vertices 200 --kinds full --frames 2 " +
                                   "--out " + file("box.npy"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::vector<double> x = npy(folder / "box.npy");
    ASSERT_EQ(x.size(), 2u * 8u * 3u) << "the corners of the file, and not the tets";
    for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 1)}) {
        double nearest = 1.0;
        for (std::size_t i = 0; i < 24; i += 3) {
            nearest = std::min(nearest, (Vec3(x[i], x[i + 1], x[i + 2]) - corner).norm());
        }
        EXPECT_LT(nearest, 0.01);
    }
    EXPECT_THAT(limber("compare " + file("box.obj") + " --out " + file("box.glb")).error,
                HasSubstr("--out: must name a file that ends in .npy or .pc2"));
}

TEST_F(CompareCommand, HasParameterSets) {
    const auto energies_of = [&](const std::string& kinds) {
        const Outcome outcome = limber("compare " + scene + " --modes 4 --frames 20 --json --kinds " + kinds);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return outcome.out;
    };
    const std::string alone = energies_of("skinning:young=4e5:poisson=0.3:leak=0.1");
    EXPECT_THAT(alone, HasSubstr("\"parameters\""));
    EXPECT_EQ(alone.find("\"full\""), std::string::npos);
    EXPECT_EQ(alone.find("\"kind\"", alone.find("\"kind\"") + 1), std::string::npos) << "one row";
    const auto is_refused = [&](const std::string& kinds, const std::string& why) {
        const Outcome outcome = limber("compare " + scene + " --kinds " + kinds);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_THAT(outcome.error, HasSubstr(why));
    };
    is_refused("skinning:young=soft", "has \"young=soft\", but young must be a number at least 0.001");
    is_refused("skinning:poisson=0.5", "but poisson must be a number at least 0 and at most 0.49");
    is_refused("skinning:clusters=0", "but clusters must be a whole number");
    is_refused("skinning:leak=2", "but leak must be a number at least 0 and at most 1");
    is_refused("skinning:mass=3",
               "the parameters of a kind are young=, poisson=, clusters=, leak=, loads=, material=, ");
    is_refused("displacement:material=mooney", "but material must be \"corotational\", \"arap\", ");
    is_refused("displacement:points=20", "has cubature points, but must name their elastic energy too: material=NAME");
    is_refused("displacement:material=arap:error=2", "but error must be a number ");
    is_refused("displacement:material=arap:points=0", "but points must be a whole number");
    is_refused("warped:material=arap", "has \"material=\", but warped has no step with cubature points");
    is_refused("skinning:young=1:young=2", "must have one young for each kind");
    is_refused("full:young=1", "but full has the parameters of the scene");
    is_refused("skinning:loads=a.json", "has loads, but skinning is made without them");
    is_refused("greens:loads=", "but loads must name a file of loads, .json, or what the scene proposes them");
    is_refused("greens:loads=a.json:loads=b.json", "must have one loads for each kind");
}

TEST_F(CompareCommand, HasLoadsBesideEachOther) {
    write_push(file("push.json"));
    const std::string loads = ":loads=" + file("push.json");
    const Outcome outcome = limber("compare " + scene + " --modes 1 --frames 3 --json --kinds displacement,force-dual" +
                                   loads + ",force-dual:loads=mass,greens" + loads + ",full --csv " + file("c.csv"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("push.json"));
    const std::string curves = bytes_of(file("c.csv"));
    for (const std::string title : {"displacement 12 error", "force-dual 12; loads push error",
                                    "force-dual 12; loads mass error", "greens 12; loads push error"}) {
        EXPECT_THAT(curves, HasSubstr(title));
    }
    const Outcome missing = limber("compare " + scene + " --frames 2 --kinds greens:loads=" + file("none.json"));
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("none.json"));
}

// Files that are read last are read before anything is computed, and kept in the cache.
TEST_F(CompareCommand, RefusesFaultyFilesBeforeItComputes) {
    ScopedEnvironment environment;
    environment.set("LIMBER_CACHE", file("cache").c_str());
    write_bytes(folder / "loads.json", R"({"loads": 3})");
    write_bytes(folder / "field.json", R"({"format": "limber-loads", "version": 1,
                                            "loads": [{"kind": "field", "field": "nowhere"}]})");
    write_bytes(folder / "text.npy", "no numbers");
    write_bytes(folder / "controls.json", R"({"format": "limber-scene", "version": 2})");
    const auto is_refused = [&](const std::string& options, const std::string& name, const std::string& why) {
        const Outcome outcome = limber("compare " + scene + " --modes 1 --frames 2 " + options);
        EXPECT_EQ(outcome.exit_code, 1) << options;
        EXPECT_THAT(outcome.error, HasSubstr(name)) << options;
        EXPECT_THAT(outcome.error, HasSubstr(why)) << options;
    };
    is_refused("--kinds skinning,force-dual:loads=" + file("loads.json"), "loads.json", "must say \"format\"");
    is_refused("--kinds skinning,force-dual --loads " + file("loads.json"), "loads.json", "must say \"format\"");
    is_refused("--kinds skinning,greens:loads=" + file("field.json"), "field.json", "nowhere");
    is_refused("--kinds skinning,pod --subspace-file " + file("text.npy"), "text.npy", "is not a NumPy array");
    is_refused("--kinds skinning,weights --subspace-file " + file("text.npy"), "text.npy", "is not a NumPy array");
    is_refused("--kinds skinning --controls " + file("controls.json"), "controls.json", "must say \"format\"");
    const Outcome skinning = limber("subspace " + scene + " --modes 1 --json");
    ASSERT_EQ(skinning.exit_code, 0) << skinning.error;
    // What its mesh loses to the world is read with it, and takes no time.
    EXPECT_THAT(skinning.out, AnyOf(HasSubstr("\"cached\": []"), HasSubstr("\"cached\": [\"leak\"]")))
        << "it was computed before a refusal";
}

TEST_F(CompareCommand, NamesTheKindWhoseLoadsAreFaulty) {
    write_bytes(folder / "mix.json", R"({"format": "limber-loads", "version": 1, "mixture": [
        {"name": "all", "loads": [{"kind": "everywhere"}]}, {"name": "none", "loads": []}]})");
    write_bytes(folder / "broken.json", R"({"format": "limber-loads",)");
    const std::string compare = "compare " + scene + " --modes 1 --frames 2 --kinds skinning,force-dual:loads=";
    EXPECT_THAT(limber(compare + file("mix.json#none")).error,
                ::testing::ContainsRegex("limber: force-dual, loads [^:]*: .*mix.json: its loads are zero everywhere"));
    EXPECT_THAT(limber(compare + file("broken.json")).error,
                ::testing::ContainsRegex("limber: force-dual, loads broken: .*broken.json.*not valid JSON"));
}

// Modes for loads take long, so that those that are not reported are not made.
TEST_F(CompareCommand, MakesNoModesForLoadsThatAreNotReported) {
    ScopedEnvironment environment;
    environment.set("LIMBER_CACHE", file("cache").c_str());
    write_push(file("push.json"));
    const Outcome compared =
        limber("compare " + scene + " --modes 1 --frames 2 --kinds force-dual-skinning:loads=" + file("push.json"));
    ASSERT_EQ(compared.exit_code, 0) << compared.error;
    const std::string subspace = "subspace " + scene + " --modes 1 --kind force-dual-skinning --json";
    const std::string first = limber(subspace).value("cached");
    EXPECT_NE(first, limber(subspace).value("cached")) << "the first run computed them";
}

TEST_F(CompareCommand, HasLoadsThatTheSceneProposes) {
    write_held(file("held.json"));
    const std::string kinds = "force-dual:loads=handles,force-dual:loads=mass";
    const Outcome outcome = limber("compare " + file("held.json") + " --modes 1 --frames 2 --json --kinds " + kinds);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"loads\": \"handles\""));
}

TEST_F(CompareCommand, SwitchesBetweenTheComponentsOfAMixture) {
    write_ends(file("ends.json"));
    const std::string loads = ":loads=" + file("ends.json");
    const Outcome outcome = limber("compare " + scene + " --modes 1 --frames 3 --json --kinds force-dual-skinning" +
                                   loads + ",force-dual-skinning" + loads + ":switched --csv " + file("c.csv"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"near\""));
    EXPECT_THAT(bytes_of(file("c.csv")), HasSubstr("force-dual-skinning 1; loads ends; switched error"));
    const Outcome newton = limber("compare " + scene + " --modes 1 --frames 3 --json --kinds force-dual-skinning" +
                                  loads + ":switched:material=stable-neo-hookean:points=40");
    ASSERT_EQ(newton.exit_code, 0) << newton.error;
    EXPECT_THAT(newton.out, HasSubstr("\"switches\""));
    EXPECT_THAT(newton.out, HasSubstr("\"training_error\"")) << "of the points of each component";
    EXPECT_EQ(limber("subspace " + scene + " --kind force-dual --modes 1 --loads " + file("ends.json#far")).exit_code,
              0);
    write_push(file("push.json"));
    const Outcome alone =
        limber("compare " + scene + " --frames 2 --kinds force-dual:loads=" + file("push.json") + ":switched");
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_THAT(alone.error, HasSubstr("has no mixture of several components"));
    const Outcome missing = limber("compare " + scene + " --kinds force-dual:switched");
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_THAT(missing.error, HasSubstr("must name a file of loads with a mixture"));
}

// A scene that switches has both beside each other, too.
TEST_F(CompareCommand, SwitchesOnlyTheKindsThatAreSwitched) {
    write_ends(file("ends.json"));
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("subspace": {"kind": "force-dual-skinning", "file": "ends.json", )"
                                    R"("switch_loads": true}, )");
    write_bytes(file("switching.json"), text);
    const std::string kind = "force-dual-skinning:loads=" + file("ends.json");
    const auto switches_in = [&](const std::string& kinds) {
        const Outcome outcome =
            limber("compare " + file("switching.json") + " --modes 1 --frames 3 --json --kinds " + kinds);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return outcome.out.find("\"switches\"") != std::string::npos;
    };
    EXPECT_TRUE(switches_in("force-dual-skinning")) << "as the scene";
    EXPECT_FALSE(switches_in(kind));
    EXPECT_TRUE(switches_in(kind + ":switched"));
}

TEST_F(CompareCommand, HasMusclesInEverySpace) {
    const Outcome muscles =
        limber("compare " + scene + " --muscles 2 --frames 3 --kinds skinning,displacement,full --json");
    ASSERT_EQ(muscles.exit_code, 0) << muscles.error;
}

TEST_F(CompareCommand, RefusesWhatItCannotDo) {
    const Outcome warped = limber("compare " + scene + " --muscles 2 --frames 2 --kinds skinning,warped");
    EXPECT_EQ(warped.exit_code, 1);
    EXPECT_THAT(warped.error, HasSubstr("a warped subspace has no muscles: take them away, or choose another kind"));
    const Outcome kind = limber("compare " + scene + " --kinds modal");
    EXPECT_EQ(kind.exit_code, 2);
    EXPECT_THAT(kind.error, HasSubstr("must be \"skinning\", \"skinning-homogeneous\", "));
    EXPECT_THAT(kind.error, HasSubstr("or \"full\", not \"modal\""));
    EXPECT_THAT(limber("compare " + scene + " --kinds \"\"").error, HasSubstr("or \"full\", and not empty."));
    const std::string titled = "where \"substructured\" is what the window calls Domains";
    EXPECT_THAT(limber("compare " + scene + " --kinds Domains").error, HasSubstr(titled));
    EXPECT_THAT(limber("subspace " + scene + " --kind Domains").error, HasSubstr(titled));
    EXPECT_THAT(limber("subspace " + scene + " --kind domain").error, Not(HasSubstr("the window calls")));
    const Outcome energy = limber("compare " + scene + " --energy mooney");
    EXPECT_EQ(energy.exit_code, 2);
    EXPECT_THAT(energy.error, HasSubstr("must be \"corotational\", \"arap\", \"stable-neo-hookean\" or "
                                        "\"st-venant-kirchhoff\""));
}

TEST_F(CompareCommand, NamesTheKindThatCannotBeMadeBeforeItMakesOthers) {
    ScopedEnvironment environment;
    environment.set("LIMBER_CACHE", file("cache").c_str());
    const Outcome refused =
        limber("compare " + scene + " --modes 1 --frames 2 --kinds skinning,skinning-unconstrained");
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.error,
                HasSubstr("limber: skinning-unconstrained: the rig takes all coordinates of 1 unconstrained mode:"));
    const Outcome skinning = limber("subspace " + scene + " --modes 1 --kind skinning --json");
    ASSERT_EQ(skinning.exit_code, 0) << skinning.error;
    EXPECT_THAT(skinning.out, HasSubstr("\"cached\": [\"leak\""));
    EXPECT_THAT(skinning.out, Not(HasSubstr("\"leak\", \"modes\""))) << "it was computed before the refusal";
}

// As text, each column has a name, and a unit where it has one.
TEST_F(CompareCommand, PrintsATableWithUnits) {
    const Outcome outcome = limber("compare " + scene + " --modes 2 --frames 3 --kinds skinning:young=2e5,rig,full");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::size_t head = outcome.out.find("kinds");
    ASSERT_NE(head, std::string::npos);
    std::istringstream lines(outcome.out.substr(head));
    std::string names;
    std::getline(lines, names);
    for (const std::string name :
         {"kind ", "modes", "coordinates", "error rms [%]", "error max [%]", "one-step error [%]", "energy [J]",
          "inverted tets", "step [us]", "positions [us]", "material"}) {
        EXPECT_THAT(names, HasSubstr(name));
    }
    const std::size_t end_of_errors = names.find("error rms [%]") + std::string("error rms [%]").size();
    for (const std::string kind : {"skinning, Young 200 kPa", "rig", "full"}) {
        std::string row;
        std::getline(lines, row);
        EXPECT_THAT(row, HasSubstr(kind));
        ASSERT_GT(row.size(), end_of_errors);
        EXPECT_NE(row[end_of_errors - 1], ' ') << "numbers end where the names do";
        EXPECT_EQ(row[end_of_errors], ' ');
    }
    EXPECT_THAT(outcome.out, HasSubstr("in % of the diagonal of the body's box"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("error_rms")));
}

TEST_F(CompareCommand, CountsTheNumbersThatAStepSolvesFor) {
    const auto coordinates_of = [&](const std::string& kind) {
        return limber("compare " + scene + " --modes 2 --frames 2 --json --kinds " + kind).number("coordinates");
    };
    EXPECT_EQ(coordinates_of("skinning"), 24);
    EXPECT_EQ(coordinates_of("displacement"), 24);
    EXPECT_EQ(coordinates_of("full"), 3 * 144);
    EXPECT_EQ(coordinates_of("rig"), 0);
}

// A state has three numbers a row, of which those without a column of the basis stay zero.
TEST_F(CompareCommand, CountsNoNumbersThatNeverChange) {
    const std::vector<std::string> points = {"[1, 0.3, 0.3]", "[1, 0.3, 0.3], [0, 0, 0]"};
    for (std::size_t count = 1; count <= points.size(); ++count) {
        write_bytes(folder / "points.json", R"({"format": "limber-loads", "version": 1,
            "loads": [{"kind": "handles", "points": [)" + points[count - 1] + "]}]}");
        const std::string loads = file("points.json");
        const Outcome compared =
            limber("compare " + scene + " --modes 1 --frames 2 --json --kinds greens:loads=" + loads);
        const Outcome alone = limber("subspace " + scene + " --modes 1 --json --kind greens --loads " + loads);
        for (const Outcome* outcome : {&compared, &alone}) {
            EXPECT_EQ(outcome->number("modes"), static_cast<double>(count)) << outcome->error;
            EXPECT_EQ(outcome->number("coordinates"), static_cast<double>(count));
        }
    }
}

// Newton's method steps the displacements of its weights, and a linear subspace has twelve for each mode.
TEST_F(CompareCommand, ListsTheModesThatWereAskedFor) {
    for (const std::string kind : {"skinning", "skinning:material=corotational:points=20", "displacement", "pod"}) {
        const std::string compare = "compare " + scene + " --modes 2 --frames 40 --kinds " + kind;
        const Outcome outcome = limber(compare + " --json");
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.number("modes_asked"), 2) << kind;
        EXPECT_EQ(outcome.number("modes"), kind.starts_with("skinning") ? 2 : 24) << kind;
        EXPECT_EQ(outcome.number("coordinates"), 24) << kind;
        std::istringstream rows(limber(compare).out);
        std::string row;
        while (std::getline(rows, row) && row.find(kind.substr(0, kind.find(':'))) == std::string::npos) {
        }
        EXPECT_THAT(row, ::testing::ContainsRegex(" 2 +24 ")) << kind;
    }
}

TEST_F(CompareCommand, ListsTheModesThatWereAskedForWhereThereAreFewer) {
    write_bytes(folder / "point.json", R"({"format": "limber-loads", "version": 1,
                                           "loads": [{"kind": "handles", "points": [[1, 0.3, 0.3]]}]})");
    const std::string compare = "compare " + scene + " --modes 4 --frames 2 --kinds force-dual-skinning:loads=";
    EXPECT_THAT(limber(compare + file("point.json")).out,
                ::testing::ContainsRegex("force-dual-skinning, loads point +4 +12 "));
}

TEST_F(CompareCommand, SaysThatABodyHasNoRig) {
    const std::string compare = "compare " + scene + " --modes 1 --frames 2 --json --kinds ";
    EXPECT_THAT(limber(compare + "rig,full --rig none").out,
                HasSubstr("the body has no rig: the row of rig is the body as it stays at its start"));
    EXPECT_THAT(limber(compare + "rig,full").out, Not(HasSubstr("has no rig")));
    EXPECT_THAT(limber(compare + "full --rig none").out, Not(HasSubstr("has no rig")));
}

// Four frames have at most four displacements.
TEST_F(CompareCommand, WarnsOfAMotionThatGivesFewerModes) {
    const Outcome few = limber("compare " + scene + " --modes 3 --frames 4 --json --kinds pod");
    ASSERT_EQ(few.exit_code, 0) << few.error;
    EXPECT_LE(few.number("modes"), 4);
    EXPECT_THAT(few.out, HasSubstr("pod has " + few.value("modes") +
                                   " displacements, and not twelve for each of 3 modes: the motion gives no more"));
    const Outcome enough = limber("compare " + scene + " --modes 1 --frames 40 --json --kinds pod");
    EXPECT_EQ(enough.number("modes"), 12) << enough.error;
    EXPECT_THAT(enough.out, Not(HasSubstr("gives no more")));
}

TEST(WarningsOfManyModes, NameWhatTheWindowOffers) {
    EXPECT_TRUE(app::warnings_of_many_modes({}, 144).empty());
    EXPECT_TRUE(app::warnings_of_many_modes({2, 18}, 144).empty());
    EXPECT_EQ(app::warnings_of_many_modes({64, 2}, 144),
              std::vector<std::string>{"64 modes are more than the window offers for 144 vertices, 18: one for eight "
                                       "vertices, at most 64"});
    EXPECT_EQ(app::warnings_of_many_modes({64, 2, 24, 18, 32}, 144),
              std::vector<std::string>{"64, 24 and 32 modes are more than the window offers for 144 vertices, 18: one "
                                       "for eight vertices, at most 64"});
    EXPECT_EQ(app::warnings_of_many_modes({19, 20}, 144),
              std::vector<std::string>{"19 and 20 modes are more than the window offers for 144 vertices, 18: one for "
                                       "eight vertices, at most 64"});
}

TEST(WarningsOfInvertedTets, NameWhatHelps) {
    EXPECT_TRUE(app::warnings_of_inverted_tets({}).empty());
    EXPECT_TRUE(app::warnings_of_inverted_tets({0, 0, 0}).empty());
    EXPECT_EQ(
        app::warnings_of_inverted_tets({0, 3, 12}),
        std::vector<std::string>{"full space has up to 12 tets inside out, from step 2 on, so that distances from "
                                 "it say little: use a stiffer material or a slower motion"});
}

TEST_F(CompareCommand, RefusesAKindThatIsNamedTwice) {
    const Outcome outcome = limber("compare " + scene + " --kinds skinning:young=2e5,rig,skinning,rig");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("--kinds: has \"rig\" twice; name each kind with the same parameters once"));
}

TEST_F(CompareCommand, RefusesANumberOfModesThatIsNamedTwice) {
    const Outcome outcome = limber("compare " + scene + " --modes 4,2,4");
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("--modes: has 4 twice; name each number once"));
}

TEST_F(CompareCommand, RefusesEmptyNamesInLists) {
    for (const std::string list : {"--kinds skinning,", "--kinds ,skinning", "--kinds skinning,,full",
                                   "--kinds=skinning,", "--modes 4,", "--modes ,4", "--examples a.obj,"}) {
        const Outcome outcome = limber("compare " + scene + " --frames 2 " + list);
        EXPECT_EQ(outcome.exit_code, 2) << list;
        EXPECT_THAT(outcome.error, HasSubstr(": has an empty name in \"")) << list;
    }
}

TEST_F(CompareCommand, PrintsAWarningOfSeveralKindsOnce) {
    const Outcome outcome =
        limber("compare " + scene + " --modes 2 --frames 2 --clusters 5000 --kinds skinning,skinning-homogeneous");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::string warning = "the mesh has too few tets for 5000 clusters";
    const std::size_t first = outcome.error.find(warning);
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(outcome.error.find(warning, first + 1), std::string::npos);
}

TEST_F(CompareCommand, HasEveryEnergy) {
    std::set<std::string> energies;
    for (const std::string name : {"corotational", "arap", "stable-neo-hookean", "st-venant-kirchhoff"}) {
        const Outcome outcome =
            limber("compare " + scene + " --kinds full --poisson 0.4 --frames 5 --json --energy " + name);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_EQ(outcome.value("full_space_energy"), "\"" + name + "\"");
        energies.insert(outcome.value("energy"));
    }
    EXPECT_EQ(energies.size(), 4u);
    const std::string usual =
        limber("compare " + scene + " --kinds full --poisson 0.4 --frames 5 --json").value("energy");
    EXPECT_TRUE(energies.contains(usual));
}

// Warped bodies have linear dynamics, and full space the energy of the scene.
TEST_F(CompareCommand, KeepsTheEnergyOfTheSceneBesideWarpedBodiesAlone) {
    const std::string compare = "compare " + scene + " --frames 2 --modes 1 --kinds warped,full --json ";
    EXPECT_EQ(limber(compare).value("full_space_energy"), "\"corotational\"");
    EXPECT_EQ(limber(compare + "--newton arap").value("full_space_energy"), "\"arap\"");
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("newton": {"energy": "arap"},)");
    write_bytes(scene, text);
    EXPECT_EQ(limber(compare).value("full_space_energy"), "\"arap\"");
    EXPECT_EQ(limber(compare + "--newton none").value("full_space_energy"), "\"corotational\"");
}

TEST_F(CompareCommand, SaysWhichEnergyEachKindHas) {
    const std::string compare = "compare " + scene + " --poisson 0.3 --frames 2 --json --kinds ";
    const Outcome outcome =
        limber(compare + "full,displacement:material=arap:points=20,skinning,warped,rig,skinning:young=2e5 "
                         "--modes 2,1 --energy stable-neo-hookean");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    std::string found; // kinds, modes and materials, in their order
    for (std::size_t at = outcome.out.find("\"kind\""); at != std::string::npos;
         at = outcome.out.find("\"kind\"", at + 1)) {
        const Outcome rest{0, outcome.out.substr(at, outcome.out.find("\"kind\"", at + 1) - at), ""};
        found += rest.value("kind") + " " + rest.value("modes") + " " + rest.value("material") + "\n";
    }
    EXPECT_EQ(found, "\"full\" 144 \"stable-neo-hookean\"\n"
                     "\"displacement\" 24 \"arap\"\n\"displacement\" 12 \"arap\"\n"
                     "\"skinning\" 2 \"corotational\"\n\"skinning\" 1 \"corotational\"\n"
                     "\"warped\" 24 \"linear\"\n\"warped\" 12 \"linear\"\n"
                     "\"rig\" 0 \n"
                     "\"skinning\" 2 \"corotational\"\n\"skinning\" 1 \"corotational\"\n");
    EXPECT_THAT(outcome.out, HasSubstr("displacement 24 (arap), displacement 12 (arap), skinning 2 (corotational)"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("(linear)")));
    EXPECT_THAT(limber(compare + "skinning,displacement,full").out, Not(HasSubstr("and these have another")));
}

TEST_F(CompareCommand, HasEveryEnergyOnCubaturePoints) {
    for (const std::string name : {"corotational", "arap", "stable-neo-hookean", "st-venant-kirchhoff"}) {
        const Outcome outcome = limber("compare " + scene + " --modes 2 --poisson 0.3 --frames 5 --json --energy " +
                                       name + " --kinds displacement:points=30:material=" + name);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_LE(outcome.number("points"), 30) << name;
        EXPECT_GT(outcome.number("training_error"), 0.0) << name;
        EXPECT_LT(outcome.number("training_error"), 1.0) << name;
    }
    const Outcome coarse =
        limber("compare " + scene + " --modes 2 --frames 2 --kinds displacement:material=arap:points=2:error=1e-4");
    EXPECT_EQ(coarse.exit_code, 3);
    EXPECT_THAT(coarse.error, HasSubstr("2 cubature points leave an error of "));
    const Outcome muscles = limber("compare " + scene + " --muscles 2 --frames 2 --kinds skinning:material=arap");
    EXPECT_EQ(muscles.exit_code, 0) << muscles.error;
}

} // namespace
} // namespace limber::testing
