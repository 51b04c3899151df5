#include "app/scene/ensemble.h"

#include "app/scene/scene_changes.h"

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

const Part* Ensemble::part(int id) const {
    const auto found = std::ranges::find(parts, id, &Part::id);
    return found == parts.end() ? nullptr : &*found;
}

Part* Ensemble::part(int id) {
    const auto found = std::ranges::find(parts, id, &Part::id);
    return found == parts.end() ? nullptr : &*found;
}

int Ensemble::sharers(int model) const {
    return static_cast<int>(std::ranges::count(parts, model, &Part::model));
}

Ensemble without_helpers(Ensemble ensemble) {
    const bool is_anybody_else = !std::ranges::all_of(ensemble.parts, &Part::is_helper);
    if (is_anybody_else) {
        std::erase_if(ensemble.parts, [](const Part& part) { return part.is_helper(); });
    }
    for (Part& part : ensemble.parts) {
        part.shows.clear();
    }
    return ensemble;
}

std::string title_of(const Ensemble& ensemble, int id) {
    const Part* wanted = ensemble.part(id);
    if (!wanted) {
        return "";
    }
    const std::string& name = ensemble.models.at(wanted->model).name;
    int count = 0;
    int number = 0;
    for (const Part& part : ensemble.parts) {
        count += ensemble.models.at(part.model).name == name ? 1 : 0;
        number = part.id == id ? count : number;
    }
    return count > 1 ? name + " " + std::to_string(number) : name;
}

SceneDescription with_live_numbers(SceneDescription description, const LiveControls& controls) {
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

CastDescription described(const Ensemble& ensemble, const std::string& name,
                          const std::optional<CameraDescription>& camera) {
    CastDescription cast{name, {}, camera};
    Obstacles obstacles; // of all
    for (const Part& part : without_helpers(ensemble).parts) {
        SceneDescription now = with_live_numbers(ensemble.models.at(part.model), part.controls);
        now.camera = part.base->camera; // of that scene alone
        obstacles = std::exchange(now.contact.obstacles, part.base->contact.obstacles);
        cast.members.push_back({part.scene, part.controls.rig_offset, part.clip_start,
                                changes_between(*part.base, now, folder_of_changes(part.scene))});
    }
    const bool are_told = !obstacles.empty() || std::ranges::any_of(ensemble.parts, [](const Part& part) {
        return !part.base->contact.obstacles.empty();
    });
    if (are_told) {
        cast.obstacles = std::move(obstacles);
    }
    return cast;
}

Part doubled(const Part& part, int id, const Vec3& way) {
    Part twin = part;
    twin.id = id;
    twin.shows.clear();
    twin.controls.handles.clear();
    twin.controls.rig_offset.col(3) += way;
    twin.home = twin.controls.rig_offset;
    return twin;
}

} // namespace limber::app
