#include "app/creatures/creatures.h"
#include "app/scene/opening.h"
#include "app/scene/scene_file.h"
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
    const Trace trace = rollout(walker, Gauges(*walker.model), kept ? kept->gait : Gait{}, 300, workspace);
    EXPECT_TRUE(trace.is_finite);
    return scores_of(trace, walker, {});
}

// In five seconds, in lengths of its own; nine tenths or so of what it goes where its gait was found.
const std::map<std::string, double> far_enough = {
    {"arch", 3.0},  {"bat", 4.5},       {"couch", 3.3},          {"creepy_tree", 2.3},
    {"gecko", 2.0}, {"tree_frog", 2.2}, {"octopus_ashore", 1.9}, {"starfish_ashore", 2.7}};

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
                                           Steered{"octopus_ashore", 0.7, 1.7, 0.08},
                                           Steered{"starfish_ashore", 0.7, 0.4, 0.1},
                                           Steered{"tree_frog", 0.6, 2.5, 0.2}, Steered{"couch", 0.7, 2.5, 0.12},
                                           Steered{"arch", 0.8, 2.0, 0.04}),
                         [](const auto& one) { return std::string(one.param.name); });

// Muscles that are bound to one arm of the octopus [Melzi et al. 2017; Benchekroun et al. 2024, figure 2].
class BoundMuscles : public ::testing::Test {
protected:
    static constexpr int arms = 8;

    // n, whether a vertex lies in this arm, or in any other.
    static std::vector<int> arm_of_vertex(const Character& octopus) {
        const auto labels =
            read_labels(octopus.description.muscles.labels, octopus.mesh.tet_count(), arms + 1, "tets").value();
        std::vector<int> arm(static_cast<std::size_t>(octopus.vertex_count()), 0);
        for (Index t = 0; t < octopus.mesh.tet_count(); ++t) {
            for (Index corner = 0; corner < 4; ++corner) {
                int& of_vertex = arm[static_cast<std::size_t>(octopus.mesh.T(t, corner))];
                of_vertex = std::max(of_vertex, labels[static_cast<std::size_t>(t)]);
            }
        }
        return arm;
    }
    // The furthest that a vertex of each arm is from where it was; 0 is the rest of the body.
    static Vector furthest(const Points& moved, const std::vector<int>& arm) {
        Vector most = Vector::Zero(arms + 1);
        for (Index i = 0; i < moved.rows(); ++i) {
            double& of_arm = most(arm[static_cast<std::size_t>(i)]);
            of_arm = std::max(of_arm, moved.row(i).norm());
        }
        return most;
    }
};

TEST_F(BoundMuscles, OfOneArmOfTheOctopusLeaveTheOthersWhereTheyAre) {
    const Character& octopus = *known("octopus_ashore").character;
    const Matrix& D = *octopus.musculature.D;
    ASSERT_EQ(D.cols() % arms, 0);
    const Index muscles = D.cols() / arms;
    const auto arm = arm_of_vertex(octopus);
    for (Index v = 0; v < D.cols(); ++v) {
        const Eigen::Map<const Points> moved(D.col(v).data(), octopus.vertex_count(), 3);
        const Vector most = furthest(moved, arm);
        const Index own = v / muscles + 1;
        for (Index other = 1; other <= arms; ++other) {
            EXPECT_TRUE(other == own || most(other) < 0.03 * most(own))
                << "muscle " << v << ", arm " << other << ": " << most(other) / most(own);
        }
        EXPECT_GT(most(own), 0.05 * bounding_box(octopus.mesh.X).diagonal()) << v;
        EXPECT_LT(most(0), 0.1 * most(own)) << "where it is joined to the body, muscle " << v;
    }
}

} // namespace
} // namespace limber::app
