// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/search/gait_search_problem.h"
#include "app/search/gait_search_worker.h"

#include "app/document/gait_search_settings.h"
#include "app/document/muscle_description.h"
#include "app/search/gait_search_events.h"
#include "engine/control/search_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/core/time_left.h"
#include "tests/support/eventually.h"
#include "tests/support/free_bar.h"
#include "tests/support/scratch_folder.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>

namespace limber::app {
namespace {

using namespace std::chrono_literals;
using testing::bar_on_a_floor;
using testing::free_bar;

GaitSearchStatus ended(GaitSearchWorker& search_worker) {
    for (int i = 0; i < 2400 && (search_worker.latest().is_running || search_worker.is_opening()); ++i) {
        std::this_thread::sleep_for(50ms);
    }
    return search_worker.latest();
}

GaitSearchProblem short_problem() {
    GaitSearchProblem problem;
    problem.search.generations = 3;
    problem.search.population = 4;
    problem.search.steps = 20;
    return problem;
}

// As in the scene.
void start(GaitSearchWorker& search_worker, const CharacterPtr& character, const GaitSearchProblem& problem) {
    search_worker.start({character, starting_controls(*character), problem});
}

TEST(GaitSearchWorker, FindsAGaitInTheBackground) {
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), short_problem());
    const GaitSearchStatus search_status = ended(search_worker);
    EXPECT_FALSE(search_status.fault);
    EXPECT_EQ(search_status.generation, 3);
    EXPECT_EQ(search_status.best_costs.size(), 3u);
    EXPECT_EQ(search_status.best.waveforms.size(), 2u);
}

TEST(GaitSearchWorker, SearchesWithTheBodyOfTheScene) {
    const CharacterPtr character = free_bar();
    LiveControls softer = starting_controls(*character);
    softer.young *= 0.5;
    softer.time_step *= 0.5;
    GaitSearchWorker search_worker;
    start(search_worker, character, short_problem());
    const GaitSearchStatus opened = ended(search_worker);
    search_worker.start({character, softer, short_problem()});
    const GaitSearchStatus turned = ended(search_worker);
    EXPECT_FALSE(turned.fault);
    EXPECT_NE(opened.best_costs.front(), turned.best_costs.front()) << "of the same seed";
}

TEST(GaitSearchWorker, HasAResultAfterTheFirstRollout) {
    GaitSearchProblem problem = short_problem();
    problem.objective = {.travel = 0.0, .energy = 1.0}; // J is positive
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), problem);
    const GaitSearchStatus search_status = ended(search_worker);
    EXPECT_GT(search_status.best_cost, 0.0);
    EXPECT_TRUE(is_better(search_status, GaitSearchStatus{}));
    EXPECT_FALSE(is_better(search_status, search_status));
}

// The distance to a target is measured from the centre of mass at the start of the search.
TEST(GaitSearchWorker, MeasuresTargetDistanceFromTheRestingBody) {
    GaitSearchProblem problem = short_problem();
    problem.objective = {.travel = 0.0, .approach = 1.0};
    problem.way_to_target = Vec3(0.0, 0.0, 0.0);
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), problem);
    EXPECT_LE(ended(search_worker).scores.approach, 0.0) << "no gait comes closer than the start";
}

TEST(GaitSearchWorker, ReportsWhyABodyCannotBeSearched) {
    GaitSearchWorker search_worker;
    start(search_worker, bar_on_a_floor(RigKind::affine_handle), short_problem());
    const GaitSearchStatus search_status = ended(search_worker);
    ASSERT_TRUE(search_status.fault);
    EXPECT_NE(search_status.fault->message.find("free body"), std::string::npos);
}

// The first poll shows a failed search, not a started one.
TEST(GaitSearchEvents, ReportAFailedStart) {
    GaitSearchWorker search_worker;
    const GaitSearchStatus before = search_worker.latest();
    start(search_worker, bar_on_a_floor(RigKind::affine_handle), short_problem());
    const GaitSearchStatus first = ended(search_worker);
    ASSERT_TRUE(events_since(before, first).fault);
    EXPECT_FALSE(events_since(first, first).fault) << "it is reported once";
    start(search_worker, bar_on_a_floor(RigKind::affine_handle), short_problem());
    EXPECT_TRUE(events_since(first, ended(search_worker)).fault) << "also on the second attempt";
}

TEST(GaitSearchEvents, ReportASearchThatEndedBeforeTheFirstPoll) {
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), short_problem());
    const GaitSearchStatus once = ended(search_worker);
    EXPECT_TRUE(events_since(GaitSearchStatus{}, once).has_ended);
    EXPECT_TRUE(events_since(GaitSearchStatus{}, once).is_better);
    EXPECT_FALSE(events_since(once, once).has_ended);
    start(search_worker, free_bar(), short_problem());
    const GaitSearchEvents again = events_since(once, ended(search_worker));
    EXPECT_TRUE(again.has_ended);
    EXPECT_TRUE(again.is_better) << "another search does not make it worse";
}

TEST(GaitSearchWorker, PausesAndKeepsItsResultWhenStopped) {
    GaitSearchProblem endless = short_problem();
    endless.search.generations = 1000000;
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), endless);
    while (search_worker.latest().generation < 2) {
        std::this_thread::sleep_for(5ms);
    }
    search_worker.pause(true);
    const int paused = search_worker.latest().generation;
    std::this_thread::sleep_for(400ms);
    EXPECT_EQ(search_worker.latest().generation, paused) << "the running generation is dropped";
    search_worker.pause(false);
    EXPECT_TRUE(limber::testing::eventually([&] { return search_worker.latest().generation > paused; }));
    search_worker.stop();
    const GaitSearchStatus search_status = ended(search_worker);
    EXPECT_FALSE(search_status.is_running);
    EXPECT_FALSE(search_status.best.waveforms.empty());
}

// Stops in the middle of a generation.
void stop_after(GaitSearchWorker& search_worker, int generations) {
    EXPECT_TRUE(limber::testing::eventually([&] { return search_worker.latest().generation >= generations; }));
    search_worker.stop();
    EXPECT_FALSE(ended(search_worker).is_running);
}

std::optional<std::string> reason_against_resuming(GaitSearchWorker& search_worker, const GaitSearchRequest& request) {
    return reason_against_resuming(search_worker.latest(), request.character.get(), request.controls, request.problem);
}

// Like that of all other work.
TEST(GaitSearchWorker, HasNoEstimateBeforeATwentiethIsDone) {
    GaitSearchProblem problem = short_problem();
    problem.search.generations = 1000000;
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), problem);
    stop_after(search_worker, 2);
    EXPECT_GE(search_worker.latest().generation, 2);
    EXPECT_EQ(search_worker.latest().seconds_left, time_left_unknown);
}

TEST(GaitSearchWorker, ResumedSearchFindsTheSameResult) {
    const CharacterPtr character = free_bar();
    GaitSearchRequest request{character, starting_controls(*character), short_problem()};
    request.problem.search.generations = 1000000;
    GaitSearchWorker stopped;
    stopped.start(request);
    stop_after(stopped, 2);
    const int generations = stopped.latest().generation + 5;
    request.problem.search.generations = generations;
    GaitSearchWorker steady;
    steady.start(request);
    const GaitSearchStatus wanted = ended(steady);
    request.controls.muscles.gait = stopped.latest().best; // plays during the search
    stopped.resume(request);
    const GaitSearchStatus found = ended(stopped);
    EXPECT_EQ(found.generation, generations);
    EXPECT_EQ(found.best, wanted.best);
    EXPECT_EQ(found.best_cost, wanted.best_cost);
    EXPECT_EQ(found.best_costs, wanted.best_costs);
}

TEST(GaitSearchWorker, CanBeExtended) {
    const CharacterPtr character = free_bar();
    GaitSearchRequest request{character, starting_controls(*character), short_problem()};
    GaitSearchWorker search_worker;
    search_worker.start(request);
    ended(search_worker);
    EXPECT_NE(reason_against_resuming(search_worker, request)->find("increase their number"), std::string::npos);
    request.problem.search.generations = 5;
    EXPECT_FALSE(reason_against_resuming(search_worker, request));
    search_worker.resume(request);
    EXPECT_EQ(ended(search_worker).best_costs.size(), 5u);
}

TEST(GaitSearchWorker, ReportsWhyItCannotResume) {
    const CharacterPtr character = free_bar();
    GaitSearchRequest request{character, starting_controls(*character), short_problem()};
    request.problem.search.generations = 1000000;
    GaitSearchWorker search_worker;
    EXPECT_TRUE(reason_against_resuming(search_worker, request));
    search_worker.start(request);
    stop_after(search_worker, 1);
    EXPECT_FALSE(reason_against_resuming(search_worker, request));
    GaitSearchRequest other = request;
    other.controls.young *= 2.0;
    EXPECT_NE(reason_against_resuming(search_worker, other)->find("body"), std::string::npos);
    other = request;
    other.problem.objective.turn = 1.0;
    EXPECT_NE(reason_against_resuming(search_worker, other)->find("settings"), std::string::npos);
    const GaitSearchStatus before = search_worker.latest();
    search_worker.resume(other);
    EXPECT_FALSE(search_worker.latest().is_running) << "nothing changes";
    EXPECT_EQ(search_worker.latest().generation, before.generation);
}

// Another window resumes a search from a file.
TEST(GaitSearchWorker, ResumesASavedSearch) {
    const testing::ScratchFolder folder;
    const CharacterPtr character = free_bar();
    GaitSearchRequest request{character, starting_controls(*character), short_problem()};
    request.problem.search.generations = 6;
    GaitSearchWorker steady;
    steady.start(request);
    const GaitSearchStatus wanted = ended(steady);
    request.problem.search.generations = 2;
    GaitSearchWorker first;
    first.start(request);
    const auto checkpoint = ended(first).checkpoint;
    ASSERT_TRUE(checkpoint);
    const auto path = folder / "search.json";
    ASSERT_TRUE(write_search(checkpoint->state, checkpoint->key, checkpoint->terms, path));
    const auto open = [&](const LiveControls& controls) {
        const std::string bytes = file_bytes(path).value();
        const GaitSearchTerms terms = search_terms_from(bytes, path).value();
        const GaitSearchProblem from_settings =
            gait_search_problem(settings_for(terms, controls, *character), controls, *character);
        GaitSearchProblem problem{terms.space, terms.objective, std::nullopt, terms.options, GaitRole::none};
        problem.search.generations = 6;
        return GaitSearchRequest{character, controls, problem,
                                 std::make_shared<const OpenedSearch>(OpenedSearch{bytes, path, from_settings})};
    };
    GaitSearchWorker second;
    second.open(open(request.controls));
    const GaitSearchStatus found = ended(second);
    EXPECT_FALSE(found.fault) << sentence(*found.fault);
    EXPECT_EQ(found.best, wanted.best);
    EXPECT_EQ(found.best_costs, wanted.best_costs);
    LiveControls softer = request.controls;
    softer.young *= 0.5;
    second.open(open(softer));
    const GaitSearchStatus before = ended(second);
    const auto refusal = second.take_opening_error();
    ASSERT_TRUE(refusal);
    EXPECT_NE(refusal->message.find("belongs to another search"), std::string::npos);
    EXPECT_FALSE(second.take_opening_error()) << "it is reported once";
    EXPECT_EQ(before.best, wanted.best) << "a wrong file does not replace the result";
    EXPECT_FALSE(before.fault);
    EXPECT_EQ(before.search, found.search);
}

TEST(GaitSearchSettings, RoundTripThroughTheDescription) {
    const CharacterPtr character = free_bar();
    const LiveControls controls = starting_controls(*character);
    GaitSearchSettings settings = with_role({}, GaitRole::back);
    settings.space.common_period = false;
    settings.space.phase = 0.3;
    settings.space.parts = {Participation::always, Participation::if_chosen};
    fix(settings, 1, 0, {.amplitude = 1.0 / 3.0});
    fix(settings, 0, 2, {.period = 0.7, .phase = 0.1});
    settings.search.restarts = 2;
    settings.objective.energy = 0.4;
    settings.facing = 0.125;
    MuscleDescription muscles;
    muscles.problem = settings;
    const auto document = JsonDocument::parsed(to_text(muscles_json(muscles, {})), "muscles").value();
    MuscleDescription read;
    read_muscles(document.root(), {}, read);
    EXPECT_FALSE(document.fault());
    EXPECT_EQ(read.problem, settings);
    const GaitSearchProblem problem = gait_search_problem(settings, controls, *character);
    const GaitSearchSettings back =
        settings_for({problem.space, problem.objective, problem.search, Vec3::Zero()}, controls, *character);
    const GaitSearchProblem again = gait_search_problem(back, controls, *character);
    EXPECT_TRUE(again.objective.direction.isApprox(problem.objective.direction, 1e-12));
    EXPECT_TRUE(again.objective.facing.isApprox(problem.objective.facing, 1e-12));
    EXPECT_EQ(again.space, problem.space);
    EXPECT_EQ(again.search, problem.search);
}

// A scene with a search of many long steps can be saved and opened again.
TEST(GaitSearchSettings, RoundTripForTheLongestSearch) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    controls.time_step = 1.0 / 60.0;
    const GaitSearchOptions longest{.steps = 1000000};
    MuscleDescription muscles;
    muscles.problem = settings_for({{}, {}, longest, Vec3::Zero()}, controls, *character);
    EXPECT_EQ(gait_search_problem(muscles.problem, controls, *character).search.steps, 1000000);
    const auto document = JsonDocument::parsed(to_text(muscles_json(muscles, {})), "muscles").value();
    MuscleDescription read;
    read_muscles(document.root(), {}, read);
    EXPECT_FALSE(document.fault()) << sentence(*document.fault());
    EXPECT_EQ(read.problem, muscles.problem);
}

TEST(GaitSearchSettings, AreUnchangedAfterFixedValuesAreRemoved) {
    const CharacterPtr character = free_bar();
    const LiveControls controls = starting_controls(*character);
    GaitSearchSettings settings;
    fix(settings, 1, 2, {.phase = 0.5});
    fix(settings, 7, 0, {.phase = 0.25});
    EXPECT_EQ(fixed_of(settings, 1, 2).phase, 0.5);
    EXPECT_FALSE(fixed_of(settings, 1, 0).is_there());
    EXPECT_FALSE(fixed_of(settings, 9, 9).is_there());
    EXPECT_EQ(gait_search_problem(settings, controls, *character).space.fixed.size(), 2u)
        << "of the muscles that there are";
    fix(settings, 7, 0, {});
    fix(settings, 1, 2, {});
    EXPECT_EQ(settings, GaitSearchSettings{});
}

// Dragging sets the target's world position; the settings store it relative to the body.
TEST(GaitSearchSettings, TargetIsRelativeToItsPlacement) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    controls.rig_offset.leftCols<3>() = Eigen::AngleAxisd(0.7, Vec3::UnitY()).toRotationMatrix();
    GaitSearchSettings settings;
    settings.objective.approach = 1.0;
    const Vec3 way(1.5, 0.0, -0.75);
    set_way_to_target(settings, way, controls, *character);
    EXPECT_LT((*gait_search_problem(settings, controls, *character).way_to_target - way).norm(), 1e-12);
    set_way_to_target(settings, 1e9 * way, controls, *character);
    EXPECT_LE(std::abs(settings.ahead), target_distance_max);
    EXPECT_LE(std::abs(settings.aside), target_distance_max);
}

// Fixed values are in every gait of the population and in the result, bit for bit.
TEST(GaitSearchWorker, KeepsFixedValues) {
    GaitSearchProblem problem = short_problem();
    problem.space.fixed = {{{.amplitude = 1.0 / 3.0, .phase = 0.1}}, {{.period = 0.7}}};
    GaitSearchWorker search_worker;
    start(search_worker, free_bar(), problem);
    const GaitSearchStatus search_status = ended(search_worker);
    ASSERT_FALSE(search_status.fault);
    std::vector<Gait> gaits = {search_status.best};
    for (const PopulationView::Tile& tile : search_status.population_view->tiles) {
        gaits.push_back(tile.gait);
    }
    for (const Gait& gait : gaits) {
        EXPECT_EQ(gait.waveforms[0][0].amplitude, 1.0 / 3.0);
        EXPECT_EQ(gait.waveforms[0][0].phase, 0.1);
        EXPECT_EQ(gait.waveforms[1][0].period, 0.7);
    }
}

TEST(GaitSearchWorker, RolloutsLastTheRequestedSeconds) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    GaitSearchSettings settings;
    settings.seconds = 4.0;
    controls.time_step = 0.0166667; // four seconds of which are a little less than 240
    EXPECT_EQ(gait_search_problem(settings, controls, *character).search.steps, 240);
    controls.time_step = 1e-9;
    EXPECT_EQ(gait_search_problem(settings, controls, *character).search.steps, 1000000);
    controls.time_step = 10.0;
    EXPECT_EQ(gait_search_problem(settings, controls, *character).search.steps, 1);
}

TEST(GaitSearchWorker, ReleasesARemovedCharacter) {
    CharacterPtr character = free_bar();
    const std::weak_ptr<const Character> watched = character;
    GaitSearchWorker search_worker;
    start(search_worker, std::exchange(character, nullptr), short_problem());
    search_worker.clear();
    EXPECT_EQ(search_worker.latest().character, nullptr);
    EXPECT_TRUE(limber::testing::eventually([&] {
        search_worker.latest();
        return watched.expired();
    }));
}

} // namespace
} // namespace limber::app
