// SPDX-License-Identifier: MIT
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/document/scene_description.h"
#include "app/motion/scene_motion.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#ifndef _WIN32
#include <sys/stat.h>
#endif

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_labels;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::filesystem::path home = "/scenes";

CharacterDescription plain_scene() {
    CharacterDescription scene;
    scene.mesh = "/a.mesh";
    return scene;
}

/// A scene in which every member differs from its default, with numbers that have no short decimal fraction.
CharacterDescription unusual_scene() {
    CharacterDescription scene;
    scene.name = "A \"quoted\" näme\n";
    scene.mesh = "/meshes/one.msh";
    scene.metres_per_unit = 1.0 / 3.0;
    scene.target_vertices = 1234;
    scene.turn = {Vec3(0.1, -0.7, 1.0 / 7.0), 33.3};
    scene.rig_kind = RigKind::file;
    scene.rig = "/rigs/one.json";
    scene.clips = {"/clips/a.json", "/scenes/b.json"};
    scene.retargeting = {
        {"/scenes/b.json", {"/clips/b.map.json", 0.9 / 7.0 + 0.8, false, {{"j\"1", "thigh.L"}, {"j2", "shin.L"}}}}};
    scene.active_clip = 1;
    scene.material = {1.1e5, 0.1, 1e3 / 3.0, "/meshes/labels.json", {{"flesh", 0.1, 1.0 / 3.0}, {"bone", 100, 2, 0.2}},
                      {}};
    scene.leak = {1.0 / 7.0, 0.07};
    scene.subspace = SubspaceKind::pod;
    scene.subspace_file = "/motions/walk.npy";
    scene.painted_weights = {{"Tail \"tip\"", PaintedRegion({1, 255, 0})}, {"Not painted yet", {}}};
    scene.loads = {
        {{.name = "Top", .kind = LoadKind::field, .decay = 3.0, .amount = 1.0 / 3.0, .mean = {0, -1, 0.1}},
         PaintedRegion({0, 255, 7})},
        {{.name = "Handles", .kind = LoadKind::handles, .points = {Vec3(0.1, 0, 1)}}, {}, LoadSource::handles},
        {{.kind = LoadKind::region, .region = LoadRegion{Vec3(1, 0, 0), 0.2, 40.0}}},
        {{.kind = LoadKind::pressing, .region = LoadRegion{Vec3(0, 1, 0), 0.1, 1.0 / 7.0}}}};
    scene.newton = NewtonDescription{ElasticEnergy::arap, 77, 1.0 / 3.0};
    scene.modes = 7;
    scene.clusters = 41;
    scene.feature_exponent = 2.0 / 3.0;
    scene.seed = 0xFFFFFFFFFFFFFFFFull;
    scene.environment.time_step = 1.0 / 90.0;
    scene.step = {3, 1e-7, 0.1, Vec3(0, -1.0 / 3.0, 1), {Integrator::bdf2, Arithmetic::double_precision, 2, 1e-3}};
    scene.look = {{1, 2, 255}, "/meshes/paint.json", {{16, 160, 0}, {0, 0, 0}}};
    scene.camera = CameraDescription{Vec3(1, 2, 3), Vec3(0.1, 0, 0), Vec3(0, 0, 1), 41.0};
    return scene;
}

TEST(SceneFile, RoundTrips) {
    for (const CharacterDescription& scene : {unusual_scene(), plain_scene()}) {
        const auto back = parse_scene(scene_json(scene, home), "scene", home);
        ASSERT_TRUE(back) << sentence(back.error());
        EXPECT_TRUE(back.value().value == scene) << scene_json(back.value().value, home);
        EXPECT_THAT(back.value().warnings, IsEmpty());
    }
}

TEST(SceneFile, SaysWhetherNewtonsMethodStepsTheBody) {
    CharacterDescription scene = plain_scene();
    EXPECT_EQ(scene_json(scene, home).find("newton"), std::string::npos);
    scene.newton = NewtonDescription{ElasticEnergy::st_venant_kirchhoff, 31, 1.0 / 7.0};
    const auto read = parse_scene(scene_json(scene, home), "scene", home);
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value, scene);
    const auto refusal_of = [&](const NewtonDescription& newton) {
        scene.newton = newton;
        const auto fault = fault_in(scene);
        return fault ? sentence(*fault) : "";
    };
    EXPECT_THAT(refusal_of({ElasticEnergy::arap, 0, 1.0}), HasSubstr("newton.points: must be between 1 and 100000"));
    EXPECT_THAT(refusal_of({ElasticEnergy::arap, 10, 0.0}), HasSubstr("newton.training_error: must lie between"));
    EXPECT_THAT(refusal_of({ElasticEnergy::arap, 10, std::nan("")}), HasSubstr("newton.training_error"));
    EXPECT_EQ(refusal_of({ElasticEnergy::arap, 10, 1.0}), "");
    scene.rig_kind = RigKind::none;
    scene.rod_radius = 0.01;
    EXPECT_THAT(refusal_of({}), HasSubstr("newton must be left out for rods and shells, which have no tets"));
}

TEST(SceneFile, SaysWhetherTheBodySwitchesBetweenItsLoads) {
    CharacterDescription scene = plain_scene();
    EXPECT_EQ(scene_json(scene, home).find("switch_loads"), std::string::npos);
    scene.switches_loads = true;
    for (const SubspaceKind kind : {SubspaceKind::force_dual_skinning, SubspaceKind::skinning}) {
        scene.subspace = kind;
        const auto read = parse_scene(scene_json(scene, home), "scene", home);
        ASSERT_TRUE(read) << sentence(read.error());
        EXPECT_EQ(read.value().value, scene);
    }
}

TEST(SceneFile, SwitchesBetweenSeveralLoadsOnly) {
    CharacterDescription scene = plain_scene();
    scene.subspace = SubspaceKind::greens;
    scene.loads.resize(2);
    scene.switches_loads = true;
    drop_unused_switch(scene);
    EXPECT_TRUE(scene.switches_loads);
    scene.loads.pop_back();
    EXPECT_FALSE(may_switch_loads(scene));
    drop_unused_switch(scene);
    EXPECT_FALSE(scene.switches_loads);
    scene.subspace_file = "/loads/mixture.json";
    EXPECT_TRUE(may_switch_loads(scene)) << "the file may have several";
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::force_dual_rotation_strain}) {
        scene.subspace = kind;
        EXPECT_FALSE(may_switch_loads(scene));
    }
}

// A file has one decay for both, so that an edit of the other one would be lost.
TEST(SceneFile, HasOneDecayOfALoad) {
    CharacterDescription scene = unusual_scene();
    Load& pressing = scene.loads.back().load;
    decay_of(pressing) = 3.0;
    EXPECT_EQ(pressing.region->decay, 3.0);
    EXPECT_FALSE(fault_in(scene.loads));
    EXPECT_EQ(parse_scene(scene_json(scene, home), "scene", home).value().value.loads, scene.loads);
    pressing.decay = 2.0;
    const auto fault = fault_in(scene.loads);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->message, HasSubstr("loads[3].decay must be that of the region"));
    pressing.region.reset();
    decay_of(pressing) = 5.0;
    EXPECT_EQ(pressing.decay, 5.0);
}

TEST(SceneFile, SaysWhetherTheBodyIsThin) {
    CharacterDescription scene = plain_scene();
    EXPECT_EQ(scene_json(scene, home).find("rod_radius"), std::string::npos);
    EXPECT_EQ(scene_json(scene, home).find("shell_thickness"), std::string::npos);
    scene.rig_kind = RigKind::none;
    scene.rod_radius = 1.0 / 30.0;
    EXPECT_EQ(parse_scene(scene_json(scene, home), "scene", home).value().value, scene);
    scene.rod_radius = 0.0;
    scene.shell_thickness = 1.0 / 70.0;
    EXPECT_EQ(parse_scene(scene_json(scene, home), "scene", home).value().value, scene);
}

TEST(SceneFile, SaysWhetherTheBodyMovesInItsPlane) {
    CharacterDescription scene = plain_scene();
    EXPECT_EQ(scene_json(scene, home).find("plane_depth"), std::string::npos);
    EXPECT_EQ(scene_json(scene, home).find("\"vertices\": true"), std::string::npos);
    EXPECT_EQ(scene_json(scene, home).find("skinning_modes"), std::string::npos);
    scene.rig_kind = RigKind::none;
    scene.plane_depth = 1.0 / 7.0;
    scene.muscles.vertices = true;
    scene.muscles.skinning_modes = 3;
    scene.muscles.shape_poisson = 0.45;
    scene.muscles.examples = {{.name = "lift", .file = "/home/poses/lift.obj", .group = "left leg"}};
    EXPECT_EQ(parse_scene(scene_json(scene, home), "scene", home).value().value, scene);
}

TEST(SceneFile, PathsAreRelativeToTheFile) {
    const std::string text = scene_json(unusual_scene(), home);
    EXPECT_THAT(text, HasSubstr("\"../meshes/one.msh\""));
    const auto elsewhere = parse_scene(text, "scene", "/other/place");
    ASSERT_TRUE(elsewhere);
    EXPECT_EQ(elsewhere.value().value.mesh, "/other/meshes/one.msh");
    EXPECT_EQ(elsewhere.value().value.clips[1], "/other/place/b.json");
}

TEST(SceneFile, AcceptsBuiltInRigs) {
    for (const auto kind : {RigKind::none, RigKind::affine_handle}) {
        CharacterDescription scene = plain_scene();
        scene.rig_kind = kind;
        EXPECT_EQ(parse_scene(scene_json(scene, home), "scene", home).value().value.rig_kind, kind);
    }
}

TEST(SceneFile, WarnsOfUnknownMembers) {
    const auto scene = parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "a.msh", "mood": 3,
                                      "step": {"time_stop": 1}})",
                                   "s.json", home);
    ASSERT_TRUE(scene);
    EXPECT_THAT(scene.value().warnings,
                ::testing::UnorderedElementsAre("s.json: unknown member mood is ignored",
                                                "s.json: unknown member step.time_stop is ignored"));
}

struct Refusal {
    const char* text;
    const char* sentence;
};

TEST(SceneFile, ErrorNamesThePlace) {
    const std::vector<Refusal> refusals = {
        {"", "is empty"},
        {"{\n \"format\": \"limber-scene\",,\n}", "s.json:2:27: this is not valid JSON"},
        {"{\"format\": \"limber-scene\"", "s.json:1:25: this is not valid JSON"},
        {"[1, 2]", "the file must be an object"},
        {"{}", "must say \"format\": \"limber-scene\""},
        {R"({"format": "limber-rig", "version": 1})", "must say \"format\": \"limber-scene\""},
        {R"({"format": "limber-scene", "version": 2, "mesh": "a"})", "must say \"version\": 1"},
        {R"({"format": "limber-scene", "version": 1})", "mesh must name a file"},
        {R"({"format": "limber-scene", "version": 1, "mesh": 3})", "mesh must be a text"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "modes": "many"})", "modes must be a number"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "modes": 1.5})", "modes must be a whole number"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "modes": 0})", "modes must be between 1 and 1024"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "modes": 100000})",
         "modes must be between 1 and 1024"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "modes": 1e999})", "not valid JSON"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": 1})", "material must be an object"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"young": -1}})", "material.young"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"poisson": 0.5}})", "material.poisson"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"poisson": 0.49999999}})",
         "material.poisson must be between 0 and 0.49"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "muscles": {"poisson": 0.491}})",
         "muscles.poisson must be between 0 and 0.49"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"density": null}})", "material.density"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"labels": "l"}})", "material.regions"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"regions": [{"young": 0}]}})",
         "material.regions[0].young"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "material": {"regions": [{"poisson": 0.5}]}})",
         "material.regions[0].poisson"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "loads": [{"kind": "push"}]})",
         "loads[0].kind must be \"everywhere\""},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "loads": [{"kind": "everywhere", "source": "me"}]})",
         "loads[0].source must be \"user\""},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "loads": [{"kind": "everywhere", "amount": -1}]})",
         "loads[0].amount must be between 0 and 1e12"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "clips": "c"})", "clips must be a list"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "clips": [7]})", "clips[0] must name a file"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "active_clip": 2})", "active_clip"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "step": {"gravity": [0, 1]}})", "step.gravity"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "step": {"time_step": 0}})", "step.time_step"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "step": {"time_step": -0.01}})", "step.time_step"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "step": {"time_step": 1e9}})", "step.time_step"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "step": {"iterations": 0}})", "step.iterations"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "leak": {"on": 1}})",
         "leak.on must be true or false"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "look": {"colour": "red"}})", "look.colour"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "clusters": {"seed": -1}})", "clusters.seed"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "subspace": {"kind": "modal"}})",
         R"(must be "skinning", "skinning-homogeneous", "skinning-unconstrained", "skinning-partly-constrained", "weights", "localised", "force-dual-skinning", "displacement", "displacement-affine", "modal-derivatives", "pod", "force-dual", "greens", "pod-sampled", "substructured", "warped", "rotation-strain" or "force-dual-rotation-strain")"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "camera": {"up": [0, 0, 0]}})", "camera.up"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "camera": {"eye": [0, 3, 0], "target": [0, 0, 0]}})",
         "camera.up"},
        {R"({"format": "limber-scene", "version": 1, "mesh": "a", "camera": {"eye": [1e300, 0, 0]}})", "camera.eye"},
    };
    for (const Refusal& refusal : refusals) {
        const auto scene = parse_scene(refusal.text, "s.json", home);
        ASSERT_FALSE(scene) << refusal.text;
        EXPECT_THAT(sentence(scene.error()), HasSubstr(refusal.sentence));
        EXPECT_THAT(sentence(scene.error()), ::testing::StartsWith("s.json:"));
    }
}

TEST(SceneFile, RefusesLoadsThatAreNotFinite) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Load> mistakes{{.amount = nan},
                                     {.decay = nan},
                                     {.mean = {0.0, nan}},
                                     {.kind = LoadKind::handles, .points = {Vec3(0, nan, 0)}},
                                     {.kind = LoadKind::region, .region = LoadRegion{.radius = -1.0}},
                                     {.kind = LoadKind::muscle, .sections = 0}};
    for (const Load& load : mistakes) {
        CharacterDescription scene = plain_scene();
        scene.loads = {{{.name = "Sound"}}, {load}};
        const auto fault = fault_in(scene);
        ASSERT_TRUE(fault);
        EXPECT_THAT(fault->message, HasSubstr("loads[1]"));
    }
}

TEST(SceneFile, RejectsNumbersWhoseSquareOverflows) {
    const std::vector<Refusal> refusals = {
        {R"("turn": {"axis": [1e300, 0, 0], "degrees": 3})", "turn must be a direction"},
        {R"("turn": {"degrees": 1e300})", "turn must be a direction"},
        {R"("front": [0, 1e300, 0])", "front must be a direction"},
        {R"("front": [0, 1e-300, 0])", "front must be a direction"},
        {R"("step": {"gravity": [0, 1e300, 0]})", "step.gravity"},
        {R"("step": {"tolerance": 1e300})", "step.tolerance"},
        {R"("leak": {"depth": 1e300})", "leak.depth"},
        {R"("clusters": {"feature_exponent": 1e300})", "clusters.feature_exponent"},
        {R"("camera": {"up": [0, 1e300, 0]})", "camera.up"},
        {R"("contact": {"floor_height": 1e300})", "contact.floor_height"},
        {R"("contact": {"floor_friction": 1e300})", "contact.floor_friction"},
        {R"("contact": {"obstacles": [{"shape": "ball", "centre": [1e300, 0, 0]}]})", "contact.obstacles[0]"},
        {R"("contact": {"obstacles": [{"shape": "ball", "radius": 1e300}]})", "contact.obstacles[0]"},
        {R"("contact": {"obstacles": [{"shape": "ground", "point": [0, 1e300, 0]}]})", "contact.obstacles[0]"},
        {R"("contact": {"obstacles": [{"shape": "block", "size": [1, 1e300, 1]}]})", "contact.obstacles[0]"},
        {R"("contact": {"obstacles": [{"shape": "hills", "heights": [[0, 0], [0, 1e300]]}]})", "contact.obstacles[0]"},
        {R"("muscles": {"gait_search": {"ahead": 1e300}})", "muscles.gait_search.ahead"},
    };
    for (const Refusal& refusal : refusals) {
        const std::string head = R"({"format": "limber-scene", "version": 1, "mesh": "a", )";
        const auto scene = parse_scene(head + refusal.text + "}", "s.json", home);
        ASSERT_FALSE(scene) << refusal.text;
        EXPECT_THAT(sentence(scene.error()), HasSubstr(refusal.sentence));
    }
}

TEST(SceneFile, ReadsTheGaitSearchByItsEarlierName) {
    for (const std::string name : {"gait_search", "lesson"}) {
        const auto scene = parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "a", "muscles": {")" + name +
                                           R"(": {"ahead": 2.5}}})",
                                       "s.json", home);
        ASSERT_TRUE(scene) << name;
        EXPECT_EQ(scene.value().value.muscles.problem.ahead, 2.5) << name;
        EXPECT_TRUE(scene.value().warnings.empty()) << name;
    }
}

TEST(SceneFile, UnreadableSceneIsNotWritten) {
    const ScratchFolder folder;
    const auto path = folder / "s.json";
    CharacterDescription scene = unusual_scene();
    ASSERT_TRUE(write_scene(scene, path));
    const std::string before = bytes_of(path);
    scene.material.poisson = std::numeric_limits<double>::quiet_NaN();
    const auto refused = write_scene(scene, path);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("was not saved, because it could not be opened again"));
    EXPECT_EQ(bytes_of(path), before);

    SceneDescription saved{"Two", {{"a.json"}}, {}};
    ASSERT_TRUE(write_scene_file(saved, path));
    const std::string scene_before = bytes_of(path);
    saved.members.front().placement(0, 3) = std::numeric_limits<double>::infinity();
    ASSERT_FALSE(write_scene_file(saved, path));
    EXPECT_EQ(bytes_of(path), scene_before);
}

TEST(SceneFile, RejectsDeepNesting) {
    const auto scene = parse_scene(std::string(100000, '['), "s.json", home);
    ASSERT_FALSE(scene);
    EXPECT_THAT(sentence(scene.error()), HasSubstr("nested too deeply"));
}

TEST(SceneFile, RejectsTruncation) {
    const std::string text = scene_json(unusual_scene(), home);
    for (std::size_t tenth = 0; tenth < 10; ++tenth) {
        EXPECT_FALSE(parse_scene(text.substr(0, tenth * text.size() / 10), "s.json", home));
    }
}

TEST(LabelsFile, RoundTripsAndRejectsAnotherMesh) {
    const ScratchFolder folder;
    const std::vector<int> labels = {0, 2, 1, 1};
    ASSERT_TRUE(write_labels(labels, folder / "l.json"));
    EXPECT_EQ(read_labels(folder / "l.json", 4, 3, "tets").value(), labels);
    EXPECT_THAT(sentence(read_labels(folder / "l.json", 5, 3, "tets").error()), HasSubstr("4 labels for 5 tets"));
    EXPECT_THAT(sentence(read_labels(folder / "l.json", 4, 2, "tets").error()), HasSubstr("labels[1] is 2"));
    EXPECT_THAT(sentence(read_labels(folder / "none.json", 4, 2, "tets").error()), HasSubstr("no such file"));
}

TEST(Opening, FindsRigAndClipsBesideAMesh) {
    const ScratchFolder folder;
    write_small_scene(folder);
    const auto scene = describe(folder / "bar.mesh");
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_EQ(scene.value().value.rig, folder / "bar_rig.json");
    EXPECT_EQ(scene.value().value.clips, std::vector<std::filesystem::path>{folder / "bend.json"});
    EXPECT_EQ(scene.value().value.name, "bar");
}

TEST(Opening, WarnsOfUnreadableJsonBesideAMesh) {
    const ScratchFolder folder;
    write_small_scene(folder);
    std::filesystem::remove(folder / "bar_rig.json");
    write_bytes(folder / "broken.json", "{\"P\": [");
    const auto scene = describe(folder / "bar.mesh");
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_THAT(scene.value().warnings, ElementsAre(HasSubstr("broken.json lies beside the mesh but cannot be read")));
    EXPECT_TRUE(scene.value().value.clips.empty()) << "without a rig no clip plays";
}

TEST(Opening, OpensAMeshWithoutTheUnreadableRigBesideIt) {
    const ScratchFolder folder;
    write_small_scene(folder);
    std::filesystem::remove(folder / "bar_rig.json");
    write_bytes(folder / "rig.json", "{\"bones\": [");
    const auto scene = describe(folder / "bar.mesh");
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_EQ(scene.value().value.rig_kind, RigKind::affine_handle);
    EXPECT_TRUE(scene.value().value.rig.empty());
    EXPECT_THAT(
        scene.value().warnings,
        ElementsAre(HasSubstr("rig.json lies beside the mesh but cannot be read as JSON; the mesh opens without")));
    EXPECT_THAT(scene.value().warnings, ElementsAre(HasSubstr("(rig.json:1:11: this is not valid JSON")));
    for (const char* number : {"NaN", "nan", "Infinity", "-Infinity", "-inf"}) {
        write_bytes(folder / "rig.json", std::string("{\"bones\": [],\n\"p0\": [1,\n 2, ") + number + "]}");
        const auto opened = describe(folder / "bar.mesh");
        ASSERT_TRUE(opened) << sentence(opened.error());
        EXPECT_THAT(opened.value().warnings,
                    ElementsAre(::testing::AllOf(HasSubstr("(rig.json:3:"), HasSubstr("a number is not finite"))))
            << number;
    }
}

// Only the sizes are set: the files are sparse.
TEST(Opening, SkipsHugeJsonBesideAMesh) {
    const ScratchFolder folder;
    write_small_scene(folder);
    write_bytes(folder / "a_huge.json", "{}");
    std::filesystem::resize_file(folder / "a_huge.json", std::uintmax_t{1} << 40U);
    const auto scene = describe(folder / "bar.mesh");
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_THAT(scene.value().warnings,
                ElementsAre(HasSubstr("a_huge.json lies beside the mesh and is not read: no more "
                                      "than 256 MB are searched")));
    EXPECT_EQ(scene.value().value.clips, std::vector<std::filesystem::path>{folder / "bend.json"});
}

// A rig of any of the names it may have, with a size that fits into no memory.
TEST(Opening, SkipsAHugeRigBesideAMesh) {
    for (const char* name : {"bar.rig.json", "bar_rig.json", "rig.json"}) {
        const ScratchFolder folder;
        write_small_scene(folder);
        std::filesystem::remove(folder / "bar_rig.json");
        write_bytes(folder / name, R"({"format": "limber-rig"})");
        std::filesystem::resize_file(folder / name, std::uintmax_t{1} << 40U);
        const auto scene = describe(folder / "bar.mesh");
        ASSERT_TRUE(scene) << sentence(scene.error());
        EXPECT_EQ(scene.value().value.rig_kind, RigKind::affine_handle) << name;
        EXPECT_TRUE(scene.value().value.rig.empty()) << name;
        EXPECT_THAT(scene.value().warnings,
                    ElementsAre(::testing::AllOf(HasSubstr(name), HasSubstr("the mesh opens without this rig"))));
    }
}

TEST(Opening, WarnsOfLabelsBesideAMeshWithoutCallingThemClips) {
    const ScratchFolder folder;
    write_small_scene(folder);
    write_bytes(folder / "bar_colours.json", "{\"labels\": [");
    write_bytes(folder / "bar_material.json", "{}");
    std::filesystem::resize_file(folder / "bar_material.json", std::uintmax_t{1} << 40U);
    const auto scene = describe(folder / "bar.mesh");
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_THAT(scene.value().warnings,
                ElementsAre(HasSubstr("scenes that take their labels from it do not open"),
                            ::testing::AllOf(HasSubstr("is not read"), ::testing::Not(HasSubstr("add it")))));
}

#ifndef _WIN32
// Opening a pipe would wait for its writer.
TEST(Opening, WarnsOfJsonBesideAMeshThatIsNoFile) {
    const ScratchFolder folder;
    write_small_scene(folder);
    std::filesystem::remove(folder / "bar_rig.json");
    ASSERT_EQ(mkfifo((folder / "rig.json").c_str(), 0600), 0);
    std::filesystem::create_directory(folder / "clips.json");
    std::filesystem::create_symlink("/dev/zero", folder / "zero.json");
    const auto scene = describe(folder / "bar.mesh");
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_THAT(scene.value().warnings,
                ElementsAre(HasSubstr("clips.json lies beside the mesh but is not a file"),
                            HasSubstr("rig.json lies beside the mesh but is not a file"), HasSubstr("zero.json")));
}
#endif

TEST(Opening, RejectsUnknownFiles) {
    const ScratchFolder folder;
    write_bytes(folder / "picture.png", "png");
    for (const char* name : {"nothing.msh", "picture.png", "."}) {
        EXPECT_FALSE(describe(folder / name)) << name;
    }
}

TEST(SceneFile, DetectsTheFormatByMembers) {
    const ScratchFolder folder;
    const auto scene = write_small_scene(folder);
    EXPECT_EQ(json_kind(scene), JsonKind::scene);
    EXPECT_EQ(json_kind(folder / "bar_rig.json"), JsonKind::rig);
    EXPECT_EQ(json_kind(folder / "bend.json"), JsonKind::clip);
    EXPECT_EQ(json_kind(folder / "bar.mesh"), JsonKind::unreadable);
}

// What a rig has for each vertex is carried to other tets; a subspace that comes from a file stays with those of the
// mesh's file.
TEST(SceneFile, NamesOtherTetsThanThoseOfTheMesh) {
    CharacterDescription scene = plain_scene();
    EXPECT_EQ(scene_json(scene, home).find("\"tets\""), std::string::npos);
    for (const TetSource source : {TetSource::largest_part, TetSource::refilled}) {
        scene.tets = source;
        const auto read = parse_scene(scene_json(scene, home), "scene", home);
        ASSERT_TRUE(read) << sentence(read.error());
        EXPECT_EQ(read.value().value, scene);
    }
    EXPECT_TRUE(parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh", "rig": "rig.json",
                                "tets": "refilled"})",
                            "scene", home));
    const auto refused = parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh",
                                         "subspace": {"kind": "weights", "file": "w.npy"}, "tets": "refilled"})",
                                     "scene", home);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()),
                HasSubstr("tets must be \"as they are\" where the subspace's file has a value"));
    const auto unknown =
        parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "a.mesh", "tets": "mine"})", "scene", home);
    ASSERT_FALSE(unknown);
    EXPECT_THAT(sentence(unknown.error()), HasSubstr("largest part"));
}

} // namespace
} // namespace limber::app
