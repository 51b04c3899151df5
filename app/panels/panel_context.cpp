#include "app/panels/panel_context.h"

#include "app/character/character.h"
#include "app/document/number_limits.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

namespace {

bool is_sound(const LiveControls& controls, const LiveControls& before) {
    return !fault_in(controls) || fault_in(before);
}

// Only NaN differs from itself.
bool is_sound(const CharacterDescription& description) {
    return description == description;
}

} // namespace

void Document::put_back() {
    CharacterInstance* part = scene.part(selected);
    if (part && !(is_sound(controls, part->controls) && is_sound(description) && std::isfinite(handle_stiffness))) {
        take_out(selected);
    } else if (part) {
        // One time passes for all.
        for (CharacterInstance& other : scene.parts) {
            other.controls.time_step = controls.time_step;
        }
        part->controls = controls;
        part->handle_stiffness = handle_stiffness;
        scene.models[part->model] = description;
    }
}

void Document::take_out(int id) {
    if (const CharacterInstance* part = scene.part(id)) {
        selected = id;
        controls = part->controls;
        handle_stiffness = part->handle_stiffness;
        description = scene.models.at(part->model);
    }
}

void Document::follow(const MuscleExchange& muscles) {
    const CharacterInstance* own = scene.part(selected);
    for (CharacterInstance& other : scene.parts) {
        if (own && &other != own && other.model == own->model) {
            exchange(other.controls.muscles, muscles);
        }
    }
    exchange(controls.muscles, muscles);
}

void Document::take_back_gaits(const Document& before, int model) {
    scene.models.at(model).muscles.gaits = before.scene.models.at(model).muscles.gaits;
    for (CharacterInstance& part : scene.parts) {
        const CharacterInstance* same = before.scene.part(part.id);
        if (part.model == model && same) {
            part.controls.muscles.gait = same->controls.muscles.gait;
            part.controls.muscles.held = same->controls.muscles.held;
        }
    }
}

void Series::add(double value) {
    values.push_back(static_cast<float>(value));
    while (values.size() > length) {
        values.pop_front();
    }
}

float Series::latest() const {
    return values.empty() ? 0.0F : values.back();
}

float Series::median() const {
    if (values.empty()) {
        return 0.0F;
    }
    const auto newest = static_cast<std::ptrdiff_t>(std::min<std::size_t>(values.size(), 60));
    std::vector<float> sorted(values.end() - newest, values.end());
    std::ranges::nth_element(sorted, sorted.begin() + newest / 2);
    return sorted[static_cast<std::size_t>(newest / 2)];
}

double usual_stiffness(const Character& character) {
    return 0.3 * character.description.material.young * bounding_box(character.mesh.X).diagonal();
}

void PanelCommands::need(Stage stage) {
    from = std::min(from, stage);
}

} // namespace limber::app
