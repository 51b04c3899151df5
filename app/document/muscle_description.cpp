// SPDX-License-Identifier: MIT
#include "app/document/muscle_description.h"

#include "app/document/scene_paths.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/json.h"
#include "engine/operators/material.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

Error muscle_fault(const std::string& member, const std::string& what) {
    return {ErrorKind::bad_input, "muscles." + member + " " + what, {}};
}

MuscleRegion region_in(const JsonNode& node) {
    MuscleRegion region;
    MemberReader members(node);
    members.read("name", region.name);
    read_list(members, "bones", [&](const JsonNode& bone) { region.bones.push_back(bone.text()); });
    members.read("label", region.label);
    members.read("modes", region.modes);
    members.read("painted", region.painted);
    return region;
}

Json region_json(const MuscleRegion& region) {
    if (region.painted.is_there()) {
        return Json::object_t{
            {"name", region.name}, {"modes", std::int64_t{region.modes}}, {"painted", painted_json(region.painted)}};
    }
    return Json::object_t{{"name", region.name},
                          {"bones", Json::array_t(region.bones.begin(), region.bones.end())},
                          {"label", region.label},
                          {"modes", std::int64_t{region.modes}}};
}

std::optional<Error> fault_in(const MuscleRegion& region, const std::string& member, bool has_labels) {
    if (region.modes < 1 || region.modes > muscles_max) {
        return muscle_fault(member + ".modes", "must be between 1 and 256");
    }
    if (region.painted.is_there()) {
        const bool is_alone = region.label < 0 && region.bones.empty();
        return is_alone
                   ? std::nullopt
                   : std::optional(muscle_fault(member, "is \"painted\", and so has no \"bones\" and no \"label\""));
    }
    if (region.label < 0 && region.bones.empty()) {
        return muscle_fault(member, "must name \"bones\" or a \"label\", or be \"painted\"");
    }
    if (region.label >= 0 && !region.bones.empty()) {
        return muscle_fault(member, "has a \"label\", and so no \"bones\"");
    }
    if (region.label >= 0 && !has_labels) {
        return muscle_fault("labels", "must name a file where a region has a label");
    }
    return std::nullopt;
}

// Checks the number and the regions of muscles.
std::optional<Error> fault_in_shapes(const MuscleDescription& muscles) {
    if (muscles.modes < 0 || muscles.modes > muscles_max) {
        return muscle_fault("modes", "must be between 0 and 256");
    }
    for (const int mode : muscles.use) {
        if (mode < 1 || mode > muscles.modes) {
            return muscle_fault("use", "must count modes from 1 to \"modes\"");
        }
    }
    Index count = muscles.modes;
    for (std::size_t i = 0; i < muscles.regions.size(); ++i) {
        const std::string member = "regions[" + std::to_string(i) + "]";
        if (auto fault = fault_in(muscles.regions[i], member, !muscles.labels.empty())) {
            return fault;
        }
        count += muscles.regions[i].modes;
    }
    if (count > muscles_max) {
        return muscle_fault("regions", "must have at most 256 modes, those of the whole body included");
    }
    if (muscles.cage_cells < 0 || muscles.cage_cells > cage_cells_max) {
        return muscle_fault("cage", "must be between 0 and 32 cells");
    }
    if (muscles.skinning_modes < 0 || muscles.skinning_modes > skinning_handles_max) {
        return muscle_fault("skinning_modes", "must be between 0 and " + std::to_string(skinning_handles_max));
    }
    if (!is_poisson(muscles.shape_poisson)) {
        return muscle_fault("shape_poisson", std::string("must be ") + poisson_demand);
    }
    if (auto fault = fault_in(muscles.fibres, "muscles.fibres")) {
        return fault;
    }
    for (std::size_t i = 0; i < muscles.fibres.size(); ++i) {
        if (muscles.fibres[i].load.kind != LoadKind::muscle) {
            return muscle_fault("fibres[" + std::to_string(i) + "].kind", "must be \"muscle\"");
        }
    }
    if (muscles.examples.size() > example_poses_max) {
        return muscle_fault("examples", "must be at most 64");
    }
    if (muscles.clusters < 1) {
        return muscle_fault("clusters", "must be at least 1");
    }
    if (muscles.poisson && !is_poisson(*muscles.poisson)) {
        return muscle_fault("poisson", std::string("must be ") + poisson_demand);
    }
    if (!(muscles.peak_strain > 0 && muscles.peak_strain <= peak_strain_max)) {
        return muscle_fault("peak_strain", "must be positive and at most 10");
    }
    return std::nullopt;
}

// Checks strength, held activations and the duration of blends.
std::optional<Error> fault_in_play(const MuscleDescription& muscles) {
    if (!(muscles.strength >= 0 && muscles.strength <= strength_max)) {
        return muscle_fault("strength", "must lie between 0 and 10000");
    }
    if (muscles.held.size() > static_cast<std::size_t>(muscles_max)) {
        return muscle_fault("held", "must have at most 256 numbers, a muscle each");
    }
    const auto is_too_far = [](double held) {
        return !(std::abs(held) <= activation_max);
    };
    if (std::ranges::any_of(muscles.held, is_too_far)) {
        return muscle_fault("held", "must have numbers between -1000 and 1000");
    }
    if (!(muscles.blend >= 0 && muscles.blend <= blend_max)) {
        return muscle_fault("blend", "must be 0 to 10 seconds");
    }
    if (const auto fault = fault_in(muscles.behaviour)) {
        return Error{fault->kind, "muscles." + fault->message, {}};
    }
    return std::nullopt;
}

} // namespace

bool MuscleDescription::same_shapes(const MuscleDescription& other) const {
    return modes == other.modes && use == other.use && labels == other.labels && regions == other.regions &&
           cage_cells == other.cage_cells && cage_file == other.cage_file && skinning_modes == other.skinning_modes &&
           vertices == other.vertices && shape_poisson == other.shape_poisson && pockets == other.pockets &&
           fibres == other.fibres && examples == other.examples && clusters == other.clusters &&
           poisson == other.poisson && peak_strain == other.peak_strain;
}

std::optional<Error> fault_in(const MuscleDescription& muscles) {
    const auto fault = fault_in_shapes(muscles);
    return fault ? fault : fault_in_play(muscles);
}

void read_muscles(const JsonNode& node, const std::filesystem::path& folder, MuscleDescription& muscles) {
    MemberReader members(node);
    members.read("modes", muscles.modes);
    read_list(members, "use", [&](const JsonNode& mode) { muscles.use.push_back(mode.integer()); });
    // Gaits refer to muscles by their index in this order.
    std::ranges::sort(muscles.use);
    muscles.use.erase(std::unique(muscles.use.begin(), muscles.use.end()), muscles.use.end());
    if (std::string text; members.read("labels", text)) {
        muscles.labels = resolved(text, folder);
    }
    read_list(members, "regions", [&](const JsonNode& region) {
        // A region of a few bytes may expand to a whole body, so the number of regions is limited to that of muscles.
        if (muscles.regions.size() == muscles_max) {
            region.refuse("is one too many: no character has more than 256 muscles");
        } else {
            muscles.regions.push_back(region_in(region));
        }
    });
    if (const auto cage = members.take("cage")) {
        if (const auto* file = cage->value().get_ptr<const std::string*>()) {
            muscles.cage_file = resolved(*file, folder);
        } else {
            read_value(*cage, muscles.cage_cells);
        }
    }
    members.read("skinning_modes", muscles.skinning_modes);
    members.read("vertices", muscles.vertices);
    members.read("shape_poisson", muscles.shape_poisson);
    members.read("pockets", muscles.pockets);
    read_list(members, "fibres", [&](const JsonNode& fibres) {
        // As of regions, because their paint may expand.
        if (muscles.fibres.size() == muscles_max) {
            fibres.refuse("is one too many: no character has more than 256 muscles");
        } else {
            read_value(fibres, muscles.fibres.emplace_back());
        }
    });
    read_list(members, "examples",
              [&](const JsonNode& example) { muscles.examples.push_back(example_in(example, folder)); });
    members.read("clusters", muscles.clusters);
    if (double poisson = 0.0; members.read("poisson", poisson)) {
        muscles.poisson = poisson;
    }
    members.read("peak_strain", muscles.peak_strain);
    members.read("strength", muscles.strength);
    if (const auto gait = members.take("gait")) {
        if (const auto* file = gait->value().get_ptr<const std::string*>()) {
            muscles.gait_file = resolved(*file, folder);
        } else {
            read_value(*gait, muscles.gait.emplace());
        }
    }
    members.read("playing", muscles.playing);
    read_list(members, "held", [&](const JsonNode& held) { muscles.held.push_back(held.number()); });
    if (const auto gaits = members.take("gaits")) {
        read_library(*gaits, folder, muscles.gaits);
    }
    members.read("blend", muscles.blend);
    members.read("behaviour", muscles.behaviour);
    if (!members.read("gait_search", muscles.problem)) {
        members.read("lesson", muscles.problem); // its name in earlier scene files
    }
}

Json muscles_json(const MuscleDescription& muscles, const std::filesystem::path& folder) {
    Json::array_t regions;
    for (const MuscleRegion& region : muscles.regions) {
        regions.push_back(region_json(region));
    }
    Json::object_t object{
        {"modes", std::int64_t{muscles.modes}},
        {"use", Json::array_t(muscles.use.begin(), muscles.use.end())},
        {"labels", relative_text(muscles.labels, folder)},
        {"regions", regions},
        {"clusters", std::int64_t{muscles.clusters}},
        {"peak_strain", muscles.peak_strain},
        {"strength", muscles.strength},
        {"gait", muscles.gait ? gait_value(*muscles.gait) : Json(relative_text(muscles.gait_file, folder))},
        {"playing", muscles.playing},
        {"held", Json::array_t(muscles.held.begin(), muscles.held.end())},
        {"gaits", library_json(muscles.gaits, folder)},
        {"blend", muscles.blend}};
    if (!muscles.cage_file.empty()) {
        object.emplace_back("cage", relative_text(muscles.cage_file, folder));
    } else if (muscles.cage_cells > 0) {
        object.emplace_back("cage", std::int64_t{muscles.cage_cells});
    }
    if (muscles.skinning_modes > 0) {
        object.emplace_back("skinning_modes", std::int64_t{muscles.skinning_modes});
    }
    if (muscles.shape_poisson != 0.0) {
        object.emplace_back("shape_poisson", muscles.shape_poisson);
    }
    if (muscles.vertices) {
        object.emplace_back("vertices", true);
    }
    if (muscles.pockets) {
        object.emplace_back("pockets", true);
    }
    if (!muscles.fibres.empty()) {
        Json::array_t fibres;
        for (const BodyLoad& one : muscles.fibres) {
            fibres.push_back(load_json(one));
        }
        object.emplace_back("fibres", std::move(fibres));
    }
    if (!muscles.examples.empty()) {
        Json::array_t examples;
        for (const ExamplePose& example : muscles.examples) {
            examples.push_back(example_json(example, folder));
        }
        object.emplace_back("examples", std::move(examples));
    }
    if (muscles.behaviour != BehaviourControls{}) {
        object.emplace_back("behaviour", behaviour_json(muscles.behaviour));
    }
    if (muscles.poisson) {
        object.emplace_back("poisson", *muscles.poisson);
    }
    if (muscles.problem != GaitSearchSettings{}) {
        object.emplace_back("gait_search", gait_search_settings_json(muscles.problem));
    }
    return object;
}

} // namespace limber::app
