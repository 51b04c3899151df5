#include "app/document/scene.h"

#include "app/document/scene_changes.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// Whoever touched a muscle, and let it go, holds nothing.
std::vector<double> without_zeros_at_the_end(std::vector<double> held) {
    while (!held.empty() && held.back() == 0.0) {
        held.pop_back();
    }
    return held;
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
    description.muscles.held = without_zeros_at_the_end(controls.muscles.held);
    if (description.muscles.are_there() && controls.muscles.gait != Gait{}) {
        description.muscles.gait = controls.muscles.gait;
    }
    description.step.gravity = rotation_of(description.turn).transpose() * controls.gravity;
    return description;
}

SceneDescription described(const Scene& scene, const std::string& name,
                           const std::optional<CameraDescription>& camera) {
    SceneDescription cast{name, {}, camera};
    Obstacles obstacles; // of all
    for (const CharacterInstance& part : without_helpers(scene).parts) {
        CharacterDescription now = with_live_numbers(scene.models.at(part.model), part.controls);
        now.camera = part.base->camera; // of that scene alone
        obstacles = std::exchange(now.contact.obstacles, part.base->contact.obstacles);
        cast.members.push_back({part.scene, part.controls.rig_offset, part.clip_start,
                                changes_between(*part.base, now, folder_of_changes(part.scene))});
    }
    const bool are_told = !obstacles.empty() || std::ranges::any_of(scene.parts, [](const CharacterInstance& part) {
        return !part.base->contact.obstacles.empty();
    });
    if (are_told) {
        cast.obstacles = std::move(obstacles);
    }
    return cast;
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
