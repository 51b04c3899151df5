// SPDX-License-Identifier: MIT
#include "engine/linalg/types.h"
#include "tests/support/shared_data.h"
#include "tests/unit/cli/command_files.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"
#include "tests/unit/cli/small_scene_test.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SimulateCommand : public SmallSceneTest {};

std::vector<double> last_row(const std::string& table) {
    std::istringstream row(table.substr(table.rfind('\n', table.size() - 2) + 1));
    std::vector<double> cells;
    for (std::string cell; std::getline(row, cell, ',');) {
        cells.push_back(std::stod(cell));
    }
    return cells;
}

/// The largest distance between two motions, the second one rotated, and the largest displacement of the first [m].
struct Turned {
    double worst = 0;
    double farthest = 0;
};

Turned compared(const std::filesystem::path& straight, const std::filesystem::path& turned, std::size_t vertices,
                const Vec3& axis, double degrees) {
    const std::vector<double> straight_x = npy(straight);
    const std::vector<double> turned_x = npy(turned);
    EXPECT_EQ(turned_x.size(), straight_x.size());
    EXPECT_EQ(straight_x.size() % (3 * vertices), 0u);
    const Mat3 R = Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.normalized()).toRotationMatrix();
    const auto point = [](const std::vector<double>& x, std::size_t i) {
        return Vec3(x[i], x[i + 1], x[i + 2]);
    };
    Turned result;
    for (std::size_t i = 0; i < std::min(straight_x.size(), turned_x.size()); i += 3) {
        const Vec3 x = point(straight_x, i);
        result.worst = std::max(result.worst, (R * x - point(turned_x, i)).norm());
        result.farthest = std::max(result.farthest, (x - point(straight_x, i % (3 * vertices))).norm());
    }
    return result;
}

TEST_F(SimulateCommand, ReportsAllFields) {
    const Outcome outcome = limber("simulate " + scene + " --frames 12 --json --iterations 7");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), 12);
    EXPECT_EQ(outcome.number("iterations_mean"), 7);
    EXPECT_EQ(outcome.number("contacts_left_out"), 0);
    EXPECT_GT(outcome.number("median"), 0);
    EXPECT_GE(outcome.number("p90"), outcome.number("median"));
    EXPECT_GT(outcome.number("energy"), 0);
    EXPECT_EQ(outcome.value("hash").size(), 18u);
}

// A body at rest, whose energy is the last digits of terms that cancel; controls make it much stiffer than its file.
TEST_F(SimulateCommand, ToleratesTheRoundOffOfAStiffnessThatControlsSet) {
    write_bytes(file("box.obj"),
                "v 0 0 0\nv 0 0 0.3\nv 0 0.3 0\nv 0 0.3 0.3\nv 1 0 0\nv 1 0 0.3\nv 1 0.3 0\nv 1 0.3 0.3\n"
                "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n");
    write_bytes(file("soft.json"), R"({"format": "limber-scene", "version": 1, "mesh": "box.obj", "rig": "none",
                                       "metres_per_unit": 1, "material": {"young": 1000}})");
    write_bytes(file("stiff.json"), R"({"format": "limber-controls", "version": 1,
                                        "events": [{"step": 0, "set": {"young": 1e9, "gravity": [0, 0, 0]}}]})");
    for (const std::string modes : {"4", "6", "8"}) {
        const Outcome outcome = limber("simulate " + file("soft.json") + " --controls " + file("stiff.json") +
                                       " --frames 10 --clusters 30 --modes " + modes);
        EXPECT_EQ(outcome.exit_code, 0) << modes << " " << outcome.error;
    }
}

TEST_F(SimulateCommand, WritesATableOfItsFrames) {
    const Outcome outcome = limber("simulate " + scene + " --frames 12 --json --csv " + file("run.csv"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::string table = bytes_of(file("run.csv"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 13);
    EXPECT_EQ(table.substr(0, table.find('\n')),
              "frame,character,time [s],elastic energy [J],kinetic energy [J],contacts,depth [m],iterations,"
              "step [microseconds],inverted clusters,inverted by the rig");
    const std::vector<double> cells = last_row(table);
    ASSERT_EQ(cells.size(), 11U);
    EXPECT_EQ(cells[2], outcome.number("time"));
    EXPECT_EQ(cells[0], 12);
    EXPECT_EQ(cells[3], outcome.number("elastic_energy"));
    EXPECT_EQ(cells[4], outcome.number("kinetic_energy"));
}

TEST_F(SimulateCommand, CountsClustersThatAreTurnedInsideOut) {
    std::string text = bytes_of(scene);
    text.insert(1, R"("step": {"gravity": [-90000, -90000, -90000]}, )");
    write_bytes(scene, text);
    const Outcome outcome = limber("simulate " + scene + " --frames 20 --young 2000 --json --csv " + file("wild.csv"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    ASSERT_GT(outcome.number("inverted_clusters"), 0);
    const std::vector<double> cells = last_row(bytes_of(file("wild.csv")));
    ASSERT_EQ(cells.size(), 11U);
    EXPECT_EQ(cells[9], outcome.number("inverted_clusters"));
    EXPECT_EQ(cells[10], outcome.number("inverted_by_the_rig"));
}

TEST_F(SimulateCommand, SwitchesBetweenTheComponentsOfAMixture) {
    write_ends(file("ends.json"));
    const std::string kind = " --kind force-dual-skinning --modes 1";
    const std::string words = scene + kind + " --loads " + file("ends.json") + " --switch-loads";
    const Outcome outcome = limber("simulate " + words + " --frames 12 --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::vector<std::string> keys = promised_keys("`simulate --switch-loads`");
    EXPECT_FALSE(keys.empty());
    for (const std::string& key : keys) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key << "\n" << outcome.out;
    }
    EXPECT_THAT(outcome.out, HasSubstr("\"far\""));
    ASSERT_EQ(limber("record " + words + " --frames 12 --out " + file("tape.json")).exit_code, 0);
    const Outcome again = limber("replay " + file("tape.json"));
    EXPECT_EQ(again.exit_code, 0) << again.error;
    EXPECT_EQ(limber("export " + words + " --frames 4 --out " + file("ends.pc2")).exit_code, 0);
}

TEST_F(SimulateCommand, RefusesASwitchWithoutAMixture) {
    write_push(file("push.json"));
    const Outcome alone =
        limber("simulate " + scene + " --kind force-dual --loads " + file("push.json") + " --switch-loads --frames 2");
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_THAT(alone.error, HasSubstr("has no mixture of several components"));
    const Outcome missing = limber("simulate " + scene + " --switch-loads --frames 2");
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_THAT(missing.error, HasSubstr("needs several loads and a subspace that is made for them"));
}

TEST_F(SimulateCommand, SwitchesBetweenTheLoadsThatTheSceneProposes) {
    write_held(file("held.json"));
    const std::string words =
        "simulate " + file("held.json") + " --kind force-dual-skinning --modes 1 --frames 4 --json --switch-loads ";
    const Outcome alone = limber(words + "--loads handles");
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_THAT(alone.error, HasSubstr("proposes no two loads of one character from its handles"));
    std::string text = bytes_of(scene);
    text.insert(1, R"("contact": {"floor": true}, )");
    write_bytes(scene, text);
    const Outcome both = limber(words + "--loads handles+obstacles");
    ASSERT_EQ(both.exit_code, 0) << both.error;
    EXPECT_THAT(both.out, HasSubstr("\"Handles\""));
    EXPECT_THAT(both.out, HasSubstr("\"Contact 1\""));
}

TEST_F(SimulateCommand, SwitchesOnlyTheCharactersForWhichTheSceneProposesSeveralLoads) {
    const auto write_two = [&](const std::string& contact_of_held) {
        write_bytes(file("two.json"), R"({"format": "limber-scene", "version": 2, "characters": [
            {"scene": "bar.json", "at": [5, 9, 0]},
            {"scene": "bar.json", "changes": {"contact": {"floor": )" +
                                          contact_of_held + R"(}},
             "live": {"handles": [{"id": 1, "vertex": 143, "stiffness": 100, "target": [1, 0.5, 0.3]}]}}]})");
    };
    const std::string words = "simulate " + file("two.json") +
                              " --kind force-dual-skinning --modes 1 --frames 4 --json " +
                              "--switch-loads --loads handles";
    write_two("false");
    const Outcome none = limber(words);
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_THAT(none.error, HasSubstr("proposes no two loads of one character"));
    write_two("true");
    const Outcome one = limber(words + "+obstacles");
    ASSERT_EQ(one.exit_code, 0) << one.error;
    EXPECT_THAT(one.out, HasSubstr("\"Handles\""));
    EXPECT_THAT(one.out, HasSubstr("\"Contact 1\""));
    EXPECT_THAT(one.out, Not(HasSubstr("no two loads to switch between")));
}

TEST_F(SimulateCommand, RefusesNewtonsMethodWhereItCannotStep) {
    const auto refused = [&](const std::string& words) {
        const Outcome outcome = limber("simulate " + scene + " --frames 2 " + words);
        EXPECT_NE(outcome.exit_code, 0) << words;
        return outcome.error;
    };
    EXPECT_THAT(refused("--newton mooney"), HasSubstr("must be \"none\", \"corotational\""));
    EXPECT_THAT(refused("--cubature-points 20"), HasSubstr("needs a step by Newton's method: add --newton ENERGY"));
    EXPECT_THAT(refused("--newton arap --kind warped"), HasSubstr("has linear dynamics: choose another kind"));
    EXPECT_THAT(refused("--newton arap --cubature-points 2 --cubature-error 1e-4"),
                HasSubstr("2 cubature points leave an error of "));
    EXPECT_EQ(limber("simulate " + scene + " --newton none --frames 5 --json").value("hash"),
              limber("simulate " + scene + " --frames 5 --json").value("hash"));
}

TEST_F(SimulateCommand, HasTheSameBitsOnAnyNumberOfThreads) {
    const std::string command = "simulate " + scene + " --frames 30 --json";
    const std::string hash = limber(command).value("hash");
    EXPECT_EQ(limber(command).value("hash"), hash);
    EXPECT_EQ(limber(command + " --threads 1").value("hash"), hash);
    EXPECT_EQ(limber(command + " --threads 2").value("hash"), hash);
    EXPECT_NE(limber(command + " --young 30000").value("hash"), hash);
    EXPECT_NE(limber(command + " --dt 0.01").value("hash"), hash);
    EXPECT_NE(limber(command + " --seed 2").value("hash"), hash);
}

TEST_F(SimulateCommand, RotatesTheMotionOfARotatedProblem) {
    write_bytes(folder / "hand.json", R"({"format": "limber-controls", "version": 1, "events": [
      {"step": 3, "handle": {"id": 1, "vertex": 20, "stiffness": 300, "target": [0.5, 0.8, 0.3]}},
      {"time": 0.2, "release": 1},
      {"step": 15, "move": [[1, 0, 0, 0.1], [0, 1, 0, 0], [0, 0, 1, 0]]},
      {"step": 20, "bone": {"name": "tip", "offset": [[1, 0, 0, 0], [0, 1, 0, 0.1], [0, 0, 1, 0]]}}]})");
    const std::string command =
        "simulate " + scene + " --frames 40 --arithmetic double --controls " + file("hand.json");
    ASSERT_EQ(limber(command + " --out " + file("straight.npy")).exit_code, 0);
    const Outcome turned = limber(command + " --rotate \"1 -2 0.5 77\" --out " + file("turned.npy"));
    ASSERT_EQ(turned.exit_code, 0) << turned.error;
    ASSERT_EQ(npy(folder / "straight.npy").size(), 40u * 144u * 3u);
    const Turned turned_bodies = compared(folder / "straight.npy", folder / "turned.npy", 144, Vec3(1, -2, 0.5), 77);
    EXPECT_LT(turned_bodies.worst, 1e-9);
    EXPECT_GT(turned_bodies.farthest, 0.05);
}

TEST_F(SimulateCommand, TakesARotationFromTheFileAsFromTheOption) {
    std::string text = bytes_of(folder / std::filesystem::path(scene).filename());
    const std::string contact = R"("contact": {"obstacles": [{"shape": "ground", "point": [0, 0.05, 0]}]}, )";
    const std::string turn = R"("turn": {"axis": [1, -2, 0.5], "degrees": 77}, )";
    const auto from = text.find('{') + 1;
    write_bytes(folder / "with_ground.json", text.substr(0, from) + contact + text.substr(from));
    write_bytes(folder / "turned.json", text.substr(0, from) + contact + turn + text.substr(from));
    const std::string straight = "simulate " + file("with_ground.json") + " --frames 60 --json";
    const Outcome by_hand = limber(straight + " --rotate \"1 -2 0.5 77\"");
    const Outcome by_file = limber("simulate " + file("turned.json") + " --frames 60 --json");
    ASSERT_EQ(by_file.exit_code, 0) << by_file.error;
    EXPECT_EQ(by_file.value("hash"), by_hand.value("hash"));
    EXPECT_GT(by_file.number("contacts"), 0);
}

TEST_F(SimulateCommand, RotatesTheMotionOfARotatedFish) {
    const std::string fish = std::string(LIMBER_SOURCE_DIR) + "/assets/scenes/fish.json";
    const std::string command = "simulate " + fish + " --frames 6 --arithmetic double";
    const Outcome straight = limber(command + " --json --out " + file("straight.npy"));
    ASSERT_EQ(straight.exit_code, 0) << straight.error;
    ASSERT_EQ(limber(command + " --rotate \"0.3 1 -0.7 123\" --out " + file("turned.npy")).exit_code, 0);
    const auto vertices = npy(folder / "straight.npy").size() / 18;
    const Turned fishes = compared(folder / "straight.npy", folder / "turned.npy", vertices, Vec3(0.3, 1, -0.7), 123);
    EXPECT_LT(fishes.worst, 1e-9);
    EXPECT_GT(fishes.farthest, 1e-3);
}

TEST_F(SimulateCommand, ReportsWhetherARecordingEndsInTheSameState) {
    const std::string first = limber("simulate " + scene + " --frames 10 --json").value("hash");
    for (const bool same : {true, false}) {
        write_bytes(folder / "tape.json", R"({"format": "limber-controls", "version": 1, "steps": 10, "hash": )" +
                                              (same ? first : "\"0123456789abcdef\"") + R"(, "events": []})");
        const Outcome outcome = limber("simulate " + scene + " --json --controls " + file("tape.json"));
        EXPECT_EQ(outcome.number("frames"), 10);
        EXPECT_EQ(outcome.value("matches_recording"), same ? "true" : "false");
    }
}

TEST_F(SimulateCommand, BakesPointCaches) {
    const Outcome outcome = limber("simulate " + scene + " --frames 3 --out " + file("motion.pc2"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(bytes_of(folder / "motion.pc2").size(), 32u + 3u * 144u * 12u);
}

TEST_F(SimulateCommand, OpensAMeshAlone) {
    for (const char* rig : {"", " --rig none", " --rig \"affine handle\""}) {
        const Outcome outcome = limber("simulate " + file("bar.mesh") + rig + " --modes 4 --frames 4 --json");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_GT(outcome.number("energy"), 0);
    }
}

TEST_F(SimulateCommand, ChangesTheMotionWithEverySolverOption) {
    const std::string command = "simulate " + scene + " --frames 20 --json";
    const std::string hash = limber(command).value("hash");
    for (const std::string option : {"--poisson 0.3", "--damping 3", "--strain-damping 0.01", "--integrator BDF2",
                                     "--arithmetic double", "--memory 0", "--iterations 3"}) {
        const Outcome outcome = limber(command + " " + option);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_NE(outcome.value("hash"), hash) << option;
    }
    EXPECT_EQ(limber(command + " --integrator 'backward Euler' --arithmetic single --memory 5").value("hash"), hash);
    EXPECT_EQ(limber(command + " --integrator Newmark").exit_code, 2);
    EXPECT_EQ(limber(command + " --instruction-set baseline").exit_code, 0);
    EXPECT_EQ(limber(command + " --instruction-set MMX").exit_code, 2);
}

TEST_F(SimulateCommand, KeepsARealFishInBoundsAndIsDeterministic) {
    const auto mesh = shared_data("rigged/cd_fish/cd_fish.msh");
    SKIP_IF_ABSENT(mesh);
    const std::string command = "simulate " + mesh.string() + " --modes 16 --clusters 100 --frames 30 --json";
    const Outcome first = limber(command + " --out " + file("fish.npy"));
    ASSERT_EQ(first.exit_code, 0) << first.error;
    EXPECT_EQ(limber(command).value("hash"), first.value("hash"));
    EXPECT_GE(first.number("energy"), 0);
    const std::vector<double> x = npy(folder / "fish.npy");
    const std::size_t frame = x.size() / 30;
    double size = 0;
    for (std::size_t i = 0; i < frame; ++i) {
        size = std::max(size, std::abs(x[i]));
    }
    for (const double value : x) {
        ASSERT_TRUE(std::isfinite(value));
        ASSERT_LT(std::abs(value), 10 * size);
    }
}

} // namespace
} // namespace limber::testing
