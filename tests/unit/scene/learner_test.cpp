#include "app/scene/learner.h"

#include "app/scene/learning_news.h"
#include "app/scene/lesson_settings.h"
#include "app/scene/muscle_description.h"
#include "engine/control/search_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "tests/support/eventually.h"
#include "tests/support/scratch_folder.h"
#include "tests/unit/scene/free_bar.h"

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

Learnt ended(Learner& learner) {
    for (int i = 0; i < 2400 && (learner.latest().is_running || learner.is_opening()); ++i) {
        std::this_thread::sleep_for(50ms);
    }
    return learner.latest();
}

Lesson short_lesson() {
    Lesson lesson;
    lesson.search.generations = 3;
    lesson.search.population = 4;
    lesson.search.steps = 20;
    return lesson;
}

// As the scene has it.
void start(Learner& learner, const CharacterPtr& character, const Lesson& lesson) {
    learner.start({character, starting_controls(*character), lesson});
}

TEST(Learner, FindsAGaitBesideWhoeverAsks) {
    Learner learner;
    start(learner, free_bar(), short_lesson());
    const Learnt learnt = ended(learner);
    EXPECT_FALSE(learnt.fault);
    EXPECT_EQ(learnt.generation, 3);
    EXPECT_EQ(learnt.best_costs.size(), 3u);
    EXPECT_EQ(learnt.best.waveforms.size(), 2u);
}

TEST(Learner, LearnsWithTheBodyAsItIsOnTheStage) {
    const CharacterPtr character = free_bar();
    LiveControls softer = starting_controls(*character);
    softer.young *= 0.5;
    softer.time_step *= 0.5;
    Learner learner;
    start(learner, character, short_lesson());
    const Learnt opened = ended(learner);
    learner.start({character, softer, short_lesson()});
    const Learnt turned = ended(learner);
    EXPECT_FALSE(turned.fault);
    EXPECT_NE(opened.best_costs.front(), turned.best_costs.front()) << "of the same seed";
}

TEST(Learner, HasFoundSomethingWithItsFirstGaitHoweverPoor) {
    Lesson lesson = short_lesson();
    lesson.objective = {.travel = 0.0, .energy = 1.0}; // J is positive
    Learner learner;
    start(learner, free_bar(), lesson);
    const Learnt learnt = ended(learner);
    EXPECT_GT(learnt.best_cost, 0.0);
    EXPECT_TRUE(is_better(learnt, Learnt{}));
    EXPECT_FALSE(is_better(learnt, learnt));
}

// Where its centre of mass is when it begins to learn is where the way to a target begins.
TEST(Learner, MeasuresTheWayToATargetFromWhereTheBodyRests) {
    Lesson lesson = short_lesson();
    lesson.objective = {.travel = 0.0, .approach = 1.0};
    lesson.way_to_target = Vec3(0.0, 0.0, 0.0);
    Learner learner;
    start(learner, free_bar(), lesson);
    EXPECT_LE(ended(learner).scores.approach, 0.0) << "nobody comes closer than there";
}

TEST(Learner, SaysWhyABodyCannotLearn) {
    Learner learner;
    start(learner, bar_on_a_floor(RigKind::affine_handle), short_lesson());
    const Learnt learnt = ended(learner);
    ASSERT_TRUE(learnt.fault);
    EXPECT_NE(learnt.fault->message.find("free body"), std::string::npos);
}

// Whoever looks first sees a search that has failed already, and not one that began.
TEST(LearningNews, AreOfAStartThatFailsAtOnce) {
    Learner learner;
    const Learnt before = learner.latest();
    start(learner, bar_on_a_floor(RigKind::affine_handle), short_lesson());
    const Learnt first = ended(learner);
    ASSERT_TRUE(news_since(before, first).fault);
    EXPECT_FALSE(news_since(first, first).fault) << "it is said once";
    start(learner, bar_on_a_floor(RigKind::affine_handle), short_lesson());
    EXPECT_TRUE(news_since(first, ended(learner)).fault) << "and again when it is tried again";
}

TEST(LearningNews, AreOfASearchThatEndedBeforeAnybodyLooked) {
    Learner learner;
    start(learner, free_bar(), short_lesson());
    const Learnt once = ended(learner);
    EXPECT_TRUE(news_since(Learnt{}, once).has_ended);
    EXPECT_TRUE(news_since(Learnt{}, once).is_better);
    EXPECT_FALSE(news_since(once, once).has_ended);
    start(learner, free_bar(), short_lesson());
    const LearningNews again = news_since(once, ended(learner));
    EXPECT_TRUE(again.has_ended);
    EXPECT_TRUE(again.is_better) << "it is no worse for what another search found";
}

TEST(Learner, WaitsWhilePausedAndKeepsWhatItFoundWhenStopped) {
    Lesson endless = short_lesson();
    endless.search.generations = 1000000;
    Learner learner;
    start(learner, free_bar(), endless);
    while (learner.latest().generation < 2) {
        std::this_thread::sleep_for(5ms);
    }
    learner.pause(true);
    const int paused = learner.latest().generation;
    std::this_thread::sleep_for(400ms);
    EXPECT_EQ(learner.latest().generation, paused) << "and the generation that ran ends unseen";
    learner.pause(false);
    EXPECT_TRUE(limber::testing::eventually([&] { return learner.latest().generation > paused; }));
    learner.stop();
    const Learnt learnt = ended(learner);
    EXPECT_FALSE(learnt.is_running);
    EXPECT_FALSE(learnt.best.waveforms.empty());
}

// Stopped in the middle of a generation, wherever that is.
void stop_after(Learner& learner, int generations) {
    EXPECT_TRUE(limber::testing::eventually([&] { return learner.latest().generation >= generations; }));
    learner.stop();
    EXPECT_FALSE(ended(learner).is_running);
}

std::optional<std::string> hindrance(Learner& learner, const Task& task) {
    return hindrance(learner.latest(), task.character.get(), task.controls, task.lesson);
}

TEST(Learner, FindsWhatItWouldHaveFoundWithoutAStop) {
    const CharacterPtr character = free_bar();
    Task task{character, starting_controls(*character), short_lesson()};
    task.lesson.search.generations = 1000000;
    Learner stopped;
    stopped.start(task);
    stop_after(stopped, 2);
    const int generations = stopped.latest().generation + 5;
    task.lesson.search.generations = generations;
    Learner steady;
    steady.start(task);
    const Learnt wanted = ended(steady);
    task.controls.muscles.gait = stopped.latest().best; // it plays meanwhile
    stopped.go_on(task);
    const Learnt found = ended(stopped);
    EXPECT_EQ(found.generation, generations);
    EXPECT_EQ(found.best, wanted.best);
    EXPECT_EQ(found.best_cost, wanted.best_cost);
    EXPECT_EQ(found.best_costs, wanted.best_costs);
}

TEST(Learner, GoesOnForLongerThanItWasTo) {
    const CharacterPtr character = free_bar();
    Task task{character, starting_controls(*character), short_lesson()};
    Learner learner;
    learner.start(task);
    ended(learner);
    EXPECT_NE(hindrance(learner, task)->find("ask for more"), std::string::npos);
    task.lesson.search.generations = 5;
    EXPECT_FALSE(hindrance(learner, task));
    learner.go_on(task);
    EXPECT_EQ(ended(learner).best_costs.size(), 5u);
}

TEST(Learner, SaysWhyItCannotGoOn) {
    const CharacterPtr character = free_bar();
    Task task{character, starting_controls(*character), short_lesson()};
    task.lesson.search.generations = 1000000;
    Learner learner;
    EXPECT_TRUE(hindrance(learner, task));
    learner.start(task);
    stop_after(learner, 1);
    EXPECT_FALSE(hindrance(learner, task));
    Task other = task;
    other.controls.young *= 2.0;
    EXPECT_NE(hindrance(learner, other)->find("body"), std::string::npos);
    other = task;
    other.lesson.objective.turn = 1.0;
    EXPECT_NE(hindrance(learner, other)->find("lesson"), std::string::npos);
    const Learnt before = learner.latest();
    learner.go_on(other);
    EXPECT_FALSE(learner.latest().is_running) << "nothing happens";
    EXPECT_EQ(learner.latest().generation, before.generation);
}

// What a window kept in a file, another one goes on with.
TEST(Learner, GoesOnWithASearchThatWasKept) {
    const testing::ScratchFolder folder;
    const CharacterPtr character = free_bar();
    Task task{character, starting_controls(*character), short_lesson()};
    task.lesson.search.generations = 6;
    Learner steady;
    steady.start(task);
    const Learnt wanted = ended(steady);
    task.lesson.search.generations = 2;
    Learner first;
    first.start(task);
    const auto kept = ended(first).kept;
    ASSERT_TRUE(kept);
    const auto path = folder / "search.json";
    ASSERT_TRUE(write_search(kept->state, kept->key, kept->terms, path));
    const auto open = [&](const LiveControls& controls) {
        const std::string bytes = file_bytes(path).value();
        const GaitSearchTerms terms = search_terms_from(bytes, path).value();
        const Lesson as_set = lesson_of(settings_for(terms, controls, *character), controls, *character);
        Lesson lesson{terms.space, terms.objective, std::nullopt, terms.options, GaitRole::none};
        lesson.search.generations = 6;
        return Task{character, controls, lesson,
                    std::make_shared<const OpenedSearch>(OpenedSearch{bytes, path, as_set})};
    };
    Learner second;
    second.open(open(task.controls));
    const Learnt found = ended(second);
    EXPECT_FALSE(found.fault) << sentence(*found.fault);
    EXPECT_EQ(found.best, wanted.best);
    EXPECT_EQ(found.best_costs, wanted.best_costs);
    LiveControls softer = task.controls;
    softer.young *= 0.5;
    second.open(open(softer));
    const Learnt before = ended(second);
    const auto refusal = second.refusal();
    ASSERT_TRUE(refusal);
    EXPECT_NE(refusal->message.find("belongs to another search"), std::string::npos);
    EXPECT_FALSE(second.refusal()) << "it is said once";
    EXPECT_EQ(before.best, wanted.best) << "what was found before is lost to no wrong file";
    EXPECT_FALSE(before.fault);
    EXPECT_EQ(before.search, found.search);
}

TEST(LessonSettings, AreWhatASearchIsForAndReadBack) {
    const CharacterPtr character = free_bar();
    const LiveControls controls = starting_controls(*character);
    LessonSettings settings = with_role({}, GaitRole::back);
    settings.space.one_beat = false;
    settings.space.phase = 0.3;
    settings.space.parts = {TakingPart::always, TakingPart::if_chosen};
    fix(settings, 1, 0, {.amplitude = 1.0 / 3.0});
    fix(settings, 0, 2, {.period = 0.7, .phase = 0.1});
    settings.search.restarts = 2;
    settings.objective.energy = 0.4;
    settings.facing = 0.125;
    MuscleDescription muscles;
    muscles.lesson = settings;
    const auto document = JsonDocument::parsed(to_text(muscles_json(muscles, {})), "muscles").value();
    MuscleDescription read;
    read_muscles(document.root(), {}, read);
    EXPECT_FALSE(document.fault());
    EXPECT_EQ(read.lesson, settings);
    const Lesson lesson = lesson_of(settings, controls, *character);
    const LessonSettings back =
        settings_for({lesson.space, lesson.objective, lesson.search, Vec3::Zero()}, controls, *character);
    const Lesson again = lesson_of(back, controls, *character);
    EXPECT_TRUE(again.objective.direction.isApprox(lesson.objective.direction, 1e-12));
    EXPECT_TRUE(again.objective.facing.isApprox(lesson.objective.facing, 1e-12));
    EXPECT_EQ(again.space, lesson.space);
    EXPECT_EQ(again.search, lesson.search);
}

// Who opened a search of many long steps can save the scene, and open that again.
TEST(LessonSettings, OfTheLongestSearchReadBack) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    controls.time_step = 1.0 / 60.0;
    const GaitSearchOptions longest{.steps = 1000000};
    MuscleDescription muscles;
    muscles.lesson = settings_for({{}, {}, longest, Vec3::Zero()}, controls, *character);
    EXPECT_EQ(lesson_of(muscles.lesson, controls, *character).search.steps, 1000000);
    const auto document = JsonDocument::parsed(to_text(muscles_json(muscles, {})), "muscles").value();
    MuscleDescription read;
    read_muscles(document.root(), {}, read);
    EXPECT_FALSE(document.fault()) << sentence(*document.fault());
    EXPECT_EQ(read.lesson, muscles.lesson);
}

TEST(LessonSettings, ThatFixNothingAnyMoreAreWhatTheyWere) {
    const CharacterPtr character = free_bar();
    const LiveControls controls = starting_controls(*character);
    LessonSettings settings;
    fix(settings, 1, 2, {.phase = 0.5});
    fix(settings, 7, 0, {.phase = 0.25});
    EXPECT_EQ(fixed_of(settings, 1, 2).phase, 0.5);
    EXPECT_FALSE(fixed_of(settings, 1, 0).is_there());
    EXPECT_FALSE(fixed_of(settings, 9, 9).is_there());
    EXPECT_EQ(lesson_of(settings, controls, *character).space.fixed.size(), 2u) << "of the muscles that there are";
    fix(settings, 7, 0, {});
    fix(settings, 1, 2, {});
    EXPECT_EQ(settings, LessonSettings{});
}

// A hand that drags the target says where it is; what was wanted there is where it was put.
TEST(LessonSettings, TakeATargetFromWhereItWasPut) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    controls.rig_offset.leftCols<3>() = Eigen::AngleAxisd(0.7, Vec3::UnitY()).toRotationMatrix();
    LessonSettings settings;
    settings.objective.approach = 1.0;
    const Vec3 way(1.5, 0.0, -0.75);
    set_way_to_target(settings, way, controls, *character);
    EXPECT_LT((*lesson_of(settings, controls, *character).way_to_target - way).norm(), 1e-12);
    set_way_to_target(settings, 1e9 * way, controls, *character);
    EXPECT_LE(std::abs(settings.ahead), target_distance_max);
    EXPECT_LE(std::abs(settings.aside), target_distance_max);
}

// What is fixed is in every gait of the gallery, and in what is found, bit for bit.
TEST(Learner, LeavesWhatAPersonFixedAsItIs) {
    Lesson lesson = short_lesson();
    lesson.space.fixed = {{{.amplitude = 1.0 / 3.0, .phase = 0.1}}, {{.period = 0.7}}};
    Learner learner;
    start(learner, free_bar(), lesson);
    const Learnt learnt = ended(learner);
    ASSERT_FALSE(learnt.fault);
    std::vector<Gait> gaits = {learnt.best};
    for (const Gallery::Tile& tile : learnt.gallery->tiles) {
        gaits.push_back(tile.gait);
    }
    for (const Gait& gait : gaits) {
        EXPECT_EQ(gait.waveforms[0][0].amplitude, 1.0 / 3.0);
        EXPECT_EQ(gait.waveforms[0][0].phase, 0.1);
        EXPECT_EQ(gait.waveforms[1][0].period, 0.7);
    }
}

TEST(Learner, TriesForTheSecondsThatWereAskedFor) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    LessonSettings settings;
    settings.seconds = 4.0;
    controls.time_step = 0.0166667; // four seconds of which are a little less than 240
    EXPECT_EQ(lesson_of(settings, controls, *character).search.steps, 240);
    controls.time_step = 1e-9;
    EXPECT_EQ(lesson_of(settings, controls, *character).search.steps, 1000000);
    controls.time_step = 10.0;
    EXPECT_EQ(lesson_of(settings, controls, *character).search.steps, 1);
}

TEST(Learner, LetsGoOfACharacterThatIsForgotten) {
    CharacterPtr character = free_bar();
    const std::weak_ptr<const Character> watched = character;
    Learner learner;
    start(learner, std::exchange(character, nullptr), short_lesson());
    learner.forget();
    EXPECT_EQ(learner.latest().character, nullptr);
    EXPECT_TRUE(limber::testing::eventually([&] {
        learner.latest();
        return watched.expired();
    }));
}

} // namespace
} // namespace limber::app
