#include "app/creatures/creatures.h"
#include "app/scene/opening.h"
#include "app/scene/walking.h"
#include "assets/characters/walkers.h"
#include "engine/control/objective.h"
#include "tests/support/driving.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

namespace limber::app {
namespace {

std::vector<std::string> names_of_walkers() {
    std::vector<std::string> names;
    for (const auto& figure : assets::walkers()) {
        names.push_back(figure.name);
    }
    return names;
}

// The gaits that come with a character do what they are called: it is what whoever opens its scene and presses a key
// gets to see. The creatures are made once a build, and kept beside it.
CharacterPtr built(const std::string& name) {
    setenv("LIMBER_CACHE", LIMBER_BINARY_DIR "/tests/regression/cache", 1);
    static const auto all = creature_scenes(names_of_walkers()); // two at a time
    EXPECT_TRUE(all) << sentence(all.error());
    const auto scene = describe(creature_path(name));
    EXPECT_TRUE(scene) << sentence(scene.error());
    const auto character = build_character(scene.value().value, nullptr, Stage::mesh);
    EXPECT_TRUE(character) << sentence(character.error());
    setenv("LIMBER_CACHE", "off", 1);
    return character.value();
}

struct Known {
    CharacterPtr character;
    Walker walker;
};

const Known& known(const std::string& name) {
    static std::map<std::string, Known> all;
    auto found = all.find(name);
    if (found == all.end()) {
        const CharacterPtr character = built(name);
        found = all.emplace(name, Known{character, walker_of(character).value()}).first;
    }
    return found->second;
}

// Of the first five seconds.
Scores scores_of_gait(const std::string& name, GaitRole role) {
    const auto& [character, walker] = known(name);
    const KeptGait* kept = character->description.muscles.gaits.playing(role);
    EXPECT_NE(kept, nullptr) << name << " " << name_of(role);
    Workspace workspace = workspace_for(walker);
    const Trace trace = rollout(walker, StanceReader(*walker.model), kept ? kept->gait : Gait{}, 300, workspace);
    EXPECT_TRUE(trace.is_finite);
    return scores_of(trace, walker, {});
}

// In five seconds, in lengths of its own; a tenth of a length less than it goes on the machine that found its gait.
const std::map<std::string, double> far_enough = {
    {"arch", 3.0},  {"bat", 4.5},       {"couch", 3.3},          {"creepy_tree", 2.3},
    {"gecko", 2.0}, {"tree_frog", 2.2}, {"octopus_ashore", 1.0}, {"starfish_ashore", 1.2}};

class EveryWalker : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryWalker, GoesAheadOnItsFeetAsSoonAsItsSceneOpens) {
    const Gait& gait = known(GetParam()).character->gait;
    EXPECT_EQ(gait.name, GetParam()) << "it starts with the gait that leads ahead";
    EXPECT_EQ(std::ssize(gait.waveforms), known(GetParam()).walker.model->muscle_count());
    const Scores scores = scores_of_gait(GetParam(), GaitRole::forward);
    EXPECT_GT(scores.distance, far_enough.at(GetParam()));
    EXPECT_GT(scores.alignment, 0.7);
    EXPECT_GT(scores.upright, 0.9);
}

INSTANTIATE_TEST_SUITE_P(Walkers, EveryWalker, ::testing::ValuesIn(names_of_walkers()),
                         [](const auto& one) { return one.param; });

// What each key does to those that are steered.
struct Steered {
    const char* name;
    double turn; // at least [turns]
    double back; // [lengths]
    double leap; // [lengths]
};

void PrintTo(const Steered& steered, std::ostream* out) {
    *out << steered.name;
}

class Driven : public ::testing::TestWithParam<Steered> {};

TEST_P(Driven, TurnsOnTheSpotToEitherSide) {
    const Scores left = scores_of_gait(GetParam().name, GaitRole::left);
    const Scores right = scores_of_gait(GetParam().name, GaitRole::right);
    EXPECT_GT(left.turn, GetParam().turn);
    EXPECT_LT(right.turn, -GetParam().turn);
    EXPECT_GT(std::min(left.upright, right.upright), 0.9);
    EXPECT_LT(std::max(std::abs(left.distance), std::abs(right.distance)), 1.0);
}

TEST_P(Driven, GoesBackWithoutTurningAround) {
    const Scores scores = scores_of_gait(GetParam().name, GaitRole::back);
    EXPECT_LT(scores.distance, -GetParam().back);
    EXPECT_GT(scores.alignment, 0.8);
}

TEST_P(Driven, Jumps) {
    EXPECT_GT(scores_of_gait(GetParam().name, GaitRole::jump).leap, GetParam().leap);
}

TEST_P(Driven, StaysOnItsFeetWhateverTheKeysAskFor) {
    const auto& [character, walker] = known(GetParam().name);
    for (const std::uint64_t seed : {1U, 2U}) {
        const auto drive = limber::testing::driven(walker, character->description.muscles, seed, 30.0);
        EXPECT_GT(drive.worst, 0.8) << "seed " << seed << ", asked for " << drive.asked << " at " << drive.first_lean
                                    << " s";
        EXPECT_GT(drive.mean, 0.95);
    }
}

INSTANTIATE_TEST_SUITE_P(Walkers, Driven,
                         ::testing::Values(Steered{"gecko", 0.5, 1.0, 0.1}, Steered{"bat", 0.35, 0.7, 0.04},
                                           Steered{"octopus_ashore", 0.2, 0.5, 0.03}),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace limber::app
