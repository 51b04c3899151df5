// SPDX-License-Identifier: MIT
#include "app/comparison/compared_subspace.h"
#include "app/comparison/comparison.h"
#include "app/comparison/distance.h"
#include "app/comparison/reduced_body.h"

#include "app/comparison/full_space_motion.h"
#include "app/document/comparison_titles.h"
#include "app/scenes/prepared_scene.h"
#include "engine/rig/rig.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

class Comparison : public ::testing::Test {
protected:
    SceneMotion scene_with(const std::function<void(CharacterDescription&)>& change) const {
        const auto description = scene_in(path).value().value;
        const auto adjusted = [&](CharacterDescription character) -> Result<CharacterDescription> {
            change(character);
            return character;
        };
        return SceneMotion::prepared(description, adjusted).value();
    }

    std::vector<SceneMotion> scenes_of(const std::vector<Index>& mode_counts) const {
        std::vector<SceneMotion> scenes;
        for (const Index count : mode_counts) {
            scenes.push_back(scene_with([&](CharacterDescription& character) {
                character.modes = count;
                character.clusters = 432; // one a tet
            }));
        }
        return scenes;
    }

    std::vector<SceneMotion> scenes_of_kinds(const std::vector<std::pair<SubspaceKind, Index>>& subspaces,
                                             const std::vector<ParameterOverrides>& parameters = {}) const {
        std::vector<SceneMotion> scenes;
        for (const auto& [kind, count] : subspaces) {
            scenes.push_back(scene_with([&](CharacterDescription& character) {
                character.subspace = kind;
                character.modes = count;
                character.clusters = 432; // one a tet
                if (scenes.size() < parameters.size()) {
                    character = with_parameters(character, parameters[scenes.size()]);
                }
            }));
        }
        return scenes;
    }

    ScratchFolder folder;
    std::string path = write_small_scene(folder).string();
};

// Co-rotational elasticity on all tets is that of a cluster for each tet.
TEST_F(Comparison, CubaturePointsOfAllTetsMoveAsClustersOfOneTet) {
    const std::pair<SubspaceKind, Index> kind{SubspaceKind::displacement, 2};
    const ParameterOverrides all{.energy = ElasticEnergy::corotational, .points = 432};
    const ParameterOverrides few{.energy = ElasticEnergy::corotational, .points = 40};
    std::vector<SceneMotion> scenes = scenes_of_kinds({kind, kind, kind}, {{}, all, few});
    const auto kinds = compare(scenes, {.frames = 20, .parameters = {{}, all, few}, .threads = {2}}).value();
    const double clusters = root_mean_square(kinds[0].error);
    EXPECT_NEAR(root_mean_square(kinds[1].error), clusters, 0.1 * clusters);
    ASSERT_TRUE(kinds[1].cubature && kinds[2].cubature);
    EXPECT_FALSE(kinds[0].cubature);
    EXPECT_EQ(kinds[1].cubature->points, 432);
    EXPECT_EQ(kinds[1].cubature->training_error, 0.0);
    EXPECT_LE(kinds[2].cubature->points, 40);
    EXPECT_GT(kinds[2].cubature->training_error, 0.0);
    EXPECT_LT(kinds[2].cubature->training_error, 1.0);
}

// The leader's springs act on the same vertices in the subspace of the cubature points, whose coordinates are others.
TEST_F(Comparison, CubaturePointsHaveTheSpringsOfASkinnedLeader) {
    const std::pair<SubspaceKind, Index> kind{SubspaceKind::skinning, 3};
    const ParameterOverrides all{.energy = ElasticEnergy::corotational, .points = 432};
    std::vector<SceneMotion> scenes = scenes_of_kinds({kind, kind}, {{}, all});
    const MovingCharacter& leader = scenes.front().characters().front();
    const Points& X = leader.character->mesh.X;
    const int last = static_cast<int>(X.rows()) - 1;
    LiveControls controls = leader.controls;
    controls.iterations = 200;
    PointSpring spring;
    spring.id = 1;
    spring.to.vertices[0] = last;
    spring.stiffness = 500.0;
    spring.rest_length = 0.8 * (X.row(last) - X.row(0)).norm();
    controls.springs = {spring};
    scenes.front().set_controls(0, controls);
    const auto kinds = compare(scenes, {.frames = 20, .parameters = {{}, all}, .threads = {2}}).value();
    const double clusters = root_mean_square(kinds[0].error);
    EXPECT_NEAR(root_mean_square(kinds[1].error), clusters, 0.1 * clusters);
}

// Also the best modes for the motion, which are made while the comparison runs.
TEST_F(Comparison, StepsPodsByNewtonsMethodAsTheScene) {
    std::vector<SceneMotion> scenes;
    scenes.push_back(scene_with([](CharacterDescription& character) {
        character.modes = 2;
        character.newton = NewtonDescription{ElasticEnergy::stable_neo_hookean, 40};
    }));
    const auto kinds = compare(scenes, {.frames = 5, .pods = {{24}}, .threads = {2}}).value();
    ASSERT_EQ(kinds.size(), 3u);
    ASSERT_TRUE(kinds[0].cubature && kinds[1].cubature);
    EXPECT_EQ(kinds[1].kind, "pod");
    EXPECT_EQ(kinds[1].cubature->energy, ElasticEnergy::stable_neo_hookean);
    EXPECT_LE(kinds[1].cubature->points, 40);
}

// A body that is built for the comparison has a progress of its own.
TEST_F(Comparison, HasAProgressThatGrowsAfterBodiesWereBuilt) {
    std::vector<SceneMotion> scenes = scenes_of({2});
    Progress progress;
    std::vector<double> fractions;
    ComparisonOptions options{.frames = 20, .pods = {{6, {.clusters = 20}}}};
    options.on_full_space = [&](const Points&, const AffineStack&) -> Result<Done> {
        fractions.push_back(progress.latest().fraction);
        return Done{};
    };
    ASSERT_TRUE(compare(scenes, options, &progress));
    ASSERT_EQ(fractions.size(), 20u);
    EXPECT_LT(fractions.front(), 0.6);
    EXPECT_GT(fractions.back(), 0.9);
    EXPECT_TRUE(std::ranges::is_sorted(fractions));
}

TEST_F(Comparison, OfABentBarNeedsFewModes) {
    std::vector<SceneMotion> scenes = scenes_of({2, 6, 18});
    const auto kinds = compare(scenes, {.frames = 40, .with_rig = true, .threads = {2}}).value();
    ASSERT_EQ(kinds.size(), 5u);
    EXPECT_EQ(kinds[3].kind, "rig");
    EXPECT_EQ(kinds[4].kind, "full");
    EXPECT_EQ(kinds[4].error_max, 0.0);
    EXPECT_EQ(kinds[4].modes, 144);
    EXPECT_TRUE(kinds[4].positions_microseconds.empty()) << "they are its coordinates";
    const double rig = root_mean_square(kinds[3].error);
    EXPECT_GT(rig, 1e-3);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(kinds[i].error.size(), 40u);
        EXPECT_EQ(kinds[i].step_microseconds.size(), 40u);
        ASSERT_EQ(kinds[i].positions_microseconds.size(), 40u);
        EXPECT_GT(kinds[i].positions_microseconds.back(), 0.0);
        EXPECT_GE(kinds[i].error_max, root_mean_square(kinds[i].error));
        const double more_modes = root_mean_square(kinds[i].one_step_error);
        const double fewer_modes = root_mean_square(kinds[i == 0 ? 3 : i - 1].one_step_error);
        EXPECT_LT(more_modes, fewer_modes) << kinds[i].modes;
    }
    EXPECT_LT(root_mean_square(kinds[2].error), 0.5 * rig);
}

TEST_F(Comparison, GivesTheMotionInFullSpace) {
    std::vector<SceneMotion> scenes = scenes_of({4});
    const Character& character = *scenes.front().characters().front().character;
    const Distance distance(character);
    std::vector<double> rig_errors;
    ComparisonOptions options{.frames = 5, .with_rig = true};
    options.on_full_space = [&](const Points& x, const AffineStack& P) -> Result<Done> {
        const Points posed = rig_jacobian(character.mesh.X, character.rig) * P;
        rig_errors.push_back(distance.mean(posed, x));
        return Done{};
    };
    const auto kinds = compare(scenes, options).value();
    ASSERT_EQ(rig_errors.size(), 5u);
    for (std::size_t frame = 0; frame < 5; ++frame) {
        EXPECT_NEAR(rig_errors[frame], kinds[1].error[frame], 1e-9);
    }
    EXPECT_GT(rig_errors.back(), 0.0);
    scenes.front().begin_again();
    options.on_full_space = [](const Points&, const AffineStack&) -> Result<Done> {
        return Error{ErrorKind::bad_input, "the disk is full", ""};
    };
    const auto refused = compare(scenes, options);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the disk is full");
}

// A corner is pulled through the body, which the co-rotational energy allows.
TEST_F(Comparison, CountsTheInvertedTetsOfFullSpace) {
    std::vector<SceneMotion> scenes = scenes_of({4});
    const MovingCharacter& leader = scenes.front().characters().front();
    TetMesh moved = leader.character->mesh;
    std::vector<Index> counted;
    ComparisonOptions options{.frames = 10};
    options.on_full_space = [&](const Points& x, const AffineStack&) -> Result<Done> {
        moved.X = x;
        counted.push_back((tet_volumes(moved).array() <= 0.0).count());
        return Done{};
    };
    const auto at_ease = compare(scenes, options).value();
    EXPECT_EQ(at_ease.back().inverted_tets, counted);
    EXPECT_EQ(most_inverted_tets(at_ease.back()), 0);
    scenes.front().begin_again();
    LiveControls controls = leader.controls;
    const Vec3 across = moved.X.colwise().mean().transpose() * 2.0 - moved.X.row(143).transpose();
    controls.handles = {{.id = 1, .vertices = {143, 143, 143}, .stiffness = 1e5, .target = across}};
    scenes.front().set_controls(0, controls);
    counted.clear();
    const auto pulled = compare(scenes, options).value();
    EXPECT_EQ(pulled.back().inverted_tets, counted);
    EXPECT_GT(most_inverted_tets(pulled.back()), 0);
}

TEST_F(Comparison, HasTheSameBitsOnAnyNumberOfThreads) {
    std::vector<SceneMotion> scenes = scenes_of({4});
    const auto one = compare(scenes, {.frames = 6, .threads = {1}}).value();
    scenes.front().begin_again();
    const auto four = compare(scenes, {.frames = 6, .threads = {4}}).value();
    EXPECT_EQ(comparison_csv(one), comparison_csv(four));
}

// Affine motions are among those that the rig makes, so that its constraint takes them again.
TEST_F(Comparison, OfDisplacementModes) {
    using Kind = SubspaceKind;
    std::vector<SceneMotion> scenes = scenes_of_kinds(
        {{Kind::skinning, 3}, {Kind::displacement, 1}, {Kind::displacement, 3}, {Kind::displacement_affine, 3}});
    const auto kinds = compare(scenes, {.frames = 20, .with_rig = true}).value();
    ASSERT_EQ(kinds.size(), 6u);
    EXPECT_EQ(kinds[1].kind, "displacement");
    EXPECT_EQ(kinds[1].modes, 12);
    EXPECT_EQ(kinds[2].modes, 36);
    EXPECT_EQ(kinds[3].kind, "displacement-affine");
    const double rig = root_mean_square(kinds[4].one_step_error);
    EXPECT_LT(root_mean_square(kinds[1].one_step_error), rig);
    EXPECT_LT(root_mean_square(kinds[2].one_step_error), root_mean_square(kinds[1].one_step_error));
    EXPECT_NEAR(root_mean_square(kinds[3].one_step_error), root_mean_square(kinds[2].one_step_error), 1e-6);
}

TEST_F(Comparison, OfModalDerivatives) {
    using Kind = SubspaceKind;
    std::vector<SceneMotion> scenes =
        scenes_of_kinds({{Kind::skinning, 3}, {Kind::modal_derivatives, 1}, {Kind::modal_derivatives, 3}});
    const auto kinds = compare(scenes, {.frames = 20, .with_rig = true}).value();
    ASSERT_EQ(kinds.size(), 5u);
    EXPECT_EQ(kinds[1].kind, "modal-derivatives");
    EXPECT_EQ(kinds[1].modes, 12);
    EXPECT_EQ(kinds[2].modes, 36);
    EXPECT_LT(root_mean_square(kinds[1].one_step_error), root_mean_square(kinds[3].one_step_error));
    EXPECT_LT(root_mean_square(kinds[2].one_step_error), root_mean_square(kinds[1].one_step_error));
}

// Both bones take nine coordinates of the step, and four columns of the weights instead of ten.
TEST_F(Comparison, OfPartlyConstrainedModes) {
    using Kind = SubspaceKind;
    std::vector<SceneMotion> scenes = scenes_of_kinds({{Kind::skinning, 4}, {Kind::skinning_partly_constrained, 4}});
    const auto kinds = compare(scenes, {.frames = 20, .with_rig = true}).value();
    ASSERT_EQ(kinds.size(), 4u);
    EXPECT_EQ(kinds[1].kind, "skinning-partly-constrained");
    EXPECT_EQ(kinds[0].coordinates, 12 * 4);
    EXPECT_EQ(kinds[1].coordinates, 12 * 4 - 9 * 2);
    const double constrained = root_mean_square(kinds[0].one_step_error);
    const double partly = root_mean_square(kinds[1].one_step_error);
    EXPECT_GT(std::abs(constrained - partly), 0.01 * constrained) << "they have other weights";
    for (const double error : {constrained, partly}) {
        EXPECT_LT(error, root_mean_square(kinds[2].one_step_error)) << "than the rig alone";
    }
}

// A linear subspace leads as well as a skinning one.
TEST_F(Comparison, IsLedByALinearSubspace) {
    using Kind = SubspaceKind;
    std::vector<SceneMotion> led = scenes_of_kinds({{Kind::displacement, 3}, {Kind::skinning, 3}});
    std::vector<SceneMotion> leading = scenes_of_kinds({{Kind::skinning, 3}, {Kind::displacement, 3}});
    const auto one = compare(led, {.frames = 10}).value();
    const auto other = compare(leading, {.frames = 10}).value();
    EXPECT_EQ(one[0].error, other[1].error);
    EXPECT_EQ(one[1].error, other[0].error);
}

TEST_F(Comparison, OfReconstructedModes) {
    using Kind = SubspaceKind;
    std::vector<SceneMotion> scenes =
        scenes_of_kinds({{Kind::skinning, 3}, {Kind::warped, 1}, {Kind::rotation_strain, 1}, {Kind::warped, 2}});
    const auto kinds = compare(scenes, {.frames = 20, .with_rig = true}).value();
    ASSERT_EQ(kinds.size(), 6u);
    EXPECT_EQ(kinds[1].kind, "warped");
    EXPECT_EQ(kinds[2].kind, "rotation-strain");
    const double rig = root_mean_square(kinds[4].one_step_error);
    for (std::size_t i = 1; i < 4; ++i) {
        EXPECT_EQ(kinds[i].step_microseconds.size(), 20u);
        EXPECT_LT(root_mean_square(kinds[i].one_step_error), rig) << kinds[i].kind;
    }
    // Small displacements are corrected to second order only.
    EXPECT_NEAR(root_mean_square(kinds[2].error), root_mean_square(kinds[1].error), 0.2 * rig);
}

// A floor that the lower side of the bar stands in by 5 mm, from which its end rises.
TEST_F(Comparison, HasContactWithHyperelasticEnergies) {
    const auto on_floor = [](SubspaceKind kind, Index modes) {
        return [=](CharacterDescription& character) {
            character.subspace = kind;
            character.modes = modes;
            character.contact.floor = true;
            character.contact.floor_height = 0.005;
        };
    };
    for (const ElasticEnergy energy : {ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff}) {
        std::vector<SceneMotion> scenes;
        scenes.push_back(scene_with(on_floor(SubspaceKind::skinning, 3)));
        scenes.push_back(scene_with(on_floor(SubspaceKind::warped, 1)));
        const auto kinds = compare(scenes, {.frames = 6, .energy = energy});
        ASSERT_TRUE(kinds) << kinds.error().message;
        EXPECT_GT(kinds.value().back().energy.back(), 0.0);
    }
}

// The subspace that spans the motion itself follows it, though its clusters and its iterations are not those of full
// space; a motion of 20 frames spans 20 directions at most.
TEST_F(Comparison, OfTheBestLinearSubspace) {
    std::vector<SceneMotion> scenes = scenes_of({3});
    const std::vector<ComparisonOptions::Pod> pods{{6}, {36}};
    const auto kinds = compare(scenes, {.frames = 20, .pods = pods}).value();
    ASSERT_EQ(kinds.size(), 4u);
    EXPECT_EQ(kinds[1].kind, "pod");
    EXPECT_EQ(kinds[1].modes, 6);
    EXPECT_LE(kinds[2].modes, 20);
    EXPECT_LT(root_mean_square(kinds[2].error), 0.1 * root_mean_square(kinds[0].error));
    EXPECT_LT(root_mean_square(kinds[2].one_step_error), root_mean_square(kinds[1].one_step_error));
    std::vector<SceneMotion> again = scenes_of({3});
    EXPECT_EQ(compare(again, {.frames = 20}).value().front().error, kinds[0].error); // it begins again
}

// A bar that is pulled at an end, with a mode for each end.
class SwitchedComparison : public Comparison {
protected:
    SwitchedComparison() {
        limber::testing::write_bytes(folder / "ends.json",
                                     R"({"format": "limber-loads", "version": 1, "mixture": [)"
                                     R"({"name": "near", "loads": [{"kind": "region", "centre": [0, 0, 0], "radius": )"
                                     R"(0.2, "decay": 100}]}, {"name": "far", "loads": [{"kind": "region", "centre": )"
                                     R"([1, 0.15, 0.15], "radius": 0.2, "decay": 100}]}]})");
    }
    static constexpr SubspaceKind skinning_kind = SubspaceKind::force_dual_skinning;

    SceneMotion scene_for(const std::string& loads, SubspaceKind kind = skinning_kind, bool switches = false) const {
        return scene_with([&](CharacterDescription& character) {
            character.subspace = kind;
            character.subspace_file = (folder / "ends.json").string() + loads;
            character.switches_loads = switches;
            character.contact.floor = true; // far below, so that the body has contact points
            character.contact.floor_height = -50.0;
            character.modes = 1;
            character.clusters = 432;
        });
    }
    // The leader, which is pulled or touched, and a body that switches.
    std::vector<SceneMotion> with_switched(const std::function<void(SceneMotion&)>& touch,
                                           SubspaceKind kind = skinning_kind) const {
        std::vector<SceneMotion> scenes;
        scenes.push_back(scene_for(""));
        touch(scenes.front());
        scenes.push_back(scene_for("", kind, true));
        return scenes;
    }
    static ComparisonOptions options_for(std::uint64_t frames) {
        return {.frames = frames, .parameters = {{}, {.switched = true}}};
    }
    // For one load of the character.
    static std::unique_ptr<ReducedBody> reduced_body_for(const SceneMotion& leader,
                                                         const std::vector<BodyLoad>& loads) {
        const Motion& led = leader.characters().front().motion;
        auto without_file = std::make_shared<Character>(led.character());
        without_file->description.subspace_file.clear();
        return reduced_body_of({"force-dual-skinning", 1}, {without_file, loads, led.posed()}, led.instruction_set(),
                               nullptr, nullptr)
            .value();
    }
    // That act in each frame, under the controls of the leader.
    static std::vector<std::size_t> components_of(ReducedCharacter& body, SceneMotion& leader, int frames) {
        ThreadPool alone({.count = 1});
        std::vector<std::size_t> acting;
        for (int frame = 0; frame < frames; ++frame) {
            leader.step(alone);
            const MovingCharacter& moving = leader.characters().front();
            EXPECT_TRUE(body.step(last_step_of(moving.motion, moving.controls)));
            acting.push_back(body.switches().value().acting);
        }
        return acting;
    }
    static ReducedCharacter reduced_character_in(const SceneMotion& scene) {
        const Motion& motion = scene.characters().front().motion;
        return {motion.character_ptr(), motion.state(), motion.instruction_set()};
    }
    // Holds a vertex at a distance from its place.
    static void pull(SceneMotion& scene, int vertex, double aside) {
        const MovingCharacter& moving = scene.characters().front();
        LiveControls controls = moving.controls;
        const Vec3 place = moving.character->mesh.X.row(vertex).transpose() + Vec3(0.0, 0.0, aside);
        controls.handles = {{.id = 1, .vertices = {vertex, vertex, vertex}, .stiffness = 2e3, .target = place}};
        scene.set_controls(0, controls);
    }
};

TEST_F(SwitchedComparison, ActsInTheSubspaceOfTheEndThatIsPulled) {
    for (const bool is_far : {false, true}) {
        auto scenes = with_switched([&](SceneMotion& leader) { pull(leader, is_far ? 143 : 0, 0.05); });
        const auto kinds = compare(scenes, options_for(8)).value();
        ASSERT_EQ(kinds.size(), 3u);
        EXPECT_EQ(kinds[1].kind, "force-dual-skinning");
        EXPECT_EQ(kinds[1].modes, 1) << "of the two in which it is shown";
        ASSERT_TRUE(kinds[1].switches);
        const ComparedSwitches& switches = *kinds[1].switches;
        EXPECT_EQ(switches.components, (std::vector<std::string>{"near", "far"}));
        ASSERT_EQ(switches.acting.size(), 8u);
        EXPECT_EQ(switches.acting.front(), 0u);
        EXPECT_EQ(switches.acting.back(), is_far ? 1u : 0u);
        EXPECT_EQ(switch_count(switches), is_far ? 1u : 0u) << "without flicker";
        EXPECT_EQ(switches.lost_max.position > 0.0, is_far) << "the ends do not move each other";
        EXPECT_FALSE(kinds[0].switches);
    }
}

TEST_F(SwitchedComparison, RepeatsItsMotionFromTheSameState) {
    SceneMotion leader = scene_for("");
    pull(leader, 143, 0.05);
    const Motion& led = leader.characters().front().motion;
    const State start = in_all_vertices(led.character(), led.state());
    const SceneMotion switched = scene_for("", skinning_kind, true);
    ReducedCharacter body = reduced_character_in(switched);
    body.start_from(start);
    const std::vector<std::size_t> acting = components_of(body, leader, 8);
    const Points x = body.positions();
    ASSERT_EQ(switch_count({{}, acting}), 1u);
    leader.begin_again();
    body.start_from(start);
    EXPECT_EQ(components_of(body, leader, 8), acting);
    EXPECT_EQ(body.positions(), x);
}

// A bar that lies on a floor, in one mode for each end: the end that gives way in the subspace that acts leaves the
// weight to the other one, which then speaks for the other subspace.
TEST_F(SwitchedComparison, DoesNotFlickerOnAFloor) {
    for (const SubspaceKind kind : {SubspaceKind::force_dual_skinning, SubspaceKind::force_dual}) {
        const SceneMotion switched = scene_for("", kind, true);
        for (const double depth : {0.003, 0.005, 0.01}) {
            SceneMotion leader = scene_for("");
            const MovingCharacter& moving = leader.characters().front();
            LiveControls controls = moving.controls;
            const Vec3 floor(0.0, moving.character->mesh.X.col(1).minCoeff() + depth, 0.0);
            controls.obstacles = std::make_shared<const Obstacles>(Obstacles{{HalfSpace{floor}}});
            leader.set_controls(0, controls);
            ReducedCharacter body = reduced_character_in(switched);
            const auto acting = components_of(body, leader, 120);
            EXPECT_LE(switch_count({{}, {acting.begin(), acting.begin() + 60}}), 3u) << depth;
            EXPECT_LE(switch_count({{}, acting}), 4u) << depth;
        }
    }
}

enum class Touch { handle, contact, force };

// Whatever touches the body, and in each kind of subspace that is made for loads.
class SwitchedKinds : public SwitchedComparison, public ::testing::WithParamInterface<std::tuple<SubspaceKind, Touch>> {
protected:
    // Pulls, presses or pushes one end.
    static void touch(Touch touch, bool is_far, SceneMotion& scene) {
        const int vertex = is_far ? 143 : 0;
        if (touch == Touch::handle) {
            pull(scene, vertex, 0.05);
            return;
        }
        LiveControls controls = scene.characters().front().controls;
        if (touch == Touch::contact) {
            const Vec3 centre(is_far ? 1.18 : -0.18, 0.15, 0.15);
            controls.obstacles = std::make_shared<const Obstacles>(Obstacles{{Ball{centre, 0.2}}});
        } else {
            controls.forces = {{.id = 1, .vertices = {vertex, vertex, vertex}, .force = Vec3(0.0, 0.0, 20.0)}};
        }
        scene.set_controls(0, controls);
    }
};

TEST_P(SwitchedKinds, ActAtTheEndThatIsTouched) {
    const auto [kind, way] = GetParam();
    for (const bool is_far : {false, true}) {
        auto scenes = with_switched([&, touched = way](SceneMotion& leader) { touch(touched, is_far, leader); }, kind);
        const auto kinds = compare(scenes, options_for(12));
        ASSERT_TRUE(kinds) << sentence(kinds.error());
        const ComparedSwitches& switches = kinds.value()[1].switches.value();
        EXPECT_EQ(switches.acting.back(), is_far ? 1u : 0u);
        EXPECT_EQ(switch_count(switches), is_far ? 1u : 0u);
        EXPECT_EQ(switches.lost_max.velocity > 0.0, is_far) << "the ends do not move each other";
    }
}

INSTANTIATE_TEST_SUITE_P(All, SwitchedKinds,
                         ::testing::Combine(::testing::Values(SubspaceKind::force_dual,
                                                              SubspaceKind::force_dual_skinning, SubspaceKind::greens,
                                                              SubspaceKind::pod_sampled),
                                            ::testing::Values(Touch::handle, Touch::contact, Touch::force)));

// In the window, a body that is pulled at the far end moves as one that is made for this end alone.
TEST_F(SwitchedComparison, OfTheLoadsOfTheCharacter) {
    SceneMotion leader = scene_for("");
    pull(leader, 143, 0.05);
    const auto load = [](const Vec3& place) {
        return BodyLoad{{.kind = LoadKind::region, .region = LoadRegion{place, 0.2, 100.0}}};
    };
    const std::vector<BodyLoad> ends{load(Vec3::Zero()), load(Vec3(1, 0.15, 0.15))};
    const Motion& led = leader.characters().front().motion;
    const auto made = [&](const std::vector<BodyLoad>& loads, bool switched) {
        return reduced_body_of({"force-dual-skinning", 1, {.switched = switched}},
                               {led.character_ptr(), loads, led.posed()}, led.instruction_set(), nullptr, nullptr);
    };
    EXPECT_FALSE(made({ends[0]}, true)) << "one load";
    auto both = made(ends, true);
    ASSERT_TRUE(both) << sentence(both.error());
    auto near = reduced_body_for(leader, {ends[0]});
    auto far = reduced_body_for(leader, {ends[1]});
    ThreadPool alone({.count = 1});
    for (int frame = 0; frame < 40; ++frame) {
        leader.step(alone);
        const LeaderStep step = last_step_of(led, leader.characters().front().controls);
        for (ReducedBody* reduced : {both.value().get(), near.get(), far.get()}) {
            ASSERT_TRUE(reduced->step(step));
        }
    }
    const double to_near = (both.value()->positions() - near->positions()).norm();
    const double to_far = (both.value()->positions() - far->positions()).norm();
    EXPECT_LT(to_far, 0.2 * to_near);
}

// Beside a character in pictures, it switches between the components of a file.
TEST_F(SwitchedComparison, OfAFileWithAMixture) {
    SceneMotion leader = scene_for("");
    pull(leader, 143, 0.05);
    const Motion& led = leader.characters().front().motion;
    const auto made = [&](const std::string& component) {
        const std::string file = (folder / "ends.json").string() + component;
        return reduced_body_of({"force-dual-skinning", 1, {.loads = file, .switched = true}},
                               {led.character_ptr(), {}, led.posed()}, led.instruction_set(), nullptr, nullptr);
    };
    auto switching = made("");
    ASSERT_TRUE(switching) << sentence(switching.error());
    SceneMotion scene = scene_for("", skinning_kind, true);
    ReducedCharacter expected = reduced_character_in(scene);
    ThreadPool alone({.count = 1});
    for (int frame = 0; frame < 20; ++frame) {
        leader.step(alone);
        const LeaderStep step = last_step_of(led, leader.characters().front().controls);
        ASSERT_TRUE(switching.value()->step(step));
        ASSERT_TRUE(expected.step(step));
        EXPECT_LT((switching.value()->positions() - expected.positions()).norm(), 1e-6);
    }
    EXPECT_EQ(expected.switches().value().acting, 1u);
    const auto one = made("#far");
    ASSERT_FALSE(one);
    EXPECT_NE(one.error().message.find("no mixture of several components"), std::string::npos);
}

TEST(SwitchCount, IsThatOfTheChanges) {
    EXPECT_EQ(switch_count({{"a", "b"}, {}}), 0u);
    EXPECT_EQ(switch_count({{"a", "b"}, {1, 1, 1}}), 0u);
    EXPECT_EQ(switch_count({{"a", "b"}, {0, 1, 1, 0}}), 2u);
}

TEST_F(Comparison, IsCancelled) {
    std::vector<SceneMotion> scenes = scenes_of({4});
    Progress progress;
    progress.cancel();
    EXPECT_EQ(compare(scenes, {.frames = 6}, &progress).error().kind, ErrorKind::cancelled);
}

TEST_F(Comparison, FullSpaceIsCancelledWhereverItIs) {
    SceneMotion scene = scene_with([](CharacterDescription& character) { character.modes = 6; });
    const MovingCharacter& moving = scene.characters().front();
    Progress cancelled;
    cancelled.cancel();
    const auto unmade = FullSpaceMotion::of(*moving.character, moving.motion.state(), {}, &cancelled);
    ASSERT_FALSE(unmade);
    EXPECT_EQ(unmade.error().kind, ErrorKind::cancelled);
    FullSpaceMotion full = FullSpaceMotion::of(*moving.character, moving.motion.state(), {}, nullptr).value();
    Motion motion(moving.character);
    motion.step(moving.controls);
    const LeaderStep step = last_step_of(motion, moving.controls);
    const Points before = full.positions();
    EXPECT_EQ(full.step(step, &cancelled).error().kind, ErrorKind::cancelled);
    EXPECT_EQ(full.positions(), before);
    EXPECT_TRUE(full.step(step, nullptr));
}

TEST_F(Comparison, HoldsTheHandlesOfTheScene) {
    SceneMotion scene = scene_with([](CharacterDescription& character) { character.modes = 6; });
    const MovingCharacter& moving = scene.characters().front();
    LiveControls controls = moving.controls;
    controls.handles = {{.id = 1, .vertices = {143, 143, 143}, .stiffness = 1e6, .target = Vec3(0.3, 0.2, 1.0)}};
    FullSpaceMotion full = FullSpaceMotion::of(*moving.character, moving.motion.state(), {}, nullptr).value();
    Motion motion(moving.character);
    motion.restart(controls);
    for (int i = 0; i < 60; ++i) {
        motion.step(controls);
        ASSERT_TRUE(full.step(last_step_of(motion, controls), nullptr));
    }
    EXPECT_LT((full.positions().row(143).transpose() - Vec3(0.3, 0.2, 1.0)).norm(), 0.02);
}

// A body with parameters of its own under the leader's controls moves as a scene with those parameters does.
class ParameterSets : public Comparison, public ::testing::WithParamInterface<ParameterOverrides> {};

TEST_P(ParameterSets, MoveAsASceneWithThem) {
    SceneMotion leader = scene_with([](CharacterDescription&) {});
    SceneMotion expected =
        scene_with([](CharacterDescription& character) { character = with_parameters(character, GetParam()); });
    const Motion& led = leader.characters().front().motion;
    const Motion& other = expected.characters().front().motion;
    const ComparedSubspace subspace{"skinning", led.character().description.modes, GetParam()};
    const ComparedLeader leader_body{led.character_ptr(), led.character().description.loads, led.posed()};
    auto made = reduced_body_of(subspace, leader_body, led.instruction_set(), nullptr, nullptr);
    ASSERT_TRUE(made) << sentence(made.error());
    ReducedBody& reduced = *made.value();
    reduced.start_from(in_all_vertices(led.character(), led.state()));
    ThreadPool alone({.count = 1});
    double change = 0.0;
    for (int frame = 0; frame < 30; ++frame) {
        leader.step(alone);
        expected.step(alone);
        ASSERT_TRUE(reduced.step(last_step_of(led, leader.characters().front().controls)));
        const Points x = positions(other.character(), other.state());
        EXPECT_LT((reduced.positions() - x).norm(), 1e-6);
        change = std::max(change, (positions(led.character(), led.state()) - x).norm());
    }
    EXPECT_GT(change, 1e-4) << "the parameters change the motion";
}

INSTANTIATE_TEST_SUITE_P(All, ParameterSets,
                         ::testing::Values(ParameterOverrides{.young = 4e5}, ParameterOverrides{.poisson = 0.4},
                                           ParameterOverrides{.clusters = 3}, ParameterOverrides{.leak = 0.0},
                                           ParameterOverrides{.young = 3e4, .poisson = 0.2, .clusters = 9, .leak = 1.0},
                                           ParameterOverrides{.energy = ElasticEnergy::stable_neo_hookean,
                                                              .points = 40}));

TEST(SubspaceCaption, HasTheKindAndTheNumberOfModes) {
    EXPECT_EQ(caption_of_subspace({"skinning", 8, {.young = 2e5}}), "skinning, 8 modes");
    EXPECT_EQ(caption_of_subspace({"displacement", 1}), "displacement, 1 mode");
    EXPECT_EQ(caption_of_subspace({"full", 8}), "full space");
}

TEST(SubspaceCaption, HasTheNameOfTheListInTheWindow) {
    EXPECT_EQ(caption_in_window({"pod", 8}), "Best for a motion, 8 modes");
    EXPECT_EQ(caption_in_window({"displacement", 1}), "Displacements, 1 mode");
    EXPECT_EQ(caption_in_window({"full", 8}), "Full space");
}

TEST(ParameterTitle, SaysWhatDiffers) {
    EXPECT_EQ(title_of(ComparedSubspace{"skinning", 8}), "Skinning 8");
    EXPECT_EQ(title_of(ComparedSubspace{"skinning", 8, {.young = 2e5, .poisson = 0.3, .clusters = 50, .leak = 0.25}}),
              "Skinning 8, Young 200 kPa, Poisson 0.3, 50 clusters, leak 0.25");
    EXPECT_EQ(title_of(ComparedSubspace{"full", 8}), "Full space");
    EXPECT_EQ(title_of(ComparedSubspace{"full", 8, {.energy = ElasticEnergy::arap}}), "Full space, ARAP");
}

} // namespace
} // namespace limber::app
