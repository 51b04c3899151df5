// SPDX-License-Identifier: MIT
#include "app/document/scene.h"

#include "app/creatures/creatures.h"
#include "app/document/obstacle_placing.h"
#include "app/document/scene_changes.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// Such a body must be rebuilt for another base ratio; until then the ratio is a live value and not part of the
// description.
bool is_built_of_base_ratio(const ModelDescription& description) {
    const bool has_own_ratios = !description.material.labels.empty() &&
                                std::ranges::any_of(description.material.regions, [](const MaterialRegion& region) {
                                    return region.poisson.has_value();
                                });
    return has_own_ratios || (description.muscles.are_there() && !description.muscles.poisson);
}

// Meshes and recordings are not scene files. A single character stores its whole description, so that its file needs no
// other scene file. Creatures are generated when needed.
bool names_its_scene(const CharacterInstance& instance, bool is_alone) {
    return creature_named_by(instance.scene) || (!is_alone && instance.scene.extension() == ".json");
}

// The model's description with the live numbers of one of its characters. The characters of a model share the muscles.
CharacterDescription saved_description(const CharacterInstance& instance, const CharacterDescription& model,
                                       const MuscleDescription& muscles) {
    CharacterDescription saved = with_live_numbers(model, instance.controls);
    if (is_built_of_base_ratio(model)) {
        saved.material.poisson = model.material.poisson;
    }
    if (model.contact.floor || up_of(saved) != up_of(model)) {
        saved.step.gravity = model.step.gravity; // it determines the floor's normal
    }
    saved.muscles = muscles;
    saved.camera = instance.base->camera; // the instance's own camera, not that of the whole scene
    saved.environment.obstacles = instance.base->environment.obstacles;
    return saved;
}

LiveState live_state_of(const CharacterInstance& instance, const Affine& placement, const CharacterDescription& saved) {
    LiveState live = live_state(instance.controls, placement, saved);
    if (instance.handle_stiffness > 0.0) {
        live.handle_stiffness = instance.handle_stiffness;
    }
    if (instance.home != placement) {
        live.home = instance.home;
    }
    return live;
}

SceneMember member_of(const CharacterInstance& instance, const CharacterDescription& saved, bool is_alone) {
    SceneMember member;
    member.placement = is_standing(instance.home) ? instance.home : identity_affine();
    member.clip_time = instance.clip_start;
    member.live = live_state_of(instance, member.placement, saved);
    member.rigid = instance.rigid;
    member.compared = instance.compared;
    if (names_its_scene(instance, is_alone)) {
        member.scene = instance.scene;
        member.changes = changes_between(*instance.base, saved, folder_of_changes(instance.scene));
    } else {
        member.character = saved;
        member.character->environment.obstacles.clear(); // the list holds the obstacles of all characters
    }
    return member;
}

} // namespace

const CharacterInstance* Scene::instance(int id) const {
    const auto found = std::ranges::find(instances, id, &CharacterInstance::id);
    return found == instances.end() ? nullptr : &*found;
}

CharacterInstance* Scene::instance(int id) {
    const auto found = std::ranges::find(instances, id, &CharacterInstance::id);
    return found == instances.end() ? nullptr : &*found;
}

int Scene::sharers(int model) const {
    return static_cast<int>(std::ranges::count(instances, model, &CharacterInstance::model));
}

Scene without_helpers(Scene scene) {
    const bool is_anybody_else = !std::ranges::all_of(scene.instances, &CharacterInstance::is_helper);
    if (is_anybody_else) {
        std::erase_if(scene.instances, [](const CharacterInstance& instance) { return instance.is_helper(); });
    }
    for (CharacterInstance& instance : scene.instances) {
        instance.shows.clear();
        instance.beside = 0;
    }
    return scene;
}

void remove_clip(Scene& scene, int model, int clip) {
    const auto without = [clip](int played) {
        return played == clip ? -1 : played > clip ? played - 1 : played;
    };
    ModelDescription& description = scene.models.at(model);
    if (clip < 0 || clip >= static_cast<int>(description.clips.size())) {
        return;
    }
    const std::filesystem::path removed = description.clips[static_cast<std::size_t>(clip)];
    description.clips.erase(description.clips.begin() + clip);
    if (std::ranges::find(description.clips, removed) == description.clips.end()) {
        description.retargeting.erase(removed);
    }
    description.active_clip = without(description.active_clip);
    for (CharacterInstance& one : scene.instances) {
        one.controls.clip = one.model == model ? without(one.controls.clip) : one.controls.clip;
    }
}

std::string title_of(const Scene& scene, int id) {
    const CharacterInstance* wanted = scene.instance(id);
    if (!wanted) {
        return "";
    }
    const std::string& name = scene.models.at(wanted->model).name;
    int count = 0;
    int number = 0;
    for (const CharacterInstance& instance : scene.instances) {
        count += scene.models.at(instance.model).name == name ? 1 : 0;
        number = instance.id == id ? count : number;
    }
    return count > 1 ? name + " " + std::to_string(number) : name;
}

CharacterDescription description_of(const Scene& scene, int model) {
    return {scene.models.at(model), scene.environment};
}

CharacterDescription with_live_numbers(CharacterDescription description, const CharacterControls& controls) {
    description.active_clip = controls.clip;
    description.material.young = controls.young;
    description.material.poisson = controls.poisson;
    description.material.density = controls.density;
    description.step.iterations = controls.iterations;
    description.step.tolerance = controls.tolerance;
    description.step.damping = controls.damping;
    description.step.solver = controls.solver;
    description.muscles.strength = controls.muscles.strength;
    description.muscles.playing = controls.muscles.playing;
    description.muscles.held = without_trailing_zeros(controls.muscles.held);
    description.muscles.behaviour = controls.muscles.behaviour;
    if (description.muscles.are_there() && controls.muscles.gait != Gait{}) {
        description.muscles.gait = controls.muscles.gait;
    }
    // Turned back, an unchanged value would differ by round-off, and with it the floor's normal.
    const Mat3 turn = rotation_of(description.turn);
    if (Vec3(turn * description.step.gravity) != controls.gravity) {
        description.step.gravity = turn.transpose() * controls.gravity;
    }
    return description;
}

CharacterDescription description_to_build(const Scene& scene, const CharacterInstance& instance) {
    const CharacterDescription described = description_of(scene, instance.model);
    CharacterDescription wanted = with_live_numbers(described, instance.controls);
    wanted.step.gravity = described.step.gravity;
    return wanted;
}

SceneDescription described(const Scene& scene, const std::string& name, const std::optional<CameraDescription>& camera,
                           const SceneView& view, const std::vector<std::filesystem::path>& replaced) {
    SceneDescription list{name, {}, camera};
    list.view = view;
    list.warm_up = scene.warm_up;
    const Scene saved = without_helpers(scene);
    std::map<int, MuscleDescription> muscles; // per model, from its first character
    bool has_obstacles = !saved.instances.empty() && !saved.environment.obstacles.empty();
    for (const CharacterInstance& instance : saved.instances) {
        const CharacterDescription model = description_of(saved, instance.model);
        const bool is_replaced = std::ranges::find(replaced, instance.scene) != replaced.end();
        muscles.try_emplace(instance.model, with_live_numbers(model, instance.controls).muscles);
        const CharacterDescription description = saved_description(instance, model, muscles.at(instance.model));
        list.members.push_back(member_of(instance, description, saved.instances.size() == 1 || is_replaced));
        has_obstacles = has_obstacles || !instance.base->environment.obstacles.empty();
    }
    if (has_obstacles) {
        list.obstacles = saved.environment.obstacles;
        renumber_carriers(*list.obstacles, [&](int id) -> std::optional<int> {
            const CharacterInstance* carrying = saved.instance(id);
            return carrying ? std::optional(static_cast<int>(carrying - saved.instances.data())) : std::nullopt;
        });
    }
    return list;
}

CharacterInstance doubled(const CharacterInstance& instance, int id, const Vec3& way) {
    CharacterInstance twin = instance;
    twin.id = id;
    twin.shows.clear();
    twin.controls.handles.clear();
    twin.controls.forces.clear();
    twin.compared.clear();
    twin.controls.rig_offset.col(3) += way;
    twin.home = twin.controls.rig_offset;
    return twin;
}

} // namespace limber::app
