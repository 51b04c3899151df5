// SPDX-License-Identifier: MIT
#include "app/character/rig_paint.h"
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/scenes/release.h"
#include "app/view/drawables.h"
#include "engine/rig/complementarity.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;
using ::testing::HasSubstr;

class PaintedMaterial : public ::testing::Test {
protected:
    PaintedMaterial() {
        scene = read_scene(write_small_scene(folder)).value().value;
        plain = read_character(scene).value();
    }
    PaintedRegion painted(std::uint8_t level) const {
        return PaintedRegion(PaintLevels(plain->boundary_vertices.size(), level));
    }

    ScratchFolder folder;
    CharacterDescription scene;
    CharacterPtr plain;
};

TEST_F(PaintedMaterial, HasThePowerOfTheFactorThatThePaintHas) {
    for (const std::uint8_t level : {std::uint8_t{0}, std::uint8_t{51}, std::uint8_t{255}}) {
        scene.material.parts = {{"stiff", painted(level), 16.0, 0.25}, {"heavy", painted(255), 1.0, 2.0}};
        const auto built = read_character(scene).value();
        const double w = level / 255.0;
        // Inside, the paint is extended until a sweep changes it by less than 1e-4.
        EXPECT_TRUE(built->material.young.isApprox(std::pow(16.0, w) * plain->material.young, 2e-2)) << level;
        EXPECT_TRUE(built->material.density.isApprox(2.0 * std::pow(0.25, w) * plain->material.density, 2e-2));
        EXPECT_EQ(built->material.poisson, plain->material.poisson);
        if (level == 0) {
            EXPECT_EQ(built->material.young, plain->material.young) << "without paint, bit for bit";
        }
    }
}

TEST_F(PaintedMaterial, OfAnotherMeshIsRefused) {
    scene.material.parts = {{"belly", PaintedRegion(PaintLevels(3, 255)), 2.0, 1.0}};
    const auto refused = read_character(scene);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()),
                HasSubstr("the part \"belly\" of the material was painted on a surface of 3"));
}

TEST_F(PaintedMaterial, IsSavedAndReadAgain) {
    scene.material.parts = {{"belly", painted(77), 0.1, 0.9}, {"new", {}, 1.0, 1.0}};
    const auto again = parse_scene(scene_json(scene, folder.path()), "here", folder.path());
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value.material, scene.material);
    scene.material.parts[0].young_factor = 0.0;
    const auto refused = parse_scene(scene_json(scene, folder.path()), "here", folder.path());
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("material.parts[0].young"));
}

TEST_F(PaintedMaterial, RebuildsTheOperatorsUnlessOnlyANameChanges) {
    CharacterDescription after = scene;
    after.material.parts = {{"belly", painted(77), 0.1, 0.9}};
    EXPECT_EQ(earliest_difference(scene, after), Stage::operators);
    CharacterDescription renamed = after;
    renamed.material.parts[0].name = "paunch";
    EXPECT_EQ(earliest_difference(after, renamed), Stage::state);
}

TEST_F(PaintedMaterial, MovesAsTheSameMaterialMadeByLabelsDoes) {
    scene.material.parts = {{"all", painted(255), 4.0, 2.0}};
    CharacterDescription uniform = scene;
    uniform.material.parts.clear();
    uniform.material.young *= 4.0;
    uniform.material.density *= 2.0;
    const auto parts = build_character(scene, nullptr, Stage::mesh).value();
    const auto other = build_character(uniform, nullptr, Stage::mesh).value();
    EXPECT_NEAR(parts->mass.sum(), 2.0 * other->mass.sum(), 1e-5 * parts->mass.sum())
        << "the base density is applied while it steps, and inside the paint is extended";
    EXPECT_TRUE(parts->modes->lambda.isApprox(2.0 * other->modes->lambda, 1e-2));
}

TEST_F(PaintedMaterial, OfABoneIsWhatTheBoneHolds) {
    const PaintLevels levels = paint_of_bone(*plain, 1);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        EXPECT_NEAR(levels[i] / 255.0, plain->rig.W(plain->boundary_vertices[i], 1), 0.5 / 255.0 + 1e-12);
    }
}

TEST_F(PaintedMaterial, OfSofteningByTheRigIsStiffWhereTheTrunkHoldsAndSoftWhereTheEndHangs) {
    const std::vector<MaterialPart> parts = softness_by_rig(*plain);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].painted, PaintedRegion(paint_of_bone(*plain, 0)));
    EXPECT_EQ(parts[1].painted, PaintedRegion(paint_of_bone(*plain, 1))) << "the last bone of a chain of two";
    EXPECT_GT(parts[0].young_factor, 1.0);
    EXPECT_LT(parts[1].young_factor, 1.0);
    add_suggested(scene.material.parts, parts);
    add_suggested(scene.material.parts, parts);
    EXPECT_EQ(scene.material.parts, parts) << "a second time replaces those of the first";
    const auto built = read_character(scene).value();
    const Vector factors = built->material.young.cwiseQuotient(plain->material.young);
    EXPECT_NEAR(factors.maxCoeff(), parts[0].young_factor, 0.1 * parts[0].young_factor);
    EXPECT_NEAR(factors.minCoeff(), parts[1].young_factor, 0.1 * parts[1].young_factor);
}

TEST_F(PaintedMaterial, OfSofteningByTheRigIsNoneWhereNothingHangsLoose) {
    scene.rig_kind = RigKind::affine_handle;
    scene.clips.clear();
    EXPECT_TRUE(softness_by_rig(*read_character(scene).value()).empty());
}

// Painted where y is low.
PaintedRegion painted_below(const Character& character) {
    const double low = character.mesh.X.col(1).minCoeff();
    const double high = character.mesh.X.col(1).maxCoeff();
    PaintLevels levels;
    for (const int v : character.boundary_vertices) {
        levels.push_back(character.mesh.X(v, 1) < low + 0.2 * (high - low) ? 255 : 0);
    }
    return PaintedRegion(levels);
}

double moved_at_pins(const Character& character, const State& state) {
    const Points x = body_positions(character, state);
    double most = 0.0;
    for (Index i = 0; i < x.rows(); ++i) {
        most = std::max(most, character.pinned(i) == 1.0 ? (x - character.mesh.X).row(i).norm() : 0.0);
    }
    return most;
}

TEST_F(PaintedMaterial, ABodyOnOneHandleHangsFromItsPins) {
    scene.rig_kind = RigKind::affine_handle;
    scene.clips.clear();
    scene.active_clip = -1;
    scene.contact.floor = false;
    scene.step.gravity = Vec3(0, -9.81, 0);
    const auto floating = build_character(scene, nullptr, Stage::mesh).value();
    scene.pins = painted_below(*plain);
    EXPECT_EQ(earliest_difference(floating->description, scene), Stage::rig);
    const auto built = build_character(scene, floating, Stage::rig);
    ASSERT_TRUE(built) << sentence(built.error());
    const CharacterPtr pinned = built.value();
    EXPECT_FALSE(pinned->is_held) << "it may sag, also in the mean";
    const auto sunk = [](const CharacterPtr& character) {
        Motion motion(character);
        const LiveControls controls = starting_controls(*character);
        motion.restart(controls);
        for (int step = 0; step < 60; ++step) {
            motion.step(controls);
        }
        return motion.state();
    };
    const State hanging = sunk(pinned);
    const double size = bounding_box(pinned->mesh.X).diagonal();
    EXPECT_LT(moved_at_pins(*pinned, hanging), 1e-5 * size);
    EXPECT_GT((body_positions(*pinned, hanging) - pinned->mesh.X).rowwise().norm().maxCoeff(), 1e-4 * size);
    const auto fresh = build_character(scene, nullptr, Stage::mesh).value();
    EXPECT_EQ(fresh->modes->W, pinned->modes->W) << "as if it had always been pinned";
}

TEST_F(PaintedMaterial, PinsHoldABodyAtItsRig) {
    scene.pins = painted_below(*plain);
    const auto built = build_character(scene, nullptr, Stage::mesh).value();
    EXPECT_TRUE(built->is_held);
    EXPECT_LT(built->modes->constraint_violation, 1e-6);
    for (Index i = 0; i < built->pinned.size(); ++i) {
        EXPECT_TRUE(built->pinned(i) < 1.0 || built->modes->W.row(i).norm() < 1e-5 * built->modes->W.norm());
    }
}

// The largest secondary motion of the vertices whose paint is between these values, while the clip plays.
double secondary_motion(const CharacterPtr& character, const Vector& paint, double low, double high) {
    Motion motion(character);
    const LiveControls controls = starting_controls(*character);
    motion.restart(controls);
    double most = 0.0;
    for (int step = 0; step < 40; ++step) {
        motion.step(controls);
        State rig_alone = motion.state();
        rig_alone.Z.setZero();
        const Points with = body_positions(*character, motion.state());
        const Points without = body_positions(*character, rig_alone);
        for (Index i = 0; i < paint.size(); ++i) {
            if (paint(i) >= low && paint(i) <= high) {
                most = std::max(most, (with - without).row(i).norm());
            }
        }
    }
    return most;
}

TEST_F(PaintedMaterial, LeavesTheRigsOwnMotionWhereTheMaskIsFull) {
    scene.active_clip = 0;
    scene.pins = painted_below(*plain);
    for (std::size_t kind = 0; kind < subspace_names.size(); ++kind) {
        scene.subspace = static_cast<SubspaceKind>(kind);
        if (scene.subspace == SubspaceKind::pod) {
            continue; // made from a motion
        }
        const auto built = build_character(scene, nullptr, Stage::mesh);
        if (scene.subspace == SubspaceKind::warped || scene.subspace == SubspaceKind::rotation_strain) {
            ASSERT_FALSE(built) << subspace_names[kind];
            EXPECT_THAT(sentence(built.error()), ::testing::HasSubstr("has no pins"));
            continue;
        }
        ASSERT_TRUE(built) << subspace_names[kind] << ": " << sentence(built.error());
        const CharacterPtr masked = built.value();
        const double size = bounding_box(masked->mesh.X).diagonal();
        const double held = secondary_motion(masked, masked->pinned, 1.0, 1.0);
        const double loose = secondary_motion(masked, masked->pinned, 0.0, 0.0);
        EXPECT_LT(held, 1e-5 * size) << subspace_names[kind];
        EXPECT_GT(loose, 1e-4 * size) << subspace_names[kind];
    }
}

TEST_F(PaintedMaterial, MovesTheLessTheMoreOfTheMaskThereIs) {
    scene.active_clip = 0;
    double before = std::numeric_limits<double>::infinity();
    for (const std::uint8_t level : {std::uint8_t{0}, std::uint8_t{128}, std::uint8_t{230}, std::uint8_t{255}}) {
        PaintLevels levels = painted_below(*plain).levels();
        std::ranges::replace(levels, std::uint8_t{255}, level);
        scene.pins = PaintedRegion(levels);
        const auto built = build_character(scene, nullptr, Stage::mesh).value();
        const Vector where =
            paint_weights(painted_below(*plain), built->mesh.T, built->boundary_vertices, built->vertex_count());
        const double moved = secondary_motion(built, where, 1.0, 1.0);
        EXPECT_LT(moved, before) << int{level};
        before = moved;
    }
}

TEST_F(PaintedMaterial, PinsAreSavedAndRefusedWhereTheyCannotBe) {
    scene.pins = painted(200);
    const auto again = parse_scene(scene_json(scene, folder.path()), "here", folder.path());
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value.pins, scene.pins);
    CharacterDescription whole = scene;
    whole.pins = painted(255);
    const auto nothing_moves = build_character(whole, nullptr, Stage::mesh);
    ASSERT_FALSE(nothing_moves);
    EXPECT_THAT(sentence(nothing_moves.error()), HasSubstr("all of the body is pinned"));
    scene.rig_kind = RigKind::none;
    const auto free = fault_in(scene);
    ASSERT_TRUE(free);
    EXPECT_THAT(free->message, HasSubstr("a pinned body needs \"affine handle\""));
    EXPECT_TRUE(released(scene, *plain).pins.is_blank());
}

// J'DM B = 0 with D = 1 - w of the paint.
TEST_F(PaintedMaterial, LeaksMomentumWhereItIsPainted) {
    scene.leak.painted = painted_below(*plain);
    const auto built = build_character(scene, nullptr, Stage::mesh).value();
    const Vector w = paint_weights(scene.leak.painted, built->mesh.T, built->boundary_vertices, built->vertex_count());
    EXPECT_LT((built->leak - (Vector::Ones(w.size()) - w)).cwiseAbs().maxCoeff(), 1e-12);
    const Matrix C = complementarity_columns(built->mesh, built->mass, built->leak, built->rig);
    const Matrix violation = C.transpose() * built->modes->W;
    EXPECT_LT(violation.cwiseAbs().maxCoeff(), 1e-8 * C.colwise().norm().maxCoeff() * built->modes->W.norm());
    const auto diffused = build_character(read_scene(folder / "bar.json").value().value, nullptr, Stage::mesh).value();
    EXPECT_GT((built->leak - diffused->leak).cwiseAbs().maxCoeff(), 0.5);
    EXPECT_NE(built->modes->W, diffused->modes->W);
}

TEST_F(PaintedMaterial, PaintedLeakIsSavedRebuiltAndOfThisMesh) {
    CharacterDescription painted_leak = scene;
    painted_leak.leak.painted = painted(100);
    EXPECT_EQ(earliest_difference(scene, painted_leak), Stage::rig);
    const auto again = parse_scene(scene_json(painted_leak, folder.path()), "here", folder.path());
    ASSERT_TRUE(again) << sentence(again.error());
    EXPECT_EQ(again.value().value.leak, painted_leak.leak);
    const auto first = build_character(scene, nullptr, Stage::mesh).value();
    const auto second = build_character(painted_leak, first, Stage::rig).value();
    EXPECT_NE(first->leak, second->leak);
    EXPECT_EQ(build_character(scene, second, Stage::rig).value()->leak, first->leak) << "undone";
    scene.leak.painted = painted(0);
    EXPECT_EQ(build_character(scene, first, Stage::rig).value()->leak, first->leak) << "erased: as if never painted";
    scene.leak.painted = PaintedRegion(PaintLevels(3, 9));
    const auto refused = build_character(scene, nullptr, Stage::mesh);
    ASSERT_FALSE(refused);
    EXPECT_THAT(sentence(refused.error()), HasSubstr("where momentum leaks was painted on a surface of 3"));
}

} // namespace
} // namespace limber::app
