// SPDX-License-Identifier: MIT
#include "app/document/character_file.h"
#include "app/document/companion_file.h"
#include "app/document/opening.h"
#include "app/motion/scene_motion.h"
#include "app/scenes/scene_of.h"
#include "engine/core/random.h"
#include "tests/support/small_scene.h"

#include <gmock/gmock.h>

namespace limber::app {
namespace {

using limber::testing::bytes_of;
using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class SavedBars : public ::testing::Test {
protected:
    static OpenedScene opened(const std::filesystem::path& path) {
        const auto list = scene_in(path);
        EXPECT_TRUE(list) << sentence(list.error());
        return scene_of(prepared_scene(list.value().value, {}).value());
    }

    void save(const Scene& saved, const SceneView& view = {}) const {
        const auto written = write_scene_file(described(saved, "Bars", CameraDescription{}, view), path);
        ASSERT_TRUE(written) << sentence(written.error());
    }

    std::string refusal_of(const std::string& text) const {
        const auto read = parse_scene_file(text, "saved.json", folder.path());
        return read ? "" : sentence(read.error());
    }

    ScratchFolder folder;
    std::filesystem::path scene = write_small_scene(folder);
    std::filesystem::path path = folder / "saved.json";
    Scene bars = opened(scene).scene;
};

TEST_F(SavedBars, AreNumberedAfterTheLastNumber) {
    const auto prepared = prepared_scene(scene_in(scene).value().value, {});
    const OpenedScene first = scene_of(prepared.value(), {}, 10);
    EXPECT_EQ(first.last_id, 12);
    ASSERT_EQ(first.scene.instances.size(), 1u);
    EXPECT_EQ(first.scene.instances[0].model, 11);
    EXPECT_EQ(first.scene.instances[0].id, 12);
    EXPECT_EQ(first.models.at(11), prepared.value().models[0]);
    EXPECT_GT(first.scene.instances[0].handle_stiffness, 0.0);
    LiveControls held = starting_controls(prepared.value().members[0]);
    held.clip_speed = 3.0;
    held.time_step = 0.5;
    const Scene with_held = scene_of(prepared.value(), {held}).scene;
    EXPECT_EQ(with_held.instances[0].controls, static_cast<const CharacterControls&>(held));
    EXPECT_EQ(with_held.environment.time_step, 0.5);
}

TEST_F(SavedBars, OneAloneDependsOnNoOtherSceneFile) {
    bars.instances[0].controls.rig_offset.col(3) = Vec3(1, 2, 3);
    bars.instances[0].controls.young = 7e3;
    save(bars);
    EXPECT_THAT(bytes_of(path), Not(HasSubstr("\"scene\"")));
    std::filesystem::remove(scene);
    const Scene again = opened(path).scene;
    EXPECT_EQ(again.instances[0].controls, bars.instances[0].controls);
    EXPECT_EQ(again.instances[0].home, identity_affine()) << "where a reset puts it";
}

TEST_F(SavedBars, OneAloneIsDescribedLikeAOneCharacterFile) {
    bars.instances[0].controls.young = 7e3;
    save(bars);
    const auto one = describe(path);
    ASSERT_TRUE(one) << sentence(one.error());
    EXPECT_EQ(one.value().value.material.young, 7e3);
    EXPECT_EQ(one.value().value.mesh, folder / "bar.mesh");
    bars.instances.push_back(doubled(bars.instances[0], 99, Vec3(1, 0, 0)));
    save(bars);
    EXPECT_FALSE(describe(path));
}

TEST_F(SavedBars, BelongToTheRigThatTheyName) {
    save(bars);
    std::filesystem::remove(scene);
    std::filesystem::rename(folder / "bar.mesh", folder / "other.mesh");
    const auto companion = companion_file(folder / "bend.json");
    ASSERT_TRUE(companion);
    EXPECT_EQ(companion->opens_by, path);
}

TEST_F(SavedBars, ThoseOfARecordingHoldTheirDescriptions) {
    bars.instances.push_back(doubled(bars.instances[0], 99, Vec3(1, 0, 0)));
    bars.instances[0].scene.clear();
    bars.instances[1].scene.clear();
    save(bars);
    const OpenedScene again = opened(path);
    ASSERT_EQ(again.scene.instances.size(), 2u);
    EXPECT_EQ(again.models.size(), 1u) << "twins share their model";
    EXPECT_EQ(again.scene.instances[1].home, bars.instances[1].home);
}

TEST_F(SavedBars, KeepHandlesPoseAndSpeedFromTheFirstStepOn) {
    CharacterControls& controls = bars.instances[0].controls;
    controls.handles = {{3, {1, 2, 30}, {0.2, 0.3, 0.5}, 200.0, Vec3(0.3, 0.4, 1.0 / 3.0)}};
    controls.forces = {{4, {1, 2, 30}, {0.2, 0.3, 0.5}, Vec3(1.0 / 3.0, -2.0, 0.0), 0.7},
                       {2, {5, 5, 5}, {1, 0, 0}, Vec3(0, 9, 0), 0.0}};
    controls.springs = {{3, "biceps", {{1, 2, 30}, {0.2, 0.3, 0.5}}, {{7, 7, 7}, {1, 0, 0}}, 400.0 / 3.0, 0.7},
                        {1, "", {}, {{9, 9, 9}, {1, 0, 0}}, 1.0, 0.0, "arm"}};
    controls.movements = {{"flex", 0.7, true, {{3, 0.1, 1.0 / 3.0, 0.25}}}, {"", 1.0, false, {}}};
    controls.drags_springs = true;
    controls.handles.push_back({.id = 5, .vertices = {7, 7, 7}, .stiffness = 3.0, .moves_springs = true});
    controls.bone_offsets.assign(2, identity_affine());
    controls.bone_offsets[1].col(3).z() = 0.1;
    controls.clip_speed = -0.3;
    controls.playback = {0.1, 0.5, false, 0.7};
    controls.keys = PoseKeys({{0.25, {{0, controls.bone_offsets[1]}}, {}}, {0.5, {}, {}}}, 3.0);
    controls.dynamics = 0.25;
    controls.is_enabled = false;
    save(bars);
    const auto adjusted = [](const CharacterDescription& description) {
        return description;
    };
    const auto motion = SceneMotion::prepared(scene_in(path).value().value, adjusted);
    ASSERT_TRUE(motion) << sentence(motion.error());
    EXPECT_EQ(motion.value().characters()[0].controls,
              live_controls(controls, bars.models.begin()->second.contact, bars.environment));
}

TEST_F(SavedBars, TakeTheCommandLinesNumbersBeforeTheirOwn) {
    bars.models.begin()->second.turn = {Vec3(1, 2, 3), 40.0};
    bars.instances[0].controls.gravity = Vec3(1, 2, 3);
    save(bars);
    const auto adjusted = [](CharacterDescription description) {
        description.step.gravity = Vec3::Zero();
        return Result<CharacterDescription>(description);
    };
    const auto motion = SceneMotion::prepared(scene_in(path).value().value, adjusted);
    ASSERT_TRUE(motion) << sentence(motion.error());
    EXPECT_EQ(motion.value().characters()[0].controls.gravity, Vec3::Zero());
}

TEST_F(SavedBars, LeaveOutWhatAnotherMeshOrRigHasNoPlaceFor) {
    bars.instances[0].controls.handles = {{1, {1, 2, 144}, {0.2, 0.3, 0.5}, 200.0, Vec3::Zero()},
                                          {2, {1, 2, 143}, {0.2, 0.3, 0.5}, 200.0, Vec3::Zero()}};
    bars.instances[0].controls.forces = {{1, {1, 2, 144}, {0.2, 0.3, 0.5}, Vec3(1, 0, 0), 0.0}};
    bars.instances[0].controls.springs = {{1, "", {{1, 1, 1}, {1, 0, 0}}, {{144, 2, 3}, {0, 0.5, 0.5}}, 10.0, 0.1}};
    bars.instances[0].controls.bone_offsets.assign(3, identity_affine());
    bars.instances[0].controls.target_weights = {0.5, 0.25};
    save(bars);
    const auto prepared = prepared_scene(scene_in(path).value().value, {});
    ASSERT_TRUE(prepared);
    EXPECT_THAT(prepared.value().warnings,
                ElementsAre(HasSubstr("1 handle was left out"), HasSubstr("1 force was left out"),
                            HasSubstr("1 spring was left out"), HasSubstr("3 bones"), HasSubstr("2 targets")));
    const LiveControls controls = starting_controls(prepared.value().members[0]);
    EXPECT_EQ(controls.handles.size(), 1u);
    EXPECT_TRUE(controls.forces.empty());
    EXPECT_TRUE(controls.springs.empty());
    EXPECT_TRUE(controls.bone_offsets.empty());
    EXPECT_TRUE(controls.target_weights.empty());
}

TEST_F(SavedBars, KeepHowTheyAreShown) {
    save(bars, {2.5, 0.1});
    EXPECT_EQ(read_scene_file(path).value().value.view, (SceneView{2.5, 0.1}));
    save(bars);
    EXPECT_THAT(bytes_of(path), Not(HasSubstr("\"view\"")));
    EXPECT_EQ(read_scene_file(path).value().value.view, SceneView{});
}

// The parts of a compared subspace that a scene file holds.
ComparedSubspace any_compared(Rng& rng) {
    const auto& kinds = live_kinds();
    ComparedSubspace subspace{kinds[rng.below(kinds.size())], 1 + static_cast<Index>(rng.below(1024))};
    ParameterOverrides& own = subspace.parameters;
    const auto maybe = [&](auto value) {
        return rng.below(2) == 0 ? std::nullopt : std::optional(value);
    };
    if (subspace.kind == full_space_name) {
        own.energy = maybe(static_cast<ElasticEnergy>(rng.below(elastic_energy_names.size())));
        return subspace;
    }
    own.young = maybe(rng.uniform(1, 1e7));
    own.poisson = maybe(rng.uniform(0, 0.49));
    own.clusters = maybe(static_cast<Index>(1 + rng.below(500)));
    own.leak = maybe(rng.uniform(0, 1));
    own.switched = rng.below(2) == 0;
    return subspace;
}

std::vector<int> colours_of(const std::vector<ComparedSubspace>& compared) {
    std::vector<int> colours;
    std::ranges::transform(compared, std::back_inserter(colours), &ComparedSubspace::colour);
    return colours;
}

TEST_F(SavedBars, KeepWhatIsComparedWithEach) {
    Rng rng(3);
    bars.instances.push_back(doubled(bars.instances[0], 99, Vec3(1, 0, 0)));
    for (int run = 0; run < 50; ++run) {
        Scene some = bars;
        some.instances.resize(1 + rng.below(2));
        for (CharacterInstance& instance : some.instances) {
            instance.compared.assign(rng.below(compared_max + 1), {});
            std::ranges::generate(instance.compared, [&] { return any_compared(rng); });
            const int first = static_cast<int>(rng.below(compared_max));
            for (std::size_t k = 0; k < instance.compared.size(); ++k) {
                instance.compared[k].colour = 1 + (first + static_cast<int>(k)) % static_cast<int>(compared_max);
            }
        }
        save(some);
        const Scene again = opened(path).scene;
        ASSERT_EQ(again.instances.size(), some.instances.size());
        for (std::size_t i = 0; i < some.instances.size(); ++i) {
            EXPECT_EQ(again.instances[i].compared, some.instances[i].compared) << bytes_of(path);
            EXPECT_EQ(colours_of(again.instances[i].compared), colours_of(some.instances[i].compared));
        }
    }
}

TEST_F(SavedBars, SayNothingOfTheColoursThatAreGivenAnyway) {
    bars.instances[0].compared = {{"full", 1, {}, 1}, {"skinning", 2, {}, 2}};
    save(bars);
    EXPECT_THAT(bytes_of(path), Not(HasSubstr("\"colour\": 1")));
    EXPECT_EQ(colours_of(opened(path).scene.instances[0].compared), (std::vector{1, 2}));
}

// Programs that do not compare open it, too.
TEST_F(SavedBars, NeedNoNewerVersionForWhatIsCompared) {
    bars.instances[0].compared = {{}};
    SceneDescription list = described(bars, "Bars", std::nullopt);
    EXPECT_THAT(scene_file_json(list, folder.path()), HasSubstr("\"version\": 2"));
    list.view.reset();
    list.members[0].live.reset();
    list.members[0].character.reset();
    EXPECT_THAT(scene_file_json(list, folder.path()), HasSubstr("\"version\": 2"));
}

// Neither how the character is built nor how it moves depends on it.
TEST_F(SavedBars, MoveAsWithoutWhatIsCompared) {
    const CharacterDescription before = description_to_build(bars, bars.instances[0]);
    save(bars);
    const SceneDescription alone = scene_in(path).value().value;
    bars.instances[0].compared = {{"displacement", 4, {.young = 1e3, .clusters = 2}}, {}};
    EXPECT_EQ(description_to_build(bars, bars.instances[0]), before);
    save(bars);
    SceneDescription beside = scene_in(path).value().value;
    EXPECT_NE(beside, alone);
    beside.members[0].compared.clear();
    EXPECT_EQ(beside, alone);
}

TEST_F(SavedBars, RefuseWhatCannotBeCompared) {
    const auto with_compared = [&](const std::string& compared) {
        return refusal_of(R"({"format": "limber-scene", "version": 2, "characters": [{"scene": "a", "compared": )" +
                          compared + "}]}");
    };
    EXPECT_EQ(with_compared("[]"), "");
    EXPECT_EQ(with_compared(R"([{"kind": "full", "energy": "arap"}, {"kind": "pod", "modes": 3}])"), "");
    EXPECT_THAT(with_compared("3"), HasSubstr("compared"));
    EXPECT_THAT(with_compared(R"([{}, {"kind": "best"}])"), HasSubstr("compared[1] is out of range"));
    EXPECT_THAT(with_compared(R"([{"kind": "best"}])"), HasSubstr("no kind of subspace \"best\""));
    EXPECT_THAT(with_compared("[{}, {}, {}, {}]"), HasSubstr("at most 3"));
    EXPECT_THAT(with_compared(R"([{"energy": "soft"}])"), HasSubstr("must be \"corotational\""));
    EXPECT_THAT(with_compared(R"([{"kind": "full", "young": 10}])"), HasSubstr("its energy"));
    const auto with_own = [&](const std::string& own) {
        return with_compared(R"([{"kind": "displacement", )" + own + "}]");
    };
    EXPECT_EQ(with_own(R"("modes": 3)"), "");
    EXPECT_THAT(with_own(R"("modes": 0)"), HasSubstr("modes must be between 1 and 1024"));
    EXPECT_THAT(with_own(R"("modes": 1025)"), HasSubstr("modes must be between 1 and 1024"));
    EXPECT_THAT(with_own(R"("young": 0)"), HasSubstr("young"));
    EXPECT_THAT(with_own(R"("poisson": 0.5)"), HasSubstr("poisson"));
    EXPECT_THAT(with_own(R"("clusters": 0)"), HasSubstr("clusters"));
    EXPECT_THAT(with_own(R"("leak": 1.5)"), HasSubstr("leak"));
    EXPECT_EQ(with_own(R"("colour": 3)"), "");
    EXPECT_THAT(with_own(R"("colour": 4)"), HasSubstr("colours must be between 1 and 3"));
    EXPECT_THAT(with_own(R"("colour": -1)"), HasSubstr("colours must be between 1 and 3"));
    EXPECT_THAT(with_compared(R"([{"colour": 2}, {"colour": 2}])"), HasSubstr("the same colour"));
    EXPECT_THAT(with_own(R"("energy": "arap")"), HasSubstr("full space alone"));
}

TEST_F(SavedBars, AFileOfANewerProgramIsRefusedInOneSentence) {
    const std::string refusal =
        refusal_of(R"({"format": "limber-scene", "version": 4, "characters": [{"scene": "bar.json"}]})");
    EXPECT_THAT(refusal, HasSubstr("\"version\": 4"));
    EXPECT_THAT(refusal, HasSubstr("a newer Limber"));
}

TEST_F(SavedBars, WhatVersionOneDoesNotKnowIsLeftOut) {
    const auto read = parse_scene_file(
        R"({"format": "limber-scene", "version": 1, "characters": [{"scene": "bar.json", "live": {}}], "view": {}})",
        "old.json", folder.path());
    ASSERT_TRUE(read);
    EXPECT_FALSE(read.value().value.members[0].live);
    EXPECT_FALSE(read.value().value.view);
    EXPECT_EQ(read.value().warnings.size(), 2u);
    EXPECT_THAT(scene_file_json(read.value().value, folder.path()), HasSubstr("\"version\": 1"));
}

TEST_F(SavedBars, NumbersOutOfRangeAreRefused) {
    const auto with_live = [&](const std::string& live) {
        return refusal_of(R"({"format": "limber-scene", "version": 2, "characters": [{"scene": "a", "live": )" + live +
                          "}]}");
    };
    EXPECT_EQ(with_live("{}"), "");
    EXPECT_THAT(with_live(R"({"clip_speed": 1e4})"), HasSubstr("clip_speed"));
    EXPECT_THAT(with_live(R"({"dynamics": 1.5})"), HasSubstr("dynamics must lie between 0 and 1"));
    EXPECT_THAT(with_live(R"({"playback": {"in": 2, "out": 1}})"), HasSubstr("playback.out"));
    EXPECT_THAT(with_live(R"({"keys": {"length": 0}})"), HasSubstr("length"));
    EXPECT_THAT(with_live(R"({"handle_stiffness": -1})"), HasSubstr("handle_stiffness"));
    EXPECT_THAT(with_live(R"({"gravity": [0, 1e200, 0]})"), HasSubstr("gravity"));
    EXPECT_THAT(with_live(R"({"poisson": 0.5})"), HasSubstr("poisson"));
    EXPECT_THAT(with_live(R"({"move": [[1,0,0,1e10],[0,1,0,0],[0,0,1,0]]})"), HasSubstr("move"));
    EXPECT_THAT(with_live(R"({"home": [[1e7,0,0,0],[0,1,0,0],[0,0,1,0]]})"), HasSubstr("home"));
    EXPECT_THAT(with_live(R"({"bone_offsets": [[[1e7,0,0,0],[0,1,0,0],[0,0,1,0]]]})"), HasSubstr("bone"));
    EXPECT_THAT(with_live(R"({"target_weights": [0, 1e9]})"), HasSubstr("target.weight"));
    EXPECT_THAT(with_live(R"({"muscles": {"strength": -1}})"), HasSubstr("strength"));
    EXPECT_THAT(with_live(R"({"handles": [{"id": 1, "vertex": -1}]})"), HasSubstr("counted from 0"));
    EXPECT_THAT(with_live(R"({"handles": [{"id": 1, "vertex": 1}, {"id": 1, "vertex": 2}]})"), HasSubstr("id 1"));
    EXPECT_THAT(with_live(R"({"handles": [{"id": 1, "barycentric": [1, 1, 1]}]})"), HasSubstr("sum to one"));
    const auto with_view = [&](const std::string& view) {
        return refusal_of(R"({"format": "limber-scene", "version": 2, "characters": [{"scene": "a"}], "view": )" +
                          view + "}");
    };
    EXPECT_THAT(with_view(R"({"exaggeration": -1})"), HasSubstr("exaggeration"));
    EXPECT_THAT(with_view(R"({"speed": 0})"), HasSubstr("speed"));
}

} // namespace
} // namespace limber::app
