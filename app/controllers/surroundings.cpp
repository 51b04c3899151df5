// SPDX-License-Identifier: MIT
#include "app/controllers/surroundings.h"

#include "app/character_build/character_surroundings.h"
#include "app/document/obstacle_placing.h"

#include <algorithm>

namespace limber::app {
namespace {

// Whether a character of the model had no floor before.
bool is_new_floor(int model, const Scene& before, const Scene& scene) {
    const ContactDescription& contact = scene.models.at(model).contact;
    if (!contact.floor || contact.floor_height) {
        return false;
    }
    return std::ranges::any_of(scene.instances, [&](const CharacterInstance& instance) {
        const CharacterInstance* earlier = instance.model == model ? before.instance(instance.id) : nullptr;
        return earlier && !before.models.at(earlier->model).contact.floor;
    });
}

} // namespace

std::optional<double> floor_level(const Scene& scene, const ModelStore& models) {
    for (const CharacterInstance& instance : scene.instances) {
        const Character& model = *models.at(instance.model);
        const ContactDescription& contact = scene.models.at(instance.model).contact;
        if (contact.floor) {
            return standing_of(obstacles_around(model, contact, {}).front().shape).col(3).dot(up_of(model.description));
        }
    }
    return std::nullopt;
}

double floor_under(const Scene& scene, const ModelStore& models, int model) {
    std::optional<double> lowest;
    for (const CharacterInstance& instance : scene.instances) {
        if (instance.model == model) {
            const double height = floor_height_under(*models.at(model), instance.home);
            lowest = lowest ? std::min(*lowest, height) : height;
        }
    }
    return lowest.value_or(0.0);
}

void put_on_floor(Scene& joining, const ModelStore& models, const std::optional<double>& level, const Vec3& offset) {
    for (const CharacterInstance& instance : joining.instances) {
        const CharacterPtr& model = models.at(instance.model);
        ContactDescription& contact = joining.models.at(instance.model).contact;
        if (contact.floor && model->obstacles) {
            const Vec3 up = up_of(model->description);
            const double height = standing_of(model->obstacles->front().shape).col(3).dot(up) + offset.dot(up);
            contact.floor_height = level.value_or(height);
        }
    }
}

std::map<int, double> heights_of_new_floors(const Scene& before, const Scene& scene, const ModelStore& models) {
    std::map<int, double> heights;
    if (scene.instances.size() < 2) {
        return heights;
    }
    for (const auto& model : scene.models) {
        if (is_new_floor(model.first, before, scene)) {
            heights[model.first] = 0.0;
        }
    }
    if (heights.empty()) {
        return heights;
    }
    Scene placed = scene; // without the floors that have no height yet
    for (const auto& [model, height] : heights) {
        placed.models.at(model).contact.floor = false;
    }
    for (auto& [model, height] : heights) {
        height = floor_level(placed, models).value_or(floor_under(placed, models, model));
        placed.models.at(model).contact.floor = true;
        placed.models.at(model).contact.floor_height = height;
    }
    return heights;
}

bool needs_contact_points(const Scene& scene, const ModelStore& models) {
    return std::ranges::any_of(scene.models, [&](const auto& model) {
        return needs_other_points(models.at(model.first)->description, model.second.contact, scene.environment);
    });
}

void restore_surroundings(Scene& scene, const ModelStore& models, int model) {
    const CharacterDescription& before = models.at(model)->description;
    ContactDescription& contact = scene.models.at(model).contact;
    if (!needs_other_points(before, contact, scene.environment)) {
        return;
    }
    if (!has_contact(before.contact, before.environment)) {
        contact = before.contact;
        scene.environment.obstacles = before.environment.obstacles;
        return;
    }
    contact.points = before.contact.points;
    contact.density = before.contact.density;
    contact.painted = before.contact.painted;
}

} // namespace limber::app
