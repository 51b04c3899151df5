// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "engine/body/body_step.h"
#include "engine/cubature/cubature_model.h"
#include "tests/support/seen_fractions.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

// Characters that are stepped by Newton's method.
namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

class NewtonCharacter : public ::testing::Test {
protected:
    CharacterDescription description_with(const NewtonDescription& newton) const {
        CharacterDescription description = read_scene(path).value().value;
        description.modes = 2;
        description.newton = newton;
        return description;
    }
    static CharacterPtr built(const CharacterDescription& description, const CharacterPtr& previous = nullptr) {
        return build_character(description, previous, Stage::nothing).value();
    }
    static std::string refusal_of(const CharacterDescription& description) {
        const auto made = build_character(description, nullptr, Stage::mesh);
        return made ? "" : sentence(made.error());
    }

    ScratchFolder folder;
    std::string path = write_small_scene(folder).string();
};

TEST_F(NewtonCharacter, HasPointsInEveryKindOfSubspaceThatIsNotReconstructed) {
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::weights, SubspaceKind::displacement,
                                    SubspaceKind::force_dual, SubspaceKind::force_dual_skinning}) {
        CharacterDescription description = description_with({ElasticEnergy::stable_neo_hookean, 40, 1.0});
        description.subspace = kind;
        description.modes = 8; // the rig takes some coordinates of handles
        const CharacterPtr character = built(description);
        ASSERT_TRUE(character->cubature && character->linear);
        EXPECT_LE(character->cubature->point_count(), 40);
        EXPECT_EQ(character->cubature->body.coordinate_count(), 3 * coordinate_rows(*character));
        EXPECT_GT(character->cubature->cubature.training_error, 0.0);
        EXPECT_LT(character->cubature->cubature.training_error, 1.0);
    }
}

// A solver may begin again within its stage.
TEST_F(NewtonCharacter, IsBuiltWithAProgressThatNeverGoesBackwards) {
    constexpr double stage_max = 0.4;
    for (const SubspaceKind kind : {SubspaceKind::skinning, SubspaceKind::modal_derivatives}) {
        CharacterDescription description = description_with({ElasticEnergy::stable_neo_hookean, 40, 1.0});
        description.subspace = kind;
        const std::vector<double> fractions = limber::testing::seen_fractions(
            [&](Progress& progress) { ASSERT_TRUE(build_character(description, nullptr, Stage::mesh, &progress)); });
        double largest = 0.0;
        for (const double fraction : fractions) {
            ASSERT_GT(fraction, largest - stage_max) << ::testing::PrintToString(fractions);
            largest = std::max(largest, fraction);
        }
    }
}

TEST_F(NewtonCharacter, IsBuiltAnewFromTheStageOfItsChange) {
    const CharacterDescription newton = description_with({ElasticEnergy::stable_neo_hookean, 30, 1.0});
    CharacterDescription other = newton;
    other.newton->points = 10;
    EXPECT_EQ(earliest_difference(newton, other), Stage::cubature);
    other.newton.reset();
    EXPECT_EQ(earliest_difference(newton, other), Stage::model);
    EXPECT_EQ(earliest_difference(other, newton), Stage::model);
    const CharacterPtr first = built(newton);
    const CharacterPtr without = built(other, first);
    EXPECT_FALSE(without->cubature);
    EXPECT_FALSE(without->linear);
    const CharacterPtr again = built(newton, without);
    EXPECT_EQ(again->cubature->cubature.tets, first->cubature->cubature.tets);
    EXPECT_EQ(again->cubature->cubature.weights, first->cubature->cubature.weights);
}

// The points of other muscles are the same, so that they are not chosen anew.
TEST_F(NewtonCharacter, KeepsItsPointsWhenItsMusclesChange) {
    CharacterDescription description = description_with({ElasticEnergy::stable_neo_hookean, 30, 1.0});
    const CharacterPtr first = built(description);
    description.muscles.modes = 2;
    const CharacterPtr muscled = built(description, first);
    EXPECT_EQ(muscle_count(*muscled), 2);
    ASSERT_TRUE(muscled->cubature->body.actuation);
    EXPECT_EQ(muscled->cubature->cubature.tets, first->cubature->cubature.tets);
    const CharacterPtr whole = built(description);
    EXPECT_EQ(whole->cubature->cubature.tets, first->cubature->cubature.tets);
}

TEST_F(NewtonCharacter, RefusesWhatItCannotStepInOneSentence) {
    CharacterDescription warped = description_with({});
    warped.subspace = SubspaceKind::warped;
    EXPECT_THAT(refusal_of(warped), HasSubstr("a warped subspace has linear dynamics: choose another kind"));
    const CharacterDescription coarse = description_with({ElasticEnergy::stable_neo_hookean, 2, 1e-3});
    EXPECT_THAT(refusal_of(coarse), HasSubstr("2 cubature points leave an error of "));
}

// As many points as are needed for the error, and no more.
TEST_F(NewtonCharacter, TakesFewerPointsWhereTheseReachTheError) {
    const CharacterPtr all = built(description_with({ElasticEnergy::stable_neo_hookean, 60, 1.0}));
    const double reached = all->cubature->cubature.training_error;
    const CharacterPtr few = built(description_with({ElasticEnergy::stable_neo_hookean, 60, 2.0 * reached}));
    EXPECT_LT(few->cubature->point_count(), all->cubature->point_count());
    EXPECT_LE(few->cubature->cubature.training_error, 2.0 * reached);
}

// A step of the character is that of the model.
TEST_F(NewtonCharacter, MovesWithHandlesAndMuscles) {
    for (const ElasticEnergy energy : {ElasticEnergy::corotational, ElasticEnergy::arap,
                                       ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff}) {
        CharacterDescription description = description_with({energy, 30, 1.0});
        description.muscles.modes = 2;
        const CharacterPtr character = built(description);
        BodyWorkspace workspace(*character, 8);
        Controls controls = rest_controls(*character);
        controls.activation = Vector::Constant(2, 0.3);
        const std::array vertex{5};
        const std::array whole{1.0};
        controls.handles = {{body_point(*character, vertex, whole), 100.0, Vec3(0.2, 0.5, 0.1)}};
        State state = rest_state(*character, controls.P);
        for (int frame = 0; frame < 10; ++frame) {
            ASSERT_NE(step(*character, controls, state, workspace).status, StepStatus::not_finite);
        }
        EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
    }
}

} // namespace
} // namespace limber::app
