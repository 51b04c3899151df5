#include "app/document/scene.h"

#include "app/creatures/creatures.h"
#include "app/document/scene_changes.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// Such a body is built of its base ratio; another ratio acts live and is no part of the description.
bool is_built_of_base_ratio(const CharacterDescription& description) {
    const bool has_own_ratios = !description.material.labels.empty() &&
                                std::ranges::any_of(description.material.regions, [](const MaterialRegion& region) {
                                    return region.poisson.has_value();
                                });
    return has_own_ratios || (description.muscles.are_there() && !description.muscles.poisson);
}

// Meshes and recordings are no scene files. A character alone holds its description, so that its file depends on no
// other scene file; a creature is made where it is missing.
bool names_its_scene(const CharacterInstance& part, bool is_alone) {
    return creature_named_by(part.scene) || (!is_alone && part.scene.extension() == ".json");
}

// The model's description with the live numbers of one of its characters. Muscles are shared by the characters of a
// model, as is what they are built of.
CharacterDescription saved_description(const CharacterInstance& part, const CharacterDescription& model,
                                       const MuscleDescription& muscles) {
    CharacterDescription saved = with_live_numbers(model, part.controls);
    if (is_built_of_base_ratio(model)) {
        saved.material.poisson = model.material.poisson;
    }
    if (model.contact.floor) {
        saved.step.gravity = model.step.gravity; // it decides which way the floor faces
    }
    saved.muscles = muscles;
    saved.camera = part.base->camera; // of that scene alone
    saved.contact.obstacles = part.base->contact.obstacles;
    return saved;
}

LiveState live_state_of(const CharacterInstance& part, const Affine& placement, const CharacterDescription& saved) {
    LiveState live = live_state(part.controls, placement, saved);
    if (part.handle_stiffness > 0.0) {
        live.handle_stiffness = part.handle_stiffness;
    }
    if (part.home != placement) {
        live.home = part.home;
    }
    return live;
}

SceneMember member_of(const CharacterInstance& part, const CharacterDescription& saved, bool is_alone) {
    SceneMember member;
    member.placement = is_standing(part.home) ? part.home : identity_affine();
    member.clip_time = part.clip_start;
    member.live = live_state_of(part, member.placement, saved);
    if (names_its_scene(part, is_alone)) {
        member.scene = part.scene;
        member.changes = changes_between(*part.base, saved, folder_of_changes(part.scene));
    } else {
        member.character = saved;
        member.character->contact.obstacles.clear(); // the list has those of all
    }
    return member;
}

} // namespace

const CharacterInstance* Scene::part(int id) const {
    const auto found = std::ranges::find(parts, id, &CharacterInstance::id);
    return found == parts.end() ? nullptr : &*found;
}

CharacterInstance* Scene::part(int id) {
    const auto found = std::ranges::find(parts, id, &CharacterInstance::id);
    return found == parts.end() ? nullptr : &*found;
}

int Scene::sharers(int model) const {
    return static_cast<int>(std::ranges::count(parts, model, &CharacterInstance::model));
}

Scene without_helpers(Scene scene) {
    const bool is_anybody_else = !std::ranges::all_of(scene.parts, &CharacterInstance::is_helper);
    if (is_anybody_else) {
        std::erase_if(scene.parts, [](const CharacterInstance& part) { return part.is_helper(); });
    }
    for (CharacterInstance& part : scene.parts) {
        part.shows.clear();
    }
    return scene;
}

std::string title_of(const Scene& scene, int id) {
    const CharacterInstance* wanted = scene.part(id);
    if (!wanted) {
        return "";
    }
    const std::string& name = scene.models.at(wanted->model).name;
    int count = 0;
    int number = 0;
    for (const CharacterInstance& part : scene.parts) {
        count += scene.models.at(part.model).name == name ? 1 : 0;
        number = part.id == id ? count : number;
    }
    return count > 1 ? name + " " + std::to_string(number) : name;
}

CharacterDescription with_live_numbers(CharacterDescription description, const LiveControls& controls) {
    description.active_clip = controls.clip;
    description.material.young = controls.young;
    description.material.poisson = controls.poisson;
    description.material.density = controls.density;
    description.step.time_step = controls.time_step;
    description.step.iterations = controls.iterations;
    description.step.tolerance = controls.tolerance;
    description.step.damping = controls.damping;
    description.step.solver = controls.solver;
    description.muscles.strength = controls.muscles.strength;
    description.muscles.playing = controls.muscles.playing;
    description.muscles.held = without_trailing_zeros(controls.muscles.held);
    if (description.muscles.are_there() && controls.muscles.gait != Gait{}) {
        description.muscles.gait = controls.muscles.gait;
    }
    description.step.gravity = rotation_of(description.turn).transpose() * controls.gravity;
    return description;
}

SceneDescription described(const Scene& scene, const std::string& name, const std::optional<CameraDescription>& camera,
                           const SceneView& view, const std::vector<std::filesystem::path>& replaced) {
    SceneDescription list{name, {}, camera};
    list.view = view;
    const Scene saved = without_helpers(scene);
    std::map<int, MuscleDescription> muscles; // of each model, as its first character has them
    bool has_obstacles = false;
    for (const CharacterInstance& part : saved.parts) {
        const CharacterDescription& model = saved.models.at(part.model);
        const bool is_replaced = std::ranges::find(replaced, part.scene) != replaced.end();
        muscles.try_emplace(part.model, with_live_numbers(model, part.controls).muscles);
        const CharacterDescription description = saved_description(part, model, muscles.at(part.model));
        list.members.push_back(member_of(part, description, saved.parts.size() == 1 || is_replaced));
        has_obstacles = has_obstacles || !part.base->contact.obstacles.empty() || !model.contact.obstacles.empty();
    }
    if (has_obstacles) {
        list.obstacles = saved.models.at(saved.parts.back().model).contact.obstacles; // the same for all
    }
    return list;
}

CharacterInstance doubled(const CharacterInstance& part, int id, const Vec3& way) {
    CharacterInstance twin = part;
    twin.id = id;
    twin.shows.clear();
    twin.controls.handles.clear();
    twin.controls.rig_offset.col(3) += way;
    twin.home = twin.controls.rig_offset;
    return twin;
}

} // namespace limber::app
