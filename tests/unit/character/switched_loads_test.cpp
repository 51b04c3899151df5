// SPDX-License-Identifier: MIT
#include "app/character/switched_loads.h"

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "engine/body/body_step.h"
#include "engine/core/random.h"
#include "tests/support/seen_fractions.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::seen_fractions;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class LoadsToSwitch : public ::testing::Test {
protected:
    static BodyLoad load_at(const Vec3& place, const std::string& name) {
        return {{.name = name, .kind = LoadKind::region, .region = LoadRegion{place, 0.2, 50.0}}};
    }
    CharacterDescription description_for(SubspaceKind kind) const {
        CharacterDescription description = read_scene(path).value().value;
        description.subspace = kind;
        description.loads = {load_at(Vec3::Zero(), "Tail"), load_at(Vec3(1, 0.15, 0.15), "")};
        description.switches_loads = true;
        description.modes = 2;
        return description;
    }
    static CharacterPtr built(const CharacterDescription& description, const CharacterPtr& previous = nullptr) {
        return build_character(description, previous, Stage::nothing).value();
    }

    ScratchFolder folder;
    std::string path = write_small_scene(folder).string();
};

// The coordinates of a motion in any of the subspaces.
State in_some_motion(const Character& character) {
    State state = rest_state(character, AffineStack::Zero(4 * character.rig.map_count(), 3));
    Rng rng(5);
    for (AffineStack* stack : {&state.Z, &state.Zdot}) {
        *stack = AffineStack::NullaryExpr(stack->rows(), 3, [&] { return rng.normal(); });
    }
    state.clear_history();
    return state;
}

// Displacements, velocities and their history survive the way to the whole subspace and back.
TEST_F(LoadsToSwitch, HaveTheirSpanInTheSubspaceOfTheWhole) {
    for (const SubspaceKind kind : {SubspaceKind::force_dual_skinning, SubspaceKind::force_dual, SubspaceKind::greens,
                                    SubspaceKind::pod_sampled}) {
        for (const RigKind rig : {RigKind::file, RigKind::none}) {
            CharacterDescription description = description_for(kind);
            description.rig_kind = rig;
            if (rig == RigKind::none) {
                description.clips.clear();
            }
            const CharacterPtr whole = built(description);
            ASSERT_TRUE(whole->switched);
            ASSERT_EQ(whole->switched->components.size(), 2u);
            for (const SwitchedLoads::Component& one : whole->switched->components) {
                EXPECT_LT(coordinate_rows(*one.character), coordinate_rows(*whole));
                const State state = in_some_motion(*one.character);
                const SubspaceSwitch::Errors lost = one.back.errors(state);
                EXPECT_LT(lost.position, 1e-5) << name_of(kind);
                EXPECT_LT(lost.velocity, 1e-5) << name_of(kind);
                const State again = one.into.carried(one.back.carried(state));
                EXPECT_LT((again.Z - state.Z).norm(), 1e-8 * state.Z.norm());
                EXPECT_LT((again.Zdot - state.Zdot).norm(), 1e-8 * state.Zdot.norm());
                EXPECT_LT((again.previous.Z - state.Z).norm(), 1e-8 * state.Z.norm());
            }
        }
    }
}

TEST_F(LoadsToSwitch, HaveTheNamesOfTheLoads) {
    const CharacterPtr whole = built(description_for(SubspaceKind::force_dual_skinning));
    EXPECT_EQ(whole->switched->mixture.names, (std::vector<std::string>{"Tail", "load 2"}));
}

TEST_F(LoadsToSwitch, AreThoseOfAFileWithAMixture) {
    write_bytes(folder / "ends.json",
                R"({"format": "limber-loads", "version": 1, "mixture": [)"
                R"({"name": "near", "share": 3, "loads": [{"kind": "region", "centre": [0, 0, 0], "radius": 0.2}]},)"
                R"({"name": "far", "loads": [{"kind": "region", "centre": [1, 0.15, 0.15], "radius": 0.2}]}]})");
    CharacterDescription description = description_for(SubspaceKind::force_dual_skinning);
    description.loads.clear();
    description.subspace_file = folder / "ends.json";
    const CharacterPtr whole = built(description);
    ASSERT_TRUE(whole->switched);
    EXPECT_EQ(whole->switched->mixture.names, (std::vector<std::string>{"near", "far"}));
    EXPECT_NEAR(whole->switched->mixture.shares(0), 0.75, 1e-12);
    description.subspace_file = (folder / "ends.json").string() + "#far";
    const CharacterPtr one = built(description);
    EXPECT_FALSE(one->switched);
    EXPECT_THAT(one->warnings, Contains(HasSubstr("no two loads to switch between")));
}

TEST_F(LoadsToSwitch, AreSeveralThatAct) {
    CharacterDescription description = description_for(SubspaceKind::force_dual_skinning);
    description.loads[1] = {{.name = "Pocket", .kind = LoadKind::pocket}};
    const CharacterPtr one = built(description);
    EXPECT_FALSE(one->switched);
    EXPECT_THAT(one->warnings, Contains(HasSubstr("no two loads to switch between")));
    description.loads.assign(17, load_at(Vec3::Zero(), ""));
    const auto many = build_character(description, nullptr, Stage::mesh);
    ASSERT_FALSE(many);
    EXPECT_THAT(sentence(many.error()), HasSubstr("at most 16 loads"));
}

TEST_F(LoadsToSwitch, AreOfKindsThatAreMadeForLoads) {
    const CharacterPtr other = built(description_for(SubspaceKind::skinning));
    EXPECT_FALSE(other->switched);
    EXPECT_THAT(other->warnings, Not(Contains(HasSubstr("switch"))));
}

// Only what an edit touches is built again, with the same numbers as from the beginning.
TEST_F(LoadsToSwitch, AreRebuiltAsFarAsAnEditReaches) {
    for (const SubspaceKind kind : {SubspaceKind::force_dual_skinning, SubspaceKind::force_dual}) {
        CharacterDescription description = description_for(kind);
        const CharacterPtr first = built(description);
        description.material.young *= 2.0;
        const CharacterPtr stiffer = built(description, first);
        EXPECT_EQ(stiffer->switched, first->switched);
        description.clusters = 30;
        description.contact.floor = true;
        const CharacterPtr coarser = built(description, stiffer);
        const CharacterPtr afresh = built(description);
        ASSERT_TRUE(coarser->switched && afresh->switched);
        for (std::size_t k = 0; k < 2; ++k) {
            const Character& one = *coarser->switched->components[k].character;
            const Character& other = *afresh->switched->components[k].character;
            EXPECT_EQ(one.clusters.count, 30);
            EXPECT_EQ(one.clusters.of_tet, other.clusters.of_tet);
            EXPECT_EQ(displacement_basis(one), displacement_basis(other));
            EXPECT_EQ(one.contact_points->vertices, coarser->contact_points->vertices);
        }
        EXPECT_EQ(displacement_basis(*coarser), displacement_basis(*afresh));
        description.switches_loads = false;
        EXPECT_FALSE(built(description, coarser)->switched);
    }
}

// Many muscles take most of the progress, of the whole body and of that for each load. A solver may begin again within
// its stage, the longest of which but the muscles is a fifth of 1 + 0.1 * 19 usual builds.
TEST_F(LoadsToSwitch, AreBuiltWithAProgressThatNeverGoesBackwards) {
    constexpr double stage_max = 0.07;
    CharacterDescription description = description_for(SubspaceKind::force_dual_skinning);
    description.muscles = {};
    description.muscles.modes = 20;
    const std::vector<double> fractions = seen_fractions(
        [&](Progress& progress) { ASSERT_TRUE(build_character(description, nullptr, Stage::mesh, &progress)); });
    double largest = 0.0;
    for (const double fraction : fractions) {
        ASSERT_GT(fraction, largest - stage_max);
        largest = std::max(largest, fraction);
    }
    EXPECT_GT(largest, 0.6);
}

TEST_F(LoadsToSwitch, AreRebuiltUntilTheBuildIsCancelled) {
    CharacterDescription description = description_for(SubspaceKind::force_dual_skinning);
    const CharacterPtr first = built(description);
    description.clusters = 30;
    Progress progress;
    progress.cancel();
    const auto rebuilt = build_character(description, first, Stage::nothing, &progress);
    ASSERT_FALSE(rebuilt);
    EXPECT_EQ(rebuilt.error().kind, ErrorKind::cancelled);
    EXPECT_LT(progress.latest().fraction, 0.5) << "in the first of the loads, before the whole body";
}

} // namespace
} // namespace limber::app
