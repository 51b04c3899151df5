// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/view/contact_marks.h"

#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

// A bar without a rig, on a floor.
CharacterPtr bar_on_the_floor(const std::filesystem::path& scene) {
    CharacterDescription description = read_scene(scene).value().value;
    description.rig_kind = RigKind::none;
    description.clips.clear();
    description.active_clip = -1;
    description.contact.floor = true;
    description.step.gravity = Vec3(0, -9.81, 0);
    return build_character(description, nullptr, Stage::mesh).value();
}

TEST(ContactMarks, OfABodyAtRestSumToAnArrowOfItsLength) {
    const ScratchFolder folder;
    Snapshot snapshot;
    snapshot.character = bar_on_the_floor(write_small_scene(folder));
    Motion motion(snapshot.character);
    LiveControls controls = starting_controls(*snapshot.character);
    controls.damping = 5.0;
    for (int step = 0; step < 600; ++step) {
        motion.step(controls);
    }
    snapshot.state = motion.state();
    const auto marks = contact_marks(snapshot);
    ASSERT_EQ(static_cast<Index>(marks.size()), snapshot.character->contact_points->count());
    EXPECT_GT(touching_count(snapshot), 2);
    Vec3 sum = Vec3::Zero();
    for (const ContactMark& mark : marks) {
        sum += arrow_scale(*snapshot.character, controls.density) * mark.force;
    }
    const double size = bounding_box(snapshot.character->mesh.X).diagonal();
    EXPECT_NEAR((sum - size * Vec3::UnitY()).norm(), 0.0, 0.02 * size);

    Overlay overlay;
    draw_contacts(marks, 1.0, Vec3(0, 1, 5), overlay);
    EXPECT_EQ(overlay.points.size(), marks.size());
    EXPECT_EQ(overlay.lines.size(), 3u * static_cast<std::size_t>(touching_count(snapshot)));
}

TEST(ContactMarks, AreEmptyWithoutObstacles) {
    EXPECT_TRUE(contact_marks(Snapshot{}).empty());
}

TEST(ContactMarks, ReportSkippedContactsInASentence) {
    EXPECT_THAT(left_out_sentence(1), ::testing::StartsWith("1 surface is near"));
    EXPECT_THAT(left_out_sentence(3), ::testing::StartsWith("3 surfaces are near"));
}

} // namespace
} // namespace limber::app
