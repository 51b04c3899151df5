#include "app/character/build_character.h"
#include "app/character/scene_of.h"
#include "app/document/document.h"
#include "app/motion/motion.h"
#include "engine/core/file_bytes.h"
#include "engine/core/hash.h"
#include "engine/core/random.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <algorithm>

namespace limber::app {
namespace {

using limber::testing::ScratchFolder;
using limber::testing::write_bytes;
using limber::testing::write_small_scene;

constexpr int step_count = 100;

/// Scenes of bars after random edits, as they are saved and opened again.
class SavedScene : public ::testing::Test {
protected:
    static std::string bar_text(const std::string& members) {
        return R"({"format": "limber-scene", "version": 1, "name": "Bar", "mesh": "bar.mesh", "rig": "bar_rig.json",
 "clips": ["bend.json"], "material": {"young": 20000}, "modes": 6, "clusters": {"count": 20})" +
               members + "}";
    }

    SavedScene() {
        write_small_scene(folder);
        write_bytes(folder / "turned.json", bar_text(R"(, "turn": {"axis": [1, 2, 3], "degrees": 40})"));
        write_bytes(folder / "floor.json",
                    bar_text(R"(, "contact": {"floor": true, "points": 8}, "leak": {"amount": 0})"));
    }

    static OpenedScene opened(const std::filesystem::path& path) {
        const auto list = scene_in(path);
        EXPECT_TRUE(list) << sentence(list.error());
        const auto prepared = prepared_scene(list.value().value, {});
        EXPECT_TRUE(prepared) << sentence(prepared.error());
        EXPECT_TRUE(prepared.value().warnings.empty()) << prepared.value().warnings.front();
        return scene_of(prepared.value());
    }

    static double number(Rng& rng, double low, double high) {
        return rng.uniform(low, high);
    }
    static Vec3 vector(Rng& rng, double size) {
        return Vec3(number(rng, -size, size), number(rng, -size, size), number(rng, -size, size));
    }
    static Affine movement(Rng& rng) {
        Affine map = identity_affine();
        map.leftCols<3>() =
            Eigen::AngleAxisd(number(rng, -1, 1), Vec3(vector(rng, 1) + Vec3(0, 2, 0)).normalized()).toRotationMatrix();
        map.col(3) = vector(rng, 1);
        return map;
    }

    static Gait gait(Rng& rng) {
        Gait made;
        made.name = "Wag";
        made.waveforms = {{{number(rng, 0, 0.3), number(rng, 0.3, 1), number(rng, 0, 1)}}, {}};
        return made;
    }

    // A random edit of the selected character, as by panels and mouse.
    static void edit_draft(Rng& rng, CharacterDraft& draft) {
        CharacterControls& controls = draft.controls;
        switch (rng.below(16)) {
        case 0:
            controls.clip = controls.clip == 0 ? -1 : 0;
            break;
        case 1:
            controls.clip_speed = number(rng, -2, 2);
            break;
        case 2:
            controls.handles.push_back(
                {static_cast<int>(rng.below(1000)) + 1000 * static_cast<int>(controls.handles.size()),
                 {1, 2, static_cast<int>(rng.below(100)) + 3},
                 {0.2, 0.3, 0.5},
                 number(rng, 0, 500),
                 vector(rng, 2)});
            break;
        case 3:
            if (!controls.handles.empty()) {
                controls.handles.erase(controls.handles.begin());
            }
            break;
        case 4:
            controls.bone_offsets = {movement(rng), rng.below(2) == 0 ? identity_affine() : movement(rng)};
            break;
        case 5:
            controls.bone_offsets.clear();
            break;
        case 6:
            controls.rig_offset = movement(rng);
            break;
        case 7:
            controls.gravity = rng.below(3) == 0 ? Vec3(Vec3::Zero()) : vector(rng, 10);
            break;
        case 8:
            controls.young = number(rng, 1e4, 1e5);
            controls.poisson = rng.below(2) == 0 ? 0.0 : number(rng, 0, 0.49);
            controls.density = number(rng, 500, 2000);
            break;
        case 9:
            draft.environment.time_step = number(rng, 0.005, 0.02);
            controls.damping = number(rng, 0, 2);
            controls.iterations = 1 + static_cast<int>(rng.below(10));
            controls.tolerance = number(rng, 0, 1e-3);
            controls.solver.memory = static_cast<int>(rng.below(6));
            controls.solver.arithmetic =
                rng.below(2) == 0 ? Arithmetic::double_precision : Arithmetic::single_precision;
            break;
        case 10:
            draft.handle_stiffness = number(rng, 1, 1e6);
            break;
        case 11:
            draft.description.muscles.modes = 2;
            controls.muscles.gait = rng.below(3) == 0 ? Gait{} : gait(rng);
            controls.muscles.playing = rng.below(2) == 0;
            controls.muscles.strength = number(rng, 0.5, 2);
            controls.muscles.held = {0.0, number(rng, -0.2, 0.2)};
            break;
        case 12:
            draft.description.modes = 3 + static_cast<Index>(rng.below(4));
            draft.description.name = "Bar of " + std::to_string(draft.description.modes);
            break;
        case 13:
            draft.description.contact.floor = true;
            draft.description.contact.points = 8;
            draft.description.contact.floor_height =
                rng.below(2) == 0 ? std::nullopt : std::optional(number(rng, -1, 0));
            draft.description.contact.floor_friction = number(rng, 0, 1);
            break;
        case 14:
            draft.environment.wind = {vector(rng, 5), number(rng, 0, 3)};
            break;
        default:
            draft.environment.obstacles = {{Ball{vector(rng, 1) - Vec3(0, 2, 0), number(rng, 0.1, 1)}}};
            draft.description.contact.points = 8;
            draft.description.contact.friction_law = rng.below(2) == 0 ? Friction::coulomb : Friction::damped;
            draft.description.contact.tangential_restitution = number(rng, 0, 0.5);
            break;
        }
    }

    static void from_elsewhere(Scene& scene, int model, const std::filesystem::path& file) {
        for (CharacterInstance& instance : scene.instances) {
            instance.scene = instance.model == model ? file : instance.scene;
        }
    }

    static void edit_characters(Rng& rng, Scene& scene, int& last_id) {
        CharacterInstance& instance = scene.instances[rng.below(scene.instances.size())];
        switch (rng.below(5)) {
        case 0:
            if (scene.instances.size() < 4) {
                scene.instances.push_back(doubled(instance, ++last_id, vector(rng, 3)));
            }
            break;
        case 1:
            if (scene.instances.size() > 1) {
                scene.instances.erase(scene.instances.begin());
            }
            break;
        case 2:
            if (scene.sharers(instance.model) > 1) {
                scene.models[++last_id] = scene.models.at(instance.model);
                instance.model = last_id;
                scene.models.at(last_id).name = "Bar " + std::to_string(last_id);
            }
            break;
        case 3:
            from_elsewhere(scene, instance.model, rng.below(2) == 0 ? "" : "bar.mesh"); // a recording, or a mesh
            break;
        default:
            instance.home = instance.controls.rig_offset;
            instance.clip_start = number(rng, 0, 1);
            break;
        }
    }

    Document random_document(Rng& rng) const {
        const char* files[] = {"bar.json", "turned.json", "floor.json"};
        OpenedScene start = opened(folder / files[rng.below(3)]);
        Document document{std::move(start.scene), number(rng, 0, 4), number(rng, 0.1, 2)};
        const std::uint64_t edits = rng.below(16);
        for (std::uint64_t i = 0; i < edits; ++i) {
            if (rng.below(4) == 0) {
                edit_characters(rng, document.scene, start.last_id);
            } else {
                const int id = document.scene.instances[rng.below(document.scene.instances.size())].id;
                CharacterDraft draft = draft_of(document.scene, id);
                edit_draft(rng, draft);
                write_draft(document.scene, id, draft);
            }
        }
        std::erase_if(document.scene.models,
                      [&](const auto& model) { return document.scene.sharers(model.first) == 0; });
        return document;
    }

    static SceneDescription described(const Document& document) {
        return app::described(document.scene, "Bars", CameraDescription{}, {document.exaggeration, document.speed});
    }

    // As the window simulates it: friction and wind are those of the description.
    static LiveControls simulated(const Scene& scene, const CharacterInstance& instance) {
        return live_controls(instance.controls, scene.models.at(instance.model).contact, scene.environment);
    }

    static std::uint64_t hash_after_steps(const CharacterPtr& character, const LiveControls& controls,
                                          double clip_start) {
        Motion motion(character);
        motion.set_time(controls, clip_start);
        for (int step = 0; step < step_count; ++step) {
            motion.step(controls);
        }
        return hash_of(motion.state());
    }

    static void expect_equal(const Document& document, const OpenedScene& again) {
        std::map<int, CharacterPtr> models;
        for (const auto& [number, description] : document.scene.models) {
            const auto built = build_character(description_of(document.scene, number), nullptr, Stage::mesh);
            ASSERT_TRUE(built) << sentence(built.error());
            models[number] = built.value();
        }
        EXPECT_EQ(document.scene.environment, again.scene.environment);
        const auto& instances = document.scene.instances;
        ASSERT_EQ(instances.size(), again.scene.instances.size());
        for (std::size_t i = 0; i < instances.size(); ++i) {
            const CharacterInstance& before = instances[i];
            const CharacterInstance& after = again.scene.instances[i];
            const LiveControls controls = simulated(document.scene, before);
            EXPECT_EQ(controls, simulated(again.scene, after)) << i;
            EXPECT_EQ(before.home, after.home) << i;
            EXPECT_EQ(before.clip_start, after.clip_start) << i;
            EXPECT_EQ(before.handle_stiffness, after.handle_stiffness) << i;
            EXPECT_EQ(with_live_numbers(description_of(document.scene, before.model), before.controls).name,
                      again.scene.models.at(after.model).name);
            EXPECT_EQ(before.model == instances.front().model, after.model == again.scene.instances.front().model) << i;
            EXPECT_EQ(hash_after_steps(models.at(before.model), controls, before.clip_start),
                      hash_after_steps(again.models.at(after.model), simulated(again.scene, after), after.clip_start))
                << i;
        }
    }

    ScratchFolder folder;
};

TEST_F(SavedScene, OpensToTheSameValuesAndTheSameSteps) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Rng rng(seed);
        const Document document = random_document(rng);
        const SceneDescription list = described(document);
        const auto path = folder / "saved.json";
        const auto written = write_scene_file(list, path);
        ASSERT_TRUE(written) << seed << ": " << sentence(written.error());
        const auto read = read_scene_file(path);
        ASSERT_TRUE(read) << seed << ": " << sentence(read.error());
        EXPECT_TRUE(read.value().warnings.empty()) << seed;
        EXPECT_EQ(read.value().value.view, list.view) << seed;
        const OpenedScene again = opened(path);
        expect_equal(document, again);
        const SceneDescription list_again =
            described({again.scene, read.value().value.view->exaggeration, read.value().value.view->speed});
        EXPECT_EQ(scene_file_json(list_again, folder.path()), scene_file_json(list, folder.path())) << seed;
        if (HasFailure()) {
            FAIL() << "seed " << seed;
        }
    }
}

} // namespace
} // namespace limber::app
