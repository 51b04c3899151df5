// SPDX-License-Identifier: MIT
#include "app/document/document.h"

#include "app/document/character_file.h"
#include "engine/core/json.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

bool is_valid(const CharacterControls& controls, const CharacterControls& before) {
    return !fault_in(controls) || fault_in(before);
}

bool is_valid(const ContactDescription& contact, const ContactDescription& before) {
    return !fault_in(contact) || fault_in(before);
}

bool is_valid(const std::vector<ComparedSubspace>& compared, const std::vector<ComparedSubspace>& before) {
    return !fault_in(compared) || fault_in(before);
}

bool is_valid(const Environment& environment, const Environment& before) {
    return !fault_in(environment) || fault_in(before);
}

bool is_finite(const Json& json) {
    if (json.is_structured()) {
        return std::ranges::all_of(json, [](const Json& part) { return is_finite(part); });
    }
    return !json.is_number_float() || std::isfinite(json.get<double>());
}

// Whether all numbers that a file of the description would hold are finite.
bool is_finite(const ModelDescription& description) {
    CharacterDescription whole;
    static_cast<ModelDescription&>(whole) = description;
    return is_finite(scene_value(whole, {}));
}

bool is_valid(const ModelDescription& description, const ModelDescription& before) {
    return description == before || is_finite(description);
}

// What is played and posed refers to clips by number, and to bones.
void restore_motion(Scene& scene, const Scene& before, int model) {
    for (CharacterInstance& instance : scene.instances) {
        const CharacterInstance* same = before.instance(instance.id);
        if (instance.model == model && same) {
            instance.controls.clip = same->controls.clip;
            instance.controls.playback = same->controls.playback;
            instance.controls.keys = same->controls.keys;
            instance.controls.bone_offsets = same->controls.bone_offsets;
            instance.controls.target_weights = same->controls.target_weights;
        }
    }
}

// A cage states the strength of its muscles, to each character of the model, which may have had another one than the
// description. Edits of other muscles leave the strength to the user.
bool states_strength(const MuscleDescription& muscles, const MuscleDescription& before) {
    return muscles.strength != before.strength || muscles.has_cage() != before.has_cage() ||
           muscles.cage_file != before.cage_file;
}

void restore_strength(Scene& scene, const Scene& before, int model) {
    for (CharacterInstance& instance : scene.instances) {
        const CharacterInstance* same = before.instance(instance.id);
        if (instance.model == model && same) {
            instance.controls.muscles.strength = same->controls.muscles.strength;
        }
    }
}

} // namespace

CharacterDraft draft_of(const Scene& scene, int id) {
    const CharacterInstance* instance = scene.instance(id);
    return instance ? CharacterDraft{scene.models.at(instance->model), scene.environment, instance->controls,
                                     instance->handle_stiffness, instance->compared}
                    : CharacterDraft{};
}

bool is_valid(const CharacterDraft& draft, const CharacterDraft& before) {
    return is_valid(draft.controls, before.controls) &&
           is_valid(draft.description.contact, before.description.contact) &&
           is_valid(draft.environment, before.environment) && is_valid(draft.description, before.description) &&
           is_valid(draft.compared, before.compared) && std::isfinite(draft.handle_stiffness);
}

void write_draft(Scene& scene, int id, const CharacterDraft& draft) {
    CharacterInstance& instance = *scene.instance(id);
    instance.controls = draft.controls;
    instance.handle_stiffness = draft.handle_stiffness;
    instance.compared = draft.compared;
    scene.models[instance.model] = draft.description;
    scene.environment = draft.environment;
}

void exchange_muscles(Scene& scene, int model, int except, const MuscleExchange& muscles) {
    for (CharacterInstance& instance : scene.instances) {
        if (instance.model == model && instance.id != except) {
            exchange(instance.controls.muscles, muscles);
        }
    }
}

void restore_built(Scene& scene, const Scene& before, int model) {
    ModelDescription& description = scene.models.at(model);
    const ModelDescription& built = before.models.at(model);
    if (!have_same_clips(description, built) || description.rig != built.rig ||
        description.rig_kind != built.rig_kind) {
        restore_motion(scene, before, model);
    }
    if (!description.muscles.same_shapes(built.muscles)) {
        restore_gaits(scene, before, model);
    }
    if (states_strength(description.muscles, built.muscles)) {
        restore_strength(scene, before, model);
    }
    ModelDescription restored = built;
    restored.name = description.name;
    restored.look = description.look;
    restored.camera = description.camera;
    restored.contact = description.contact;
    restored.muscles.gaits = description.muscles.gaits;
    restored.muscles.problem = description.muscles.problem;
    restored.muscles.blend = description.muscles.blend;
    description = std::move(restored);
}

void restore_gaits(Scene& scene, const Scene& before, int model) {
    scene.models.at(model).muscles.gaits = before.models.at(model).muscles.gaits;
    for (CharacterInstance& instance : scene.instances) {
        const CharacterInstance* same = before.instance(instance.id);
        if (instance.model == model && same) {
            instance.controls.muscles.gait = same->controls.muscles.gait;
            instance.controls.muscles.held = same->controls.muscles.held;
            instance.controls.muscles.handover = same->controls.muscles.handover;
        }
    }
}

} // namespace limber::app
