// SPDX-License-Identifier: MIT
#include "app/character/character.h"
#include "app/character_skin/skin.h"
#include "app/document/comparison_titles.h"
#include "engine/core/file_bytes.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/driven_session.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// Subspaces beside the selected character, driven with commands and without a window.
namespace limber::app {
namespace {

class ComparisonInASession : public ::testing::Test {
protected:
    const ComparedStep* newest() const {
        return session.ui_state().comparison.newest;
    }
    void compare(const std::vector<ComparedSubspace>& compared) {
        session.carry_out(EditDocument{[compared, id = session.editor().selected()](Document& document) {
            document.scene.instance(id)->compared = compared;
        }});
        driven.frame(); // settles the edit
        driven.frame(); // follows it
    }
    const std::vector<ComparedSubspace>& rows() const {
        return session.editor().instance()->compared;
    }
    void take_loads(const std::vector<BodyLoad>& loads) {
        CharacterDraft draft = session.editor().draft();
        draft.description.loads = loads;
        session.carry_out(EditCharacter{draft});
        driven.frame(); // settles the edit
        driven.frame(); // follows it
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
    compare({{"skinning", 3}, {"full", 1}});
    EXPECT_EQ(session.view().compared, 2);
    ASSERT_TRUE(compares(3));
    EXPECT_EQ(newest()->bodies.front().subspace.modes, session.editor().description().modes);
    EXPECT_EQ(newest()->bodies.front().coordinates, 12 * session.editor().description().modes);
    EXPECT_EQ(newest()->bodies[1].coordinates, 12 * 3);
    EXPECT_EQ(newest()->bodies[2].coordinates, 3 * session.shown().selected.character->vertex_count());
    compare({});
    EXPECT_EQ(session.view().compared, 0);
    driven.frame();
    EXPECT_FALSE(newest());
    const std::uint64_t steps = session.shown().selected.step_count;
    EXPECT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count > steps; }));
}

// Undo takes back the newest edit, and not one of the character.
TEST_F(ComparisonInASession, FollowsUndoAndRedo) {
    const std::vector<ComparedSubspace> first{{"skinning", 3}};
    const std::vector<ComparedSubspace> second{{"skinning", 3, {.young = 1e5, .poisson = 0.3}}, {}};
    PointHandle handle;
    handle.vertices.fill(session.shown().selected.character->boundary_vertices.back());
    handle.stiffness = 1.0;
    session.carry_out(AddHandle{handle});
    driven.frame(); // an edit of its own
    compare(first);
    compare(second);
    const auto undoes = [&](Action action, const std::vector<ComparedSubspace>& left) {
        session.carry_out(action);
        driven.frame();
        EXPECT_EQ(rows(), left);
        EXPECT_EQ(session.ui_state().comparison.shown, left);
        EXPECT_EQ(session.view().compared, static_cast<int>(left.size()));
        EXPECT_EQ(session.editor().controls().handles.size(), 1u);
    };
    undoes(Action::undo, first);
    ASSERT_TRUE(compares(2));
    undoes(Action::undo, {});
    EXPECT_FALSE(newest());
    undoes(Action::redo, first);
    undoes(Action::redo, second);
    EXPECT_TRUE(compares(3));
}

TEST_F(ComparisonInASession, IsSavedAndIsThatOfTheSceneThatIsOpen) {
    const std::vector<ComparedSubspace> saved{{"skinning", 3, {.young = 1e5}}, {}};
    compare(saved);
    session.carry_out(SaveDocument{folder / "saved.json"});
    ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
    const auto opens = [&](const char* name) {
        session.carry_out(OpenFile{folder / name});
        ASSERT_TRUE(driven.frames_until([&] {
            return session.ui_state().files.open == folder / name && driven.is_settled() &&
                   !session.state().activity.is_opening;
        }));
        driven.frame();
    };
    opens("bar.json");
    EXPECT_TRUE(rows().empty());
    EXPECT_EQ(session.view().compared, 0);
    EXPECT_FALSE(newest());
    opens("saved.json");
    EXPECT_EQ(rows(), saved);
    EXPECT_EQ(session.view().compared, 2);
    EXPECT_TRUE(compares(3));
    EXPECT_FALSE(session.editor().is_modified());
}

// Rows of a character that is not selected are not shown.
TEST_F(ComparisonInASession, OpensAtTheCharacterThatIsCompared) {
    session.carry_out(AddFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.editor().scene().instances.size() == 2; }));
    ASSERT_TRUE(driven.settle());
    const auto id_of = [&](std::size_t place) {
        return session.editor().scene().instances[place].id;
    };
    session.carry_out(SelectCharacter{id_of(1)});
    compare({{"skinning", 3}});
    EXPECT_TRUE(session.ui_state().comparison.elsewhere.empty());
    session.carry_out(SelectCharacter{id_of(0)});
    driven.frame();
    EXPECT_EQ(session.view().compared, 0);
    ASSERT_EQ(session.ui_state().comparison.elsewhere.size(), 1u);
    EXPECT_EQ(session.ui_state().comparison.elsewhere.front().id, id_of(1));
    EXPECT_EQ(session.ui_state().comparison.elsewhere.front().title, title_of(session.editor().scene(), id_of(1)));
    session.carry_out(SaveDocument{folder / "two.json"});
    ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
    session.carry_out(OpenFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().all.size() == 1 && driven.is_settled(); }));
    session.carry_out(OpenFile{folder / "two.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().all.size() == 2 && driven.is_settled(); }));
    EXPECT_EQ(session.editor().selected(), id_of(1));
    EXPECT_EQ(rows().size(), 1u);
    EXPECT_TRUE(compares(2));
}

// What it was made from is a few poses of the beginning.
TEST_F(ComparisonInASession, LearnsAgainFromTheMotionSince) {
    PointHandle handle;
    handle.vertices.fill(session.shown().selected.character->boundary_vertices.back());
    handle.stiffness = 1.0;
    handle.target = Vec3(1.0, 0.6, 0.3);
    session.carry_out(AddHandle{handle});
    ASSERT_TRUE(driven.keeps_stepping());
    compare({{"pod", 1}});
    ASSERT_TRUE(compares(2));
    const std::size_t learned = session.ui_state().comparison.learned_poses;
    ASSERT_GT(learned, 0u);
    ASSERT_TRUE(driven.keeps_stepping());
    ASSERT_TRUE(driven.keeps_stepping());
    session.carry_out(LearnComparedAgain{});
    EXPECT_GT(session.ui_state().comparison.learned_poses, learned);
    ASSERT_TRUE(newest());
    EXPECT_FALSE(newest()->bodies.back().skin) << "the body is made again";
    EXPECT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies.back().skin; }));
}

// A comparison that begins frames its character, but that of a file has the camera of the file.
TEST_F(ComparisonInASession, OpensWithTheCameraThatWasSaved) {
    session.carry_out(AddFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.editor().scene().instances.size() == 2; }));
    session.carry_out(EditDocument{[](Document& document) {
        document.scene.instances.back().controls.rig_offset.col(3).x() += 6.0;
    }});
    ASSERT_TRUE(driven.settle());
    session.carry_out(SelectCharacter{session.editor().scene().instances.front().id}); // as on opening
    ASSERT_TRUE(driven.keeps_stepping());
    compare({{"skinning", 3}});
    ASSERT_TRUE(compares(2));
    const auto distance = [&] {
        EXPECT_TRUE(driven.frames_until([&] { return !session.feature<CameraController>().camera().is_gliding(); }));
        return session.feature<CameraController>().camera().goal.distance;
    };
    const double of_one = distance();
    session.carry_out(FrameAll{});
    const double of_both = distance();
    ASSERT_GT(of_both, 1.2 * of_one);
    session.carry_out(SaveDocument{folder / "two.json"});
    ASSERT_TRUE(driven.frames_until([&] { return !session.editor().is_modified(); }));
    session.carry_out(OpenFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().all.size() == 1 && driven.is_settled(); }));
    session.carry_out(OpenFile{folder / "two.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().all.size() == 2 && driven.is_settled(); }));
    ASSERT_TRUE(compares(2));
    EXPECT_NEAR(distance(), of_both, 0.02 * of_both);
}

// The rows of the curves that are saved.
TEST_F(ComparisonInASession, HasTheFramesAndTimesOfItsErrors) {
    compare({{}});
    ASSERT_TRUE(compares(2));
    const ComparedStep step = *newest();
    ASSERT_EQ(step.frames.size(), step.bodies.front().errors.size());
    ASSERT_EQ(step.times.size(), step.frames.size());
    EXPECT_EQ(step.frames.back(), static_cast<float>(step.steps));
    EXPECT_TRUE(std::ranges::is_sorted(step.frames));
    const auto seconds = static_cast<double>(step.times.back() - step.times[step.times.size() - 2]);
    EXPECT_NEAR(seconds, session.editor().environment().time_step, 1e-4);
}

// Neither built nor started again, whatever is compared with it.
TEST_F(ComparisonInASession, LeavesTheCharacterAsItIs) {
    const CharacterPtr character = session.shown().selected.character;
    compare({{"displacement", 2, {.young = 1e5, .clusters = 3}}});
    session.carry_out(RebuildOutdated{});
    EXPECT_FALSE(session.ui_state().build.is_running);
    ASSERT_TRUE(compares(2));
    EXPECT_EQ(session.shown().selected.character, character);
    const std::uint64_t steps = session.shown().selected.step_count;
    compare({});
    ASSERT_TRUE(driven.keeps_stepping());
    EXPECT_EQ(session.shown().selected.character, character);
    EXPECT_GT(session.shown().selected.step_count, steps);
}

// While a slider is held its bodies are not prepared again for each of its values.
TEST_F(ComparisonInASession, FollowsANumberOnceItIsReleased) {
    compare({{"skinning", 3}});
    ASSERT_TRUE(compares(2));
    driven.holds_widget = true;
    for (const Index modes : {4, 5, 6}) {
        driven.frame({}, [&] {
            CharacterDraft draft = session.editor().draft();
            draft.compared.front().modes = modes;
            session.apply(draft, session.view(), {});
        });
        EXPECT_EQ(rows().front().modes, modes);
        EXPECT_EQ(session.ui_state().comparison.shown.front().modes, 3);
    }
    driven.holds_widget = false;
    driven.frame();
    driven.frame();
    EXPECT_EQ(session.ui_state().comparison.shown.front().modes, 6);
    EXPECT_EQ(session.editor().history().undo_name(), "Change compared modes");
    session.carry_out(Action::undo);
    EXPECT_EQ(rows().front().modes, 3);
}

TEST_F(ComparisonInASession, StaysEndedWhenItCannotBeShownUntilItIsTriedAgain) {
    const std::vector<ComparedSubspace> compared{{"skinning", 3}, {}};
    compare(compared);
    ASSERT_TRUE(compares(3));
    session.carry_out(EndComparison{{ErrorKind::bad_input, "has no room for them", "The driver"}});
    EXPECT_TRUE(driven.has_message("has no room for them"));
    ASSERT_TRUE(driven.keeps_stepping());
    EXPECT_FALSE(newest());
    EXPECT_EQ(rows(), compared) << "it is still in the document";
    EXPECT_EQ(session.ui_state().comparison.failed.size(), 2u);
    session.carry_out(TryComparingAgain{});
    EXPECT_TRUE(compares(3));
    EXPECT_TRUE(session.ui_state().comparison.failed.empty());
}

// Also in the titles, and after undo.
TEST_F(ComparisonInASession, KeepsTheColourOfABodyWhenAnotherIsRemoved) {
    const auto colours = [&] {
        std::vector<int> all;
        for (const ComparedBody& body : newest() ? newest()->bodies : std::vector<ComparedBody>()) {
            all.push_back(body.subspace.colour);
        }
        return all;
    };
    compare({{"skinning", 3, {}, 1}, {"full", 1, {}, 2}, {"skinning", 3, {}, 3}});
    ASSERT_TRUE(compares(4));
    EXPECT_EQ(colours(), (std::vector{0, 1, 2, 3}));
    compare({{"full", 1, {}, 2}, {"skinning", 3, {}, 3}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    for (int frame = 0; frame < 20; ++frame) {
        driven.frame();
        ASSERT_EQ(colours(), (std::vector{0, 2, 3}));
    }
    const Sketch sketch = session.sketch();
    ASSERT_EQ(sketch.labels.size(), 3u);
    EXPECT_EQ(sketch.labels[0].mark->red, palette::of_body(2).red);
    EXPECT_EQ(sketch.labels[1].mark->red, palette::of_body(3).red);
    EXPECT_EQ(sketch.labels[2].mark->red, palette::of_body(0).red) << "the character";
    session.carry_out(Action::undo);
    driven.frame();
    ASSERT_TRUE(compares(4));
    EXPECT_EQ(colours(), (std::vector{0, 1, 2, 3}));
}

TEST_F(ComparisonInASession, KeepsTheOtherBodiesWhenOneIsAddedOrRemoved) {
    const std::vector<ComparedSubspace> two{{"skinning", 3}, {"full", 1}};
    std::vector<ComparedSubspace> three = two;
    three.push_back({"displacement", 2});
    compare(two);
    ASSERT_TRUE(compares(3));
    ASSERT_TRUE(driven.frames_until([&] { return newest()->steps > 20; }));
    const std::uint64_t steps = newest()->steps;
    compare(three);
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(newest());
    ASSERT_EQ(newest()->bodies.size(), 4u);
    EXPECT_TRUE(newest()->bodies[1].skin && newest()->bodies[2].skin);
    EXPECT_FALSE(newest()->bodies[3].skin);
    const std::uint64_t changed_at = newest()->steps;
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[3].skin; }));
    EXPECT_GE(newest()->steps, changed_at) << "no body was made again";
    compare(two);
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
        compare(subspaces);
        driven.resize(900, 1000, shown_beside(session.view()));
        driven.frame();
        return session.state().camera.goal.distance;
    };
    driven.resize(900, 1000, shown_beside(session.view()));
    driven.frame();
    session.carry_out(FrameCharacter{});
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

// In whatever order bodies come and go; one that is alone in all poses of its clip.
TEST_F(ComparisonInASession, BodiesAreInsideTheirViewsHoweverManyThereWereBefore) {
    const auto shows_bodies = [&](std::size_t count, const Pixel& size) {
        std::vector<ComparedSubspace> subspaces;
        for (std::size_t i = 0; i < count; ++i) {
            subspaces.push_back({"skinning", static_cast<Index>(i + 1)});
        }
        compare(subspaces);
        driven.resize(size.x(), size.y(), shown_beside(session.view()));
        driven.frame();
        driven.frame();
        const Snapshot& shown = session.shown().selected;
        const BoundingBox box =
            session.shown().all.size() > 1
                ? session.state().bounds().box(shown)
                : shown.character->skin->outline.framed(session.editor().controls().clip, shown.state.P);
        return shows(session.state().camera.goal, session.viewport().layout.dynamics, box);
    };
    const auto expect_shown = [&](const char* what) {
        for (const Pixel& size : {Pixel(1280, 720), Pixel(900, 1000), Pixel(1600, 640)}) {
            shows_bodies(0, size);
            session.carry_out(FrameCharacter{});
            for (const std::size_t count : {1u, 0u, 1u, 2u, 3u, 0u, 1u, 3u, 0u, 2u, 1u, 0u, 3u, 1u, 0u}) {
                EXPECT_TRUE(shows_bodies(count, size)) << what << count << " beside it of " << size.transpose();
            }
        }
    };
    expect_shown("one ");
    session.carry_out(AddFile{folder / "bar.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.editor().scene().instances.size() == 2; }));
    ASSERT_TRUE(driven.settle());
    // Several characters are shown where they are, which changes while they move.
    session.carry_out({SetPlaying{false}, Action::reset});
    EXPECT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    ASSERT_TRUE(driven.settle());
    expect_shown("two ");
}

// From its top below the titles to its bottom, or from side to side.
TEST_F(ComparisonInASession, FramedBodiesFillTheirViews) {
    constexpr double titles = 52.0; // [pixel] at most
    compare({{"skinning", 3}, {"skinning", 2}, {"skinning", 1}});
    driven.resize(1280, 720, shown_beside(session.view()));
    driven.frame();
    session.carry_out(FrameCharacter{});
    driven.frame();
    const ViewArea area = session.viewport().layout.dynamics;
    const Snapshot& shown = session.shown().selected;
    const BoundingBox box = shown.character->skin->outline.framed(session.editor().controls().clip, shown.state.P);
    Eigen::AlignedBox2d seen;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 share((corner & 1) ? 1.0 : 0.0, (corner & 2) ? 1.0 : 0.0, (corner & 4) ? 1.0 : 0.0);
        const Vec3 point = box.low + share.cwiseProduct(box.high - box.low);
        seen.extend(*pixel_of(session.state().camera.goal, area, point));
    }
    EXPECT_TRUE(shows(session.state().camera.goal, area, box));
    EXPECT_GT(seen.min().y(), area.y + 30.0) << "below the titles";
    EXPECT_GT(std::max(seen.sizes().x() / area.width, seen.sizes().y() / (area.height - titles)), 0.85);
}

TEST_F(ComparisonInASession, SaysWhereNewTablesAreWritten) {
    session.carry_out(WriteNewFile{"table", ".csv", [](const auto& path) {
                                       return write_file(path, "1\n");
                                   }});
    const std::filesystem::path said = session.ui_state().files.folder;
    EXPECT_TRUE(driven.frames_until([&] { return driven.has_message("Saved " + (said / "table").string()); }));
    EXPECT_EQ(said, folder.path());
}

TEST_F(ComparisonInASession, DoesNotFlexTheBodyByHand) {
    session.carry_out(EditView{[](ViewOptions& view) {
        view.paint = PaintKind::mode;
        view.flexed[3] = 1.0;
    }});
    EXPECT_GE(session.state().drawn_motion().flexed.character, 0);
    EXPECT_NE(session.state().drawn_motion().flexed, FlexedMode{});
    compare({{"skinning", 3}});
    EXPECT_EQ(session.state().drawn_motion().flexed, FlexedMode{}) << "handles are where the simulation has them";
}

TEST_F(ComparisonInASession, SaysThatItsColoursCoverThePaint) {
    compare({{"skinning", 3}, {"full", 0}});
    ASSERT_TRUE(compares(3));
    ASSERT_EQ(session.view().body_colours, BodyColours::distances);
    session.carry_out(Action::next_paint);
    EXPECT_TRUE(driven.has_message("The paint is not shown"));
}

TEST_F(ComparisonInASession, DoesNotSpeakOfPaintThatIsShown) {
    compare({{"skinning", 3}});
    ASSERT_TRUE(compares(2));
    session.carry_out(Action::next_paint);
    EXPECT_FALSE(driven.has_message("The paint is not shown")) << "without full space there are no distances";
}

TEST_F(ComparisonInASession, SaysWhichBodiesAreBeingPrepared) {
    compare({{"full", 1}});
    ASSERT_TRUE(compares(2));
    ViewOptions with_two = session.view();
    with_two.compared = 2;
    driven.resize(1280, 720, shown_beside(with_two));
    driven.frame();
    const std::string title = caption_in_window(ComparedSubspace{"displacement", 2}) + "\npreparing ...";
    EXPECT_FALSE(is_labelled(title));
    compare({{"full", 1}, {"displacement", 2}});
    EXPECT_TRUE(is_labelled(title));
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[2].skin; }));
    EXPECT_FALSE(is_labelled(title));
}

TEST_F(ComparisonInASession, SaysThatPreparedBodiesWaitForAStep) {
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    compare({{"skinning", 2}});
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
    compare({{"skinning", 3}});
    ASSERT_TRUE(compares(2));
    EXPECT_EQ(poses(), 0u);
    compare({{"skinning", 3}, {"pod", 2}});
    const std::size_t learned = poses();
    EXPECT_GT(learned, 0u);
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[2].skin; }));
    compare({{"skinning", 2}, {"pod", 2}});
    EXPECT_EQ(poses(), learned) << "it is not made again";
}

// The simulation waits for the slowest body, so that the character is one step ahead at most.
TEST_F(ComparisonInASession, AllBodiesShowTheSameMoment) {
    compare({{"full", 1}});
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
    compare({{"skinning", 3}});
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
    compare({{"pod", 2}});
    ASSERT_TRUE(compares(2));
    CharacterDraft draft = session.editor().draft();
    draft.description.modes = 5;
    session.carry_out({EditCharacter{draft}, RebuildCharacter{Stage::subspace}});
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies.front().subspace.modes == 5; }));
    EXPECT_TRUE(compares(2));
}

TEST_F(ComparisonInASession, HasOneLegendForAllBodies) {
    compare({{"skinning", 3}, {"skinning", 2}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    EXPECT_FALSE(session.sketch().legend) << "no distances without full space";
    compare({{"skinning", 3}, {"full", 1}});
    driven.resize(1280, 720, shown_beside(session.view()));
    driven.frame();
    ASSERT_TRUE(session.sketch().legend && session.sketch().legend->row) << "its row is there before it has values";
    const Layout& layout = session.viewport().layout;
    EXPECT_GE(session.sketch().legend->row->y, layout.compared.back().y + layout.compared.back().height);
    ASSERT_TRUE(driven.frames_until([&] { return !session.sketch().legend->colours.empty(); }));
    const std::optional<Legend> legend = session.sketch().legend;
    EXPECT_TRUE(legend->text.starts_with("distance 0 to ")) << legend->text;
    EXPECT_TRUE(legend->text.ends_with(" and more")) << legend->text;
    EXPECT_GT(legend->colours.size(), 8u);
    EXPECT_LT(legend->colours.back().green, legend->colours.front().green) << "from white to red";
}

TEST_F(ComparisonInASession, ShowsTheInsideOfBodiesThatStandStillWhenTheyAreCutOpen) {
    compare({{"skinning", 3}, {"full", 1}});
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
TEST_F(ComparisonInASession, MakesBodiesAgainThatAreMadeForOtherLoadsOfTheDocument) {
    compare({{"force-dual", 3}, {"skinning", 2}});
    ASSERT_TRUE(compares(3));
    ASSERT_TRUE(driven.frames_until([&] { return newest()->bodies[1].skin && newest()->bodies[2].skin; }));
    const CharacterPtr leader = session.shown().selected.character;
    const std::uint64_t steps = newest()->steps;
    take_loads({BodyLoad{Load{.name = "Push", .kind = LoadKind::everywhere}}});
    ASSERT_TRUE(newest());
    EXPECT_TRUE(driven.frames_until([&] { return !newest()->bodies[1].skin; }));
    EXPECT_TRUE(newest()->bodies[2].skin);
    EXPECT_GE(newest()->steps, steps);
    EXPECT_TRUE(driven.frames_until([&] { return newest()->bodies[1].skin != nullptr; }));
    EXPECT_EQ(session.shown().selected.character, leader);
}

// Wherever the thread is when they come.
TEST_F(ComparisonInASession, MakesBodiesAgainAfterManyEditsOfLoads) {
    compare({{"force-dual", 1}, {"force-dual", 2}});
    ASSERT_TRUE(compares(3));
    const std::vector<BodyLoad> everywhere{BodyLoad{Load{.name = "Push", .kind = LoadKind::everywhere}}};
    for (int i = 0; i < 40; ++i) {
        take_loads(i % 2 == 0 ? everywhere : std::vector<BodyLoad>());
    }
    EXPECT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[1].skin && newest()->bodies[2].skin; }));
}

TEST_F(ComparisonInASession, GoesOnWithOtherLoadsWhereNoBodyIsMadeForThem) {
    compare({{"skinning", 2}, {"full", 0}});
    ASSERT_TRUE(compares(3));
    ASSERT_TRUE(driven.frames_until([&] { return !session.ui_state().comparison.is_preparing; }));
    const std::uint64_t beginnings = newest()->beginnings;
    take_loads({BodyLoad{Load{.name = "Push", .kind = LoadKind::everywhere}}});
    for (int i = 0; i < 20; ++i) {
        driven.frame();
        ASSERT_TRUE(newest());
        EXPECT_TRUE(newest()->bodies[1].skin && newest()->bodies[2].skin);
        EXPECT_FALSE(session.ui_state().comparison.is_preparing);
    }
    EXPECT_EQ(newest()->beginnings, beginnings);
}

// While a number of a load is dragged, no body is made again for each of its values.
TEST_F(ComparisonInASession, FollowsLoadsOnceTheirNumberIsReleased) {
    compare({{"force-dual", 3}});
    ASSERT_TRUE(compares(2));
    driven.holds_widget = true;
    for (int i = 0; i < 3; ++i) {
        driven.frame({}, [&] {
            CharacterDraft draft = session.editor().draft();
            draft.description.loads.emplace_back(Load{.name = "Push", .kind = LoadKind::everywhere});
            session.apply(draft, session.view(), {});
        });
        EXPECT_TRUE(newest() && newest()->bodies[1].skin) << i;
    }
    driven.holds_widget = false;
    EXPECT_TRUE(driven.frames_until([&] { return newest() && !newest()->bodies[1].skin; }));
    EXPECT_TRUE(driven.frames_until([&] { return newest()->bodies[1].skin != nullptr; }));
}

// Put back to rest, the bodies are nowhere far from full space, and no step has passed.
TEST_F(ComparisonInASession, TheRangeOfTheColoursBeginsAgainWithTheBodies) {
    PointHandle handle;
    handle.vertices.fill(session.shown().selected.character->boundary_vertices.back());
    handle.stiffness = 10.0;
    handle.target = Vec3(1.0, 0.6, 0.3);
    session.carry_out(AddHandle{handle});
    compare({{"skinning", 1}, {"full", 1}});
    const auto range = [&] {
        return session.feature<ComparisonController>().colour_range();
    };
    ASSERT_TRUE(driven.frames_until([&] { return range() > 0.005F; }));
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    session.carry_out(RewindSimulation{session.shown().selected.timeline.first});
    ASSERT_TRUE(driven.frames_until([&] {
        const std::vector<float>& errors = newest()->bodies[0].errors;
        return !errors.empty() && errors.back() < 1e-4F;
    }));
    driven.frame();
    EXPECT_LT(range(), 0.002F);
}

TEST_F(ComparisonInASession, SwitchesBetweenTheLoadsOfTheDocument) {
    const auto end = [](const Vec3& place) {
        return BodyLoad{{.kind = LoadKind::region, .region = LoadRegion{place, 0.2, 50.0}}};
    };
    CharacterDraft draft = session.editor().draft();
    draft.description.loads = {end(Vec3::Zero()), end(Vec3(1, 0.15, 0.15))};
    session.carry_out(EditCharacter{draft});
    compare({{"force-dual-skinning", 2, {.switched = true}}});
    ASSERT_TRUE(compares(2));
    EXPECT_EQ(newest()->bodies.front().subspace.modes, session.editor().description().modes);
    EXPECT_TRUE(newest()->bodies.back().subspace.parameters.switched);
}

TEST_F(ComparisonInASession, FollowsARewind) {
    compare({{"skinning", 8}, {"full", 1}});
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

// Where the bodies are put has no error that tells of their subspaces.
TEST_F(ComparisonInASession, NamesNoErrorInThePast) {
    compare({{"skinning", 2}, {"full", 1}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    const auto errors_named = [&] {
        const Sketch sketch = session.sketch();
        return std::ranges::count_if(sketch.labels,
                                     [](const Label& label) { return label.text.find("error ") != std::string::npos; });
    };
    EXPECT_EQ(errors_named(), 2);
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    session.carry_out(RewindSimulation{session.shown().selected.timeline.last - 2});
    EXPECT_TRUE(driven.frames_until([&] { return errors_named() == 0; }));
    EXPECT_TRUE(newest()->is_beginning);
    session.carry_out(SetPlaying{true});
    EXPECT_TRUE(driven.frames_until([&] { return errors_named() == 2; }));
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
    session.carry_out({AddHandle{handle}, SelectCharacter{small}});
    compare({{"skinning", 3}});
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
    driven.frame();
    EXPECT_EQ(session.view().compared, 0) << "the other has none";
    session.carry_out(SelectCharacter{small});
    driven.frame();
    EXPECT_EQ(session.view().compared, 1);
}

// With the term of the volume, a corner that is pulled through the body leaves no minimum within so many iterations.
TEST_F(ComparisonInASession, SaysInTheTitleThatFullSpaceHasNotConverged) {
    CharacterDraft draft = session.editor().draft();
    draft.controls.poisson = 0.45;
    session.carry_out(EditCharacter{draft});
    compare({{"skinning", 3}, {"full", 1}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    const auto is_unfinished = [&](const ComparedSubspace& subspace) {
        const Sketch sketch = session.sketch();
        return std::ranges::any_of(sketch.labels, [&](const Label& label) {
            return label.text.starts_with(caption_in_window(subspace)) && label.text.ends_with(", not converged");
        });
    };
    EXPECT_FALSE(is_unfinished({"full", 1}));
    PointHandle handle;
    handle.vertices.fill(session.shown().selected.character->boundary_vertices.back());
    handle.stiffness = 1e6;
    handle.target = Vec3(-0.3, 0.3, 0.0);
    session.carry_out(AddHandle{handle});
    EXPECT_TRUE(driven.frames_until([&] { return is_unfinished({"full", 1}); }));
    EXPECT_FALSE(is_unfinished({"skinning", 3}));
}

TEST_F(ComparisonInASession, OthersGoOnBesideASubspaceThatCannotBeMade) {
    const ComparedSubspace failing{"displacement", 5000};
    compare({failing, {"skinning", 2}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(compares(3));
    EXPECT_EQ(session.view().compared, 2);
    EXPECT_FALSE(newest()->bodies[1].skin);
    EXPECT_TRUE(newest()->bodies[2].skin);
    const std::vector<FailedSubspace> failed = session.ui_state().comparison.failed;
    ASSERT_EQ(failed.size(), 1u);
    EXPECT_EQ(failed.front().subspace, failing);
    EXPECT_NE(failed.front().error.message.find("modes"), std::string::npos);
    EXPECT_TRUE(is_labelled(caption_in_window(failing) + "\nnot shown: see Compare subspaces"));
    compare({{"skinning", 2}});
    driven.resize(1280, 720, shown_beside(session.view()));
    EXPECT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.failed.empty(); }));
    EXPECT_TRUE(newest()->bodies[1].skin);
}

// While the character is paused, no step says it.
TEST_F(ComparisonInASession, SaysBeforeTheNextStepThatASubspaceCannotBeMade) {
    session.carry_out(SetPlaying{false});
    ASSERT_TRUE(driven.frames_until([&] { return !session.shown().selected.playing; }));
    compare({{"displacement", 5000}});
    EXPECT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.failed.size() == 1; }));
    EXPECT_FALSE(newest());
    compare({});
    driven.frame();
    EXPECT_TRUE(session.ui_state().comparison.failed.empty());
}

TEST_F(ComparisonInASession, LearnsAMotionByItselfOnceThereIsOne) {
    session.carry_out(SetPlaying{false});
    compare({{"pod", 2}});
    driven.resize(1280, 720, shown_beside(session.view()));
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.waits_for_motion; }));
    EXPECT_TRUE(is_labelled(caption_in_window({"pod", 2}) + "\nwaits for a motion"));
    session.carry_out(SetPlaying{true});
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[1].skin; }));
    EXPECT_GT(session.ui_state().comparison.learned_poses, 30u);
    EXPECT_FALSE(session.ui_state().comparison.waits_for_motion);
}

// Its row and the title of its view do not change to and fro.
TEST_F(ComparisonInASession, KeepsWaitingForAMotionWhileNothingMoves) {
    const auto replace = [&](std::string scene, const std::string& from, const std::string& to) {
        const std::size_t place = scene.find(from);
        EXPECT_NE(place, std::string::npos) << from;
        return place == std::string::npos ? scene : scene.replace(place, from.size(), to);
    };
    const std::string without_clip =
        replace(limber::testing::bytes_of(folder / "bar.json"), R"("clips": ["bend.json"], )", "");
    limber::testing::write_bytes(folder / "still.json",
                                 replace(without_clip, "{", R"({"step": {"gravity": [0, 0, 0]}, )"));
    session.carry_out(OpenFile{folder / "still.json"});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().files.open == folder / "still.json"; }));
    ASSERT_TRUE(driven.settle());
    compare({{"pod", 2}});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.waits_for_motion; }));
    const std::uint64_t steps = session.shown().selected.step_count;
    EXPECT_TRUE(driven.frames_until([&] {
        EXPECT_TRUE(session.ui_state().comparison.waits_for_motion);
        return session.shown().selected.step_count > steps + 200 || ::testing::Test::HasFailure();
    }));
}

TEST_F(ComparisonInASession, TriesPodAgainOnceThereIsAMotion) {
    session.carry_out(SetPlaying{false});
    compare({{"pod", 2}});
    ASSERT_TRUE(driven.frames_until([&] { return session.ui_state().comparison.failed.size() == 1; }));
    session.carry_out(SetPlaying{true});
    ASSERT_TRUE(driven.frames_until([&] { return session.shown().selected.step_count > 60; }));
    session.carry_out(TryComparingAgain{});
    EXPECT_GT(session.ui_state().comparison.learned_poses, 0u);
    ASSERT_TRUE(driven.frames_until([&] { return newest() && newest()->bodies[1].skin; }));
    EXPECT_TRUE(session.ui_state().comparison.failed.empty());
}

} // namespace
} // namespace limber::app
