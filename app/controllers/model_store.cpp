// SPDX-License-Identifier: MIT
#include "app/controllers/model_store.h"

#include "app/character_build/build_character.h"
#include "app/character_build/character_surroundings.h"
#include "app/character_build/earliest_difference.h"
#include "app/scenes/scene_of.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

CharacterPtr find_shown(const std::vector<Snapshot>& shown, int id, const CharacterDescription& wanted) {
    const auto found = std::ranges::find(shown, id, &Snapshot::id);
    const bool is_wanted =
        found != shown.end() && earliest_difference(found->character->description, wanted) >= Stage::state;
    return is_wanted ? found->character : nullptr;
}

} // namespace

// Characters that share a model may differ in Poisson's ratio.
CharacterDescription ModelStore::wanted(const Scene& scene, const CharacterInstance& instance) {
    CharacterDescription description = description_to_build(scene, instance);
    description.material.poisson = scene.models.at(instance.model).material.poisson;
    return description;
}

CharacterPtr ModelStore::find(int model) const {
    const auto found = models_.find(model);
    return found == models_.end() ? nullptr : found->second;
}

const CharacterDescription* ModelStore::opened(int model) const {
    const auto found = opened_.find(model);
    return found == opened_.end() ? nullptr : &found->second;
}

void ModelStore::clear() {
    models_.clear();
    opened_.clear();
    changed_obstacles_.clear();
}

Scene ModelStore::add(const PreparedScene& prepared, const std::vector<LiveControls>& controls) {
    OpenedScene opened = scene_of(prepared, controls, last_id_);
    last_id_ = opened.last_id;
    for (const auto& [number, model] : opened.models) {
        models_[number] = model;
        opened_[number] = model->description;
    }
    return std::move(opened.scene);
}

int ModelStore::duplicate(int model) {
    const int number = next_id();
    models_[number] = models_.at(model);
    opened_[number] = opened_.at(model);
    return number;
}

CharacterPtr ModelStore::replace(int model, CharacterPtr built) {
    return std::exchange(models_[model], std::move(built));
}

bool ModelStore::is_outdated(const Scene& scene, int model) const {
    const auto instance = std::ranges::find(scene.instances, model, &CharacterInstance::model);
    return instance != scene.instances.end() &&
           earliest_difference(models_.at(model)->description, wanted(scene, *instance)) < Stage::state;
}

std::optional<ModelStore::Build> ModelStore::find_outdated(const Scene& scene, const std::vector<Snapshot>& shown) {
    for (const CharacterInstance& instance : scene.instances) {
        CharacterDescription description = wanted(scene, instance);
        const Stage from = earliest_difference(models_.at(instance.model)->description, description);
        if (from >= Stage::state) {
            continue;
        }
        CharacterPtr same = find_shown(shown, instance.id, description);
        if (!same) {
            return Build{instance.model, std::move(description), from};
        }
        models_[instance.model] = std::move(same);
    }
    return std::nullopt;
}

LiveControls ModelStore::live_controls(const Scene& scene, const CharacterInstance& instance) const {
    const ContactDescription& contact = scene.models.at(instance.model).contact;
    LiveControls controls = limber::app::live_controls(instance.controls, contact, scene.environment);
    controls.obstacles = changed_obstacles(instance.model, contact, scene.environment);
    return controls;
}

// The same pointer as long as the obstacles stay the same.
std::shared_ptr<const Obstacles> ModelStore::changed_obstacles(int number, const ContactDescription& contact,
                                                               const Environment& environment) const {
    const CharacterPtr& model = models_.at(number);
    const CharacterDescription& built = model->description;
    if ((built.contact == contact && built.environment == environment) || !model->contact_points) {
        changed_obstacles_.erase(number);
        return nullptr;
    }
    ChangedObstacles& changed = changed_obstacles_[number];
    if (changed.model != model || changed.contact != contact || changed.environment != environment) {
        Obstacles now = obstacles_around(*model, contact, environment);
        const bool are_its_own = model->obstacles && now == *model->obstacles;
        const bool are_known = changed.model == model && changed.obstacles && now == *changed.obstacles;
        if (!are_known) {
            changed.obstacles = are_its_own ? nullptr : std::make_shared<const Obstacles>(std::move(now));
        }
        changed.model = model;
        changed.contact = contact;
        changed.environment = environment;
    }
    return changed.obstacles;
}

} // namespace limber::app
