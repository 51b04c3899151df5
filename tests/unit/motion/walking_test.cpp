// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/motion/walking.h"

#include "app/motion/motion.h"
#include "tests/support/free_bar.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using testing::free_bar;

TEST(Walker, IsTheBodyOfTheScene) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    controls.young *= 2.0;
    controls.density *= 3.0;
    controls.poisson = 0.3;
    controls.damping = 0.7;
    controls.gravity *= 0.5;
    controls.time_step *= 0.25;
    controls.iterations = 17;
    controls.muscles.strength = 4.0;
    Motion motion(character);
    motion.step(controls);
    const Controls& stage = motion.controls();
    const Walker walker = walker_of(character, controls).value();
    EXPECT_EQ(walker.controls.young_scale, stage.young_scale);
    EXPECT_EQ(walker.controls.density_scale, stage.density_scale);
    EXPECT_EQ(walker.controls.lambda_scale, stage.lambda_scale);
    EXPECT_EQ(walker.controls.damping, 0.7);
    EXPECT_EQ(walker.controls.gravity, controls.gravity);
    EXPECT_EQ(walker.controls.time_step, controls.time_step);
    EXPECT_EQ(walker.controls.iterations, 17);
    EXPECT_EQ(walker.controls.muscle_stiffness_scale, 4.0);
    EXPECT_NE(walker.controls.young_scale, walker_of(character).value().controls.young_scale);
}

// The rest state is computed by steps, whose last bits depend on the instruction set. A search with a fixed instruction
// set is the same on every machine.
TEST(Walker, StartsWithTheGivenInstructionSet) {
    const CharacterPtr character = free_bar();
    const Walker plain = walker_of(character, InstructionSet::baseline).value();
    EXPECT_EQ(plain.instruction_set, InstructionSet::baseline);
    EXPECT_EQ(walker_of(character, InstructionSet::baseline).value().start.Z, plain.start.Z);
    const bool has_one = widest_instruction_set() == InstructionSet::baseline;
    EXPECT_EQ(walker_of(character).value().start.Z == plain.start.Z, has_one);
    LiveControls pinned = starting_controls(*character);
    EXPECT_EQ(walker_of(character, pinned, InstructionSet::baseline).value().start.Z, plain.start.Z);
}

TEST(Walker, IsRejectedByItsDescriptionIfItHasNoMuscles) {
    const CharacterDescription fit = free_bar()->description;
    EXPECT_FALSE(fault_in_walker(fit));
    CharacterDescription unfit = fit;
    unfit.muscles = {};
    EXPECT_EQ(fault_in_walker(unfit)->where, "muscles");
    unfit = fit;
    unfit.contact.floor = false;
    EXPECT_EQ(fault_in_walker(unfit)->where, "contact");
    unfit = fit;
    unfit.rig_kind = RigKind::affine_handle;
    EXPECT_EQ(fault_in_walker(unfit)->where, "rig");
    unfit = fit;
    unfit.muscles = {};
    unfit.subspace = SubspaceKind::warped;
    EXPECT_EQ(fault_in_walker(unfit)->where, "subspace") << "it cannot be given muscles";
}

TEST(Walker, HasOneSubspace) {
    const CharacterPtr fit = free_bar();
    CharacterDescription scene = fit->description;
    scene.subspace = SubspaceKind::force_dual_skinning;
    scene.loads = {{{.kind = LoadKind::region, .region = LoadRegion{Vec3::Zero(), 0.2, 100.0}}},
                   {{.kind = LoadKind::region, .region = LoadRegion{Vec3(1, 0.15, 0.15), 0.2, 100.0}}}};
    scene.modes = 2;
    const CharacterPtr together = build_character(scene, fit, Stage::nothing).value();
    EXPECT_TRUE(walker_of(together));
    scene.switches_loads = true;
    const CharacterPtr switching = build_character(scene, together, Stage::nothing).value();
    ASSERT_TRUE(switching->switched);
    const auto refused = walker_of(switching);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "subspace");
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("this body switches between those of its loads"));
}

TEST(Walker, IsFreeAtItsPosition) {
    const CharacterPtr character = free_bar();
    LiveControls controls = starting_controls(*character);
    controls.rig_offset.col(3) = Vec3(2.0, 0.0, 1.0);
    controls.handles.push_back(handle_at(*character, 1, 0, {1.0, 0.0, 0.0}, 1e4, Vec3(0.0, 9.0, 0.0)));
    const Walker walker = walker_of(character, controls).value();
    const Walker home = walker_of(character).value();
    EXPECT_TRUE(walker.controls.handles.empty());
    const StanceReader reader(*walker.model);
    const Vec3 way = reader.read(walker.start).centre - reader.read(home.start).centre;
    EXPECT_LT((way - Vec3(2.0, 0.0, 1.0)).norm(), 1e-3);
}

} // namespace
} // namespace limber::app
