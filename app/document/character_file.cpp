// SPDX-License-Identifier: MIT
#include "app/document/character_file.h"

#include "app/document/choices.h"
#include "app/document/obstacle_placing.h"
#include "app/document/scene_paths.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <algorithm>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

std::string hex_text(const Colour& colour) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text = "#";
    for (const unsigned channel : {colour.red, colour.green, colour.blue}) {
        text += digits[channel >> 4U];
        text += digits[channel & 15U];
    }
    return text;
}

Colour colour_in(const JsonNode& node) {
    const auto* text = node.value().get_ptr<const std::string*>();
    if (!text || text->size() != 7 || text->front() != '#' ||
        text->find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) {
        node.refuse("must be a colour like \"#e07a5f\"");
        return {};
    }
    const unsigned long code = std::stoul(text->substr(1), nullptr, 16);
    return {static_cast<std::uint8_t>(code >> 16U), static_cast<std::uint8_t>((code >> 8U) & 255U),
            static_cast<std::uint8_t>(code & 255U)};
}

void read_path(MemberReader& members, std::string_view name, const Path& folder, Path& path) {
    std::string text;
    if (members.read(name, text)) {
        path = resolved(text, folder);
    }
}

void read_turn(const JsonNode& json, Turn& turn) {
    MemberReader members(json);
    members.read("axis", turn.axis);
    members.read("degrees", turn.degrees);
}

void read_rig(MemberReader& members, const Path& folder, CharacterDescription& scene) {
    std::string text;
    if (!members.read("rig", text) || text == "affine handle") {
        return;
    }
    scene.rig_kind = text == "none" ? RigKind::none : RigKind::file;
    if (scene.rig_kind == RigKind::file) {
        scene.rig = resolved(text, folder);
    }
}

void read_clips(MemberReader& members, const Path& folder, CharacterDescription& scene) {
    read_list(members, "clips", [&](const JsonNode& clip) {
        if (const auto* text = clip.value().get_ptr<const std::string*>()) {
            scene.clips.push_back(resolved(*text, folder));
        } else {
            clip.refuse("must name a file");
        }
    });
}

void read_bones(MemberReader& members, ClipRetargeting& retargeting) {
    const auto node = members.take("bones");
    if (!node) {
        return;
    }
    if (!node->value().is_object()) {
        node->refuse("must say which bone follows which joint: {\"joint\": \"bone\"}");
        return;
    }
    for (const auto& [joint, bone] : node->value().get_ref<const Json::object_t&>()) {
        retargeting.bones[joint] = node->member(joint).text();
    }
}

void read_retargeted_clips(MemberReader& members, const Path& folder, CharacterDescription& scene) {
    read_list(members, "retargeted_clips", [&](const JsonNode& node) {
        MemberReader clip_members(node);
        Path clip;
        ClipRetargeting retargeting;
        read_path(clip_members, "clip", folder, clip);
        clip_members.read("stride", retargeting.stride);
        clip_members.read("keeps_foot_heights", retargeting.keeps_foot_heights);
        read_path(clip_members, "joints", folder, retargeting.joints);
        read_bones(clip_members, retargeting);
        if (std::ranges::find(scene.clips, clip) == scene.clips.end()) {
            node.refuse("must name one of the clips as its \"clip\"");
        }
        set_retargeting(scene, clip, retargeting);
    });
}

void read_material(const JsonNode& json, const Path& folder, MaterialDescription& material) {
    MemberReader members(json);
    members.read("young", material.young);
    members.read("poisson", material.poisson);
    members.read("density", material.density);
    read_path(members, "labels", folder, material.labels);
    read_list(members, "regions", [&](const JsonNode& node) {
        MemberReader region_members(node);
        MaterialRegion region;
        region_members.read("name", region.name);
        region_members.read("young", region.young_factor);
        region_members.read("density", region.density_factor);
        if (double poisson = 0.0; region_members.read("poisson", poisson)) {
            region.poisson = poisson;
        }
        material.regions.push_back(region);
    });
    read_list(members, "parts", [&](const JsonNode& node) {
        MemberReader part_members(node);
        MaterialPart part;
        part_members.read("name", part.name);
        part_members.read("young", part.young_factor);
        part_members.read("density", part.density_factor);
        if (const auto painted = part_members.take("painted")) {
            read_value(*painted, part.painted);
        }
        material.parts.push_back(std::move(part));
    });
}

void read_leak(const JsonNode& json, LeakDescription& leak) {
    MemberReader members(json);
    members.read("amount", leak.amount);
    members.read("depth", leak.depth);
    if (const auto painted = members.take("painted")) {
        read_value(*painted, leak.painted);
    }
    // Old files have a switch instead of an amount.
    bool on = true;
    if (members.read("on", on) && !on) {
        leak.amount = 0.0;
    }
}

void read_clusters(const JsonNode& json, CharacterDescription& scene) {
    MemberReader members(json);
    members.read("count", scene.clusters);
    members.read("feature_exponent", scene.feature_exponent);
    members.read("seed", scene.seed);
}

void read_step(const JsonNode& json, StepDescription& step, Environment& environment) {
    MemberReader members(json);
    members.read("time_step", environment.time_step);
    members.read("iterations", step.iterations);
    members.read("tolerance", step.tolerance);
    members.read("damping", step.damping);
    members.read("gravity", step.gravity);
    members.read("solver", step.solver);
}

void read_look(const JsonNode& json, const Path& folder, LookDescription& look) {
    MemberReader members(json);
    if (const auto colour = members.take("colour")) {
        look.colour = colour_in(*colour);
    }
    read_path(members, "labels", folder, look.labels);
    read_list(members, "palette", [&](const JsonNode& colour) { look.palette.push_back(colour_in(colour)); });
}

void read_painted_weights(MemberReader& members, std::vector<PaintedWeight>& weights) {
    read_list(members, "painted", [&](const JsonNode& node) {
        if (weights.size() >= painted_weights_max) {
            node.refuse("is one weight too many: a subspace has at most 64 painted ones");
            return;
        }
        MemberReader weight_members(node);
        PaintedWeight& weight = weights.emplace_back();
        weight_members.read("name", weight.name);
        if (const auto painted = weight_members.take("painted")) {
            read_value(*painted, weight.painted);
        }
    });
}

void read_parts(MemberReader& members, const Path& folder, CharacterDescription& scene) {
    if (const auto turn = members.take("turn")) {
        read_turn(*turn, scene.turn);
    }
    if (const auto material = members.take("material")) {
        read_material(*material, folder, scene.material);
    }
    if (const auto pins = members.take("pins")) {
        read_value(*pins, scene.pins);
    }
    if (const auto leak = members.take("leak")) {
        read_leak(*leak, scene.leak);
    }
    if (const auto subspace = members.take("subspace")) {
        MemberReader subspace_members(*subspace);
        read_choice(subspace_members, "kind", subspace_names, scene.subspace);
        read_path(subspace_members, "file", folder, scene.subspace_file);
        read_painted_weights(subspace_members, scene.painted_weights);
        subspace_members.read("switch_loads", scene.switches_loads);
    }
    read_list(members, "loads", [&](const JsonNode& node) {
        if (scene.loads.size() >= body_loads_max) {
            node.refuse("is one load too many: a body has at most 256");
        } else if (node.is_sound()) {
            read_value(node, scene.loads.emplace_back());
        }
    });
    if (const auto clusters = members.take("clusters")) {
        read_clusters(*clusters, scene);
    }
    if (const auto newton = members.take("newton")) {
        read_value(*newton, scene.newton.emplace());
    }
    if (const auto muscles = members.take("muscles")) {
        read_muscles(*muscles, folder, scene.muscles);
    }
    if (const auto step = members.take("step")) {
        read_step(*step, scene.step, scene.environment);
    }
    if (const auto contact = members.take("contact")) {
        const bool in_world = read_value(*contact, scene.contact, scene.environment, folder);
        if (scene.turn.degrees != 0.0 && !in_world) {
            turn(scene.environment, rotation_of(scene.turn));
        }
    }
    if (const auto look = members.take("look")) {
        read_look(*look, folder, scene.look);
    }
    if (const auto camera = members.take("camera")) {
        read_value(*camera, scene.camera.emplace());
    }
    if (const auto start = members.take("start")) {
        read_value(*start, scene.start.emplace());
    }
}

void read_members(MemberReader& members, const Path& folder, CharacterDescription& scene) {
    members.read("name", scene.name);
    read_path(members, "mesh", folder, scene.mesh);
    members.read("metres_per_unit", scene.metres_per_unit);
    members.read("target_vertices", scene.target_vertices);
    read_choice(members, "tets", tet_source_names, scene.tets);
    members.read("rod_radius", scene.rod_radius);
    members.read("shell_thickness", scene.shell_thickness);
    members.read("plane_depth", scene.plane_depth);
    read_rig(members, folder, scene);
    read_clips(members, folder, scene);
    read_retargeted_clips(members, folder, scene);
    members.read("active_clip", scene.active_clip);
    members.read("front", scene.front);
    members.read("modes", scene.modes);
    read_parts(members, folder, scene);
}

Json parts_json(const std::vector<MaterialPart>& parts) {
    Json::array_t list;
    for (const MaterialPart& part : parts) {
        Json::object_t members{{"name", part.name}, {"young", part.young_factor}, {"density", part.density_factor}};
        if (part.painted.is_there()) {
            members.emplace_back("painted", painted_json(part.painted));
        }
        list.emplace_back(std::move(members));
    }
    return list;
}

Json material_json(const MaterialDescription& material, const Path& folder) {
    Json::array_t regions;
    for (const auto& region : material.regions) {
        Json::object_t members{
            {"name", region.name}, {"young", region.young_factor}, {"density", region.density_factor}};
        if (region.poisson) {
            members.emplace_back("poisson", *region.poisson);
        }
        regions.emplace_back(std::move(members));
    }
    Json::object_t members{{"young", material.young},
                           {"poisson", material.poisson},
                           {"density", material.density},
                           {"labels", relative_text(material.labels, folder)},
                           {"regions", regions}};
    if (!material.parts.empty()) {
        members.emplace_back("parts", parts_json(material.parts));
    }
    return members;
}

Json leak_json(const LeakDescription& leak) {
    Json::object_t members{{"amount", leak.amount}, {"depth", leak.depth}};
    if (leak.painted.is_there()) {
        members.emplace_back("painted", painted_json(leak.painted));
    }
    return members;
}

Json step_json(const StepDescription& step, double time_step) {
    return Json::object_t{{"time_step", time_step},           {"iterations", step.iterations},
                          {"tolerance", step.tolerance},      {"damping", step.damping},
                          {"gravity", to_json(step.gravity)}, {"solver", solver_json(step.solver)}};
}

Json look_json(const LookDescription& look, const Path& folder) {
    Json::array_t palette;
    for (const auto& colour : look.palette) {
        palette.emplace_back(hex_text(colour));
    }
    return Json::object_t{
        {"colour", hex_text(look.colour)}, {"labels", relative_text(look.labels, folder)}, {"palette", palette}};
}

std::string rig_text(const CharacterDescription& scene, const Path& folder) {
    switch (scene.rig_kind) {
    case RigKind::affine_handle:
        return "affine handle";
    case RigKind::none:
        return "none";
    case RigKind::file:
        break;
    }
    return relative_text(scene.rig, folder);
}

Json loads_json(const std::vector<BodyLoad>& loads) {
    Json::array_t list;
    for (const BodyLoad& load : loads) {
        list.emplace_back(load_json(load));
    }
    return list;
}

Json painted_weights_json(const std::vector<PaintedWeight>& weights) {
    Json::array_t list;
    for (const PaintedWeight& weight : weights) {
        Json::object_t members{{"name", weight.name}};
        if (weight.painted.is_there()) {
            members.emplace_back("painted", painted_json(weight.painted));
        }
        list.emplace_back(std::move(members));
    }
    return list;
}

Json subspace_json(const CharacterDescription& scene, const Path& folder) {
    Json::object_t members{{"kind", name_of(scene.subspace)}};
    if (!scene.subspace_file.empty()) {
        members.emplace_back("file", relative_text(scene.subspace_file, folder));
    }
    if (!scene.painted_weights.empty()) {
        members.emplace_back("painted", painted_weights_json(scene.painted_weights));
    }
    if (scene.switches_loads) {
        members.emplace_back("switch_loads", true);
    }
    return members;
}

Json retargeted_clips_json(const CharacterDescription& scene, const Path& folder) {
    Json::array_t list;
    for (const auto& [clip, retargeting] : scene.retargeting) {
        Json::object_t members{{"clip", relative_text(clip, folder)}, {"stride", retargeting.stride}};
        if (!retargeting.keeps_foot_heights) {
            members.emplace_back("keeps_foot_heights", false);
        }
        if (!retargeting.joints.empty()) {
            members.emplace_back("joints", relative_text(retargeting.joints, folder));
        }
        if (!retargeting.bones.empty()) {
            Json::object_t bones;
            for (const auto& [joint, bone] : retargeting.bones) {
                bones.emplace_back(joint, bone);
            }
            members.emplace_back("bones", std::move(bones));
        }
        list.emplace_back(std::move(members));
    }
    return list;
}

// What every scene has.
Json::object_t usual_members(const CharacterDescription& scene, const Path& folder) {
    Json::array_t clips;
    for (const auto& clip : scene.clips) {
        clips.emplace_back(relative_text(clip, folder));
    }
    return {
        {"format", "limber-scene"},
        {"version", 1},
        {"name", scene.name},
        {"mesh", relative_text(scene.mesh, folder)},
        {"metres_per_unit", scene.metres_per_unit},
        {"target_vertices", std::int64_t{scene.target_vertices}},
        {"turn", Json::object_t{{"axis", to_json(scene.turn.axis)}, {"degrees", scene.turn.degrees}}},
        {"rig", rig_text(scene, folder)},
        {"clips", clips},
        {"active_clip", scene.active_clip},
        {"front", to_json(scene.front)},
        {"material", material_json(scene.material, folder)},
        {"leak", leak_json(scene.leak)},
        {"modes", std::int64_t{scene.modes}},
        {"clusters", Json::object_t{{"count", std::int64_t{scene.clusters}},
                                    {"feature_exponent", scene.feature_exponent},
                                    {"seed", scene.seed}}},
        {"muscles", muscles_json(scene.muscles, folder)},
        {"step", step_json(scene.step, scene.environment.time_step)},
        {"look", look_json(scene.look, folder)},
    };
}

void add_choices_of_body(const CharacterDescription& scene, const Path& folder, Json::object_t& members) {
    if (scene.tets != TetSource::file) {
        members.emplace_back("tets", tet_source_names[static_cast<std::size_t>(scene.tets)]);
    }
    if (scene.rod_radius != 0.0) {
        members.emplace_back("rod_radius", scene.rod_radius);
    }
    if (scene.shell_thickness != 0.0) {
        members.emplace_back("shell_thickness", scene.shell_thickness);
    }
    if (scene.plane_depth != 0.0) {
        members.emplace_back("plane_depth", scene.plane_depth);
    }
    if (!scene.retargeting.empty()) {
        members.emplace_back("retargeted_clips", retargeted_clips_json(scene, folder));
    }
    if (scene.pins.is_there()) {
        members.emplace_back("pins", painted_json(scene.pins));
    }
    if (scene.subspace != SubspaceKind::skinning || !scene.subspace_file.empty() || !scene.painted_weights.empty() ||
        scene.switches_loads) {
        members.emplace_back("subspace", subspace_json(scene, folder));
    }
    if (!scene.loads.empty()) {
        members.emplace_back("loads", loads_json(scene.loads));
    }
    if (scene.newton) {
        members.emplace_back("newton", newton_json(*scene.newton));
    }
}

void add_surroundings(const CharacterDescription& scene, const Path& folder, Json::object_t& members) {
    const bool has_directions = !scene.environment.obstacles.empty() || scene.environment.wind != Wind{};
    if (scene.contact != ContactDescription{} || has_directions || scene.environment.gusts != Gusts{}) {
        const bool in_world = scene.turn.degrees != 0.0 && has_directions;
        const std::string density = relative_text(scene.contact.density, folder);
        members.emplace_back("contact", surroundings_json(scene.contact, scene.environment, density, in_world));
    }
}

} // namespace

void read_value(const JsonNode& node, CameraDescription& camera) {
    MemberReader members(node);
    members.read("eye", camera.eye);
    members.read("target", camera.target);
    members.read("up", camera.up);
    members.read("field_of_view", camera.field_of_view);
}

Json camera_json(const CameraDescription& camera) {
    return Json::object_t{{"eye", to_json(camera.eye)},
                          {"target", to_json(camera.target)},
                          {"up", to_json(camera.up)},
                          {"field_of_view", camera.field_of_view}};
}

Result<Repaired<CharacterDescription>> read_scene(const Path& path) {
    const auto text = file_bytes(path);
    auto scene = text ? parse_scene(text.value(), path.string(), path.parent_path()) : text.error();
    if (!scene || !scene.value().value.name.empty()) {
        return scene;
    }
    auto [nameless, warnings] = std::move(scene).value();
    nameless.name = path.stem().string();
    return Repaired<CharacterDescription>{std::move(nameless), std::move(warnings)};
}

Result<Repaired<CharacterDescription>> parse_scene(std::string_view json, std::string_view where, const Path& folder) {
    const auto document = JsonDocument::parsed(json, where);
    if (!document) {
        return document.error();
    }
    Repaired<CharacterDescription> scene;
    {
        MemberReader members(document.value().root());
        members.expect_format("limber-scene");
        read_members(members, folder, scene.value);
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    if (const auto fault = fault_in(scene.value)) {
        return Error{ErrorKind::bad_input, fault->message, std::string(where)};
    }
    scene.warnings = document.value().warnings();
    return scene;
}

void read_value(const JsonNode& node, const Path& folder, CharacterDescription& character) {
    MemberReader members(node);
    if (node.has("format")) {
        members.expect_format("limber-scene");
    }
    read_members(members, folder, character);
    if (const auto fault = fault_in(character); fault && node.is_sound()) {
        node.refuse("is out of range: " + fault->message);
    }
}

Json character_json(const CharacterDescription& character, const Path& folder) {
    Json members = scene_value(character, folder);
    members.erase("format");
    members.erase("version");
    return members;
}

std::string scene_json(const CharacterDescription& scene, const Path& folder) {
    return to_text(scene_value(scene, folder));
}

Json scene_value(const CharacterDescription& scene, const Path& folder) {
    Json::object_t json = usual_members(scene, folder);
    add_choices_of_body(scene, folder, json);
    add_surroundings(scene, folder, json);
    if (scene.camera) {
        json.emplace_back("camera", camera_json(*scene.camera));
    }
    if (scene.start) {
        json.emplace_back("start", start_json(*scene.start));
    }
    return json;
}

Result<Done> write_scene(const CharacterDescription& scene, const Path& path) {
    const Path folder = path.parent_path();
    return write_json_file(path, scene_json(scene, folder), [&](std::string_view text) -> std::optional<Error> {
        const auto read = parse_scene(text, path.string(), folder);
        return read ? std::nullopt : std::optional(read.error());
    });
}

} // namespace limber::app
