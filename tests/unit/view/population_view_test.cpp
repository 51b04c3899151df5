// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/walking.h"
#include "app/view/population_view.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::SizeIs;

// A bar on a floor with a search task.
class Population : public ::testing::Test {
protected:
    explicit Population(SubspaceKind kind = SubspaceKind::skinning) {
        ScratchFolder folder;
        CharacterDescription scene = read_scene(write_small_scene(folder)).value().value;
        scene.rig_kind = RigKind::none;
        scene.clips.clear();
        scene.contact.floor = true;
        scene.muscles.modes = 3;
        scene.subspace = kind;
        character = build_character(scene, nullptr, Stage::mesh).value();
        search.emplace(walker_of(character).value(), GaitSpace{.muscles = 3}, Objective{},
                       GaitSearchOptions{.generations = 3, .population = 6, .steps = 20});
    }
    static int inked_pixels(const PopulationView& population_view, int tile) {
        const std::uint8_t* paper = population_view.picture.at(0, 0);
        int inked = 0;
        for (int y = 0; y < population_view.tile_height; ++y) {
            for (int x = 0; x < population_view.tile_width; ++x) {
                const std::uint8_t* pixel =
                    population_view.picture.at(tile % population_view.columns * population_view.tile_width + x,
                                               tile / population_view.columns * population_view.tile_height + y);
                inked += pixel[0] != paper[0] || pixel[2] != paper[2] ? 1 : 0;
            }
        }
        return inked;
    }

    CharacterPtr character;
    std::optional<GaitSearch> search;
    ThreadPool threads;
};

TEST_F(Population, ObservingDoesNotChangeTheResult) {
    GaitSearch unwatched = *search;
    while (!search->is_done()) {
        const Generation generation = rolled_out(*search, threads).value();
        search->tell(generation.costs);
        unwatched.advance(threads);
        ASSERT_THAT(generation.samples, SizeIs(6));
        for (const RolloutSamples& samples : generation.samples) {
            EXPECT_THAT(samples.Z, SizeIs(PopulationPainter::moments));
            EXPECT_EQ(samples.Z.front(), search->walker().start.Z);
        }
    }
    EXPECT_EQ(search->best(), unwatched.best());
    EXPECT_EQ(search->state().best_costs, unwatched.state().best_costs);
}

TEST_F(Population, ShowsShortRolloutsToTheirEnd) {
    GaitSearch brief(search->walker(), GaitSpace{.muscles = 3}, Objective{},
                     GaitSearchOptions{.generations = 1, .population = 4, .steps = 3});
    const Generation generation = rolled_out(brief, threads).value();
    for (const RolloutSamples& samples : generation.samples) {
        EXPECT_THAT(samples.Z, SizeIs(4)) << "the start and each step";
    }
}

TEST_F(Population, CancelledRolloutsRepeatIdentically) {
    GaitSearch untroubled = *search;
    std::atomic<int> steps = 0;
    EXPECT_FALSE(rolled_out(*search, threads, [&steps] { return ++steps < 10; }));
    EXPECT_LT(steps, 40) << "each candidate ends at once";
    const Generation again = rolled_out(*search, threads).value();
    EXPECT_EQ(again.costs, rolled_out(untroubled, threads)->costs);
}

TEST_F(Population, LabelsTheBestCandidate) {
    const Generation generation = rolled_out(*search, threads).value();
    const PopulationView population_view = PopulationPainter(*character, search->walker()).paint(*search, generation);
    ASSERT_THAT(population_view.tiles, SizeIs(6));
    EXPECT_EQ(population_view.rows, 2);
    EXPECT_EQ(population_view.picture.rgb.size(), 3u * 3 * 2 * 176 * 132);
    EXPECT_EQ(population_view.tiles[static_cast<std::size_t>(population_view.best)].cost, generation.costs.minCoeff());
    for (int tile = 0; tile < 6; ++tile) {
        EXPECT_GT(inked_pixels(population_view, tile), 200) << tile;
    }
}

class PopulationInDisplacements : public Population {
protected:
    PopulationInDisplacements() : Population(SubspaceKind::displacement) {}
};

TEST_F(PopulationInDisplacements, IsDrawn) {
    const Generation generation = rolled_out(*search, threads).value();
    const PopulationView population_view = PopulationPainter(*character, search->walker()).paint(*search, generation);
    ASSERT_THAT(population_view.tiles, SizeIs(6));
    for (int tile = 0; tile < 6; ++tile) {
        EXPECT_GT(inked_pixels(population_view, tile), 200) << tile;
    }
}

TEST_F(Population, DrawsAllCandidatesOfALargePopulation) {
    for (const auto& [population, columns, rows] : {std::tuple(16, 4, 4), std::tuple(20, 5, 4), std::tuple(64, 8, 8)}) {
        GaitSearch larger(search->walker(), GaitSpace{.muscles = 3}, Objective{},
                          {.generations = 1, .population = population, .steps = 20});
        const Generation generation = rolled_out(larger, threads).value();
        const PopulationView population_view = PopulationPainter(*character, larger.walker()).paint(larger, generation);
        ASSERT_EQ(std::ssize(population_view.tiles), population);
        EXPECT_EQ(population_view.columns, columns);
        EXPECT_EQ(population_view.rows, rows);
        EXPECT_LE(population_view.picture.width, PopulationPainter::width);
        for (int tile = 0; tile < population; ++tile) {
            EXPECT_GT(inked_pixels(population_view, tile), 50) << tile << " of " << population;
        }
    }
}

} // namespace
} // namespace limber::app
