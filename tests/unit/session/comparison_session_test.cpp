// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/driven_session.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

// Subspaces beside the selected character, driven with commands and without a window.
namespace limber::app {
namespace {

class ComparisonInASession : public ::testing::Test {
protected:
    const ComparedStep* newest() const {
        return session.ui_state().comparison.newest;
    }
    bool compares(std::size_t bodies) {
        return driven.frames_until(
            [&] { return newest() && newest()->bodies.size() == bodies && newest()->steps > 2; });
    }
    bool is_labelled(const std::string& text) const {
        const Sketch sketch = session.sketch();
        return std::ranges::any_of(sketch.labels, [&](const Label& label) { return label.text == text; });
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
};

TEST_F(ComparisonInASession, FollowsTheCharacterUntilItIsEnded) {
    session.carry_out(CompareSubspaces{{{"skinning", 3}, {"full", 0}}});
    EXPECT_EQ(session.view().compared, 2);
    ASSERT_TRUE(compares(3));
    EXPECT_EQ(newest()->bodies.front().subspace.modes, session.editor().description().modes);
    session.carry_out(CompareSubspaces{});
    EXPECT_EQ(session.view().compared, 0);
    driven.frame();
    EXPECT_FALSE(newest());
    const std::uint64_t steps = session.shown().selected.step_count;
    EXPECT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count > steps; }));
    EXPECT_FALSE(session.editor().is_modified());
}

TEST_F(ComparisonInASession, KeepsTheOtherBodiesWhenOneIsAddedOrRemoved) {
    const std::vector<ComparedSubspace> two{{"skinning", 3}, {"full", 0}};
    std::vector<ComparedSubspace> three = two;
    three.push_back({"displacement", 2});
    session.carry_out(CompareSubspaces{two});
    ASSERT_TRUE(compares(3));
    ASSERT_TRUE(driven.frames_until([&] { return newest()->steps > 20; }));
    const std::uint64_t steps = newest()->steps;
    session.carry_out(CompareSubspaces{three});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(newest());
    ASSERT_EQ(newest()->bodies.size(), 4u);
    EXPECT_TRUE(newest()->bodies[1].skin && newest()->bodies[2].skin);
    EXPECT_FALSE(newest()->bodies[3].skin);
    const std::uint64_t changed_at = newest()->steps;
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[3].skin; }));
    EXPECT_GE(newest()->steps, changed_at) << "the comparison did not begin again";
    EXPECT_GT(newest()->bodies[1].errors.size(), 20u);
    session.carry_out(CompareSubspaces{two});
    ASSERT_EQ(newest()->bodies.size(), 3u);
    for (int i = 0; i < 20; ++i) {
        driven.frame();
        ASSERT_TRUE(newest());
        EXPECT_GE(newest()->steps, steps);
        EXPECT_TRUE(newest()->bodies[1].skin && newest()->bodies[2].skin);
    }
    EXPECT_TRUE(driven.frames_until([&] { return !session.ui_state().comparison.is_preparing; }));
    EXPECT_GE(newest()->steps, changed_at);
}

// Two tiles are narrow, and four are as wide as the whole view is in relation to its height.
TEST_F(ComparisonInASession, BodiesGrowBackWhenThereIsRoomAgain) {
    const auto distance_beside = [&](const std::vector<ComparedSubspace>& subspaces) {
        session.carry_out(CompareSubspaces{subspaces});
        driven.resize(1280, 720, shown_beside(session.view()));
        driven.frame();
        return session.state().camera.goal.distance;
    };
    driven.frame();
    const Vec3 target = session.state().camera.goal.target;
    const double alone = session.state().camera.goal.distance;
    const double with_two = distance_beside({{"skinning", 3}});
    EXPECT_GT(with_two, alone);
    const double with_four = distance_beside({{"skinning", 3}, {"skinning", 2}, {"skinning", 1}});
    EXPECT_LT(with_four, with_two);
    EXPECT_DOUBLE_EQ(distance_beside({{"skinning", 3}}), with_two);
    EXPECT_DOUBLE_EQ(distance_beside({}), alone);
    EXPECT_LT((session.state().camera.goal.target - target).norm(), 1e-9);
}

TEST_F(ComparisonInASession, DoesNotFlexTheBodyByHand) {
    session.carry_out(EditView{[](ViewOptions& view) {
        view.paint = PaintKind::mode;
        view.flexed[3] = 1.0;
    }});
    EXPECT_GE(session.state().drawn_motion().flexed.character, 0);
    EXPECT_NE(session.state().drawn_motion().flexed, FlexedMode{});
    session.carry_out(CompareSubspaces{{{"skinning", 3}}});
    EXPECT_EQ(session.state().drawn_motion().flexed, FlexedMode{}) << "handles are where the simulation has them";
}

TEST_F(ComparisonInASession, SaysThatItsColoursCoverThePaint) {
    session.carry_out(CompareSubspaces{{{"skinning", 3}, {"full", 0}}});
    ASSERT_TRUE(compares(3));
    ASSERT_EQ(session.view().body_colours, BodyColours::distances);
    session.carry_out(Action::next_paint);
    EXPECT_TRUE(driven.has_message("The paint is not shown"));
}

TEST_F(ComparisonInASession, DoesNotSpeakOfPaintThatIsShown) {
    session.carry_out(CompareSubspaces{{{"skinning", 3}}});
    ASSERT_TRUE(compares(2));
    session.carry_out(Action::next_paint);
    EXPECT_FALSE(driven.has_message("The paint is not shown")) << "without full space there are no distances";
}

TEST_F(ComparisonInASession, SaysWhichBodiesAreBeingPrepared) {
    session.carry_out(CompareSubspaces{{{"full", 0}}});
    ASSERT_TRUE(compares(2));
    ViewOptions with_two = session.view();
    with_two.compared = 2;
    driven.resize(1280, 720, shown_beside(with_two));
    driven.frame();
    const std::string title = caption_in_window(ComparedSubspace{"displacement", 2}) + "\npreparing ...";
    EXPECT_FALSE(is_labelled(title));
    session.carry_out(CompareSubspaces{{{"full", 0}, {"displacement", 2}}});
    EXPECT_TRUE(is_labelled(title));
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[2].skin; }));
    EXPECT_FALSE(is_labelled(title));
}

TEST_F(ComparisonInASession, SaysThatPreparedBodiesWaitForAStep) {
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    session.carry_out(CompareSubspaces{{{"skinning", 2}}});
    driven.resize(1280, 720, shown_beside(session.view()));
    const std::string title = caption_in_window(ComparedSubspace{"skinning", 2}) + "\nbegins with the next step";
    EXPECT_TRUE(driven.frames_until([&] { return is_labelled(title); }));
    session.carry_out(SetPlaying{true});
    ASSERT_TRUE(compares(2));
    EXPECT_FALSE(is_labelled(title));
}

TEST_F(ComparisonInASession, CountsThePosesThatAnAddedBodyIsMadeFrom) {
    const auto poses = [&] {
        return session.ui_state().comparison.learned_poses;
    };
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count > 60; }));
    session.carry_out(CompareSubspaces{{{"skinning", 3}}});
    ASSERT_TRUE(compares(2));
    EXPECT_EQ(poses(), 0u);
    session.carry_out(CompareSubspaces{{{"skinning", 3}, {"pod", 2}}});
    const std::size_t learned = poses();
    EXPECT_GT(learned, 0u);
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[2].skin; }));
    session.carry_out(CompareSubspaces{{{"skinning", 2}, {"pod", 2}}});
    EXPECT_EQ(poses(), learned) << "it is not made again";
}

// The simulation waits for the slowest body, so that the character is one step ahead at most.
TEST_F(ComparisonInASession, AllBodiesShowTheSameMoment) {
    session.carry_out(CompareSubspaces{{{"full", 0}}});
    ASSERT_TRUE(compares(2));
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    const std::uint64_t led = session.shown().selected.step_count;
    for (int i = 0; i < 50; ++i) {
        driven.frame();
    }
    ASSERT_EQ(session.shown().selected.step_count, led);
    const std::uint64_t before = newest()->steps;
    for (int i = 0; i < 5; ++i) {
        session.carry_out(StepSimulation{});
    }
    ASSERT_TRUE(driven.frames_until([&] { return newest()->steps >= before + 5; }));
    EXPECT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count == led + 5; }));
    EXPECT_LE(newest()->steps, before + 6) << "one step may have been on its way";
}

TEST_F(ComparisonInASession, BeginsAgainWithTheRebuiltCharacter) {
    session.carry_out(CompareSubspaces{{{"skinning", 3}}});
    ASSERT_TRUE(compares(2));
    CharacterDraft draft = session.editor().draft();
    draft.description.modes = 5;
    session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::subspace}});
    EXPECT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies.front().subspace.modes == 5; }));
    session.carry_out(RewindSimulation{session.shown().selected.timeline.first});
    session.carry_out(SetPlaying{true});
    EXPECT_TRUE(compares(2));
}

// The motion so far belongs to the character, whatever model it has.
TEST_F(ComparisonInASession, MakesPodFromTheMotionSoFar) {
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count > 60; }));
    session.carry_out(CompareSubspaces{{{"pod", 2}}});
    ASSERT_TRUE(compares(2));
    CharacterDraft draft = session.editor().draft();
    draft.description.modes = 5;
    session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::subspace}});
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies.front().subspace.modes == 5; }));
    EXPECT_TRUE(compares(2));
}

TEST_F(ComparisonInASession, HasOneLegendForAllBodies) {
    session.carry_out(CompareSubspaces{{{"skinning", 3}, {"skinning", 2}}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    EXPECT_FALSE(session.sketch().legend) << "no distances without full space";
    session.carry_out(CompareSubspaces{{{"skinning", 3}, {"full", 0}}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(driven.frames_until([&] { return session.sketch().legend.has_value(); }));
    const std::optional<Legend> legend = session.sketch().legend;
    EXPECT_TRUE(legend->text.starts_with("distance 0 to ")) << legend->text;
    EXPECT_TRUE(legend->text.ends_with(" and more")) << legend->text;
    EXPECT_GT(legend->colours.size(), 8u);
    EXPECT_LT(legend->colours.back().green, legend->colours.front().green) << "from white to red";
}

TEST_F(ComparisonInASession, ShowsTheInsideOfBodiesThatStandStillWhenTheyAreCutOpen) {
    session.carry_out(CompareSubspaces{{{"skinning", 3}, {"full", 0}}});
    ASSERT_TRUE(compares(3));
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    EXPECT_FALSE(newest()->bodies.back().inside);
    session.carry_out(EditView{[](ViewOptions& view) {
        view.cut.axis = 1;
    }});
    ASSERT_TRUE(session.view().cut.is_shown());
    EXPECT_TRUE(driven.frames_until([&] { return newest()->bodies.back().inside != nullptr; }));
    EXPECT_TRUE(newest()->bodies.back().inside_distances);
}

// The leader's own subspace does not depend on loads, so it is not built again.
TEST_F(ComparisonInASession, BeginsAgainWithOtherLoadsOfTheDocument) {
    session.carry_out(CompareSubspaces{{{"force-dual", 3}}});
    ASSERT_TRUE(compares(2));
    const CharacterPtr leader = session.shown().selected.character;
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    CharacterDraft draft = session.editor().draft();
    draft.description.loads = {{Load{.name = "Push", .kind = LoadKind::everywhere}}};
    session.carry_out(EditCharacter{draft});
    EXPECT_EQ(session.editor().description().loads.size(), 1u);
    EXPECT_TRUE(driven.frames_until([&] { return !newest() || newest()->steps == 0; }));
    EXPECT_EQ(session.shown().selected.character, leader);
}

TEST_F(ComparisonInASession, SwitchesBetweenTheLoadsOfTheDocument) {
    const auto end = [](const Vec3& place) {
        return BodyLoad{{.kind = LoadKind::region, .region = LoadRegion{place, 0.2, 50.0}}};
    };
    CharacterDraft draft = session.editor().draft();
    draft.description.loads = {end(Vec3::Zero()), end(Vec3(1, 0.15, 0.15))};
    session.carry_out(EditCharacter{draft});
    session.carry_out(CompareSubspaces{{{"force-dual-skinning", 2, {.switched = true}}}});
    ASSERT_TRUE(compares(2));
    EXPECT_EQ(newest()->bodies.front().subspace.modes, session.editor().description().modes);
    EXPECT_TRUE(newest()->bodies.back().subspace.parameters.switched);
}

TEST_F(ComparisonInASession, FollowsARewind) {
    session.carry_out(CompareSubspaces{{{"skinning", 8}, {"full", 0}}});
    ASSERT_TRUE(compares(3));
    ASSERT_TRUE(driven.frames_until([&] { return newest()->steps > 20; }));
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    const std::uint64_t steps = newest()->steps;
    session.carry_out(RewindSimulation{session.shown().selected.timeline.last - 10});
    // Put to the character's state, the bodies are where it is, less what their subspaces do not have.
    EXPECT_TRUE(driven.frames_until(
        [&] { return newest()->bodies[2].errors.back() == 0.0F && newest()->bodies[0].errors.back() < 1e-6F; }));
    EXPECT_LE(newest()->steps, steps + 1);
}

// A click on another character's card changes the selection between two frames, and the panels are drawn again before
// the comparison ends.
TEST_F(ComparisonInASession, IsNotDrawnOverAnotherCharacter) {
    const TetMesh large = limber::testing::bar_mesh(12, 4, 4, Vec3(1.0, 0.3, 0.3));
    ASSERT_TRUE(write_tet_mesh(large, folder / "large.mesh"));
    limber::testing::write_bytes(
        folder / "large.json",
        R"({"format": "limber-scene", "version": 1, "name": "Large", "mesh": "large.mesh", "rig": "none", "modes": 4})");
    const int small = session.editor().selected();
    session.carry_out(AddFile{folder / "large.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.editor().scene().instances.size() == 2; }));
    ASSERT_TRUE(driven.settle());
    const int other = session.editor().selected();
    ASSERT_NE(other, small);
    PointHandle handle;
    handle.vertices.fill(session.shown().selected.character->boundary_vertices.back());
    handle.stiffness = 1.0;
    session.carry_out({AddHandle{handle}, SelectCharacter{small}, CompareSubspaces{{{"skinning", 3}}}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(2));
    const std::string caption = caption_in_window(ComparedSubspace{"skinning", 3});
    const auto is_drawn = [&] {
        const Sketch sketch = session.sketch();
        return std::ranges::any_of(sketch.labels, [&](const Label& label) { return label.text.starts_with(caption); });
    };
    EXPECT_TRUE(is_drawn());
    session.carry_out(SelectCharacter{other});
    ASSERT_EQ(session.shown().selected.id, other);
    EXPECT_FALSE(is_drawn());
}

TEST_F(ComparisonInASession, OthersGoOnBesideASubspaceThatCannotBeMade) {
    const ComparedSubspace failing{"displacement", 5000};
    session.carry_out(CompareSubspaces{{failing, {"skinning", 2}}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    EXPECT_EQ(session.view().compared, 2);
    EXPECT_FALSE(newest()->bodies[1].skin);
    EXPECT_TRUE(newest()->bodies[2].skin);
    const std::vector<FailedSubspace> failed = session.ui_state().comparison.failed;
    ASSERT_EQ(failed.size(), 1u);
    EXPECT_EQ(failed.front().subspace, failing);
    EXPECT_NE(failed.front().error.message.find("modes"), std::string::npos);
    EXPECT_TRUE(is_labelled(caption_in_window(failing) + "\nnot shown: see the panel"));
    session.carry_out(CompareSubspaces{{{"skinning", 2}}});
    driven.resize(1280, 720, shown_beside(session.view()));
    EXPECT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.failed.empty(); }));
    EXPECT_TRUE(newest()->bodies[1].skin);
}

// While the character is paused, no step says it.
TEST_F(ComparisonInASession, SaysBeforeTheNextStepThatASubspaceCannotBeMade) {
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    session.carry_out(CompareSubspaces{{{"displacement", 5000}}});
    EXPECT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.failed.size() == 1; }));
    EXPECT_FALSE(newest());
    session.carry_out(CompareSubspaces{});
    driven.frame();
    EXPECT_TRUE(session.ui_state().comparison.failed.empty());
}

TEST_F(ComparisonInASession, TriesPodAgainOnceThereIsAMotion) {
    session.carry_out(SetPlaying{false});
    session.carry_out(CompareSubspaces{{{"pod", 2}}});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.failed.size() == 1; }));
    session.carry_out(SetPlaying{true});
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count > 60; }));
    session.carry_out(CompareSubspaces{{{"pod", 2}}});
    EXPECT_GT(session.ui_state().comparison.learned_poses, 0u);
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[1].skin; }));
    EXPECT_TRUE(session.ui_state().comparison.failed.empty());
}

} // namespace
} // namespace limber::app
