// SPDX-License-Identifier: MIT
#include "tests/unit/cli/program.h"
#include "tests/unit/cli/small_scene_test.h"

#include <gmock/gmock.h>

#include <algorithm>

/// The program exits with 1 and exactly one message for an invalid file of a scene.
namespace limber::testing {
namespace {

using ::testing::HasSubstr;

class BadFiles : public SmallSceneTest {
protected:
    void expect_refused(const std::string& arguments, const std::string& words) const {
        const Outcome outcome = limber(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << arguments << "\n" << outcome.out << outcome.error;
        EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
        EXPECT_THAT(outcome.error, ::testing::StartsWith("limber: "));
        EXPECT_THAT(outcome.error, ::testing::EndsWith(".\n"));
        EXPECT_THAT(outcome.error, HasSubstr(words)) << arguments;
        EXPECT_EQ(outcome.out, "");
    }

    void expect_mesh_refused(const std::string& vertices, const std::string& tets, const std::string& words) const {
        write_bytes(folder / "bad.mesh",
                    "MeshVersionFormatted 1\nDimension 3\nVertices\n" + vertices + "\nTetrahedra\n" + tets + "\nEnd\n");
        expect_refused("subspace " + file("bad.mesh") + " --rig none --modes 2", words);
    }
};

constexpr const char* four_corners = "4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0";

TEST_F(BadFiles, ThatAreMissingAreNamed) {
    expect_refused("check " + file("nothing.msh"), "nothing.msh: there is no such file");
    expect_refused("simulate " + scene + " --rig " + file("no_rig.json"), "no_rig.json");
    expect_refused("simulate " + scene + " --clip " + file("no_clip.json"), "no_clip.json");
    expect_refused("simulate " + scene + " --controls " + file("no_hand.json"), "no_hand.json");
    expect_refused("check " + folder.path().string(), "folder");
}

TEST_F(BadFiles, ThatAreEmptyAreNamed) {
    for (const char* name : {"e.msh", "e.mesh", "e.vtk", "e.node", "e.obj", "e.stl", "e.ply", "e.json"}) {
        write_bytes(folder / name, "");
        expect_refused("check " + file(name), std::string("/e."));
    }
}

TEST_F(BadFiles, ThatAreTruncatedAreRejected) {
    for (const std::string name : {"bar.json", "bar_rig.json", "bend.json", "bar.mesh"}) {
        const std::string whole = bytes_of(folder / name);
        for (std::size_t tenth = 0; tenth < 10; ++tenth) {
            write_bytes(folder / name, whole.substr(0, tenth * whole.size() / 10));
            expect_refused("check " + scene, name);
        }
        write_bytes(folder / name, whole);
    }
}

TEST_F(BadFiles, WithInvalidNumbersAreRejected) {
    expect_mesh_refused("4\n0 0 0 0\n1 nan 0 0\n0 1 0 0\n0 0 1 0", "1\n1 2 3 4 0", "bad.mesh");
    expect_mesh_refused("4\n0 0 0 0\n1 inf 0 0\n0 1 0 0\n0 0 1 0", "1\n1 2 3 4 0", "bad.mesh");
    std::string rig = bytes_of(folder / "bar_rig.json");
    rig.replace(rig.find("0.5"), 3, "NaN");
    write_bytes(folder / "bar_rig.json", rig);
    expect_refused("check " + scene, "bar_rig.json");
}

TEST_F(BadFiles, WithIndicesOutOfRangeAreRejected) {
    expect_mesh_refused(four_corners, "1\n1 2 3 9 0", "bad.mesh");
    expect_mesh_refused(four_corners, "1\n0 2 3 4 0", "bad.mesh");
}

TEST_F(BadFiles, WithoutVolumeAreRejected) {
    expect_mesh_refused("4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n1 1 0 0", "1\n1 2 3 4 0", "bad.mesh");
    expect_mesh_refused(four_corners, "0", "bad.mesh");
}

TEST_F(BadFiles, WithTooFewVerticesForTheModesAreRejected) {
    const Outcome outcome = limber("subspace " + file("bar.mesh") + " --rig none --modes 145");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("145 modes are too many for a mesh of 144 vertices: ask for at most 64"));
    const Outcome most = limber("subspace " + file("bar.mesh") + " --rig none --modes 64 --json");
    EXPECT_EQ(most.exit_code, 0);
    EXPECT_THAT(most.out, HasSubstr("\"modes\": 64"));
}

// What a refusal says is tried.
TEST_F(BadFiles, HaveTheModesThatARefusalAsksFor) {
    const std::string asks = "ask for at most ";
    for (const std::string rig : {"none", "\"affine handle\""}) {
        for (const std::string kind :
             {"skinning", "skinning-unconstrained", "skinning-partly-constrained", "weights", "localised",
              "force-dual-skinning", "displacement", "displacement-affine", "modal-derivatives", "force-dual", "greens",
              "pod-sampled", "substructured", "warped", "rotation-strain"}) {
            const std::string subspace =
                "subspace " + file("bar.mesh") + " --rig " + rig + " --kind " + kind + " --modes ";
            const Outcome refused = limber(subspace + "145");
            EXPECT_EQ(refused.exit_code, 1) << kind;
            const std::size_t at = refused.error.find(asks);
            if (at == std::string::npos) {
                EXPECT_THAT(refused.error, HasSubstr("ask for fewer")) << kind;
                continue;
            }
            const Outcome most = limber(subspace + std::to_string(std::stoi(refused.error.substr(at + asks.size()))));
            EXPECT_EQ(most.exit_code, 0) << kind << " " << rig << ": " << refused.error << most.error;
        }
    }
}

TEST_F(BadFiles, WithTooFewVerticesForTheDisplacementsOfAModeAreRejected) {
    write_bytes(folder / "tet.mesh", std::string("MeshVersionFormatted 1\nDimension 3\nVertices\n") + four_corners +
                                         "\nTetrahedra\n1\n1 2 3 4 0\nEnd\n");
    const std::string subspace = "subspace " + file("tet.mesh") + " --modes ";
    EXPECT_EQ(limber(subspace + "1 --rig none --kind displacement").exit_code, 0);
    expect_refused(subspace + "2 --rig none --kind displacement",
                   "2 modes of twelve displacements are more than this mesh can have; ask for at most 1");
    for (const std::string kind : {"displacement", "force-dual --loads mass"}) {
        expect_refused(subspace + "1 --rig \"affine handle\" --kind " + kind,
                       "no mode of twelve displacements is possible on this mesh under its rig");
    }
}

TEST_F(BadFiles, WithARigForAnotherMeshAreRejected) {
    write_bytes(folder / "tet.mesh", std::string("MeshVersionFormatted 1\nDimension 3\nVertices\n") + four_corners +
                                         "\nTetrahedra\n1\n1 2 3 4 0\nEnd\n");
    expect_refused("check " + file("tet.mesh") + " --rig " + file("bar_rig.json"), "bar_rig.json");
}

TEST_F(BadFiles, ThatCanBeRepairedAreRepairedWithAWarning) {
    // An inverted tet, a duplicate, a flat one, an unused vertex, and two components.
    write_bytes(folder / "odd.mesh",
                "MeshVersionFormatted 1\nDimension 3\nVertices\n9\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
                "5 0 0 0\n6 0 0 0\n5 1 0 0\n5 0 1 0\n9 9 9 0\nTetrahedra\n4\n1 3 2 4 0\n1 2 3 4 0\n"
                "5 6 7 8 0\n1 2 3 3 0\nEnd\n");
    const Outcome outcome = limber("check " + file("odd.mesh") + " --rig none --json");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_EQ(outcome.number("components"), 2);
    EXPECT_EQ(outcome.number("tets"), 2);
    EXPECT_EQ(outcome.number("vertices"), 8);
    EXPECT_THAT(outcome.out, ::testing::Not(HasSubstr("\"warnings\": []")));
}

TEST_F(BadFiles, OfContactDensityAreFoundByCheck) {
    std::string text = bytes_of(scene);
    text.insert(text.find('{') + 1, R"("contact": {"floor": true, "density": "paint.json"},)");
    write_bytes(folder / "painted.json", text);
    expect_refused("check " + file("painted.json"), "paint.json");
}

TEST_F(BadFiles, UnknownCreaturesListAllNames) {
    const Outcome outcome = limber("check creature:unknown");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.error,
                HasSubstr("creature:unknown: there is no such creature; there are ace, ace_of_poses, alien, "));
    EXPECT_THAT(outcome.error, HasSubstr(" whale, and the scenes sea, bowling, bedtime, ball_game"));
}

TEST_F(BadFiles, InTheCacheAreReportedOnceAndStopNothing) {
    write_bytes(folder / "cache", "no folder");
    setenv("LIMBER_CACHE", file("cache").c_str(), 1);
    const Outcome outcome = limber("simulate " + scene + " --frames 2");
    const Outcome without = limber("simulate " + scene + " --frames 2 --no-cache");
    setenv("LIMBER_CACHE", "off", 1);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr(file("cache") + ": the cache folder cannot be created"));
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1) << outcome.error;
    EXPECT_EQ(without.error, "");
}

} // namespace
} // namespace limber::testing
