#include "app/document/document.h"

#include "app/document/number_limits.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

bool is_valid(const CharacterControls& controls, const CharacterControls& before) {
    return !fault_in(controls) || fault_in(before);
}

bool is_valid(const ContactDescription& contact, const ContactDescription& before) {
    return !fault_in(contact) || fault_in(before);
}

bool is_valid(const Environment& environment, const Environment& before) {
    return !fault_in(environment) || fault_in(before);
}

// Only NaN differs from itself.
bool has_no_nan(const ModelDescription& description) {
    return description == description;
}

std::string name_of_list_edit(const std::string& thing, std::size_t before, std::size_t after) {
    return (after > before ? "Add " : after < before ? "Remove " : "Change ") + thing;
}

std::string name_of_edit(const MuscleControls& before, const MuscleControls& after) {
    if (before.held != after.held) {
        return "Hold muscle";
    }
    if (before.playing != after.playing) {
        return after.playing ? "Play gait" : "Stop gait";
    }
    return before.strength != after.strength ? "Change muscle strength" : "Change gait";
}

std::string name_of_edit(const CharacterControls& before, const CharacterControls& after) {
    if (before.handles.size() != after.handles.size()) {
        return name_of_list_edit("handle", before.handles.size(), after.handles.size());
    }
    if (before.handles != after.handles) {
        return "Move handle";
    }
    if (before.bone_offsets != after.bone_offsets) {
        return after.bone_offsets.empty() ? "Reset pose" : "Pose bone";
    }
    if (before.rig_offset != after.rig_offset) {
        return "Move character";
    }
    if (before.clip != after.clip) {
        return "Choose clip";
    }
    if (before.clip_speed != after.clip_speed) {
        return "Change clip speed";
    }
    if (before.muscles != after.muscles) {
        return name_of_edit(before.muscles, after.muscles);
    }
    const bool is_same_material =
        before.young == after.young && before.poisson == after.poisson && before.density == after.density;
    return is_same_material ? "Change simulation" : "Change material";
}

std::string name_of_edit(const MuscleDescription& before, const MuscleDescription& after) {
    if (before.gaits != after.gaits) {
        return name_of_list_edit("gait", before.gaits.gaits().size(), after.gaits.gaits().size());
    }
    if (before.problem != after.problem) {
        return "Change gait search";
    }
    if (before.regions.size() != after.regions.size()) {
        return name_of_list_edit("muscle region", before.regions.size(), after.regions.size());
    }
    return before.regions != after.regions ? "Paint muscle region" : "Change muscles";
}

std::string name_of_edit(const ContactDescription& before, const ContactDescription& after) {
    if (before.floor != after.floor) {
        return after.floor ? "Add floor" : "Remove floor";
    }
    return before.painted != after.painted ? "Paint contact density" : "Change surroundings";
}

std::string name_of_edit(const Environment& before, const Environment& after) {
    if (before.obstacles != after.obstacles) {
        return name_of_list_edit("obstacle", before.obstacles.size(), after.obstacles.size());
    }
    return before.wind != after.wind ? "Change wind" : "Change simulation";
}

std::string name_of_edit(const ModelDescription& before, const ModelDescription& after) {
    if (before.rig_kind != after.rig_kind) {
        return after.rig_kind == RigKind::none ? "Set free" : "Change rig";
    }
    if (before.modes != after.modes) {
        return "Change modes";
    }
    if (before.clusters != after.clusters) {
        return "Change clusters";
    }
    if (before.muscles != after.muscles) {
        return name_of_edit(before.muscles, after.muscles);
    }
    if (before.contact != after.contact) {
        return name_of_edit(before.contact, after.contact);
    }
    if (before.leak != after.leak) {
        return "Change momentum leak";
    }
    return before.material != after.material ? "Change material" : "Change character";
}

} // namespace

CharacterDraft draft_of(const Scene& scene, int id) {
    const CharacterInstance* instance = scene.instance(id);
    return instance ? CharacterDraft{scene.models.at(instance->model), scene.environment, instance->controls,
                                     instance->handle_stiffness}
                    : CharacterDraft{};
}

bool is_valid(const CharacterDraft& draft, const CharacterDraft& before) {
    return is_valid(draft.controls, before.controls) &&
           is_valid(draft.description.contact, before.description.contact) &&
           is_valid(draft.environment, before.environment) && has_no_nan(draft.description) &&
           std::isfinite(draft.handle_stiffness);
}

void write_draft(Scene& scene, int id, const CharacterDraft& draft) {
    CharacterInstance& instance = *scene.instance(id);
    instance.controls = draft.controls;
    instance.handle_stiffness = draft.handle_stiffness;
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

void restore_gaits(Scene& scene, const Scene& before, int model) {
    scene.models.at(model).muscles.gaits = before.models.at(model).muscles.gaits;
    for (CharacterInstance& instance : scene.instances) {
        const CharacterInstance* same = before.instance(instance.id);
        if (instance.model == model && same) {
            instance.controls.muscles.gait = same->controls.muscles.gait;
            instance.controls.muscles.held = same->controls.muscles.held;
        }
    }
}

std::string name_of_edit(const Document& before, const Document& after) {
    const Scene& old_scene = before.scene;
    const Scene& scene = after.scene;
    if (old_scene.instances.size() != scene.instances.size()) {
        return name_of_list_edit("character", old_scene.instances.size(), scene.instances.size());
    }
    for (const CharacterInstance& instance : scene.instances) {
        const CharacterInstance* same = old_scene.instance(instance.id);
        if (!same) {
            return "Replace characters";
        }
        if (same->model != instance.model) {
            return "Make unique";
        }
    }
    for (const auto& [number, description] : scene.models) {
        const auto same = old_scene.models.find(number);
        if (same != old_scene.models.end() && same->second != description) {
            return name_of_edit(same->second, description);
        }
    }
    if (old_scene.environment != scene.environment) {
        return name_of_edit(old_scene.environment, scene.environment);
    }
    for (const CharacterInstance& instance : scene.instances) {
        const CharacterInstance& same = *old_scene.instance(instance.id);
        if (same.controls != instance.controls) {
            return name_of_edit(same.controls, instance.controls);
        }
        if (same.handle_stiffness != instance.handle_stiffness) {
            return "Change handle stiffness";
        }
    }
    return before.speed != after.speed ? "Change playback speed" : "Change exaggeration";
}

} // namespace limber::app
