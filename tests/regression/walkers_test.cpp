// SPDX-License-Identifier: MIT
#include "app/character_build/build_character.h"
#include "app/creatures/creatures.h"
#include "app/creatures/makers/walkers.h"
#include "app/document/character_file.h"
#include "app/document/opening.h"
#include "app/motion/walking.h"
#include "tests/support/driving.h"
#include "tests/support/gait_metrics.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

namespace limber::app {
namespace {

std::vector<std::string> names_of_walkers() {
    std::vector<std::string> names;
    for (const auto& figure : makers::walkers()) {
        names.push_back(figure.name);
    }
    return names;
}

// The gaits of each walker do what their roles say, as a user sees it after a key press. The creatures are made once
// for each build and stored beside it.
CharacterPtr built(const std::string& name) {
    setenv("LIMBER_CACHE", LIMBER_BINARY_DIR "/tests/regression/cache", 1);
    static const auto all = creature_scenes(names_of_walkers()); // made two at a time
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

// Metrics of the first five seconds, computed once for all tests.
const testing::GaitMetrics& metrics_of(const std::string& name, GaitRole role) {
    static std::map<std::pair<std::string, GaitRole>, testing::GaitMetrics> all;
    auto found = all.find({name, role});
    if (found == all.end()) {
        const auto& [character, walker] = known(name);
        const NamedGait* named = character->description.muscles.gaits.playing(role);
        EXPECT_NE(named, nullptr) << name << " knows nothing for " << name_of(role);
        const Gait gait = named ? named->gait : Gait{};
        found = all.emplace(std::pair(name, role), testing::metrics_of(*character, walker, gait)).first;
    }
    EXPECT_TRUE(found->second.is_finite);
    return found->second;
}

// The distance in five seconds [body lengths]; about nine tenths of the distance in the search.
const std::map<std::string, double> far_enough = {
    {"arch", 3.0},  {"bat", 4.5},       {"couch", 3.3},          {"creepy_tree", 2.1},
    {"gecko", 2.0}, {"tree_frog", 2.2}, {"octopus_ashore", 1.9}, {"starfish_ashore", 2.7}};

// Thresholds of visible motion within five seconds.
namespace visible {
constexpr double way = 1.2;     // distance ahead and back [body lengths]
constexpr double turn = 90.0;   // to either side [degrees]
constexpr double on_spot = 1.0; // largest distance while turning [body lengths]
constexpr double jump = 0.2;    // clearance of the whole body above the ground [body heights]
constexpr int jumps = 3;
constexpr double leaps = 1.2; // largest distance while jumping [body lengths]
} // namespace visible

class EveryWalker : public ::testing::TestWithParam<std::string> {
protected:
    static const testing::GaitMetrics& metrics(GaitRole role) {
        return metrics_of(GetParam(), role);
    }
};

TEST_P(EveryWalker, StartsWithTheForwardGait) {
    const Gait& gait = known(GetParam()).character->gait;
    EXPECT_EQ(gait.name, GetParam());
    EXPECT_EQ(std::ssize(gait.waveforms), known(GetParam()).walker.model->muscle_count());
}

TEST_P(EveryWalker, WalksForwardOnItsFeet) {
    EXPECT_GT(metrics(GaitRole::forward).ahead, std::max(visible::way, far_enough.at(GetParam())));
    EXPECT_GT(metrics(GaitRole::forward).aligned, 0.7);
    EXPECT_GT(metrics(GaitRole::forward).upright, 0.9);
}

TEST_P(EveryWalker, TurnsInPlaceToBothSides) {
    EXPECT_GT(metrics(GaitRole::left).turned, visible::turn);
    EXPECT_LT(metrics(GaitRole::right).turned, -visible::turn);
    for (const GaitRole side : {GaitRole::left, GaitRole::right}) {
        EXPECT_GT(metrics(side).upright, 0.9) << name_of(side);
        EXPECT_LT(metrics(side).reach, visible::on_spot) << name_of(side);
    }
}

TEST_P(EveryWalker, WalksBackwardsWithoutTurning) {
    EXPECT_LT(metrics(GaitRole::back).ahead, -visible::way);
    EXPECT_GT(metrics(GaitRole::back).aligned, 0.8);
    EXPECT_GT(metrics(GaitRole::back).upright, 0.9);
}

TEST_P(EveryWalker, StaysOnItsFeetForAnyKeys) {
    const auto& [character, walker] = known(GetParam());
    for (const std::uint64_t seed : {1U, 2U}) {
        const auto drive = limber::testing::driven(walker, character->description.muscles, seed, 30.0);
        EXPECT_GT(drive.worst, 0.8) << "seed " << seed << ", asked for " << drive.asked << " at " << drive.first_lean
                                    << " s";
        EXPECT_GT(drive.mean, 0.95);
    }
}

// Arch and bat are too heavy for their muscles, or too tall to land on their feet. They have no jump instead of an
// invisible one, and the window shows a message.
TEST_P(EveryWalker, JumpLeavesTheGround) {
    const NamedGait* named = known(GetParam()).character->description.muscles.gaits.playing(GaitRole::jump);
    const bool is_to_jump = GetParam() != "arch" && GetParam() != "bat";
    ASSERT_EQ(named != nullptr, is_to_jump);
    if (!is_to_jump) {
        return;
    }
    EXPECT_GT(metrics(GaitRole::jump).clear, visible::jump);
    EXPECT_GE(metrics(GaitRole::jump).flights, visible::jumps);
    EXPECT_GT(metrics(GaitRole::jump).upright, 0.9);
    EXPECT_LT(metrics(GaitRole::jump).reach, visible::leaps);
}

INSTANTIATE_TEST_SUITE_P(Walkers, EveryWalker, ::testing::ValuesIn(names_of_walkers()),
                         [](const auto& one) { return one.param; });

// Keys for ahead and a side: it moves ahead all the time and turns.
TEST(GeckoWalker, WalksCurvesForForwardAndSideKeys) {
    const auto& [character, walker] = known("gecko");
    const GaitLibrary& gaits = character->description.muscles.gaits;
    for (const auto& [side, sign] : {std::pair(GaitRole::left, 1.0), std::pair(GaitRole::right, -1.0)}) {
        const auto curve = limber::testing::curve_of(walker, gaits, side);
        EXPECT_GT(curve.ahead, 0.8) << name_of(side);
        EXPECT_GT(sign * curve.turns, 0.15) << name_of(side);
        EXPECT_GT(curve.upright, 0.9) << name_of(side);
    }
}

// Muscles that are local to one arm of the octopus [Melzi et al. 2017; Benchekroun et al. 2024, figure 2].
class BoundMuscles : public ::testing::Test {
protected:
    static constexpr int arms = 8;

    // n, whether a vertex is in this arm, or in any other arm.
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
    // The largest displacement in each arm; 0 is the rest of the body.
    static Vector furthest(const Points& moved, const std::vector<int>& arm) {
        Vector most = Vector::Zero(arms + 1);
        for (Index i = 0; i < moved.rows(); ++i) {
            double& of_arm = most(arm[static_cast<std::size_t>(i)]);
            of_arm = std::max(of_arm, moved.row(i).norm());
        }
        return most;
    }
};

TEST_F(BoundMuscles, OfOneOctopusArmDoNotMoveTheOthers) {
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
