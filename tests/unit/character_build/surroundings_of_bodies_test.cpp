// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/surroundings.h"

#include "app/character_build/character_surroundings.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/recording/replaying.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::controls_json;
using limber::testing::ScratchFolder;
using limber::testing::write_labels;
using limber::testing::write_small_scene;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

CharacterDescription free_bar(const ScratchFolder& folder) {
    CharacterDescription description = read_scene(write_small_scene(folder)).value().value;
    description.rig_kind = RigKind::none;
    description.rig.clear();
    description.clips.clear();
    description.active_clip = -1;
    description.step.gravity = Vec3(0, -9.81, 0);
    description.contact.points = 20;
    description.contact.floor = true;
    return description;
}

TEST(Surroundings, ObstacleMovesAreRecorded) {
    const ScratchFolder folder;
    const CharacterDescription description = free_bar(folder);
    const CharacterPtr bar = build_character(description, nullptr, Stage::mesh).value();
    const LiveControls start = starting_controls(*bar);
    Motion motion(bar);
    Recorder recorder = Recorder::from_rest(motion);
    LiveControls controls = start;
    for (int step = 0; step < 12; ++step) {
        ContactDescription raised = description.contact;
        raised.floor_height = floor_height_under(*bar, identity_affine()) + 0.02 * step; // lifts the bar
        controls.obstacles =
            step >= 3 && step < 9 ? std::make_shared<const Obstacles>(obstacles_around(*bar, raised, {})) : nullptr;
        motion.step(controls);
        recorder.note(controls, motion.state());
    }
    const std::string written = controls_json(recorder.recording(), start);
    const auto back = parse_controls(written, "tape", *bar, start);
    ASSERT_TRUE(back) << sentence(back.error());
    EXPECT_THAT(back.value().warnings, IsEmpty());
    Motion again(bar);
    EXPECT_FALSE(replayed(back.value().value, start, again).first_difference);
    EXPECT_EQ(back.value().value.changes.size(), 7u) << "six places, and back again";
}

TEST(Surroundings, ChangesNeedNoNewSubspaceAndCauseNoJump) {
    const ScratchFolder folder;
    CharacterDescription description = read_scene(write_small_scene(folder)).value().value;
    description.contact.floor = true;
    const CharacterPtr before = build_character(description, nullptr, Stage::mesh).value();
    Motion motion(before);
    const LiveControls controls = starting_controls(*before);
    for (int step = 0; step < 10; ++step) {
        motion.step(controls);
    }
    Environment environment{{{Ball{Vec3(0, 50, 0), 1.0}}}, {}, 1.0 / 60.0, {}};
    const CharacterPtr after = with_surroundings(before, description.contact, environment).value();
    EXPECT_EQ(after->modes, before->modes);
    EXPECT_EQ(after->obstacles->size(), 2u);
    const State then = motion.state();
    motion.swap(after, controls);
    EXPECT_EQ(motion.state().Z, then.Z);
    EXPECT_EQ(motion.state().Zdot, then.Zdot);
    EXPECT_EQ(motion.state().P, then.P);

    environment.obstacles[0] = {Ball{Vec3::Zero(), -1.0}};
    const auto refused = with_surroundings(before, description.contact, environment);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), EndsWith("must have a positive radius"));
}

TEST(Surroundings, LiveChangesEqualARebuild) {
    const ScratchFolder folder;
    const CharacterDescription description = free_bar(folder);
    CharacterDescription other = description;
    other.contact.floor_friction = 0.1;
    other.contact.friction_law = Friction::damped;
    other.contact.tangential_restitution = 0.9;
    other.environment.obstacles = {{Ball{Vec3(0, 50, 0), 1.0}, 0.3, 0.5}};
    EXPECT_EQ(earliest_difference(description, other), Stage::state);
    const CharacterPtr rebuilt = build_character(description, nullptr, Stage::mesh).value();
    const CharacterPtr built = build_character(other, nullptr, Stage::mesh).value();
    LiveControls controls = starting_controls(*rebuilt, other);
    controls.obstacles =
        std::make_shared<const Obstacles>(obstacles_around(*rebuilt, other.contact, other.environment));
    LiveControls as_built = starting_controls(*built);
    LiveControls as_before = starting_controls(*rebuilt);
    for (LiveControls* each : {&controls, &as_built, &as_before}) {
        each->gravity = Vec3(3.0, -9.0, 0.0); // along the floor too
    }
    Motion one(rebuilt);
    Motion same(built);
    Motion before(rebuilt);
    for (int step = 0; step < 30; ++step) {
        one.step(controls);
        same.step(as_built);
        before.step(as_before);
    }
    EXPECT_EQ(one.state().Z, same.state().Z);
    EXPECT_NE(one.state().Z, before.state().Z);
}

TEST(Surroundings, AreRecordedForEveryContactLaw) {
    const ScratchFolder folder;
    const CharacterPtr bar = build_character(free_bar(folder), nullptr, Stage::mesh).value();
    const LiveControls start = starting_controls(*bar);
    Motion motion(bar);
    Recorder recorder = Recorder::from_rest(motion);
    LiveControls controls = start;
    controls.gravity = Vec3(3.0, -9.0, 0.0);
    for (int step = 0; step < 12; ++step) {
        controls.friction_law = step >= 4 ? Friction::damped : Friction::coulomb;
        controls.tangential_restitution = step >= 8 ? 0.7 : 0.0;
        motion.step(controls);
        recorder.note(controls, motion.state());
    }
    const auto back = parse_controls(controls_json(recorder.recording(), start), "tape", *bar, start);
    ASSERT_TRUE(back) << sentence(back.error());
    Motion again(bar);
    EXPECT_FALSE(replayed(back.value().value, start, again).first_difference);
    EXPECT_EQ(back.value().value.changes.back().controls.friction_law, Friction::damped);
    EXPECT_EQ(back.value().value.changes.back().controls.tangential_restitution, 0.7);
}

TEST(Surroundings, FrictionChangesKeepTheContactPoints) {
    const ScratchFolder folder;
    CharacterDescription description = free_bar(folder);
    const CharacterPtr before = build_character(description, nullptr, Stage::mesh).value();
    description.contact.floor_friction = 0.25;
    description.contact.floor_restitution = 0.75;
    const CharacterPtr after = build_character(description, before, Stage::state).value();
    EXPECT_EQ(after->contact_points, before->contact_points);
    EXPECT_EQ(after->obstacles->front().friction, 0.25);
    EXPECT_EQ(after->obstacles->front().restitution, 0.75);
    description.contact.points = 12;
    const CharacterPtr fewer = build_character(description, after, Stage::surroundings).value();
    EXPECT_EQ(fewer->contact_points->count(), 12);
    EXPECT_EQ(fewer->modes, before->modes);
}

double mean_height_of_points(const Character& character, const Vec3& up) {
    double sum = 0.0;
    for (const int vertex : character.contact_points->vertices) {
        sum += character.mesh.X.row(vertex).dot(up);
    }
    return sum / static_cast<double>(character.contact_points->count());
}

TEST(Surroundings, PaintedRegionsHaveMoreContactPoints) {
    const ScratchFolder folder;
    CharacterDescription description = free_bar(folder);
    const CharacterPtr even = build_character(description, nullptr, Stage::mesh).value();
    const BoundingBox box = bounding_box(even->mesh.X);
    PaintLevels levels(even->boundary_vertices.size(), even_level);
    description.contact.painted = PaintedRegion(levels);
    const CharacterPtr alike = build_character(description, even, Stage::state).value();
    EXPECT_EQ(alike->contact_points->vertices, even->contact_points->vertices) << "the brush has not painted yet";
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const double height = even->mesh.X(even->boundary_vertices[i], 1);
        levels[i] = height > box.centre().y() ? 255 : 0;
    }
    description.contact.painted = PaintedRegion(levels);
    EXPECT_EQ(earliest_difference(even->description, description), Stage::surroundings);
    const CharacterPtr above = build_character(description, even, Stage::surroundings).value();
    for (const int vertex : above->contact_points->vertices) {
        EXPECT_GT(above->mesh.X(vertex, 1), box.centre().y());
    }
    EXPECT_GT(mean_height_of_points(*above, Vec3::UnitY()), mean_height_of_points(*even, Vec3::UnitY()));

    levels.assign(levels.size(), 0);
    description.contact.painted = PaintedRegion(levels);
    const auto nothing = build_character(description, even, Stage::surroundings);
    ASSERT_FALSE(nothing);
    EXPECT_THAT(sentence(nothing.error()), HasSubstr("contact.painted is 0 at every vertex"));
    description.contact.painted = PaintedRegion(PaintLevels{1, 2, 3});
    const auto foreign = build_character(description, even, Stage::surroundings);
    ASSERT_FALSE(foreign);
    EXPECT_THAT(sentence(foreign.error()), HasSubstr("contact.painted"));
    EXPECT_THAT(sentence(foreign.error()), HasSubstr("it belongs to another mesh"));
}

TEST(Surroundings, RejectADensityWithoutContactPoints) {
    const ScratchFolder folder;
    CharacterDescription description = free_bar(folder);
    const auto vertices =
        static_cast<std::size_t>(build_character(description, nullptr, Stage::mesh).value()->vertex_count());
    description.contact.density = folder / "density.json";
    ASSERT_TRUE(write_labels(std::vector<int>(vertices, 0), description.contact.density));
    const auto refused = build_character(description, nullptr, Stage::mesh);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("contact.density is 0 at every vertex of the surface"));
    EXPECT_FALSE(read_character(description)) << "nor does a check pass it";
    ASSERT_TRUE(write_labels(std::vector<int>(vertices, 1001), description.contact.density));
    EXPECT_THAT(sentence(read_character(description).error()), HasSubstr("only 0 to 1000 are densities"));
}

} // namespace
} // namespace limber::app
