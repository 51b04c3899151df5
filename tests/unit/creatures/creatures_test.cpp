// SPDX-License-Identifier: MIT
#include "app/creatures/ball_game.h"
#include "app/creatures/bedtime.h"
#include "app/creatures/bowling.h"
#include "app/creatures/creatures.h"
#include "app/creatures/sea.h"

#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/motion.h"
#include "app/creatures/makers/sea.h"
#include "app/creatures/makers/walkers.h"
#include "app/creatures/makers/writing.h"
#include "engine/core/json_document.h"
#include "engine/loads/pockets.h"
#include "engine/mesh/curve_file.h"
#include "engine/mesh/slab.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/mesh/topology.h"
#include "tests/support/needed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <future>
#include <iterator>
#include <map>
#include <set>

namespace limber::app {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

fs::path empty_cache(const std::string& name) {
    const fs::path folder = fs::path(LIMBER_BINARY_DIR) / "creature_caches" / name;
    fs::remove_all(folder);
    return folder;
}

std::string bytes_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// The simplest creature.
makers::Figure bean() {
    makers::Figure bean;
    bean.name = "bean";
    bean.title = "Ben the bean";
    bean.palette = {"#88aa44"};
    const int bone = bean.add_bone("bone", -1, {-0.2, 0, 0}, {0.2, 0, 0});
    bean.add({makers::Ellipsoid{Vec3::Zero(), {0.4, 0.2, 0.2}}, {bone}});
    bean.clips = {makers::looping_clip(bean.skeleton, "roll", 1.0, [](double phase, makers::Motion& motion) {
        motion[0].turn.x() = 20.0 * makers::sine_wave(phase);
    })};
    bean.vertices = 200;
    return bean;
}

class CreatureCache : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    }
};

TEST_F(CreatureCache, MakesACreatureOnce) {
    const fs::path cache = empty_cache("once");
    const auto first = cached_scene(bean(), cache);
    ASSERT_TRUE(first) << sentence(first.error());
    const auto made_at = fs::last_write_time(first.value());
    const auto second = cached_scene(bean(), cache);
    ASSERT_TRUE(second);
    EXPECT_EQ(first.value(), second.value());
    EXPECT_EQ(fs::last_write_time(second.value()), made_at);
    EXPECT_EQ(std::distance(fs::directory_iterator(cache), {}), 1) << "temporary files are left";
}

TEST_F(CreatureCache, KeepsTheFirstResultWhenTwoThreadsMakeACreature) {
    const fs::path cache = empty_cache("raced");
    const auto make = [&] {
        const auto scene = cached_scene(bean(), cache);
        EXPECT_TRUE(scene) << sentence(scene.error());
        return fs::last_write_time(scene.value());
    };
    auto other = std::async(std::launch::async, make);
    const auto mine = make();
    EXPECT_EQ(mine, other.get()) << "files in use are not replaced";
    EXPECT_EQ(std::distance(fs::directory_iterator(cache), {}), 1) << "temporary files are left";
}

TEST_F(CreatureCache, RebuildsDamagedFilesBitForBit) {
    const fs::path cache = empty_cache("damaged");
    const auto scene = cached_scene(bean(), cache);
    ASSERT_TRUE(scene) << sentence(scene.error());
    for (const char* name : {"meshes/bean.msh", "rigs/bean.json", "clips/bean_roll.json", "MANIFEST"}) {
        const fs::path file = cache / "bean" / name;
        const std::string whole = bytes_of(file);
        std::ofstream(file, std::ios::binary) << whole.substr(0, whole.size() / 2);
        ASSERT_TRUE(cached_scene(bean(), cache));
        EXPECT_EQ(bytes_of(file), whole) << name;
    }
}

TEST_F(CreatureCache, SizeScalesTheMeshAndKeepsTheWeights) {
    makers::Figure large = bean();
    large.size = 2.0;
    const auto one = makers::build(bean());
    const auto two = makers::build(large);
    ASSERT_TRUE(one && two);
    EXPECT_EQ(two.value().mesh.X, 2.0 * one.value().mesh.X);
    EXPECT_EQ(two.value().weights, one.value().weights);
    EXPECT_EQ(two.value().figure.skeleton.bones[0].length, 2.0 * one.value().figure.skeleton.bones[0].length);
    EXPECT_EQ(two.value().figure.young, 4.0 * one.value().figure.young);
}

TEST_F(CreatureCache, CancellingLeavesNoFiles) {
    const fs::path cache = empty_cache("cancelled");
    Progress progress;
    progress.cancel();
    const auto scene = cached_scene(bean(), cache, &progress);
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.error().kind, ErrorKind::cancelled);
    EXPECT_TRUE(fs::is_empty(cache));
}

// The rope bridge has no tets to make.
TEST(CreatureFolder, KeepsWhatWasMade) {
    remove_temporary_creatures();
    EXPECT_FALSE(is_kept("ropes"));
    ASSERT_TRUE(creature_scenes({"ropes"}));
    EXPECT_TRUE(is_kept("ropes"));
    EXPECT_FALSE(is_kept("unknown"));
    remove_temporary_creatures();
    EXPECT_FALSE(is_kept("ropes"));
}

TEST(CreatureFolder, IsSetByTheEnvironment) {
    const std::string before = std::getenv("LIMBER_CACHE");
    const fs::path temporary = creature_folder().value(); // LIMBER_CACHE is "off" in every test
    EXPECT_EQ(temporary, creature_folder().value());
    EXPECT_THAT(temporary.string(), ::testing::StartsWith(fs::temp_directory_path().string()));
    EXPECT_EQ(fs::status(temporary.parent_path()).permissions(), fs::perms::owner_all);
    remove_temporary_creatures();
    EXPECT_FALSE(fs::exists(temporary.parent_path()));
    EXPECT_NE(creature_folder().value(), temporary) << "a name that others know is not used again";
    setenv("LIMBER_CACHE", "/somewhere/else", 1);
    EXPECT_EQ(creature_folder().value().parent_path(), "/somewhere/else/creatures");
    EXPECT_EQ(creature_folder().value().filename(), temporary.filename()) << "the edition";
    setenv("LIMBER_CACHE", before.c_str(), 1);
}

TEST(CreatureFolder, NewEditionRemovesOldEditions) {
    const fs::path all = empty_cache("editions");
    const fs::path old = all / "0123456789abcdef";
    const fs::path now = all / "fedcba9876543210";
    const fs::path foreign = all / "my holiday pictures";
    for (const auto& folder : {old, now, foreign}) {
        fs::create_directories(folder / "whale");
    }
    remove_other_editions(now);
    EXPECT_TRUE(fs::exists(old)) << "another program may still use it";
    fs::remove_all(now);
    remove_other_editions(now);
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(foreign));
}

TEST_F(CreatureCache, ReportsAFolderThatCannotBeWritten) {
    const fs::path cache = empty_cache("blocked");
    fs::create_directories(cache.parent_path());
    std::ofstream(cache) << "a file where the cache should be";
    const auto scene = cached_scene(bean(), cache);
    ASSERT_FALSE(scene);
    EXPECT_THAT(sentence(scene.error()), HasSubstr("cannot be kept there"));
    fs::remove(cache);
}

TEST(Creatures, NamesHaveAPrefix) {
    EXPECT_EQ(creature_named_by("creature:whale"), "whale");
    EXPECT_EQ(creature_named_by("whale.json"), std::nullopt);
}

TEST(Creatures, UnknownNamesAreRejectedWithTheListOfKnownNames) {
    const auto scenes = creature_scenes({"unicorn"});
    ASSERT_FALSE(scenes);
    EXPECT_THAT(sentence(scenes.error()), HasSubstr("turtle, whale"));
}

TEST(Creatures, HaveUniqueNamesAndLoopingClips) {
    std::set<std::string> names;
    for (const auto& figure : makers::sea()) {
        EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
        ASSERT_FALSE(figure.clips.empty()) << figure.name;
        EXPECT_TRUE(figure.clips.front().looping) << figure.name;
        EXPECT_GE(figure.skeleton.bone_count(), 2) << figure.name;
        EXPECT_FALSE(figure.regions.empty()) << figure.name;
    }
    EXPECT_GE(names.size(), 10U);
}

TEST(Walkers, AreEightFreeBodiesThatFaceTheFront) {
    std::set<std::string> names;
    for (const auto& figure : makers::walkers()) {
        EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
        ASSERT_TRUE(figure.walk) << figure.name;
        EXPECT_EQ(figure.skeleton.bone_count(), 0) << figure.name;
        EXPECT_TRUE(figure.clips.empty()) << figure.name;
        EXPECT_EQ(figure.walk->front, Vec3::UnitZ()) << figure.name;
        EXPECT_LT(figure.gravity.y(), 0.0) << figure.name;
        EXPECT_GE(figure.vertices, 3000) << figure.name;
        EXPECT_LE(figure.vertices, 14000) << figure.name;
    }
    EXPECT_EQ(names.size(), 8U);
}

// The longest side of the bounding box of its solid [m].
double longest_side(const makers::Figure& figure) {
    constexpr double spacing = 0.05;
    const auto bounds = makers::solid_of(figure).bounds;
    Vec3 low = bounds.high;
    Vec3 high = bounds.low;
    for (double x = bounds.low.x(); x < bounds.high.x(); x += spacing) {
        for (double y = bounds.low.y(); y < bounds.high.y(); y += spacing) {
            for (double z = bounds.low.z(); z < bounds.high.z(); z += spacing) {
                if (makers::value_at(figure, {x, y, z}) < 0.0) {
                    low = low.cwiseMin(Vec3(x, y, z));
                    high = high.cwiseMax(Vec3(x, y, z));
                }
            }
        }
    }
    return figure.size * (high - low).maxCoeff();
}

// [m] along y, to 1 cm.
double lowest_point(const makers::Figure& figure) {
    constexpr double spacing = 0.02;
    const auto bounds = makers::solid_of(figure).bounds;
    for (double y = -0.1; y < bounds.high.y(); y += 0.01) {
        for (double x = bounds.low.x(); x < bounds.high.x(); x += spacing) {
            for (double z = bounds.low.z(); z < bounds.high.z(); z += spacing) {
                if (makers::value_at(figure, {x, y, z}) < 0.0) {
                    return figure.size * y;
                }
            }
        }
    }
    return bounds.high.y();
}

TEST(Walkers, AreAboutAMetreLong) {
    for (const auto& figure : makers::walkers()) {
        EXPECT_GT(longest_side(figure), 0.7) << figure.name;
        EXPECT_LT(longest_side(figure), 1.3) << figure.name;
    }
}

TEST(BehavingFigures, StandOnTheGroundAndDoSomething) {
    const std::set<std::string> kinds{"hop", "roll", "walk", "flee"};
    std::set<std::string> names;
    for (const auto& figure : makers::behaving_figures()) {
        EXPECT_TRUE(names.insert(figure.name).second) << figure.name;
        ASSERT_TRUE(figure.walk) << figure.name;
        EXPECT_TRUE(figure.walk->changes_rest_shape()) << figure.name;
        EXPECT_TRUE(kinds.contains(figure.walk->behaviour.kind)) << figure.name;
        EXPECT_GE(longest_side(figure), 0.5) << figure.name;
        EXPECT_LT(longest_side(figure), 1.3) << figure.name;
        EXPECT_NEAR(lowest_point(figure), 0.0, 0.03) << figure.name;
    }
    EXPECT_EQ(names.size(), 15U);
}

// Cards and a castle stand on the ground, face z, and behave.
TEST_F(CreatureCache, MakesFiguresWithoutTets) {
    for (const auto& figure : makers::behaving_thin_figures()) {
        ASSERT_NE(figure.rods.has_value(), figure.sheet.has_value()) << figure.name;
        const auto& points = figure.rods ? figure.rods->points : figure.sheet->points;
        const makers::ThinMuscles& muscles = figure.rods ? figure.rods->muscles : figure.sheet->muscles;
        EXPECT_TRUE(muscles.are_there()) << figure.name;
        EXPECT_FALSE(muscles.behaviour.kind.empty()) << figure.name;
        double lowest = 1.0;
        for (const Vec3& at : points) {
            lowest = std::min(lowest, at.y());
        }
        EXPECT_GE(lowest, 0.0) << figure.name;
        EXPECT_LT(lowest, 0.03) << figure.name;
        const fs::path folder = empty_cache(figure.name);
        const auto character = makers::build(figure);
        ASSERT_TRUE(character) << sentence(character.error());
        const auto written = makers::write(character.value(), folder);
        ASSERT_TRUE(written) << sentence(written.error());
        const fs::path mesh = folder / ("meshes/" + figure.name + ".obj");
        if (figure.rods) {
            const auto read = read_curve(mesh);
            ASSERT_TRUE(read) << sentence(read.error());
            EXPECT_THAT(read.value().warnings, ::testing::IsEmpty()) << figure.name;
        }
        EXPECT_THAT(bytes_of(folder / ("scenes/" + figure.name + ".json")), HasSubstr("\"behaviour\": {\"kind\": "));
    }
}

// A pose of its own for each leg, and none moves the middle.
TEST(BehavingFigures, HaveExamplesThatStretchALegOfTheCross) {
    const makers::Figure cross = makers::cross();
    ASSERT_EQ(cross.walk->examples.size(), 6U);
    const Vec3 middle(0, 0.349, 0);
    for (const auto& example : cross.walk->examples) {
        EXPECT_EQ(example.moved(middle), middle) << example.name;
    }
    const Vec3 tip = middle + 0.4 * Vec3::UnitY();
    const Vec3 moved = cross.walk->examples.front().moved(tip);
    EXPECT_GT((moved - middle).norm(), (tip - middle).norm());
}

TEST_F(CreatureCache, WalkersHaveNoRigButAFloorAndMuscles) {
    makers::Figure snail = bean();
    snail.name = "snail";
    snail.skeleton = {};
    snail.clips.clear();
    snail.parts.front().bones.clear();
    snail.walk = makers::Walk{};
    const auto scene = cached_scene(snail, empty_cache("walking"));
    ASSERT_TRUE(scene) << sentence(scene.error());
    const std::string text = bytes_of(scene.value());
    EXPECT_THAT(text, HasSubstr("\"rig\": \"none\""));
    EXPECT_THAT(text, HasSubstr("\"floor\": true"));
    EXPECT_THAT(text, HasSubstr("\"muscles\""));
    EXPECT_FALSE(fs::exists(scene.value().parent_path().parent_path() / "rigs" / "snail.json"));
}

TEST_F(CreatureCache, AFigureWithExamplesHasThemAndItsBehaviourInItsScene) {
    makers::Figure jumper = bean();
    jumper.name = "jumper";
    jumper.skeleton = {};
    jumper.clips.clear();
    jumper.parts.front().bones.clear();
    jumper.walk = makers::Walk{};
    jumper.walk->examples = {{"Tall", [](const Vec3& x) {
                                  return Vec3(x.x(), 1.5 * x.y(), x.z());
                              }}};
    jumper.walk->behaviour = {"hop", 0.1, 2.0, 0.5};
    const auto scene = cached_scene(jumper, empty_cache("jumping"));
    ASSERT_TRUE(scene) << sentence(scene.error());
    const auto parsed = JsonDocument::parsed(bytes_of(scene.value()), "scene");
    ASSERT_TRUE(parsed) << sentence(parsed.error());
    const std::string text = bytes_of(scene.value());
    EXPECT_THAT(text, HasSubstr("\"examples\": [{\"name\": \"Tall\", \"positions\": ["));
    EXPECT_THAT(text, HasSubstr("\"behaviour\": {\"kind\": \"hop\", \"height\": 0.1, \"distance\": 2, "));
    EXPECT_THAT(text, HasSubstr("\"tolerance\": 1e-05"));
}

// Without a behaviour, examples are flexed by a gait, and a muscle of the loads has fibres along its paint.
TEST_F(CreatureCache, AFigureWithExamplesAloneFlexesThemAndHasPaintedLoads) {
    makers::Figure flexing = bean();
    flexing.name = "flexing";
    flexing.skeleton = {};
    flexing.clips.clear();
    flexing.parts.front().bones.clear();
    flexing.walk = makers::Walk{};
    flexing.walk->examples = {{"Long", [](const Vec3& x) {
                                   return Vec3(1.5 * x.x(), x.y(), x.z());
                               }}};
    flexing.subspace = {"force-dual-skinning", {{"Fibres", "muscle", {0, 0, 0}, 0.1, 50, [](const Vec3& x) {
                                                     return x.x() > 0.0 ? 1.0 : 0.2;
                                                 }}}};
    const auto scene = cached_scene(flexing, empty_cache("flexing"));
    ASSERT_TRUE(scene) << sentence(scene.error());
    const std::string text = bytes_of(scene.value());
    // Every tet is half as long again along x, so that the root-mean-square strain is a half.
    EXPECT_THAT(text, HasSubstr(R"("waveforms": [[[0.25, 4, 0.75]]])"));
    EXPECT_THAT(text, HasSubstr(R"("held": [0.25])"));
    EXPECT_THAT(text, ::testing::Not(HasSubstr("behaviour")));
    const auto mesh = read_tet_mesh(scene.value().parent_path().parent_path() / "meshes" / "flexing.msh");
    ASSERT_TRUE(mesh);
    std::string levels;
    for (const int v : boundary_vertices(mesh.value().value.T)) {
        levels += mesh.value().value.X(v, 0) > 0.0 ? "ff" : "33";
    }
    EXPECT_THAT(text, HasSubstr(R"("kind": "muscle")"));
    EXPECT_THAT(text, HasSubstr("\"levels\": \"" + levels + "\""));
}

TEST(Bowling, ARootWithoutClipsCarriesTheBallAndThePins) {
    for (const makers::Figure& figure : {makers::pin(), makers::bowling_ball()}) {
        EXPECT_EQ(figure.skeleton.bone_count(), 1) << figure.name;
        EXPECT_TRUE(figure.clips.empty()) << figure.name;
        EXPECT_LT(makers::value_at(figure, {0, 0.02, 0}), 0.0) << figure.name << " reaches down to the floor";
        EXPECT_GT(makers::value_at(figure, {0, -0.02, 0}), 0.0) << figure.name << " does not reach below it";
    }
    EXPECT_LT(makers::value_at(makers::pin(), {0.08, 0.015, 0}), 0.0) << "the foot is flat";
}

TEST(Bowling, TenPinsStandApartBetweenTheWalls) {
    const std::vector<Vec3> pins = pin_places();
    ASSERT_EQ(pins.size(), 10U);
    for (std::size_t one = 0; one < pins.size(); ++one) {
        EXPECT_LT(pins[one].z(), bowling_ball_place.z() - 1.0);
        EXPECT_GT(pins[one].z(), lane_walls()[0].centre.z() + 0.4);
        EXPECT_LT(std::abs(pins[one].x()), lane_walls()[2].centre.x() - 0.2);
        for (std::size_t other = 0; other < one; ++other) {
            EXPECT_GT((pins[one] - pins[other]).norm(), 0.3);
        }
    }
}

TEST(LoadedFigures, HaveTheirLoadsOnTheBodyAndAPlaceThatIsPinned) {
    for (const makers::Figure& figure :
         {makers::mattress(), makers::bridge(), makers::teddy(), makers::gripper(), makers::pegasus(),
          makers::elephant(), makers::chicken_wing(), makers::flexing_arm()}) {
        EXPECT_EQ(figure.subspace.kind, "force-dual-skinning") << figure.name;
        EXPECT_GE(figure.subspace.loads.size(), 3u) << figure.name;
        for (const makers::LoadPlace& load : figure.subspace.loads) {
            const double outside = makers::value_at(figure, load.centre);
            if (load.kind == "pocket") {
                EXPECT_GT(outside, 0.0) << figure.name << ", " << load.name;
            } else {
                EXPECT_LT(outside, 0.5 * load.radius) << figure.name << ", " << load.name;
            }
        }
        ASSERT_TRUE(figure.walk) << figure.name;
        EXPECT_EQ(static_cast<bool>(figure.walk->is_pinned), figure.name != "teddy");
    }
}

TEST(LoadedFigures, TheObstaclesOfTheVisitorLieInsideItsSkin) {
    const makers::Figure hippo = makers::hippo();
    for (const VisitorPart& part : visitor_parts()) {
        for (int step = 0; step < 12; ++step) {
            const double angle = 0.52 * step;
            const Vec3 out(std::cos(angle), -std::abs(std::sin(angle)), 0.0);
            for (const Vec3& centre : {part.from, part.to}) {
                EXPECT_LT(makers::value_at(hippo, centre + part.radius * out), 0.0) << out.transpose();
            }
        }
    }
    EXPECT_EQ(makers::bone_head(hippo.skeleton.bones[0]), visitor_bone_head);
    EXPECT_EQ(hippo.skeleton.bones[0].name, visitor_bone);
    EXPECT_EQ(Mat3(hippo.skeleton.bones[0].rest.leftCols<3>()), Mat3::Identity());
}

TEST(LoadedFigures, TheCoreOfTheBallLiesInsideIt) {
    const makers::Figure ball = makers::bowling_ball();
    const Bone& handle = ball.skeleton.bones[0];
    EXPECT_EQ(handle.name, ball_bone);
    EXPECT_LT((ball.size * makers::bone_head(handle) - ball_bone_head).norm(), 1e-12);
    EXPECT_LT(ball_core_radius, -ball.size * makers::value_at(ball, ball_core_centre / ball.size));
}

// Stiff bones in soft flesh, with flesh alone around the joints.
TEST(LoadedFigures, HaveBonesThatDoNotCrossTheirJoints) {
    const makers::Figure wing = makers::chicken_wing();
    const makers::Figure arm = makers::flexing_arm();
    for (const makers::Figure* figure : {&wing, &arm}) {
        EXPECT_GE(figure->regions[1].young_factor, 100.0) << figure->name;
    }
    for (const makers::LoadPlace& joint : wing.subspace.loads) {
        EXPECT_EQ(wing.material_at(joint.centre, 0), 0) << joint.name;
    }
    EXPECT_EQ(wing.material_at({-0.29, 0.44, 0}, 0), 1) << "between its bare end and the elbow";
    EXPECT_EQ(wing.material_at({0.10, 0.42, 0}, 0), 1) << "between elbow and wrist";
    EXPECT_EQ(wing.material_at({0.40, 0.45, 0}, 0), 1) << "between wrist and tip";
    EXPECT_EQ(arm.material_at({0, 0.50, 0}, 0), 0) << "the elbow";
    EXPECT_EQ(arm.material_at({0, 0.75, 0}, 0), 1) << "the upper arm";
    EXPECT_EQ(arm.material_at({0, 0.35, 0.13}, 0), 1) << "the forearm";
    EXPECT_EQ(arm.material_at({0, 0.75, 0.07}, 0), 0) << "the biceps";
}

// The example keeps the upper arm and its bone, and turns the forearm as a whole.
TEST(FlexingArm, TurnsItsForearmInItsExample) {
    const makers::Figure arm = makers::flexing_arm();
    ASSERT_EQ(arm.walk->examples.size(), 1U);
    const auto& moved = arm.walk->examples.front().moved;
    const Vec3 in_upper_arm(0.02, 0.80, -0.02);
    EXPECT_LT((moved(in_upper_arm) - in_upper_arm).norm(), 1e-12);
    const Vec3 wrist(0, 0.20, 0.26);
    const Vec3 hand(0, 0.12, 0.33);
    EXPECT_NEAR((moved(wrist) - moved(hand)).norm(), (wrist - hand).norm(), 1e-12);
    EXPECT_GT(moved(hand).y(), hand.y() + 0.2);
    EXPECT_GT(moved({0, 0.72, 0.12}).z(), 0.12) << "the biceps is thicker";
}

// Its fibres run in the flesh in front of the bones, and across the elbow.
TEST(FibreArm, HasFibresThatCrossItsElbow) {
    const makers::Figure arm = makers::fibre_arm();
    ASSERT_EQ(arm.walk->fibres.size(), 1U);
    const makers::LoadPlace& fibres = arm.walk->fibres.front();
    EXPECT_LT(makers::value_at(arm, fibres.centre), 0.5 * fibres.radius);
    const std::array path{Vec3(0, 0.80, 0.07), Vec3(0, 0.65, 0.09), Vec3(0, 0.50, 0.11), Vec3(0, 0.42, 0.15)};
    for (std::size_t i = 0; i < path.size(); ++i) {
        EXPECT_EQ(arm.material_at(path[i], 0), 0) << path[i].transpose();
        if (i > 0) {
            EXPECT_LT(fibres.painted(path[i]), fibres.painted(path[i - 1]) - 0.05) << path[i].transpose();
        }
    }
}

// Its chambers are closed cavities of the mesh, each between two points of the finger's wall.
TEST(Gripper, HasAClosedChamberInEachFinger) {
    SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    const auto gripper = makers::build(makers::gripper());
    ASSERT_TRUE(gripper) << sentence(gripper.error());
    const std::vector<Pocket> pockets = pockets_of(gripper.value().mesh);
    EXPECT_EQ(pockets.size(), static_cast<std::size_t>(gripper.value().figure.walk->pockets));
    for (const Pocket& pocket : pockets) {
        EXPECT_GT(pocket.volume, 1e-3) << "[m^3]";
    }
}

// Squares of two triangles each, in the x-y plane, and poses of the file's points in six groups.
TEST(FlatFigures, AreFlatMeshesWithPosesInGroups) {
    int poses = 0;
    for (const makers::Figure& figure : makers::flat_figures()) {
        ASSERT_TRUE(figure.sheet) << figure.name;
        const makers::Sheet& sheet = *figure.sheet;
        EXPECT_TRUE(sheet.is_planar) << figure.name;
        SurfaceMesh flat{Points(static_cast<Index>(sheet.points.size()), 3),
                         Triangles(static_cast<Index>(sheet.triangles.size()), 3)};
        for (std::size_t i = 0; i < sheet.points.size(); ++i) {
            flat.V.row(static_cast<Index>(i)) = sheet.points[i].transpose();
        }
        for (std::size_t i = 0; i < sheet.triangles.size(); ++i) {
            const auto& [a, b, c] = sheet.triangles[i];
            flat.F.row(static_cast<Index>(i)) << a, b, c;
        }
        const auto slab = slab_of(flat, sheet.thickness);
        ASSERT_TRUE(slab) << figure.name << ": " << sentence(slab.error());
        EXPECT_EQ(connected_components(slab.value().T, slab.value().vertex_count()).count, 1) << figure.name;
        EXPECT_NEAR(flat.V.col(1).minCoeff(), 0.0, 1e-12) << figure.name << " stands on the ground";
        EXPECT_TRUE(sheet.muscles.are_there()) << figure.name;
        std::map<std::string, int> of_group;
        for (const makers::ExampleShape& pose : sheet.muscles.examples) {
            if (!pose.group.empty()) {
                ++of_group[pose.group];
            }
        }
        for (const auto& [group, count] : of_group) {
            EXPECT_EQ(count, 2) << figure.name << ", " << group;
        }
        poses += 2 * static_cast<int>(of_group.size());
    }
    EXPECT_EQ(poses, 12);
}

TEST_F(CreatureCache, WritesAFigureInItsPlane) {
    const auto figures = makers::flat_figures();
    const auto pirate = std::ranges::find(figures, std::string("flat_pirate"), &makers::Figure::name);
    ASSERT_NE(pirate, figures.end());
    const auto scene = cached_scene(*pirate, empty_cache("flat_pirate"));
    ASSERT_TRUE(scene) << sentence(scene.error());
    const std::string text = bytes_of(scene.value());
    EXPECT_THAT(text, HasSubstr(R"("plane_depth": 0.2)"));
    EXPECT_THAT(text, HasSubstr(R"("group": "front leg hip")"));
}

TEST_F(CreatureCache, WritesTheSubspaceThePinsAndTheObstaclesOfAFigure) {
    makers::Figure loaded = bean();
    loaded.name = "loaded";
    loaded.skeleton = {};
    loaded.clips.clear();
    loaded.parts.front().bones.clear();
    loaded.walk = makers::Walk{};
    loaded.walk->muscles = 0;
    loaded.walk->has_floor = false;
    loaded.walk->balls = {{{0.0, 1.0, 0.0}, 0.25}};
    loaded.walk->is_pinned = [](const Vec3& x) {
        return x.x() > 0.2;
    };
    loaded.subspace = {"force-dual-skinning", {{"Tip", "region", {-0.4, 0, 0}, 0.1, 50}}, true};
    const auto scene = cached_scene(loaded, empty_cache("loaded"));
    ASSERT_TRUE(scene) << sentence(scene.error());
    const std::string text = bytes_of(scene.value());
    EXPECT_THAT(text, HasSubstr(R"("subspace": {"kind": "force-dual-skinning", "switch_loads": true})"));
    EXPECT_THAT(text, HasSubstr(R"({"name": "Tip", "kind": "region", "centre": [-0.4, 0, 0], "radius": 0.1)"));
    EXPECT_THAT(text, HasSubstr(R"("floor": false)"));
    EXPECT_THAT(text, HasSubstr(R"("rig": "affine handle")")) << "pins need it";
    EXPECT_THAT(text, HasSubstr(R"({"shape": "ball", "centre": [0, 1, 0], "radius": 0.25, "friction": 0.6})"));
    const auto mesh = read_tet_mesh(scene.value().parent_path().parent_path() / "meshes" / "loaded.msh");
    ASSERT_TRUE(mesh);
    std::string levels;
    for (const int v : boundary_vertices(mesh.value().value.T)) {
        levels += mesh.value().value.X(v, 0) > 0.2 ? "ff" : "00";
    }
    EXPECT_THAT(text, HasSubstr("\"levels\": \"" + levels + "\""));
}

// Four ropes of 24 edges, a plank at each of their 25 points, and two hangers at every other one.
TEST(Ropes, AreWrittenAsPolylinesThatAreHeldAtTheirEnds) {
    const makers::Figure ropes = makers::ropes();
    const fs::path folder = empty_cache("ropes");
    const auto character = makers::build(ropes);
    ASSERT_TRUE(character) << sentence(character.error());
    const auto written = makers::write(character.value(), folder);
    ASSERT_TRUE(written) << sentence(written.error());
    const auto read = read_curve(folder / "meshes/ropes.obj");
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().warnings, ::testing::IsEmpty());
    const CurveMesh& curve = read.value().value;
    EXPECT_EQ(curve.V.rows(), 100);
    EXPECT_EQ(curve.E.rows(), 4 * 24 + 25 + 2 * 13);
    EXPECT_GT(curve.V.col(1).minCoeff(), 0.5) << "above the floor";
    ASSERT_EQ(ropes.rods->ends.size(), 8U);
    for (const Vec3& end : ropes.rods->ends) {
        EXPECT_LT((curve.V.rowwise() - end.transpose()).rowwise().norm().minCoeff(), 1e-5);
    }
    EXPECT_THAT(bytes_of(folder / "scenes/ropes.json"), HasSubstr("\"rod_radius\": 0.014"));
}

TEST_F(CreatureCache, ARigWithoutClipsIsAtRest) {
    makers::Figure stone = bean();
    stone.name = "stone";
    stone.clips.clear();
    const auto scene = cached_scene(stone, empty_cache("stone"));
    ASSERT_TRUE(scene) << sentence(scene.error());
    EXPECT_THAT(bytes_of(scene.value()), HasSubstr("\"active_clip\": -1"));
}

TEST(Sea, HasTwentySixCreaturesWithAThirdOfAMillionVertices) {
    std::map<std::string, Index> vertices;
    for (const auto& figure : makers::sea()) {
        vertices[figure.name] = figure.vertices;
    }
    std::set<std::string> kinds;
    Index all = 0;
    for (const auto& swimmer : swimmers()) {
        ASSERT_TRUE(vertices.contains(swimmer.creature)) << swimmer.creature;
        kinds.insert(swimmer.creature);
        all += vertices[swimmer.creature];
    }
    EXPECT_EQ(swimmers().size(), 26U);
    EXPECT_GE(kinds.size(), 10U);
    EXPECT_NEAR(static_cast<double>(all), 330'000.0, 15'000.0);
}

TEST(Sea, CreaturesDoNotOverlap) {
    const auto& all = swimmers();
    for (std::size_t one = 0; one < all.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other) {
            EXPECT_GT((all[one].at - all[other].at).norm(), 0.8) << all[one].creature << ", " << all[other].creature;
        }
    }
}

} // namespace
} // namespace limber::app
