// SPDX-License-Identifier: MIT
#include "app/controllers/gait_search_controller.h"

#include "app/character/starting_controls.h"
#include "app/character_skin/skin.h"
#include "app/search/gait_search_problem.h"
#include "app/simulation/simulation.h"
#include "engine/core/file_bytes.h"
#include "tests/support/eventually.h"
#include "tests/support/free_bar.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/selected_character.h"
#include "tests/support/thread_reads.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <variant>

namespace limber::app {
namespace {

using testing::bar_on_a_floor;
using testing::bytes_read_by_this_thread;
using testing::change_controls;
using testing::change_description;
using testing::eventually;
using testing::free_bar;
using ::testing::HasSubstr;
using testing::ScratchFolder;

GaitSearchProblem problem_of(int generations) {
    GaitSearchProblem problem;
    problem.search.generations = generations;
    problem.search.population = 4;
    problem.search.steps = 20;
    return problem;
}

constexpr int endless = 1000000;

// A document with a free bar. Carries out commands like the application.
class GaitSearch : public ::testing::Test {
protected:
    static constexpr int bar = 1;   // ids of characters
    static constexpr int other = 2; // with a model of its own
    static constexpr int model = 7; // of the bar

    GaitSearch() {
        show(free_bar());
    }

    void show(const CharacterPtr& character) {
        Document document;
        for (const int id : {bar, other}) {
            CharacterInstance instance;
            instance.id = id;
            instance.model = model + id - bar;
            instance.controls = starting_controls(*character);
            document.scene.instances.push_back(instance);
            document.scene.models[instance.model] = character->description;
            document.scene.environment = character->description.environment;
            models.replace(instance.model, character);
        }
        editor.open(document, bar);
    }

    SessionState state() const {
        Activity activity;
        activity.is_steered = is_steered;
        return {editor, models, snapshots, view, camera, viewport, selection, activity};
    }
    template <typename C>
    void tell(const C& command) {
        carry_out(search.carry_out(command, state()));
    }
    void start(int generations) {
        tell(StartGaitSearch{problem_of(generations)});
    }
    void carry_out(const Commands& commands) {
        for (const Command& command : commands) {
            if (const auto* edit = std::get_if<EditDocument>(&command)) {
                editor.edit(edit->change);
            } else if (const auto* shown = std::get_if<ShowMessage>(&command)) {
                messages.push_back(shown->message.text);
            } else if (const auto* file = std::get_if<WriteNewFile>(&command)) {
                EXPECT_TRUE(file->write(folder / (file->name + file->ending)));
            }
            releases += std::holds_alternative<ReleaseGaitKeys>(command) ? 1 : 0;
            fades += std::holds_alternative<FadeToGait>(command) ? 1 : 0;
        }
    }
    bool watches_best() const {
        UiState ui;
        search.add_to(ui, state());
        return ui.search.watches_best;
    }
    void poll() {
        carry_out(search.update(state()));
    }
    bool comes_to_an_end() {
        return eventually([this] {
            poll();
            return !search.status().is_running && !search.is_opening();
        });
    }
    bool finds_a_gait() {
        return eventually([this] {
            poll();
            return !search.status().best.waveforms.empty();
        });
    }
    // Shows the bar as it stands at the start.
    void take_snapshot() {
        auto drawn = std::make_shared<Character>(*models.at(model));
        drawn->skin = skin_of(*drawn, nullptr).value();
        models.replace(model, drawn);
        Simulation simulation;
        const SimulatedInstance instance{bar, models.at(model),
                                         models.live_controls(editor.scene(), *editor.instance())};
        simulation.apply(SceneRequest{{instance}});
        snapshots.selected = simulation.snapshots().front();
        snapshots.all = {snapshots.selected};
        view.shows_goal = true;
    }

    ScratchFolder folder;
    Editor editor;
    ModelStore models;
    bool is_steered = false;
    SceneSnapshots snapshots;
    ViewOptions view;
    GlidingCamera camera;
    Viewport viewport{layout_of(1280, 720, 1.0, true, {})};
    Selection selection;
    std::vector<std::string> messages;
    int releases = 0;
    int fades = 0;
    GaitSearchController search;
};

TEST_F(GaitSearch, PlaysTheBestGaitAndReportsTheEnd) {
    start(3);
    EXPECT_EQ(search.target(), bar);
    EXPECT_EQ(search.count(), 1);
    EXPECT_GT(releases, 0);
    ASSERT_TRUE(comes_to_an_end());
    EXPECT_EQ(editor.controls().muscles.gait, search.status().best);
    EXPECT_TRUE(editor.controls().muscles.playing);
    EXPECT_GT(fades, 0);
    EXPECT_TRUE(editor.scene().instance(other)->controls.muscles.gait.waveforms.empty());
    ASSERT_FALSE(messages.empty());
    EXPECT_EQ(messages.back(), "The best gait plays. Save it with \"Keep the best\" in Gait search.");
}

TEST_F(GaitSearch, OffersToSaveTheSearchThatANewOneReplaces) {
    start(endless);
    ASSERT_TRUE(finds_a_gait());
    Activity activity;
    search.add_to(activity);
    EXPECT_TRUE(activity.has_unsaved_search) << "it runs";
    start(2);
    EXPECT_THAT(messages, ::testing::Contains(HasSubstr("was replaced")));
    tell(SaveReplacedSearch{});
    EXPECT_TRUE(std::filesystem::exists(folder / (editor.description().name + " search.json")));
}

TEST_F(GaitSearch, OffersNoSavedSearch) {
    start(2);
    ASSERT_TRUE(comes_to_an_end());
    tell(SaveGaitSearch{});
    start(2);
    EXPECT_THAT(messages, ::testing::Not(::testing::Contains(HasSubstr("was replaced"))));
}

TEST_F(GaitSearch, LeavesTheChosenGaitPlaying) {
    start(endless);
    tell(ShowChosenGait{});
    const MuscleControls before = editor.controls().muscles;
    ASSERT_TRUE(finds_a_gait());
    search.stop();
    ASSERT_TRUE(comes_to_an_end());
    EXPECT_EQ(editor.controls().muscles, before);
    ASSERT_FALSE(messages.empty());
    EXPECT_THAT(messages.back(), HasSubstr("The chosen gait keeps playing."));
    tell(WatchBestGait{});
    EXPECT_TRUE(watches_best());
    EXPECT_EQ(editor.controls().muscles.gait, search.status().best);
}

TEST_F(GaitSearch, NamesTheKeptGaitAtTheEnd) {
    start(2);
    ASSERT_TRUE(comes_to_an_end());
    editor.edit([&](Document& document) {
        document.scene.models.at(model).muscles.gaits.keep({"Hop", GaitRole::none, search.status().best});
    });
    start(2); // finds the same gait
    ASSERT_TRUE(comes_to_an_end());
    EXPECT_EQ(search.count(), 2);
    EXPECT_EQ(messages.back(), "The best gait plays; it is saved as Hop.");
}

TEST_F(GaitSearch, DoesNotReleaseKeysThatAreHeld) {
    start(endless);
    is_steered = true;
    releases = 0;
    ASSERT_TRUE(finds_a_gait());
    EXPECT_EQ(releases, 0);
    is_steered = false;
    poll();
    EXPECT_EQ(releases, 1);
}

TEST_F(GaitSearch, StartsNothingWithoutACharacter) {
    editor.open({}, 0);
    EXPECT_TRUE(search.carry_out(StartGaitSearch{problem_of(3)}, state()).empty());
    EXPECT_EQ(search.count(), 0);
}

TEST_F(GaitSearch, ReportsABodyThatCannotWalk) {
    show(bar_on_a_floor(RigKind::affine_handle));
    start(3);
    ASSERT_TRUE(comes_to_an_end());
    EXPECT_THAT(messages, ::testing::Contains(HasSubstr("free body")));
    EXPECT_TRUE(editor.controls().muscles.gait.waveforms.empty());
}

TEST_F(GaitSearch, ReportsAChangeOfTheBodyOnce) {
    start(endless);
    poll();
    messages.clear();
    change_controls(editor, [](CharacterControls& controls) { controls.young *= 2.0; });
    poll();
    poll();
    EXPECT_EQ(
        std::ranges::count_if(messages, [](const auto& text) { return text.find("undo the change") != text.npos; }), 1);
    models.replace(model, free_bar());
    poll();
    EXPECT_EQ(
        std::ranges::count_if(messages, [](const auto& text) { return text.find("undo the change") != text.npos; }), 1);
    ASSERT_TRUE(finds_a_gait());
    EXPECT_TRUE(editor.controls().muscles.gait.waveforms.empty()) << "the gait belongs to the model before";
}

TEST_F(GaitSearch, DoesNotPlayOnAnotherCharacter) {
    start(endless);
    const MuscleControls before = editor.controls().muscles;
    editor.select(other);
    ASSERT_TRUE(finds_a_gait());
    EXPECT_EQ(editor.scene().instance(bar)->controls.muscles, before);
    EXPECT_TRUE(editor.controls().muscles.gait.waveforms.empty());
}

TEST_F(GaitSearch, ContinuesASearchFromItsFile) {
    change_description(editor,
                       [](ModelDescription& description) { description.muscles.problem.objective.energy = 0.25; });
    const auto saved =
        gait_search_problem(editor.description().muscles.problem,
                            live_controls(editor.controls(), {}, editor.environment()), *models.at(model));
    GaitSearchProblem problem = problem_of(2);
    problem.objective = saved.objective;
    tell(StartGaitSearch{problem});
    ASSERT_TRUE(comes_to_an_end());
    tell(SaveGaitSearch{});
    change_description(editor, [](ModelDescription& description) { description.muscles.problem = {}; });
    GaitSearchController second;
    const auto path = folder / (editor.description().name + " search.json");
    second.carry_out(OpenGaitSearch{path}, state());
    EXPECT_TRUE(second.is_opening());
    ASSERT_TRUE(eventually([&] {
        carry_out(second.update(state()));
        return second.count() == 1;
    }));
    EXPECT_FALSE(second.is_opening());
    EXPECT_EQ(second.target(), bar);
    EXPECT_DOUBLE_EQ(editor.description().muscles.problem.objective.energy, 0.25);
    EXPECT_FALSE(second.status().best.waveforms.empty());
}

TEST_F(GaitSearch, ReportsAFileThatIsNoSearch) {
    tell(OpenGaitSearch{folder / "missing.json"});
    ASSERT_TRUE(comes_to_an_end());
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_THAT(messages.front(), HasSubstr("missing.json"));
    EXPECT_EQ(search.count(), 0);
}

TEST_F(GaitSearch, DropsAFileWhenAnotherSearchStarts) {
    tell(OpenGaitSearch{folder / "missing.json"});
    start(1);
    EXPECT_FALSE(search.is_opening());
    ASSERT_TRUE(comes_to_an_end());
    EXPECT_THAT(messages, ::testing::Not(::testing::Contains(HasSubstr("missing.json"))));
}

TEST_F(GaitSearch, ForgetsTheBestGaitOfAnotherDocument) {
    start(1);
    ASSERT_TRUE(comes_to_an_end());
    search.scene_opened({{}, {}}, state());
    poll();
    EXPECT_EQ(search.status().character, nullptr);
    EXPECT_TRUE(search.carry_out(SaveGaitSearch{}, state()).empty());
}

// The file has a mebibyte of trailing spaces, so that reading it is told apart from everything else.
TEST_F(GaitSearch, ReadsFilesOffTheThreadOfTheCaller) {
    if (!bytes_read_by_this_thread()) {
        GTEST_SKIP() << "the system does not count the bytes";
    }
    start(1);
    ASSERT_TRUE(comes_to_an_end());
    tell(SaveGaitSearch{});
    const auto path = folder / (editor.description().name + " search.json");
    const std::string padding(1 << 20, ' ');
    ASSERT_TRUE(write_file(path, file_bytes(path).value() + padding));
    GaitSearchController second;
    const std::uint64_t before = *bytes_read_by_this_thread();
    second.carry_out(OpenGaitSearch{path}, state());
    ASSERT_TRUE(eventually([&] {
        carry_out(second.update(state()));
        return second.count() == 1;
    }));
    EXPECT_LT(*bytes_read_by_this_thread() - before, padding.size());
}

TEST_F(GaitSearch, MovesTheGoalWhileNoSearchRuns) {
    change_description(editor,
                       [](ModelDescription& description) { description.muscles.problem.objective.approach = 1.0; });
    take_snapshot();
    const auto goal = search.movable_goal(state());
    ASSERT_TRUE(goal);
    const Vec3 at = goal->at + Vec3(0.5, 0.0, -0.25);
    tell(MoveGoal{at});
    EXPECT_LT((search.movable_goal(state())->at - at).norm(), 1e-9);
    view.shows_goal = false;
    EXPECT_FALSE(search.movable_goal(state())) << "it is not shown";
    view.shows_goal = true;
    start(endless);
    EXPECT_FALSE(search.movable_goal(state()));
}

TEST_F(GaitSearch, DrawsTheGoalOnlyWhileItIsShown) {
    take_snapshot();
    view.shows_goal = false;
    Sketch sketch;
    search.draw(sketch, state());
    EXPECT_TRUE(sketch.strokes.empty());
    view.shows_goal = true;
    search.draw(sketch, state());
    EXPECT_FALSE(sketch.strokes.empty());
}

} // namespace
} // namespace limber::app
