// SPDX-License-Identifier: MIT
#include "app/controllers/surroundings.h"

#include "app/character_build/character_surroundings.h"
#include "app/document/obstacle_placing.h"

#include <algorithm>
#include <map>
#include <utility>

namespace limber::app {
namespace {

bool is_new_floor(const ContactDescription& contact, const Character& model) {
    return contact.floor && !contact.floor_height && !model.description.contact.floor;
}

} // namespace

std::optional<double> floor_level(const Scene& scene, const ModelStore& models) {
    for (const CharacterInstance& instance : scene.instances) {
        const Character& model = *models.at(instance.model);
        const ContactDescription& contact = scene.models.at(instance.model).contact;
        if (contact.floor && !is_new_floor(contact, model)) {
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

Commands place_new_floors(const Scene& scene, const ModelStore& models) {
    const auto is_new = [&](const auto& model) {
        return is_new_floor(model.second.contact, *models.at(model.first));
    };
    if (scene.instances.size() < 2 || std::ranges::none_of(scene.models, is_new)) {
        return {};
    }
    Scene placed = scene; // each placed floor is considered for the following ones
    std::map<int, double> heights;
    for (auto& model : placed.models) {
        if (is_new(model)) {
            heights[model.first] = floor_level(placed, models).value_or(floor_under(placed, models, model.first));
            model.second.contact.floor_height = heights[model.first];
        }
    }
    return {EditDocument{[heights](Document& document) {
        for (const auto& [number, height] : heights) {
            document.scene.models.at(number).contact.floor_height = height;
        }
    }}};
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
