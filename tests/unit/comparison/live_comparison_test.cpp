// SPDX-License-Identifier: MIT
#include "app/comparison/live_comparison.h"

#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/document/comparison_titles.h"
#include "app/motion/motion.h"
#include "tests/support/eventually.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace limber::app {
namespace {

using limber::testing::eventually;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class LiveComparisonTest : public ::testing::Test {
protected:
    static CharacterPtr character_of(const std::string& scene, const Obstacles& obstacles = {}) {
        auto description = read_scene(scene).value().value;
        description.environment.obstacles = obstacles;
        return build_character(description, nullptr, Stage::mesh, nullptr, {}, Purpose::window).value();
    }

    // Leads so many steps and returns the comparison after the last of them, or why it ended.
    static Result<ComparedStep> led(LiveComparison& comparison, Motion& leader, const LiveControls& controls,
                                    std::uint64_t steps) {
        std::optional<Result<ComparedStep>> newest;
        const auto poll = [&] {
            if (auto polled = comparison.poll()) {
                newest.emplace(std::move(*polled));
            }
        };
        EXPECT_TRUE(eventually([&] {
            poll();
            return newest || !comparison.is_preparing();
        }));
        for (std::uint64_t step = 0; step < steps && !newest; ++step) {
            lead(comparison, leader, controls, step == 0);
            EXPECT_TRUE(eventually([&] { return !comparison.is_stepping(); }));
        }
        EXPECT_TRUE(eventually([&] {
            poll();
            return newest && (!*newest || newest->value().steps == steps);
        }));
        return *newest;
    }

    static void lead(LiveComparison& comparison, Motion& leader, const LiveControls& controls, bool is_first) {
        const auto before = is_first ? std::make_shared<const State>(leader.state()) : nullptr;
        leader.step(controls);
        comparison.step(last_step_of(leader, controls), before, leader.state());
    }

    // Leads all of them by the same steps, without a jump but at the first one.
    void lead_all(const std::vector<LiveComparison*>& comparisons, int steps) {
        for (int step = 0; step < steps; ++step) {
            const auto before = is_led ? nullptr : std::make_shared<const State>(leader.state());
            is_led = true;
            leader.step(controls);
            for (LiveComparison* comparison : comparisons) {
                comparison->step(last_step_of(leader, controls), before, leader.state());
            }
            for (LiveComparison* comparison : comparisons) {
                EXPECT_TRUE(eventually([&] { return !comparison->is_stepping(); }));
            }
        }
    }

    // The newest step as soon as it is so; the last one polled if it never is, or {} if the comparison ended.
    static ComparedStep newest_when(LiveComparison& comparison, const std::function<bool(const ComparedStep&)>& is_so) {
        ComparedStep newest;
        EXPECT_TRUE(eventually([&] {
            auto polled = comparison.poll();
            if (polled && *polled) {
                newest = std::move(*polled).value();
                return is_so(newest);
            }
            return polled.has_value(); // it ended
        }));
        EXPECT_TRUE(!newest.bodies.empty() && is_so(newest));
        return newest;
    }
    static ComparedStep newest_after(LiveComparison& comparison, std::uint64_t steps) {
        return newest_when(comparison, [steps](const ComparedStep& step) { return step.steps == steps; });
    }

    // Why the only subspace is not shown, as soon as that is known.
    static Error failure_of(LiveComparison& comparison) {
        EXPECT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
        const std::vector<FailedSubspace> failed = comparison.failed();
        EXPECT_EQ(failed.size(), 1u);
        return failed.empty() ? Error{} : failed.front().error;
    }

    static double largest_difference(const ComparedBody& a, const ComparedBody& b) {
        double largest = 0.0;
        for (std::size_t i = 0; i < a.skin->vertices.size(); ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                largest = std::max<double>(
                    largest, std::abs(a.skin->vertices[i].position[axis] - b.skin->vertices[i].position[axis]));
            }
        }
        return largest;
    }

    ScratchFolder folder;
    CharacterPtr character = character_of(write_small_scene(folder).string());
    Motion leader{character};
    LiveControls controls = starting_controls(*character);
    bool is_led = false; // by lead_all
};

TEST_F(LiveComparisonTest, TheSameSubspaceMovesAsTheCharacter) {
    const Index modes = character->modes->W.cols();
    LiveComparison comparison({character, {{"skinning", modes}, {"skinning", 1}, {"full", 0}}});
    for (int i = 0; i < 30; ++i) {
        leader.step(controls); // it starts in the middle of a motion
    }
    const auto step = led(comparison, leader, controls, 20);
    ASSERT_TRUE(step) << step.error().message;
    const auto& bodies = step.value().bodies;
    ASSERT_EQ(bodies.size(), 4u);
    EXPECT_LT(largest_difference(bodies[0], bodies[1]), 1e-5);
    EXPECT_GT(largest_difference(bodies[0], bodies[2]), 1e-3);
    ASSERT_EQ(bodies[0].errors.size(), 20u);
    EXPECT_NEAR(bodies[0].errors.back(), bodies[1].errors.back(), 1e-6);
    EXPECT_GT(bodies[2].errors.back(), bodies[1].errors.back());
    EXPECT_EQ(bodies[3].errors.back(), 0.0F);
    EXPECT_EQ(bodies[3].skin->vertices.size(), character->boundary_vertices.size());
    EXPECT_GT(bodies[3].step_microseconds, 0.0);
}

// A cut shows the same surface as the skin, and the tets behind it.
TEST_F(LiveComparisonTest, HasTheInsideOfEachBody) {
    LiveComparison comparison({character, {{"displacement", 2, {.young = 2.0 * controls.young}}, {"full", 0}}});
    comparison.show_inside(true);
    const auto step = led(comparison, leader, controls, 10);
    ASSERT_TRUE(step) << step.error().message;
    for (const ComparedBody& body : step.value().bodies) {
        ASSERT_TRUE(body.inside && body.inside_distances);
        ASSERT_EQ(body.inside_distances->size(), static_cast<std::size_t>(character->vertex_count()));
        ASSERT_EQ(body.inside->vertices.size(), static_cast<std::size_t>(character->vertex_count()));
        for (std::size_t i = 0; i < character->boundary_vertices.size(); ++i) {
            const auto vertex = static_cast<std::size_t>(character->boundary_vertices[i]);
            EXPECT_EQ(body.inside->vertices[vertex].position, body.skin->vertices[i].position);
            EXPECT_EQ(body.inside->vertices[vertex].normal, body.skin->vertices[i].normal);
            EXPECT_EQ((*body.inside_distances)[vertex], body.distances[i]);
        }
    }
    EXPECT_NEAR(step.value().bodies[1].young_scale, 2.0 * step.value().bodies[0].young_scale, 1e-9);
    EXPECT_EQ(step.value().bodies[2].young_scale, step.value().bodies[0].young_scale);
}

TEST_F(LiveComparisonTest, HasNoInsideUntilACutAsksForIt) {
    LiveComparison comparison({character, {{"displacement", 2}}});
    const auto step = led(comparison, leader, controls, 3);
    ASSERT_TRUE(step) << step.error().message;
    for (const ComparedBody& body : step.value().bodies) {
        EXPECT_FALSE(body.inside);
    }
    comparison.show_inside(true); // while it stands still
    std::optional<Result<ComparedStep>> shown;
    ASSERT_TRUE(eventually([&] {
        if (auto polled = comparison.poll()) {
            shown.emplace(std::move(*polled));
        }
        return shown.has_value();
    }));
    ASSERT_TRUE(*shown);
    EXPECT_EQ(shown->value().steps, 3u) << "without a step";
    for (const ComparedBody& body : shown->value().bodies) {
        ASSERT_TRUE(body.inside);
        EXPECT_FALSE(body.inside_distances) << "nothing to be far from";
    }
}

TEST_F(LiveComparisonTest, FullSpaceHasAnElasticEnergyOfItsOwn) {
    const auto led_with = [&](ElasticEnergy energy) {
        leader.restart(controls);
        LiveComparison comparison({character, {{"full", 0, {.energy = energy}}}});
        return led(comparison, leader, controls, 10).value().bodies;
    };
    const auto corotational = led_with(ElasticEnergy::corotational);
    const auto rubber = led_with(ElasticEnergy::stable_neo_hookean);
    EXPECT_LT(largest_difference(corotational[0], rubber[0]), 1e-7) << "the character's own is the same";
    EXPECT_GT(largest_difference(corotational[1], rubber[1]), 1e-5);
    EXPECT_TRUE(rubber[1].has_converged);
}

TEST_F(LiveComparisonTest, CountsTheInvertedTetsOfFullSpace) {
    LiveComparison comparison({character, {{"full", 0}, {"skinning", 2}}});
    EXPECT_EQ(led(comparison, leader, controls, 3).value().bodies[1].inverted_tets, 0);
    const Points& X = character->mesh.X;
    const Vec3 across = X.colwise().mean().transpose() * 2.0 - X.row(143).transpose();
    controls.handles = {{.id = 1, .vertices = {143, 143, 143}, .stiffness = 1e5, .target = across}};
    LiveComparison pulled({character, {{"full", 0}, {"skinning", 2}}});
    const ComparedStep step = led(pulled, leader, controls, 10).value();
    EXPECT_GT(step.bodies[1].inverted_tets, 0);
    EXPECT_EQ(step.bodies[2].inverted_tets, 0) << "of full space alone";
}

// With the term of the volume, a corner that is pulled through the body leaves no minimum within so many iterations.
TEST_F(LiveComparisonTest, SaysWhetherFullSpaceHasConverged) {
    controls.poisson = 0.45;
    LiveComparison comparison({character, {{"full", 0}}});
    EXPECT_TRUE(led(comparison, leader, controls, 3).value().bodies[1].has_converged);
    leader.restart(controls);
    controls.handles = {{.id = 1, .vertices = {143, 143, 143}, .stiffness = 1e6, .target = Vec3(-0.3, 0.3, 0.0)}};
    LiveComparison pulled({character, {{"full", 0}}});
    EXPECT_FALSE(led(pulled, leader, controls, 3).value().bodies[1].has_converged);
}

TEST_F(LiveComparisonTest, WithoutFullSpaceHasNoErrors) {
    LiveComparison comparison({character, {{"displacement", 2}}});
    const auto step = led(comparison, leader, controls, 3);
    ASSERT_TRUE(step) << step.error().message;
    EXPECT_TRUE(step.value().bodies[1].errors.empty());
    EXPECT_TRUE(step.value().bodies[1].distances.empty());
    EXPECT_FALSE(step.value().bodies[1].strain.strains.empty());
}

// Its tets are those of the body.
TEST_F(LiveComparisonTest, HasTheSameEnergiesAndStepTimesWithoutFullSpace) {
    const auto bodies_beside = [&](const std::vector<ComparedSubspace>& subspaces) {
        leader.restart(controls);
        LiveComparison comparison({character, subspaces});
        return led(comparison, leader, controls, 5).value();
    };
    const ComparedStep without = bodies_beside({{"displacement", 2}});
    const ComparedStep with = bodies_beside({{"displacement", 2}, {"full", 0}});
    EXPECT_EQ(without.frames, with.frames);
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_EQ(without.bodies[i].energies, with.bodies[i].energies) << i;
        EXPECT_EQ(without.bodies[i].energies.size(), 5u);
        EXPECT_GT(without.bodies[i].step_microseconds, 0.0) << i;
    }
}

TEST_F(LiveComparisonTest, HasTheMedianTimeOfItsNewestSteps) {
    LiveComparison comparison({character, {{"displacement", 2}, {"full", 0}}});
    const ComparedStep step = led(comparison, leader, controls, 40).value();
    for (const ComparedBody& body : step.bodies) {
        ASSERT_EQ(body.newest_microseconds.size(), 31u);
        const auto least_and_most = std::ranges::minmax(body.newest_microseconds);
        EXPECT_GT(least_and_most.min, 0.0);
        const auto is_shorter = [&](double time) {
            return time < body.step_microseconds;
        };
        const auto is_longer = [&](double time) {
            return time > body.step_microseconds;
        };
        EXPECT_LE(std::ranges::count_if(body.newest_microseconds, is_shorter), 15);
        EXPECT_LE(std::ranges::count_if(body.newest_microseconds, is_longer), 15);
    }
}

TEST_F(LiveComparisonTest, MakesPodFromTheMotionSoFar) {
    std::vector<SeenPose> motion;
    for (int i = 0; i < 60; ++i) {
        leader.step(controls);
        motion.push_back({character, leader.state().Z, leader.state().P});
    }
    LiveComparison comparison({.character = character, .subspaces = {{"pod", 2}, {"full", 0}}, .motion = motion});
    const auto step = led(comparison, leader, controls, 20);
    ASSERT_TRUE(step) << step.error().message;
    const auto& bodies = step.value().bodies;
    EXPECT_EQ(title_of(bodies[1].subspace), "Best for a motion 2");
    ASSERT_EQ(bodies[1].errors.size(), 20u);
    EXPECT_GT(bodies[1].errors.back(), 0.0F);
    EXPECT_LT(bodies[1].errors.back(), 0.1F) << "a tenth of the body's size";
}

TEST_F(LiveComparisonTest, SaysThatPodNeedsAMotion) {
    LiveComparison comparison({.character = character, .subspaces = {{"pod", 2}}});
    const Error error = failure_of(comparison);
    EXPECT_EQ(error.where, "pod");
    EXPECT_NE(error.message.find("let the character move first"), std::string::npos);
}

// A body that sags under its weight is away from the poses of its rig, and does not move.
TEST_F(LiveComparisonTest, MakesNoPodOfABodyAtRest) {
    leader.step(controls);
    const std::vector<SeenPose> motion(10, SeenPose{character, leader.state().Z, leader.state().P});
    LiveComparison comparison({.character = character, .subspaces = {{"pod", 2}}, .motion = motion});
    EXPECT_EQ(failure_of(comparison).message, "nothing moves: play a clip or pull a handle first");
}

TEST_F(LiveComparisonTest, LearnsFromFewerPosesOfALargeMesh) {
    const std::vector<SeenPose> motion(10, SeenPose{character, leader.state().Z, leader.state().P});
    EXPECT_EQ(learned_poses(motion, *character).size(), 10u);
    Character large = *character;
    large.mesh.X = Points::Zero(1'000'000, 3);
    const std::vector<SeenPose> many(
        10, SeenPose{std::make_shared<const Character>(large), leader.state().Z, leader.state().P});
    EXPECT_EQ(learned_poses(many, large).size(), 5u);
}

// Poses from before the mesh was changed may have another number of vertices.
TEST_F(LiveComparisonTest, LeavesPosesOfAnotherMeshOutOfPod) {
    Character coarser = *character;
    coarser.mesh.X = character->mesh.X.topRows(8);
    const SeenPose other{std::make_shared<const Character>(std::move(coarser)), leader.state().Z, leader.state().P};
    LiveComparison comparison({.character = character, .subspaces = {{"pod", 2}}, .motion = {other}});
    const std::string reason = failure_of(comparison).message;
    EXPECT_NE(reason.find("let the character move first"), std::string::npos) << reason;
}

// Bit by bit, whenever they were ready.
TEST_F(LiveComparisonTest, TwoBodiesOfTheSameSubspaceMoveAsOne) {
    LiveComparison comparison({character, {{"full", 0}, {"skinning", 2}}});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    lead_all({&comparison}, 10);
    comparison.change({{"full", 0}, {"skinning", 2}, {"full", 0}}, {});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    lead_all({&comparison}, 10);
    const ComparedStep step = newest_after(comparison, 20);
    EXPECT_GT(largest_difference(step.bodies[0], step.bodies[1]), 1e-5) << "full space is not where the character is";
    EXPECT_EQ(largest_difference(step.bodies[1], step.bodies[3]), 0.0);
    EXPECT_EQ(step.bodies[3].errors, std::vector<float>(10, 0.0F));
    EXPECT_EQ(step.bodies[3].energies, step.bodies[1].energies);
    comparison.change({{"full", 0}, {"skinning", 2}, {"skinning", 2}}, {});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    lead_all({&comparison}, 10);
    const ComparedStep reduced = newest_after(comparison, 30);
    EXPECT_EQ(largest_difference(reduced.bodies[2], reduced.bodies[3]), 0.0);
    EXPECT_EQ(reduced.bodies[2].errors, reduced.bodies[3].errors);
}

class TwoComparisons : public LiveComparisonTest {
protected:
    static void expect_the_same(const ComparedStep& step, const ComparedStep& expected) {
        ASSERT_EQ(step.bodies.size(), expected.bodies.size());
        for (std::size_t i = 0; i < step.bodies.size(); ++i) {
            EXPECT_EQ(largest_difference(step.bodies[i], expected.bodies[i]), 0.0) << i;
            EXPECT_EQ(step.bodies[i].errors, expected.bodies[i].errors) << i;
            EXPECT_EQ(step.bodies[i].energies, expected.bodies[i].energies) << i;
        }
        EXPECT_EQ(step.times, expected.times);
    }

    const std::vector<ComparedSubspace> two{{"skinning", 1}, {"full", 0}};
    const std::vector<ComparedSubspace> three{{"skinning", 1}, {"full", 0}, {"displacement", 2}};
};

// Bit by bit as those of a comparison that is not changed, with their curves.
TEST_F(TwoComparisons, OtherBodiesContinueWhenOneIsRemoved) {
    LiveComparison changed({character, three});
    LiveComparison unchanged({character, three});
    ASSERT_TRUE(eventually([&] { return !changed.is_preparing() && !unchanged.is_preparing(); }));
    lead_all({&changed, &unchanged}, 10);
    changed.change(two, {});
    const ComparedStep removed = newest_when(changed, [](const ComparedStep& step) { return step.bodies.size() == 3; });
    EXPECT_EQ(removed.steps, 10u) << "without a step";
    lead_all({&changed, &unchanged}, 5);
    ComparedStep expected = newest_after(unchanged, 15);
    expected.bodies.pop_back();
    expect_the_same(newest_after(changed, 15), expected);
}

// They move on until it is ready; then all are as those of a comparison that begins there.
TEST_F(TwoComparisons, AllBodiesBeginAgainWhenOneJoins) {
    LiveComparison changed({character, two});
    ASSERT_TRUE(eventually([&] { return !changed.is_preparing(); }));
    lead_all({&changed}, 10);
    changed.change(three, {});
    EXPECT_TRUE(changed.takes_steps()) << "while one is precomputed";
    ASSERT_TRUE(eventually([&] { return !changed.is_preparing(); }));
    LiveComparison begun({character, three});
    ASSERT_TRUE(eventually([&] { return !begun.is_preparing(); }));
    for (int step = 0; step < 5; ++step) {
        const auto start = step == 0 ? std::make_shared<const State>(leader.state()) : nullptr;
        leader.step(controls);
        changed.step(last_step_of(leader, controls), nullptr, leader.state());
        begun.step(last_step_of(leader, controls), start, leader.state());
        ASSERT_TRUE(eventually([&] { return !changed.is_stepping() && !begun.is_stepping(); }));
    }
    expect_the_same(newest_after(changed, 15), newest_after(begun, 5));
}

TEST_F(LiveComparisonTest, AnAddedBodyStartsInTheStateOfTheCharacter) {
    const Index modes = character->modes->W.cols();
    LiveComparison comparison({character, {{"full", 0}}});
    ASSERT_TRUE(eventually([&] { return comparison.takes_steps(); }));
    lead_all({&comparison}, 30);
    comparison.change({{"skinning", modes}, {"full", 0}}, {});
    const ComparedStep joined = newest_when(
        comparison, [](const ComparedStep& step) { return step.bodies.size() == 3 && step.bodies[1].skin; });
    EXPECT_EQ(joined.steps, 30u) << "it is shown without a step";
    EXPECT_LT(largest_difference(joined.bodies[0], joined.bodies[1]), 1e-5);
    EXPECT_TRUE(joined.bodies[1].errors.empty());
    EXPECT_TRUE(joined.bodies[2].errors.empty());
    lead_all({&comparison}, 20);
    const ComparedStep moved = newest_after(comparison, 50);
    EXPECT_LT(largest_difference(moved.bodies[0], moved.bodies[1]), 1e-5);
    EXPECT_GT(largest_difference(moved.bodies[0], joined.bodies[0]), 0.0) << "the character moved on";
}

// Made again, it would find no motion.
TEST_F(LiveComparisonTest, PodKeepsItsModesWhenAnotherBodyIsChanged) {
    std::vector<SeenPose> motion;
    for (int i = 0; i < 60; ++i) {
        leader.step(controls);
        motion.push_back({character, leader.state().Z, leader.state().P});
    }
    LiveComparison comparison({.character = character, .subspaces = {{"pod", 2}, {"skinning", 1}}, .motion = motion});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    lead_all({&comparison}, 5);
    comparison.change({{"pod", 2}, {"skinning", 2}}, {});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    lead_all({&comparison}, 5);
    const ComparedStep step = newest_after(comparison, 10);
    ASSERT_EQ(step.bodies.size(), 3u);
    EXPECT_TRUE(step.bodies[1].skin);
    EXPECT_EQ(step.bodies[2].subspace.modes, 2);
    EXPECT_TRUE(step.bodies[2].skin);
}

TEST_F(LiveComparisonTest, HasNoErrorsAnyMoreWithoutFullSpace) {
    LiveComparison comparison({character, {{"skinning", 1}, {"full", 0}}});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    lead_all({&comparison}, 5);
    comparison.change({{"skinning", 1}}, {});
    const ComparedStep step =
        newest_when(comparison, [](const ComparedStep& newest) { return newest.bodies.size() == 2; });
    for (const ComparedBody& body : step.bodies) {
        EXPECT_TRUE(body.skin);
        EXPECT_TRUE(body.errors.empty());
        EXPECT_TRUE(body.distances.empty());
    }
}

// Each preparation takes several hundredths of a second at least.
TEST_F(LiveComparisonTest, TheFirstBodiesMoveWhileOthersArePrepared) {
    std::vector<ComparedSubspace> many;
    for (Index modes = 1; modes <= 20; ++modes) {
        many.push_back({"displacement", modes});
    }
    LiveComparison comparison({character, many});
    ASSERT_TRUE(eventually([&] { return comparison.takes_steps() || !comparison.is_preparing(); }));
    EXPECT_TRUE(comparison.is_preparing());
    lead_all({&comparison}, 1);
    const ComparedStep step = newest_after(comparison, 1);
    EXPECT_TRUE(step.bodies[1].skin);
    EXPECT_FALSE(step.bodies.back().skin);
}

TEST_F(LiveComparisonTest, TheFirstOfTwoFullSpacesJudges) {
    const ComparedSubspace other{"full", 0, {.energy = ElasticEnergy::st_venant_kirchhoff}};
    const auto errors_beside = [&](const std::vector<ComparedSubspace>& subspaces) {
        Motion motion(character);
        LiveComparison comparison({character, subspaces});
        return led(comparison, motion, controls, 5).value().bodies;
    };
    const auto both = errors_beside({{"skinning", 1}, {"full", 0}, other});
    const auto first = errors_beside({{"skinning", 1}, {"full", 0}});
    ASSERT_EQ(both.size(), 4u);
    EXPECT_EQ(both[1].errors, first[1].errors);
    EXPECT_TRUE(both[2].is_reference);
    EXPECT_FALSE(both[3].is_reference);
    EXPECT_GT(both[3].errors.back(), 0.0F);
    EXPECT_GT(both[3].energies.back(), 0.0F);
}

TEST_F(LiveComparisonTest, OthersGoOnBesideASubspaceThatCannotBeMade) {
    const std::vector<ComparedSubspace> subspaces{{"displacement", 5000}, {"skinning", 2}, {"full", 0}};
    LiveComparison comparison({character, subspaces});
    const auto step = led(comparison, leader, controls, 5);
    ASSERT_TRUE(step) << step.error().message;
    ASSERT_EQ(comparison.failed().size(), 1u);
    EXPECT_EQ(comparison.failed().front().subspace, subspaces[0]);
    EXPECT_EQ(comparison.failed().front().error.kind, ErrorKind::bad_input);
    EXPECT_EQ(step.value().bodies[1].subspace, subspaces[0]);
    EXPECT_FALSE(step.value().bodies[1].skin);
    EXPECT_EQ(step.value().bodies[2].errors.size(), 5u);
    EXPECT_TRUE(step.value().bodies[3].skin);
    comparison.change({subspaces[1], subspaces[2]}, {});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    EXPECT_TRUE(comparison.failed().empty());
    comparison.change({{"displacement", 2}, subspaces[1], subspaces[2]}, {});
    const ComparedStep joined = newest_when(
        comparison, [](const ComparedStep& newest) { return newest.bodies.size() == 4 && newest.bodies[1].skin; });
    EXPECT_TRUE(joined.bodies[2].skin);
}

TEST_F(LiveComparisonTest, TheCharacterMovesAloneWhenNoSubspaceCanBeMade) {
    LiveComparison comparison({character, {{"displacement", 5000}}});
    const auto step = led(comparison, leader, controls, 3);
    ASSERT_TRUE(step) << step.error().message;
    EXPECT_TRUE(step.value().bodies[0].skin);
    EXPECT_FALSE(step.value().bodies[1].skin);
}

TEST_F(LiveComparisonTest, TriesAgainWhenMoreOfTheMotionIsKnown) {
    LiveComparison comparison({.character = character, .subspaces = {{"pod", 2}}});
    EXPECT_EQ(failure_of(comparison).where, "pod");
    std::vector<SeenPose> motion;
    for (int i = 0; i < 60; ++i) {
        leader.step(controls);
        motion.push_back({character, leader.state().Z, leader.state().P});
    }
    comparison.change({{"pod", 2}}, motion);
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing(); }));
    EXPECT_TRUE(comparison.failed().empty());
    const auto step = led(comparison, leader, controls, 3);
    ASSERT_TRUE(step) << step.error().message;
    EXPECT_TRUE(step.value().bodies[1].skin);
}

// Bit by bit as beside no such body.
TEST_F(LiveComparisonTest, OthersGoOnBesideASubspaceWhoseStepFails) {
    const ComparedSubspace failing{"displacement", 2, {.poisson = 0.3}};
    LiveComparison comparison({character, {failing, {"skinning", 2}, {"full", 0}}});
    LiveComparison alone({character, {{"skinning", 2}, {"full", 0}}});
    ASSERT_TRUE(eventually([&] { return !comparison.is_preparing() && !alone.is_preparing(); }));
    lead_all({&comparison, &alone}, 5);
    EXPECT_TRUE(newest_after(comparison, 5).bodies[1].skin);
    leader.step(controls);
    LeaderStep step = last_step_of(leader, controls);
    alone.step(step, nullptr, leader.state());
    step.young = std::numeric_limits<double>::infinity(); // which the bodies with a ratio of their own alone take over
    comparison.step(step, nullptr, leader.state());
    ASSERT_TRUE(eventually([&] { return !comparison.is_stepping() && !alone.is_stepping(); }));
    const ComparedStep failed = newest_after(comparison, 6);
    EXPECT_FALSE(failed.bodies[1].skin);
    ASSERT_EQ(comparison.failed().size(), 1u);
    EXPECT_EQ(comparison.failed().front().subspace, failing);
    EXPECT_EQ(comparison.failed().front().error.kind, ErrorKind::not_converged);
    EXPECT_FALSE(comparison.is_preparing());
    lead_all({&comparison, &alone}, 5);
    const ComparedStep newest = newest_after(comparison, 11);
    const ComparedStep expected = newest_after(alone, 11);
    EXPECT_FALSE(newest.bodies[1].skin);
    for (const std::size_t i : {1u, 2u}) {
        EXPECT_EQ(largest_difference(newest.bodies[i + 1], expected.bodies[i]), 0.0) << i;
        EXPECT_EQ(newest.bodies[i + 1].errors, expected.bodies[i].errors) << i;
    }
    comparison.put(leader.state());
    EXPECT_TRUE(newest_when(comparison, [](const ComparedStep& put) { return put.bodies[1].skin != nullptr; })
                    .bodies[1]
                    .errors.size() == 1u);
    EXPECT_TRUE(comparison.failed().empty());
}

// A body without contact would fall through the floor.
TEST_F(LiveComparisonTest, RefusesObstaclesWhereTheKindHasNoContact) {
    const CharacterPtr standing =
        character_of((folder.path() / "bar.json").string(), {Obstacle{HalfSpace{}, 0.8, 0.0}});
    ASSERT_TRUE(standing->contact_points);
    Motion motion(standing);
    LiveComparison without_contact({standing, {{"rotation-strain", 2}}});
    const std::string reason = failure_of(without_contact).message;
    EXPECT_NE(reason.find("without obstacles"), std::string::npos) << reason;
    for (const char* kind : {"full", "displacement", "skinning", "warped"}) {
        LiveComparison comparison({standing, {{kind, 2}}});
        EXPECT_TRUE(led(comparison, motion, starting_controls(*standing), 3)) << kind;
    }
}

TEST_F(LiveComparisonTest, IsCancelledWhileItWaits) {
    LiveComparison comparison({character, {{"full", 0}}});
    EXPECT_TRUE(eventually([&] { return comparison.takes_steps(); }));
    comparison.cancel();
    EXPECT_TRUE(eventually([&] { return comparison.is_idle(); }));
    EXPECT_FALSE(comparison.takes_steps());
    EXPECT_FALSE(comparison.poll());
}

// Wherever the first step is, whose matrix is factorised.
TEST_F(LiveComparisonTest, IsCancelledDuringItsFirstStep) {
    for (const ElasticEnergy energy : {ElasticEnergy::corotational, ElasticEnergy::st_venant_kirchhoff}) {
        LiveComparison comparison({character, {{"full", 0, {.energy = energy}}}});
        EXPECT_TRUE(eventually([&] { return comparison.takes_steps(); }));
        EXPECT_FALSE(comparison.is_factorising());
        lead(comparison, leader, controls, true);
        comparison.cancel();
        EXPECT_TRUE(eventually([&] { return comparison.is_idle(); }));
        EXPECT_FALSE(comparison.poll());
        EXPECT_FALSE(comparison.is_factorising());
    }
}

} // namespace
} // namespace limber::app
