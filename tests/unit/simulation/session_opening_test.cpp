// SPDX-License-Identifier: MIT
#include "app/simulation/session_opening.h"

#include "app/recording/session_file.h"
#include "tests/support/edited_bar.h"

#include <gmock/gmock.h>

#include <memory>
#include <set>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::write_bytes;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class BarSessionFile : public limber::testing::EditedBar {
protected:
    /// Two successive models, then a character beside the second.
    std::filesystem::path recorded() {
        set_scene({role_of(bar, original)});
        simulation.apply(RecordRequest{});
        take_steps(5);
        set_scene({role_of(bar, with(8, 24))});
        take_steps(4);
        set_scene({role_of(bar, with(8, 24)), role_of(guest, original, 3.0)});
        take_steps(3);
        const auto path = folder / "bar.recording.json";
        EXPECT_TRUE(write_session(simulation.take_recording(), path));
        return path;
    }
};

std::uint64_t hash_of_scene(const Simulation& simulation) {
    Hasher hasher;
    for (const Snapshot& snapshot : simulation.snapshots()) {
        hasher.add(hash_of(snapshot.state));
    }
    return hasher.digest();
}

/// The simulation continues with the content of the file.
void cached_build(ReplayedSession& session, Simulation& stage) {
    std::vector<SimulatedInstance> instances;
    for (std::size_t i = 0; i < session.scene.members.size(); ++i) {
        instances.push_back({40 + static_cast<int>(i), session.scene.members[i].character, session.controls[i]});
    }
    session.timeline.assign_ids({40, 41});
    stage.apply(SceneRequest{instances});
    stage.apply(TimelineRequest{std::make_shared<const Timeline>(session.timeline)});
}

TEST_F(BarSessionFile, OpensAsTheTimelineOfItsLastCharacters) {
    const auto path = recorded();
    EXPECT_TRUE(is_recording(path));
    EXPECT_FALSE(is_recording(folder / "bar.json"));
    auto read = replayed_session(path, {});
    ASSERT_TRUE(read) << sentence(read.error());
    ReplayedSession session = std::move(read).value();
    EXPECT_THAT(session.scene.warnings, IsEmpty());
    ASSERT_THAT(session.scene.members, SizeIs(2));
    EXPECT_THAT(session.scene.models, SizeIs(2)) << "the second character has the first bar's model";
    Simulation stage;
    cached_build(session, stage);
    EXPECT_THAT(stage.snapshots(), SizeIs(1)) << "the second character is not added yet";
    const TimelineSpan span = stage.snapshots().front().timeline;
    EXPECT_EQ(span.place, span.first);
    stage.apply(RewindRequest{span.last});
    ASSERT_THAT(stage.snapshots(), SizeIs(2));
    EXPECT_EQ(hash_of_scene(stage), hash_of_scene(simulation));
    stage.apply(StepRequest{});
    simulation.apply(StepRequest{});
    EXPECT_EQ(hash_of_scene(stage), hash_of_scene(simulation)) << "it continues as it would have then";
}

TEST_F(BarSessionFile, ReplaysToItsEnd) {
    auto read = replayed_session(recorded(), {});
    ASSERT_TRUE(read) << sentence(read.error());
    ReplayedSession session = std::move(read).value();
    Simulation stage;
    cached_build(session, stage);
    stage.apply(ReplayRequest{});
    std::set<std::uint64_t> places;
    for (auto now = Simulation::Clock::now(); stage.is_playing(); now += std::chrono::milliseconds(20)) {
        stage.run_to(now);
        places.insert(stage.snapshots().front().timeline.place);
    }
    const TimelineSpan span = stage.snapshots().front().timeline;
    EXPECT_EQ(span.place, span.last);
    EXPECT_EQ(span.replays_ended, 1u);
    EXPECT_GT(places.size(), 6u) << "step by step";
    EXPECT_EQ(hash_of_scene(stage), hash_of_scene(simulation));
}

TEST_F(BarSessionFile, ReportsTheFirstDifferentStep) {
    const auto path = recorded();
    std::string clip = bytes_of(folder / "bend.json");
    clip.insert(clip.find("\"frame_rate\": ") + 14, "1");
    write_bytes(folder / "bend.json", clip);
    const auto read = replayed_session(path, {});
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_THAT(read.value().scene.warnings.front(), ::testing::HasSubstr("gives another state"));
}

} // namespace
} // namespace limber::app
