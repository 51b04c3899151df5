// SPDX-License-Identifier: MIT
#include "app/document/edit_name.h"

#include "app/document/comparison_titles.h"
#include "app/document/material_presets.h"

#include <algorithm>
#include <array>
#include <span>
#include <variant>

namespace limber::app {
namespace {

struct Difference {
    bool is_there = false;
    const char* name = "";
};

std::string first_of(std::initializer_list<Difference> differences, const char* otherwise) {
    const auto first = std::ranges::find(differences, true, &Difference::is_there);
    return first == differences.end() ? otherwise : first->name;
}

// Whether this differs in a clip of both.
template <typename Member>
bool differs_in_a_common_clip(const ModelDescription& before, const ModelDescription& after,
                              Member ClipRetargeting::*member) {
    return std::ranges::any_of(after.clips, [&](const std::filesystem::path& clip) {
        const bool is_in_both = std::ranges::find(before.clips, clip) != before.clips.end();
        return is_in_both && retargeting_of(before, clip).*member != retargeting_of(after, clip).*member;
    });
}

std::string name_of_list_edit(const std::string& thing, std::size_t before, std::size_t after) {
    return (after > before ? "Add " : after < before ? "Remove " : "Change ") + thing;
}

std::string name_of_edit(const MuscleControls& before, const MuscleControls& after) {
    return first_of({{before.held != after.held, "Hold muscle"},
                     {before.playing != after.playing, after.playing ? "Play gait" : "Stop gait"},
                     {before.strength != after.strength, "Change muscle strength"},
                     {before.gait.waveforms.size() != after.gait.waveforms.size(), "Choose gait"},
                     {before.gait.name != after.gait.name, "Choose gait"}},
                    "Change gait");
}

std::string name_of_edit(const SolverDescription& before, const SolverDescription& after) {
    return first_of({{before.integrator != after.integrator, "Change integrator"},
                     {before.arithmetic != after.arithmetic, "Change arithmetic"},
                     {before.memory != after.memory, "Change solver memory"}},
                    "Change strain damping");
}

std::string name_of_edit(const PoseKeys& before, const PoseKeys& after) {
    const bool are_times_changed = !std::ranges::equal(before.all(), after.all(), {}, &PoseKey::time, &PoseKey::time);
    return first_of({{after.all().size() > before.all().size(), "Set key"},
                     {after.all().size() < before.all().size(), "Remove key"},
                     {before.length() != after.length(), "Change length of keys"},
                     {are_times_changed, "Move key"}},
                    "Set key");
}

std::string name_of_edit(const std::vector<SpringMovement>& before, const std::vector<SpringMovement>& after) {
    if (before.size() != after.size()) {
        return name_of_list_edit("movement", before.size(), after.size());
    }
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (before[i].plays != after[i].plays) {
            return (after[i].plays ? "Play " : "Stop ") + title_of(after[i], i);
        }
    }
    return "Change movement";
}

// Of a preset, whose stiffness, density and damping the controls now have; empty: it is an edit of one of these, or
// none. The user's own presets are not known here.
std::string name_of_preset_choice(const CharacterControls& before, const CharacterControls& after) {
    const int changed = static_cast<int>(before.young != after.young) +
                        static_cast<int>(before.density != after.density) +
                        static_cast<int>(before.damping != after.damping);
    if (changed == 0) {
        return {};
    }
    const auto preset = std::ranges::find_if(material_presets, [&](const MaterialPreset& one) {
        return one.young == after.young && one.density == after.density && one.damping == after.damping;
    });
    return preset != material_presets.end() ? std::string("Choose ") + preset->name
           : changed > 1                    ? "Choose material"
                                            : "";
}

std::string name_of_edit(const CharacterControls& before, const CharacterControls& after) {
    if (before.keys != after.keys) {
        return name_of_edit(before.keys, after.keys);
    }
    if (before.handles.size() != after.handles.size()) {
        return name_of_list_edit("handle", before.handles.size(), after.handles.size());
    }
    if (before.forces.size() != after.forces.size()) {
        return name_of_list_edit("force", before.forces.size(), after.forces.size());
    }
    if (before.springs.size() != after.springs.size()) {
        return name_of_list_edit("spring", before.springs.size(), after.springs.size());
    }
    if (before.movements != after.movements) {
        return name_of_edit(before.movements, after.movements);
    }
    const auto stiffness = [](const CharacterControls& controls) {
        std::vector<double> all;
        std::ranges::transform(controls.handles, std::back_inserter(all), &PointHandle::stiffness);
        return all;
    };
    const bool are_springs_changed = stiffness(before) != stiffness(after);
    const auto moves_springs = &PointHandle::moves_springs;
    const bool is_followed_otherwise =
        !std::ranges::equal(before.handles, after.handles, {}, moves_springs, moves_springs);
    if (before.muscles != after.muscles && before.handles == after.handles) {
        return name_of_edit(before.muscles, after.muscles);
    }
    if (before.solver != after.solver) {
        return name_of_edit(before.solver, after.solver);
    }
    if (std::string name = name_of_preset_choice(before, after); !name.empty()) {
        return name;
    }
    return first_of(
        {{are_springs_changed, "Change spring of handle"},
         {is_followed_otherwise, "Change what follows the handle"},
         {before.handles != after.handles, "Move handle"},
         {before.springs != after.springs, "Change spring"},
         {before.drags_springs != after.drags_springs, "Change what follows the mouse"},
         {before.forces != after.forces, "Change force"},
         {before.bone_offsets != after.bone_offsets, after.bone_offsets.empty() ? "Reset pose" : "Pose bone"},
         {before.target_weights != after.target_weights,
          after.target_weights.empty() ? "Reset pose" : "Change weight of target"},
         {before.rig_offset != after.rig_offset, "Move character"},
         {before.is_enabled != after.is_enabled, after.is_enabled ? "Enable character" : "Disable character"},
         {before.dynamics != after.dynamics, "Blend rig and dynamics"},
         {before.clip != after.clip, "Choose clip"},
         {before.clip_speed != after.clip_speed, "Change clip speed"},
         {before.playback.in != after.playback.in, "Move in point"},
         {before.playback.out != after.playback.out, "Move out point"},
         {before.playback.loops != after.playback.loops,
          after.playback.loops.value_or(before.playback.loops == false) ? "Loop clip" : "Play clip once"},
         {before.playback.cross_fade != after.playback.cross_fade, "Change cross-fade"},
         {before.young != after.young, "Change stiffness"},
         {before.poisson != after.poisson, "Change Poisson's ratio"},
         {before.density != after.density, "Change density"},
         {before.gravity != after.gravity, "Change gravity"},
         {before.damping != after.damping, "Change damping"},
         {before.iterations != after.iterations, "Change iterations"}},
        "Change tolerance");
}

std::string name_of_edit(const MuscleDescription& before, const MuscleDescription& after) {
    if (before.gaits != after.gaits) {
        return name_of_list_edit("gait", before.gaits.gaits().size(), after.gaits.gaits().size());
    }
    if (before.problem != after.problem) {
        return "Change gait search";
    }
    if (before.examples.size() != after.examples.size()) {
        return after.examples.size() > before.examples.size() ? "Keep example pose" : "Remove example pose";
    }
    if (before.examples != after.examples) {
        return "Rename example pose";
    }
    if (before.pockets != after.pockets) {
        return after.pockets ? "Inflate pockets" : "Leave out pockets";
    }
    if (before.fibres.size() != after.fibres.size()) {
        return after.fibres.empty() ? "Leave out fibres" : "Contract fibres";
    }
    if (before.regions.size() != after.regions.size()) {
        return name_of_list_edit("muscle region", before.regions.size(), after.regions.size());
    }
    return before.regions != after.regions ? "Paint muscle region" : "Change muscles";
}

std::string name_of_edit(const ContactDescription& before, const ContactDescription& after) {
    return first_of({{before.floor != after.floor, after.floor ? "Add floor" : "Remove floor"},
                     {before.painted != after.painted, "Paint contact density"},
                     {before.floor_height != after.floor_height, "Move floor"},
                     {before.floor_friction != after.floor_friction, "Change friction of floor"},
                     {before.floor_restitution != after.floor_restitution, "Change restitution of floor"},
                     {before.points != after.points, "Change contact points"},
                     {before.friction_law != after.friction_law, "Change friction law"}},
                    "Change contact");
}

std::string name_of_edit(const Obstacles& before, const Obstacles& after) {
    if (before.size() != after.size()) {
        return name_of_list_edit("obstacle", before.size(), after.size());
    }
    const auto differs = [&](auto member) {
        return !std::ranges::equal(before, after, {}, member, member);
    };
    return first_of({{differs(&Obstacle::carrier), "Attach obstacle"},
                     {differs(&Obstacle::friction), "Change friction of obstacle"},
                     {differs(&Obstacle::restitution), "Change restitution of obstacle"}},
                    "Move or resize obstacle");
}

std::string name_of_edit(const Environment& before, const Environment& after) {
    if (before.obstacles != after.obstacles) {
        return name_of_edit(before.obstacles, after.obstacles);
    }
    return first_of({{before.wind != after.wind, "Change wind"}, {before.gusts != after.gusts, "Change gusts"}},
                    "Change time step");
}

// Of parts that are as many as before.
std::string name_of_edit(const std::vector<MaterialPart>& before, const std::vector<MaterialPart>& after) {
    const auto differ = [&](auto member) {
        return !std::ranges::equal(before, after, {}, member, member);
    };
    const bool is_young_changed = differ(&MaterialPart::young_factor);
    const bool is_density_changed = differ(&MaterialPart::density_factor);
    return first_of({{differ(&MaterialPart::painted), "Paint part of material"},
                     {is_young_changed && is_density_changed, "Choose material of part"},
                     {is_young_changed, "Change stiffness of part"},
                     {is_density_changed, "Change density of part"}},
                    "Change part of material");
}

// Of a solid, rods, a shell and a body in its plane.
bool is_another_kind_of_body(const ModelDescription& before, const ModelDescription& after) {
    const auto differ = [&](double ModelDescription::*size) {
        return (before.*size > 0.0) != (after.*size > 0.0);
    };
    return differ(&ModelDescription::rod_radius) || differ(&ModelDescription::shell_thickness) ||
           differ(&ModelDescription::plane_depth);
}

// Of as many things as before.
template <typename Named>
bool have_other_names(const std::vector<Named>& before, const std::vector<Named>& after) {
    return before.size() == after.size() && !std::ranges::equal(before, after, {}, &Named::name, &Named::name);
}

std::string name_of_edit(const ModelDescription& before, const ModelDescription& after) {
    // Its name is in loads and fibres, too.
    if (have_other_names(before.material.parts, after.material.parts)) {
        return "Rename part of material";
    }
    if (have_other_names(before.muscles.regions, after.muscles.regions)) {
        return "Rename muscle region";
    }
    if (before.muscles != after.muscles && before.rig_kind == after.rig_kind) {
        return name_of_edit(before.muscles, after.muscles);
    }
    if (before.contact != after.contact && before.rig_kind == after.rig_kind) {
        return name_of_edit(before.contact, after.contact);
    }
    MaterialDescription with_new_parts = before.material;
    with_new_parts.parts = after.material.parts;
    if (before.material.parts.size() == after.material.parts.size() && before.material != after.material &&
        with_new_parts == after.material) {
        return name_of_edit(before.material.parts, after.material.parts);
    }
    return first_of(
        {{before.rig_kind != after.rig_kind, after.rig_kind == RigKind::none ? "Set free" : "Change rig"},
         {before.painted_weights.size() < after.painted_weights.size(), "Add weight"},
         {before.painted_weights.size() > after.painted_weights.size(), "Remove weight"},
         {before.painted_weights != after.painted_weights, "Change weight"},
         {before.subspace != after.subspace || before.subspace_file != after.subspace_file, "Change the subspace"},
         {before.loads.size() < after.loads.size(), "Add load"},
         {before.loads.size() > after.loads.size(), "Remove load"},
         {before.loads != after.loads, "Change load"},
         {before.switches_loads != after.switches_loads,
          after.switches_loads ? "Switch between loads" : "Take one subspace for all loads"},
         {differs_in_a_common_clip(before, after, &ClipRetargeting::bones), "Choose a bone"},
         {differs_in_a_common_clip(before, after, &ClipRetargeting::keeps_foot_heights), "Change heights of feet"},
         {before.retargeting != after.retargeting, "Change stride"},
         {is_another_kind_of_body(before, after), "Change kind of body"},
         {before.rod_radius != after.rod_radius, "Change radius"},
         {before.shell_thickness != after.shell_thickness, "Change thickness"},
         {before.plane_depth != after.plane_depth, "Change depth"},
         {before.modes != after.modes, "Change modes"},
         {before.clusters != after.clusters, "Change clusters"},
         {before.newton != after.newton, "Change elasticity"},
         {before.leak.painted != after.leak.painted, "Paint momentum leak"},
         {before.leak != after.leak, "Change momentum leak"},
         {before.pins != after.pins, "Paint pins"},
         {!before.material.labels.empty() && after.material.labels.empty(), "Make regions paint"},
         {before.material.parts.size() < after.material.parts.size(), "Add part of material"},
         {before.material.parts.size() > after.material.parts.size(), "Remove part of material"},
         {before.material.parts != after.material.parts, "Change part of material"},
         {before.material.poisson != after.material.poisson, "Change Poisson's ratio"},
         {before.material != after.material, "Change material"},
         {before.name != after.name, "Rename character"}},
        "Change character");
}

// Of one that is compared instead of another.
std::string name_of_edit(const ComparedSubspace& before, const ComparedSubspace& after) {
    const ParameterOverrides& own = before.parameters;
    return first_of({{before.kind != after.kind, "Change compared subspace"},
                     {before.modes != after.modes, "Change compared modes"},
                     {own.young != after.parameters.young, "Change compared stiffness"},
                     {own.poisson != after.parameters.poisson, "Change compared Poisson's ratio"},
                     {own.clusters != after.parameters.clusters, "Change compared clusters"},
                     {own.leak != after.parameters.leak, "Change compared momentum leak"},
                     {own.energy != after.parameters.energy, "Change compared elasticity"}},
                    "Switch compared subspace between loads");
}

std::string name_of_edit(const std::vector<ComparedSubspace>& before, const std::vector<ComparedSubspace>& after) {
    if (after.size() > before.size()) {
        const std::string& kind = after.back().kind;
        return "Compare with " + (kind == full_space_name ? "full space" : shown_kind(kind));
    }
    if (after.size() < before.size()) {
        return after.empty() ? "Stop comparing" : "Remove compared subspace";
    }
    const auto changed = std::ranges::mismatch(before, after);
    return name_of_edit(*changed.in1, *changed.in2);
}

} // namespace

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
        if (same.compared != instance.compared) {
            return name_of_edit(same.compared, instance.compared);
        }
    }
    return before.speed != after.speed ? "Change playback speed" : "Change exaggeration";
}

} // namespace limber::app
