// SPDX-License-Identifier: MIT
#include "app/rendering/image.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/needed.h"
#include "tests/support/shared_data.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaceless_egl.h"
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/promised_keys.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <numbers>
#include <set>
#include <sstream>
#include <string>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Commands : public ::testing::Test {
protected:
    std::string file(const std::string& name) const {
        return (folder / name).string();
    }

    ScratchFolder folder;
    std::string scene = write_small_scene(folder).string();
};

/// The doubles behind the header of an .npy.
std::vector<double> npy(const std::filesystem::path& path) {
    const std::string bytes = bytes_of(path);
    const auto length = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
    std::vector<double> values((bytes.size() - 10 - length) / sizeof(double));
    std::memcpy(values.data(), bytes.data() + 10 + length, values.size() * sizeof(double));
    return values;
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

TEST_F(Commands, CheckReportsCountsAndQuality) {
    const Outcome outcome = limber("check " + scene + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("vertices"), 144);
    EXPECT_EQ(outcome.number("tets"), 432);
    EXPECT_NEAR(outcome.number("volume"), 0.09, 1e-12);
    EXPECT_EQ(outcome.number("components"), 1);
    EXPECT_EQ(outcome.number("bones"), 2);
    for (const char* key : {"boundary_faces", "dihedral", "edge_mean", "slivers", "clips", "warnings"}) {
        EXPECT_THAT(outcome.out, HasSubstr(std::string("\"") + key + "\"")) << key;
    }
}

TEST_F(Commands, SimulateStepsRodsAndShells) {
    const std::string rope = file("rope.obj");
    write_bytes(rope, "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nv 0.3 0 0.1\nl 1 2 3 4\n");
    const Outcome rods =
        limber("simulate " + rope + " --rod-radius 0.01 --frames 30 --out " + file("rope.npy") + " --json");
    EXPECT_EQ(rods.exit_code, 0) << rods.error;
    EXPECT_EQ(rods.number("vertices"), 4);
    EXPECT_EQ(rods.number("tets"), 0);
    // Free fall by backward Euler: n (n + 1) / 2 steps of h^2 g.
    const std::vector<double> x = npy(file("rope.npy"));
    ASSERT_EQ(x.size(), 30U * 4U * 3U);
    EXPECT_NEAR(x[29 * 12 + 1], -9.81 / 3600.0 * 30.0 * 31.0 / 2.0, 1e-4);

    const std::string sheet = file("sheet.obj");
    write_bytes(sheet, "v 0 0 0\nv 0.2 0 0\nv 0.2 0 0.2\nv 0 0 0.2\nf 1 2 3 4\n");
    const Outcome shell = limber("simulate " + sheet + " --shell-thickness 0.01 --frames 5 --json");
    EXPECT_EQ(shell.exit_code, 0) << shell.error;
    EXPECT_EQ(shell.number("vertices"), 4);

    EXPECT_EQ(limber("simulate " + rope + " --rod-radius 0 --frames 1").exit_code, 2);
    EXPECT_EQ(limber("simulate " + rope + " --rod-radius 0.01 --shell-thickness 0.01 --frames 1").exit_code, 2);
    EXPECT_THAT(limber("simulate " + sheet + " --rod-radius 0.01 --frames 1").error, HasSubstr("has no polyline"));
}

// The options that would help are those of another command.
TEST_F(Commands, NameTheCommandThatTakesRods) {
    const std::string rope = file("rope.obj");
    write_bytes(rope, "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nv 0.3 0 0.1\nl 1 2 3 4\n");
    for (const std::string command : {"compare", "subspace"}) {
        const std::string error = limber(command + " " + rope).error;
        EXPECT_THAT(error, HasSubstr("--rod-radius 0.0")) << command;
        EXPECT_THAT(error, HasSubstr("limber " + command + " does not take --rod-radius, but limber simulate does"));
    }
    EXPECT_THAT(limber("simulate " + rope).error, ::testing::Not(HasSubstr("does not take")));
}

TEST_F(Commands, MoveFlatBodiesInTheirPlane) {
    const std::string flat = file("flat.obj");
    write_bytes(flat, "v 0 0 0\nv 0.2 0 0\nv 0.2 0.2 0\nv 0 0.2 0\nv 0.2 0.4 0\nv 0 0.4 0\n"
                      "f 1 2 3\nf 1 3 4\nf 4 3 5\nf 4 5 6\n");
    const Outcome falling =
        limber("simulate " + flat + " --plane-depth 0.1 --frames 30 --out " + file("flat.npy") + " --json");
    EXPECT_EQ(falling.exit_code, 0) << falling.error;
    EXPECT_EQ(falling.number("vertices"), 12);
    EXPECT_EQ(falling.number("tets"), 12);
    // Free fall by backward Euler: n (n + 1) / 2 steps of h^2 g.
    const std::vector<double> x = npy(file("flat.npy"));
    ASSERT_EQ(x.size(), 30U * 12U * 3U);
    EXPECT_NEAR(x[29 * 36 + 1], -9.81 / 3600.0 * 30.0 * 31.0 / 2.0, 1e-4);

    const std::string control =
        "control " + flat + " --plane-depth 0.1 --behaviour hop --height 0.1 --young 1e5 --frames 240 --json";
    for (const std::string parameters : {"", " --each-vertex"}) {
        const Outcome hop = limber(control + parameters);
        EXPECT_EQ(hop.exit_code, 0) << hop.error;
        EXPECT_GT(hop.number("parameters"), 4);
    }
    EXPECT_EQ(limber(control + " --each-vertex --cells 4").exit_code, 2);
    EXPECT_EQ(limber("simulate " + flat + " --plane-depth 0 --frames 1").exit_code, 2);
    EXPECT_THAT(limber("simulate " + flat + " --plane-depth 0.1 --rotate \"1 0 0 90\" --frames 1").error,
                HasSubstr("is not flat"));
    write_bytes(file("flat.json"), R"({"format": "limber-scene", "version": 1, "mesh": "flat.obj", "rig": "none",
                                       "plane_depth": 0.1})");
    EXPECT_THAT(limber("subspace " + file("flat.json")).error, HasSubstr("moves in its plane alone"));
    EXPECT_THAT(limber("compare " + file("flat.json") + " --frames 2").error, HasSubstr("moves in its plane alone"));
}

TEST_F(Commands, ExportsTubesOfRods) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nl 1 2 3\n");
    const Outcome outcome =
        limber("export " + file("rope.obj") + " --rod-radius 0.01 --frames 3 --out " + file("rope.pc2") + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    const std::string bytes = bytes_of(file("rope.pc2"));
    EXPECT_EQ(bytes.size(), 32U + 3U * (3U * 8U + 2U) * 3U * 4U) << "rings of eight, and two tips";
}

TEST_F(Commands, ThatNeedTetsRefuseRodsAndShells) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nl 1 2 3\n");
    const std::string rope = file("rope.json");
    write_bytes(rope, R"({"format": "limber-scene", "version": 1, "mesh": "rope.obj", "rig": "none",
                          "rod_radius": 0.01})");
    const Outcome falling = limber("simulate " + rope + " --frames 2 --json");
    EXPECT_EQ(falling.exit_code, 0);
    EXPECT_THAT(falling.out, HasSubstr("so that it falls: give its scene a floor"));
    const Outcome beside = limber("render " + rope + " --beside full --out " + file("rope.png"));
    EXPECT_EQ(beside.exit_code, 1);
    EXPECT_THAT(beside.error, HasSubstr("(without --paint and --beside)"));
    for (const std::string command : {"subspace", "compare --frames 2"}) {
        const Outcome outcome = limber(command + " " + rope);
        EXPECT_EQ(outcome.exit_code, 1) << command;
        EXPECT_THAT(outcome.error, HasSubstr("consists of rods or a shell: only")) << command;
    }
    write_bytes(file("carried.json"), R"({"format": "limber-scene", "version": 3,
                                          "characters": [{"scene": "rope.json", "rigid": {"mass": 1}}]})");
    EXPECT_THAT(limber("check " + file("carried.json")).error, HasSubstr("which no rigid body carries"));
}

TEST_F(Commands, CheckRecordAndReplayRods) {
    write_bytes(file("rope.obj"), "v 0 0 0\nv 0.1 0 0\nv 0.2 0 0\nl 1 2 3\n");
    const std::string rope = file("rope.json");
    write_bytes(rope, R"({"format": "limber-scene", "version": 1, "mesh": "rope.obj", "rig": "none",
                          "rod_radius": 0.01})");
    const Outcome checked = limber("check " + rope + " --json");
    EXPECT_EQ(checked.exit_code, 0) << checked.error;
    EXPECT_EQ(checked.number("rods"), 2);
    EXPECT_EQ(checked.number("tets"), 0);
    EXPECT_NEAR(checked.number("mass"), 1000.0 * std::numbers::pi * 1e-4 * 0.2, 1e-9);
    const Outcome recorded = limber("record " + rope + " --frames 5 --out " + file("fall.json"));
    EXPECT_EQ(recorded.exit_code, 0) << recorded.error;
    const Outcome replayed = limber("replay " + file("fall.json"));
    EXPECT_EQ(replayed.exit_code, 0) << replayed.error;
}

TEST_F(Commands, CheckHasTheUnitAndRotationOptions) {
    const Outcome outcome = limber("check " + scene + " --unit 0.5 --rotate \"0 0 1 90\" --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_NEAR(outcome.number("volume"), 0.09 / 8, 1e-12);
    EXPECT_NEAR(outcome.number("edge_mean"), 0.5 * limber("check " + scene + " --json").number("edge_mean"), 1e-12);
    const auto size = [this](const std::string& more) {
        const std::string out = limber("check " + scene + " --json" + more).out;
        const auto at = out.find("\"size\": [") + 9;
        return out.substr(at, out.find(']', at) - at);
    };
    EXPECT_NE(size(" --rotate \"0 0 1 45\""), size(""));
}

std::string box_obj(double size, const std::string& head = "") {
    std::ostringstream text;
    text << head;
    for (int corner = 0; corner < 8; ++corner) {
        text << "v " << size * (corner & 1) << " " << size * (corner >> 1 & 1) << " " << size * (corner >> 2) << "\n";
    }
    text << "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    return text.str();
}

TEST_F(Commands, TakeTheUnitOfABareSurfaceAsTheWindowDoes) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    write_bytes(folder / "large.obj", box_obj(900.0));
    const std::string check = "check " + file("large.obj") + " --vertices 200 --json";
    const Outcome fitted = limber(check);
    ASSERT_EQ(fitted.exit_code, 0) << fitted.error;
    EXPECT_NEAR(fitted.number("volume"), 0.729, 0.08) << "at 0.001 m a unit";
    EXPECT_THAT(fitted.out, HasSubstr("one unit is taken as 0.001 m"));
    EXPECT_THAT(fitted.out, Not(HasSubstr("odd_unit")));
    const Outcome metres = limber(check + " --unit 1");
    EXPECT_NEAR(metres.number("volume"), 0.729e9, 0.08e9);
    EXPECT_THAT(metres.out, HasSubstr("odd_unit"));
}

TEST_F(Commands, NameTheMaterialsAndPicturesThatASurfaceLacks) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    write_bytes(folder / "painted.mtl", "newmtl skin\nmap_Kd nowhere.png\n");
    write_bytes(folder / "painted.obj", box_obj(1.0, "mtllib painted.mtl\nusemtl skin\n"));
    write_bytes(folder / "bare.obj", box_obj(1.0, "mtllib nowhere.mtl\nusemtl skin\n"));
    const std::pair<std::string, std::string> commands[] = {
        {"check", ""}, {"simulate", " --frames 1"}, {"export", " --frames 1 --out " + file("out.pc2")}};
    for (const auto& [command, options] : commands) {
        const auto said = [&](const std::string& name) {
            return limber(command + " " + file(name) + " --vertices 200 --json" + options).out;
        };
        EXPECT_THAT(said("painted.obj"), HasSubstr("painted.obj: a picture is missing")) << command;
        EXPECT_THAT(said("bare.obj"), HasSubstr("bare.obj: its materials are missing")) << command;
    }
}

TEST_F(Commands, KeepAPictureOfTheMesh) {
    write_bytes(folder / "box.mtl", "newmtl skin\nmap_Kd tiles.png\n");
    write_bytes(folder / "box.obj", box_obj(1.0, "mtllib box.mtl\nusemtl skin\n"));
    write_bytes(folder / "tiles.png", "a picture");
    const Outcome outcome = limber("render " + file("box.obj") + " --out " + file("tiles.png"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("tiles.png: is read by this command and would be lost"));
    EXPECT_EQ(bytes_of(folder / "tiles.png"), "a picture");
}

TEST_F(Commands, KeepAPictureFromTheNumberedOnesOfAFilm) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    write_bytes(folder / "frames_0002.png", "a picture");
    write_bytes(folder / "box.mtl", "newmtl skin\nmap_Kd frames_0002.png\n");
    write_bytes(folder / "box.obj", box_obj(1.0, "mtllib box.mtl\nusemtl skin\n"));
    const Outcome outcome =
        limber("render " + file("box.obj") + " --vertices 200 --frames 3 --out " + file("frames.png"));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("frames_0002.png: is a file of the character and would be lost"));
    EXPECT_EQ(bytes_of(folder / "frames_0002.png"), "a picture");
}

TEST_F(Commands, SubspaceReportsAllFields) {
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
TEST_F(Commands, SubspaceLeavesEmptyListsOutOfPlainText) {
    const std::string subspace = "subspace " + scene + " --modes 2";
    EXPECT_EQ(limber(subspace + " --json").value("variances"), "[]");
    const std::string text = limber(subspace).out;
    EXPECT_THAT(text, HasSubstr("eigenvalues "));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("variances")));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("Hz")));
}

TEST_F(Commands, SimulateReportsAllFields) {
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

std::vector<double> last_row(const std::string& table) {
    std::istringstream row(table.substr(table.rfind('\n', table.size() - 2) + 1));
    std::vector<double> cells;
    for (std::string cell; std::getline(row, cell, ',');) {
        cells.push_back(std::stod(cell));
    }
    return cells;
}

TEST_F(Commands, SimulateWritesATableOfItsFrames) {
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

TEST_F(Commands, TheTableOfSimulateCountsClustersThatAreTurnedInsideOut) {
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

// A mixture of loads on both ends.
void write_ends(const std::filesystem::path& path) {
    std::ofstream(path) << R"({"format": "limber-loads", "version": 1, "mixture": [
        {"name": "near", "loads": [{"kind": "region", "centre": [0, 0, 0], "radius": 0.2, "decay": 50}]},
        {"name": "far", "loads": [{"kind": "region", "centre": [1, 0.15, 0.15], "radius": 0.2, "decay": 50}]}]})";
}

TEST_F(Commands, CompareReportsAllFields) {
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
    EXPECT_THAT(curves, HasSubstr("frame,skinning 2 error,skinning 2 one-step error,skinning 2 energy [J],skinning 6"));
    const Outcome alone = limber("compare " + scene + " --kinds skinning --frames 2 --json");
    EXPECT_EQ(alone.out.find("\"full\""), std::string::npos);
}

TEST_F(Commands, CompareTakesAnInstructionSet) {
    const std::string compare = "compare " + scene + " --modes 2 --kinds skinning,full --frames 6 --json";
    const Outcome baseline = limber(compare + " --instruction-set baseline");
    ASSERT_EQ(baseline.exit_code, 0) << baseline.error;
    const double error = limber(compare).number("error_rms");
    EXPECT_NEAR(baseline.number("error_rms"), error, 1e-3 * error);
    EXPECT_EQ(limber(compare + " --instruction-set wide").exit_code, 2);
}

// The rig moves otherwise in the middle of its clip.
TEST_F(Commands, CompareTakesAPartOfTheClip) {
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
TEST_F(Commands, CompareWritesTheMotionInFullSpace) {
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

// The box hangs on a handle that stands still.
TEST_F(Commands, CompareWritesTheSurfaceOfTheFileInFullSpace) {
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

TEST_F(Commands, CompareHasParameterSets) {
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
    is_refused("greens:loads=", "but loads must name a file of loads, .json, or be \"mass\"");
    is_refused("greens:loads=a.json:loads=b.json", "must have one loads for each kind");
}

// A push at one end of the bar.
void write_push(const std::filesystem::path& path) {
    std::ofstream(path) << R"({"format": "limber-loads", "version": 1,
                              "loads": [{"kind": "region", "centre": [1, 0.15, 0.15], "radius": 0.2, "decay": 50}]})";
}

TEST_F(Commands, SubspaceHasTheKindsThatForceDualModesReplace) {
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

TEST_F(Commands, KindsOfOtherSourcesIgnoreTheFileOfTheScene) {
    write_push(file("push.json"));
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("subspace": {"kind": "force-dual", "file": "push.json"}, )");
    write_bytes(file("pushed.json"), text);
    for (const std::string kind : {"weights", "greens"}) {
        const Outcome outcome = limber("subspace " + file("pushed.json") + " --modes 4 --json --kind " + kind);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    }
}

TEST_F(Commands, CompareHasLoadsBesideEachOther) {
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

TEST_F(Commands, CompareSwitchesBetweenTheComponentsOfAMixture) {
    write_ends(file("ends.json"));
    const std::string loads = ":loads=" + file("ends.json");
    const Outcome outcome = limber("compare " + scene + " --modes 1 --frames 3 --json --kinds force-dual-skinning" +
                                   loads + ",force-dual-skinning" + loads + ":switched --csv " + file("c.csv"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("\"near\""));
    EXPECT_THAT(bytes_of(file("c.csv")), HasSubstr("force-dual-skinning 1; loads ends; switched error"));
    EXPECT_EQ(limber("subspace " + scene + " --kind force-dual --modes 1 --loads " + file("ends.json#far")).exit_code, 0);
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
TEST_F(Commands, CompareSwitchesOnlyTheKindsThatAreSwitched) {
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

TEST_F(Commands, SimulateSwitchesBetweenTheComponentsOfAMixture) {
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

TEST_F(Commands, SimulateRefusesASwitchWithoutAMixture) {
    write_push(file("push.json"));
    const Outcome alone = limber("simulate " + scene + " --kind force-dual --loads " + file("push.json") +
                                 " --switch-loads --frames 2");
    EXPECT_EQ(alone.exit_code, 1);
    EXPECT_THAT(alone.error, HasSubstr("has no mixture of several components"));
    const Outcome missing = limber("simulate " + scene + " --switch-loads --frames 2");
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_THAT(missing.error, HasSubstr("needs several loads and a subspace that is made for them"));
}

TEST_F(Commands, CompareHasMusclesInEverySpace) {
    const Outcome muscles =
        limber("compare " + scene + " --muscles 2 --frames 3 --kinds skinning,displacement,full --json");
    ASSERT_EQ(muscles.exit_code, 0) << muscles.error;
}

TEST_F(Commands, CompareRefusesWhatItCannotDo) {
    const Outcome warped = limber("compare " + scene + " --muscles 2 --frames 2 --kinds skinning,warped");
    EXPECT_EQ(warped.exit_code, 1);
    EXPECT_THAT(warped.error, HasSubstr("a warped subspace has no muscles: take them away, or choose another kind"));
    const Outcome kind = limber("compare " + scene + " --kinds modal");
    EXPECT_EQ(kind.exit_code, 2);
    EXPECT_THAT(kind.error, HasSubstr("must be \"skinning\", \"skinning-homogeneous\", "));
    EXPECT_THAT(kind.error, HasSubstr("or \"full\", not \"modal\""));
    EXPECT_THAT(limber("compare " + scene + " --kinds \"\"").error, HasSubstr("or \"full\", and not empty."));
    const Outcome energy = limber("compare " + scene + " --energy mooney");
    EXPECT_EQ(energy.exit_code, 2);
    EXPECT_THAT(energy.error, HasSubstr("must be \"corotational\", \"arap\", \"stable-neo-hookean\" or "
                                        "\"st-venant-kirchhoff\""));
}

TEST_F(Commands, CompareHasEveryEnergy) {
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

TEST_F(Commands, CompareSaysWhichEnergyEachKindHas) {
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

TEST_F(Commands, SubspaceHasCubaturePoints) {
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

TEST_F(Commands, CompareHasEveryEnergyOnCubaturePoints) {
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

TEST_F(Commands, NewtonsMethodIsRefusedWhereItCannotStep) {
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

TEST_F(Commands, SimulateHasTheSameBitsOnAnyNumberOfThreads) {
    const std::string command = "simulate " + scene + " --frames 30 --json";
    const std::string hash = limber(command).value("hash");
    EXPECT_EQ(limber(command).value("hash"), hash);
    EXPECT_EQ(limber(command + " --threads 1").value("hash"), hash);
    EXPECT_EQ(limber(command + " --threads 2").value("hash"), hash);
    EXPECT_NE(limber(command + " --young 30000").value("hash"), hash);
    EXPECT_NE(limber(command + " --dt 0.01").value("hash"), hash);
    EXPECT_NE(limber(command + " --seed 2").value("hash"), hash);
}

TEST_F(Commands, RotatedProblemGivesTheRotatedMotion) {
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

TEST_F(Commands, RotationInTheFileEqualsTheOption) {
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

TEST_F(Commands, RotatedFishGivesTheRotatedMotion) {
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

TEST_F(Commands, SimulateReportsWhetherARecordingEndsInTheSameState) {
    const std::string first = limber("simulate " + scene + " --frames 10 --json").value("hash");
    for (const bool same : {true, false}) {
        write_bytes(folder / "tape.json", R"({"format": "limber-controls", "version": 1, "steps": 10, "hash": )" +
                                              (same ? first : "\"0123456789abcdef\"") + R"(, "events": []})");
        const Outcome outcome = limber("simulate " + scene + " --json --controls " + file("tape.json"));
        EXPECT_EQ(outcome.number("frames"), 10);
        EXPECT_EQ(outcome.value("matches_recording"), same ? "true" : "false");
    }
}

TEST_F(Commands, SimulateBakesPointCaches) {
    const Outcome outcome = limber("simulate " + scene + " --frames 3 --out " + file("motion.pc2"));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(bytes_of(folder / "motion.pc2").size(), 32u + 3u * 144u * 12u);
}

TEST_F(Commands, SimulateOpensAMeshAlone) {
    for (const char* rig : {"", " --rig none", " --rig \"affine handle\""}) {
        const Outcome outcome = limber("simulate " + file("bar.mesh") + rig + " --modes 4 --frames 4 --json");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_GT(outcome.number("energy"), 0);
    }
}

TEST_F(Commands, EverySolverOptionChangesTheMotion) {
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

TEST_F(Commands, RenderDrawsAPictureWithoutADisplay) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome = limber("render " + scene + " --frame 5 --size 160x90 --out " + file("bar.png") + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(bytes_of(folder / "bar.png").substr(1, 3), "PNG");
}

TEST_F(Commands, RenderDrawsOtherBodiesBeside) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto render = [&](const std::string& name, const std::string& options) {
        return limber("render " + scene + " --frame 6 --size 180x90 " + options + " --json --out " + file(name));
    };
    const Outcome outcome = render("full.png", "--beside full,displacement");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    for (const std::string& key : promised_keys("`render --beside`")) {
        EXPECT_TRUE(has_key(outcome.out, key)) << key;
    }
    EXPECT_THAT(outcome.out, HasSubstr("\"full\""));
    EXPECT_THAT(outcome.out, HasSubstr("\"displacement\""));
    EXPECT_EQ(render("alone.png", "").out.find("\"beside\""), std::string::npos);
}

// Their columns show one body twice, up to how its normals are computed; one that is far softer bends otherwise.
TEST_F(Commands, RenderDrawsTheSameSubspaceBesideAsTheSame) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto difference = [&](const std::string& kind) {
        const Outcome outcome = limber("render " + scene + " --frame 10 --size 400x200 --beside " + kind +
                                       " --out " + file("pair.png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        const app::Image image = app::read_png(folder / "pair.png").value();
        double sum = 0.0;
        for (int y = 0; y < image.height; ++y) {
            for (int x = 0; x < image.width / 2; ++x) {
                sum += std::abs(static_cast<double>(*image.at(x, y)) -
                                static_cast<double>(*image.at(x + image.width / 2, y)));
            }
        }
        return sum;
    };
    EXPECT_LT(difference("skinning"), difference("skinning:young=1000"));
}

TEST_F(Commands, RenderRefusesOtherBodiesThatItCannotDraw) {
    const auto refused = [&](const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --out " + file("a.png") + " " + options);
        EXPECT_EQ(outcome.exit_code, 2) << options;
        return outcome.error;
    };
    EXPECT_THAT(refused("--beside modal"), HasSubstr("--beside: must be \"skinning\""));
    EXPECT_THAT(refused("--beside rig"), HasSubstr("or \"full\", not \"rig\""));
    EXPECT_THAT(refused("--beside pod"), HasSubstr("or \"full\", not \"pod\""));
    EXPECT_THAT(refused("--beside modal"), ::testing::Not(HasSubstr("\"pod\"")));
    EXPECT_THAT(refused("--beside displacement:material=arap"), HasSubstr("material= and \"switched\" are of limber"));
    EXPECT_THAT(refused("--beside full,rotation-strain --size 2x2"), HasSubstr("--size: must be at least 3 pixels wide"));
    EXPECT_THAT(refused("--beside full --paint clusters"), HasSubstr("--paint: shows the subspace of one body"));
    EXPECT_THAT(refused("--beside full --frames 2 --fps 37"), HasSubstr("--fps: must give each frame a whole number"));
}

TEST_F(Commands, RenderPaintsModesAndClusters) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto picture = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --size 160x90 " + options + " --out " + file(name));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return bytes_of(folder / name);
    };
    const std::string plain = picture("plain.png", "");
    const std::string first = picture("first.png", "--paint mode:1");
    const std::string second = picture("second.png", "--paint mode:2");
    const std::string clusters = picture("clusters.png", "--paint clusters");
    EXPECT_NE(first, plain);
    EXPECT_NE(second, first);
    EXPECT_NE(clusters, plain);
    EXPECT_NE(clusters, first);
    const Outcome missing = limber("render " + scene + " --paint mode:1000 --out " + file("a.png"));
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("mode 1000 does not exist: the subspace has"));
    for (const char* what : {"mode:0", "mode:", "modes", "strain"}) {
        EXPECT_EQ(limber("render " + scene + " --paint " + what + " --out " + file("a.png")).exit_code, 2) << what;
    }
}

TEST_F(Commands, RenderDrawsAFilmAsNumberedPictures) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome =
        limber("render " + scene + " --frames 3 --fps 20 --size 64x36 --out " + file("bend.png") + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), 3.0);
    EXPECT_FALSE(std::filesystem::exists(folder / "bend_0004.png"));
    EXPECT_NE(bytes_of(folder / "bend_0001.png"), bytes_of(folder / "bend_0003.png"));
    const Outcome third = limber("render " + scene + " --frame 6 --size 64x36 --out " + file("third.png"));
    ASSERT_EQ(third.exit_code, 0) << third.error;
    EXPECT_EQ(bytes_of(folder / "third.png").substr(1, 3), "PNG");
    EXPECT_EQ(limber("render " + scene + " --frames 3 --fps 37 --size 64x36 --out " + file("odd.png")).exit_code, 0);
    EXPECT_TRUE(std::filesystem::exists(file("odd_0003.png")));
}

// The bar's clip has 40 steps.
TEST_F(Commands, ExportDrawsALoopWithEachOfItsFramesOnce) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const Outcome outcome =
        limber("export " + scene + " --loop --fps 20 --size 64x36 --out " + file("loop.png") + " --json");
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("frames"), outcome.number("loop_blended") > 0 ? 13.0 : 0.0);
    EXPECT_TRUE(std::filesystem::exists(folder / "loop_0013.png"));
    EXPECT_FALSE(std::filesystem::exists(folder / "loop_0014.png"));
}

TEST_F(Commands, RenderTurnsItsCameraAndFollows) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto last_of = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --frames 3 --fps 20 --size 64x36 " + options + " --out " +
                                       file(name + ".png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return std::pair(bytes_of(folder / (name + "_0001.png")), bytes_of(folder / (name + "_0003.png")));
    };
    const auto still = last_of("still", "");
    const auto turned = last_of("turned", "--turntable 90");
    const auto followed = last_of("followed", "--follow");
    EXPECT_EQ(turned.first, still.first);
    EXPECT_EQ(followed.first, still.first);
    EXPECT_NE(turned.second, still.second);
    EXPECT_NE(followed.second, still.second);
    EXPECT_EQ(limber("render " + scene + " --frames 3 --turntable 1e9 --out " + file("a.png")).exit_code, 2);
}

TEST_F(Commands, RenderFollowsACharacterThatItsClipCarriesAway) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    const auto last_of = [&](const std::string& name, const std::string& options) {
        const Outcome outcome = limber("render " + scene + " --frames 3 --fps 4 --dynamics 0 --size 64x36 " + options +
                                       " --out " + file(name + ".png"));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        return bytes_of(folder / (name + "_0003.png"));
    };
    EXPECT_EQ(last_of("default", ""), last_of("still", "--no-follow")) << "the clip stays in its place";
    write_carrying_clip(folder);
    const std::string carried = last_of("carried", "");
    EXPECT_EQ(carried, last_of("followed", "--follow"));
    EXPECT_NE(carried, last_of("left", "--no-follow"));
    EXPECT_EQ(limber("render " + scene + " --follow --no-follow --out " + file("a.png")).exit_code, 2);
}

TEST_F(Commands, RenderFollowsWithTheCameraOfTheSceneFromItsStart) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("camera": {"eye": [1, 1, 3], "target": [0, 0, 0]},)");
    write_bytes(folder / "seen.json", text);
    const Outcome outcome =
        limber("render " + file("seen.json") + " --frames 2 --follow --size 64x36 --out " + file("seen.png"));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_TRUE(std::filesystem::exists(folder / "seen_0002.png"));
}

// The encoder is a program that counts what it reads.
TEST_F(Commands, RenderHandsTheFramesOfAVideoToFfmpeg) {
    SKIP_WITHOUT(has_surfaceless_egl(), "EGL driver that draws without a display");
    write_bytes(folder / "ffmpeg", "#!/bin/sh\nfor last; do :; done\nwc -c > \"$last\"\n");
    std::filesystem::permissions(folder / "ffmpeg", std::filesystem::perms::owner_all);
    const std::string video = " render " + scene + " --frames 4 --size 64x36 --out " + file("bend.mp4");
    const std::string path = "env PATH='" + file("") + "':\"$PATH\" ";
    const Outcome outcome = limber(video, path);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(std::stoi(bytes_of(folder / "bend.mp4")), 4 * 64 * 36 * 3);
    write_bytes(folder / "ffmpeg", "#!/bin/sh\necho 'no such encoder' >&2\nexit 1\n");
    const Outcome refused = limber(video, path);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.error, HasSubstr("ffmpeg could not write the video"));
    EXPECT_EQ(std::stoi(bytes_of(folder / "bend.mp4")), 4 * 64 * 36 * 3) << "the old video stays";
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_FALSE(entry.is_directory()) << "the encoder's folder is left: " << entry.path();
    }
    write_bytes(folder / "ffmpeg", "#!/bin/sh\nfor last; do :; done\nwc -c > \"$last\"\n");
    std::filesystem::create_directory(folder / "kept");
    std::filesystem::rename(folder / "bend.mp4", folder / "kept" / "old.mp4");
    std::filesystem::create_symlink("kept/old.mp4", folder / "bend.mp4");
    write_bytes(folder / "kept" / "old.mp4", "old");
    ASSERT_EQ(limber(video, path).exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "bend.mp4"));
    EXPECT_EQ(std::stoi(bytes_of(folder / "kept" / "old.mp4")), 4 * 64 * 36 * 3);
    const std::string in_folder = "cd '" + file("") + "' && " + path;
    const Outcome here = limber(" render " + scene + " --frames 4 --size 64x36 --out here.mp4", in_folder);
    EXPECT_EQ(here.exit_code, 0) << here.error;
    EXPECT_EQ(std::stoi(bytes_of(folder / "here.mp4")), 4 * 64 * 36 * 3) << "a name alone";
    const Outcome missing = limber(video, "env PATH=/nowhere ");
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_THAT(missing.error, HasSubstr("ffmpeg, which is not installed"));
}

TEST_F(Commands, ErrorsStateTheValueCountOfAnOption) {
    const auto said = [&](const std::string& words) {
        return limber(words).error;
    };
    EXPECT_THAT(said("gait " + scene + " --target 0 0"), HasSubstr("--target: must be given once, with three numbers"));
    EXPECT_THAT(said("simulate " + scene + " --clip"), HasSubstr("--clip: must have a value behind it"));
    EXPECT_THAT(said("simulate " + scene + " --frames"), HasSubstr("--frames: must be given once, with one value"));
}

TEST_F(Commands, InvalidCommandLineExitsWithTwo) {
    for (const std::string& arguments :
         {std::string("simulate"), std::string("dance"), "simulate " + scene + " --frames none",
          "simulate " + scene + " --frames 0", "simulate " + scene + " --wings 2",
          "simulate " + scene + " --rotate \"0 0 0 3\"", "simulate " + scene + " --rotate \"1 0 0\"",
          "simulate " + scene + " --poisson 0.5", "gait " + scene + " --direction 0 0 0",
          "simulate " + scene + " --vertices 10", "simulate " + scene + " --points 0",
          "subspace " + scene + " --modes 0", "subspace " + scene + " --modes few",
          "render " + scene + " --size big --out " + file("a.png"), "render " + scene}) {
        const Outcome outcome = limber(arguments);
        EXPECT_EQ(outcome.exit_code, 2) << arguments << ": " << outcome.error;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    }
}

TEST_F(Commands, HelpListsTheCommands) {
    const Outcome outcome = limber("--help");
    EXPECT_EQ(outcome.exit_code, 0);
    for (const char* command : {"check", "subspace", "simulate", "render"}) {
        EXPECT_THAT(outcome.out, HasSubstr(command));
    }
    EXPECT_THAT(limber("simulate --help").out, HasSubstr("--controls"));
}

TEST_F(Commands, RealFishStaysInBoundsAndIsDeterministic) {
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

TEST_F(Commands, OpenTheRealRiggedMeshes) {
    for (const std::string name : {"cd_fish", "mantaray", "moray"}) {
        const auto mesh = shared_data("rigged/" + name + "/" + name + ".msh");
        SKIP_IF_ABSENT(mesh);
        const Outcome outcome = limber("check " + mesh.string() + " --json");
        EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, HasSubstr("\"frames\": 241"));
    }
}

/// Sets a cache folder for the programs that are started in its scope.
class OwnCache {
public:
    explicit OwnCache(const std::string& folder) {
        setenv("LIMBER_CACHE", folder.c_str(), 1);
    }
    ~OwnCache() {
        setenv("LIMBER_CACHE", "off", 1);
    }
    OwnCache(const OwnCache&) = delete;
    OwnCache& operator=(const OwnCache&) = delete;
};

TEST_F(Commands, ReuseTheCacheAndReportIt) {
    const OwnCache cache(file("cache"));
    const std::string run = "simulate " + scene + " --frames 10 --json";
    const Outcome first = limber(run);
    EXPECT_EQ(first.value("cached"), "[]") << first.out;
    const Outcome again = limber(run);
    EXPECT_THAT(again.out, HasSubstr(R"("cached": ["leak", "modes", "clusters", "model"])"));
    EXPECT_EQ(again.value("hash"), first.value("hash"));
    EXPECT_LT(again.number("eigen"), first.number("total"));
    const Outcome without = limber(run + " --no-cache");
    EXPECT_EQ(without.value("cached"), "[]");
    EXPECT_EQ(without.value("hash"), first.value("hash"));
}

TEST_F(Commands, TetrahedraliseASurfaceOnce) {
    const OwnCache cache(file("cache"));
    write_bytes(folder / "box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                                    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    const std::string run = "subspace " + file("box.obj") + " --modes 4 --clusters 10 --json";
    const Outcome first = limber(run);
    ASSERT_EQ(first.exit_code, 0) << first.error;
    const Outcome again = limber(run);
    EXPECT_THAT(again.out, HasSubstr(R"("cached": ["tets", )"));
    EXPECT_EQ(again.value("vertices"), first.value("vertices"));
    EXPECT_EQ(again.value("residual_max"), first.value("residual_max"));
}

} // namespace
} // namespace limber::testing
