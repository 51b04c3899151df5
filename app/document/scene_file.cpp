// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/document/built_in_scenes.h"
#include "app/document/character_file.h"
#include "app/document/number_limits.h"
#include "app/document/scene_description.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

// The fault of a placement; null if it is valid.
const char* fault_in_placement(const Affine& placement) {
    const auto sizes = placement.leftCols<3>().colwise().norm();
    if (!(placement.leftCols<3>().determinant() > 0)) {
        return "must have a placement that neither mirrors nor flattens";
    }
    if (!(sizes.minCoeff() >= 1e-6 && sizes.maxCoeff() <= 1e6)) {
        return "must have a placement that scales by 1e-6 to 1e6";
    }
    if (!(placement.col(3).cwiseAbs().maxCoeff() <= 1e6)) {
        return "must stand within 1e6 metres of the origin";
    }
    return nullptr;
}

void read_scene_path(MemberReader& members, const Path& folder, SceneMember& member) {
    const std::string scene = members.object().member("scene").text();
    members.take("scene");
    std::error_code trouble;
    member.scene =
        creature_named_by(scene) ? Path(scene) : std::filesystem::absolute(folder / scene, trouble).lexically_normal();
    if (const auto changes = members.take("changes")) {
        member.changes = to_line(changes->value());
        if (!changes->value().is_object()) {
            changes->refuse("must be an object");
        }
    }
}

// Version 2: a scene or a character, the live state, and what is compared.
void read_source(MemberReader& members, const Path& folder, SceneMember& member) {
    if (const auto character = members.take("character")) {
        read_value(*character, folder, member.character.emplace());
        if (members.object().has("scene")) {
            members.object().refuse("must name its \"scene\" or hold its \"character\", and not both");
        }
    } else {
        read_scene_path(members, folder, member);
    }
    if (const auto live = members.take("live")) {
        read_value(*live, member.live.emplace());
    }
    if (const auto compared = members.take("compared")) {
        read_value(*compared, member.compared);
    }
}

SceneMember member_in(const JsonNode& node, const Path& folder, int version) {
    MemberReader members(node);
    SceneMember member;
    version == 1 ? read_scene_path(members, folder, member) : read_source(members, folder, member);
    Vec3 at = Vec3::Zero();
    double heading = 0.0;
    const bool stands = members.read("at", at);
    const bool turns = members.read("heading", heading);
    member.placement = standing(at, heading);
    if (members.read("placement", member.placement) && (stands || turns)) {
        node.refuse("must say where it stands by \"at\" and \"heading\", or by a \"placement\", and not by both");
    }
    if (!(std::abs(heading) <= 1e6)) {
        node.refuse("must have a heading between -1e6 and 1e6 degrees");
    }
    if (const char* fault = fault_in_placement(member.placement)) {
        node.refuse(fault);
    }
    if (version >= 3) {
        if (const auto rigid = members.take("rigid")) {
            read_value(*rigid, member.rigid.emplace());
        }
    }
    members.read("clip_time", member.clip_time);
    if (!(std::abs(member.clip_time) <= 1e6)) {
        node.refuse("must have a clip_time between -1e6 and 1e6 seconds");
    }
    return member;
}

Json member_json(const SceneMember& member, const Path& folder) {
    Json::object_t json;
    std::string scene;
    if (!member.character) {
        scene = creature_named_by(member.scene) ? member.scene.string()
                                                : member.scene.lexically_proximate(folder).generic_string();
        json.emplace_back("scene", scene);
    }
    json.emplace_back("placement", to_json(member.placement));
    json.emplace_back("clip_time", member.clip_time);
    if (!member.changes.empty()) {
        json.emplace_back("changes", parse_json(member.changes, scene).value());
    }
    if (member.character) {
        json.emplace_back("character", character_json(*member.character, folder));
    }
    if (member.live) {
        json.emplace_back("live", live_state_json(*member.live));
    }
    if (member.rigid) {
        json.emplace_back("rigid", rigid_json(*member.rigid));
    }
    if (!member.compared.empty()) {
        json.emplace_back("compared", compared_json(member.compared));
    }
    return json;
}

SceneView view_in(const JsonNode& node) {
    SceneView view;
    MemberReader members(node);
    members.read("exaggeration", view.exaggeration);
    members.read("speed", view.speed);
    if (!(view.exaggeration >= 0.0 && view.exaggeration <= exaggeration_max)) {
        node.refuse("must have an exaggeration between 0 and 1000");
    }
    if (!(view.speed >= playback_speed_min && view.speed <= playback_speed_max)) {
        node.refuse("must have a speed between 0.001 and 1000");
    }
    return view;
}

// The oldest version that can hold the list, so that older programs can read it.
int version_of(const SceneDescription& list) {
    const bool is_saved_live =
        list.view || list.warm_up > 0.0 || std::ranges::any_of(list.members, [](const SceneMember& member) {
            return member.character || member.live || !member.compared.empty();
        });
    const bool has_rigid_bodies =
        std::ranges::any_of(list.members, [](const SceneMember& member) { return member.rigid.has_value(); });
    return has_rigid_bodies ? 3 : is_saved_live ? 2 : 1;
}

} // namespace

Affine standing(const Vec3& at, double heading) {
    Affine placement = identity_affine();
    placement.leftCols<3>() = rotation_of(Turn{Vec3::UnitY(), heading});
    placement.col(3) = at;
    return placement;
}

bool is_standing(const Affine& placement) {
    return !fault_in_placement(placement);
}

bool is_one_character(const SceneDescription& description) {
    return description.members.size() == 1;
}

bool is_list_of_characters(const Path& path) {
    if (built_in_scene(path)) {
        return true;
    }
    if (path.extension() != ".json") {
        return false;
    }
    const auto text = file_bytes(path);
    const auto json = text ? parse_json(text.value(), path.string()) : Result<Json>(text.error());
    return json && json.value().contains("characters");
}

Result<Repaired<SceneDescription>> read_scene_file(const Path& path) {
    if (auto built_in = built_in_scene(path)) {
        return Repaired<SceneDescription>{*std::move(built_in), {}};
    }
    std::error_code trouble;
    const auto text = file_bytes(path);
    return text ? parse_scene_file(text.value(), path.string(), std::filesystem::absolute(path, trouble).parent_path())
                : text.error();
}

Result<Repaired<SceneDescription>> parse_scene_file(std::string_view json, std::string_view where, const Path& folder) {
    const auto document = JsonDocument::parsed(json, where);
    if (!document) {
        return document.error();
    }
    Repaired<SceneDescription> scene;
    {
        MemberReader members(document.value().root());
        const int version = members.expect_format("limber-scene", 3);
        members.read("name", scene.value.name);
        const JsonNode list = members.object().member("characters");
        members.take("characters");
        if (list.is_sound() && list.size() == 0) {
            list.refuse("must hold at least one character");
        }
        for (std::size_t i = 0; list.is_sound() && i < list.size(); ++i) {
            scene.value.members.push_back(member_in(list[i], folder, version));
        }
        if (const auto obstacles = members.take("obstacles")) {
            read_value(*obstacles, scene.value.obstacles.emplace());
        }
        if (const auto camera = members.take("camera")) {
            read_value(*camera, scene.value.camera.emplace());
        }
        if (version >= 2) {
            const auto view = members.take("view");
            scene.value.view = view ? view_in(*view) : SceneView{};
            if (members.read("warm_up", scene.value.warm_up) && !warm_up_range.holds(scene.value.warm_up)) {
                members.object().refuse("must have a warm_up between 0 and 60 seconds");
            }
        }
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    CharacterDescription settings; // only these members are validated
    settings.mesh = "mesh";
    settings.camera = scene.value.camera;
    settings.environment.obstacles = scene.value.obstacles.value_or(Obstacles{});
    if (const auto fault = fault_in(settings)) {
        return Error{ErrorKind::bad_input, fault->message, std::string(where)};
    }
    scene.warnings = document.value().warnings();
    return scene;
}

std::string scene_file_json(const SceneDescription& scene, const Path& folder) {
    Json::array_t characters;
    for (const SceneMember& member : scene.members) {
        characters.emplace_back(member_json(member, folder));
    }
    Json::object_t json{{"format", "limber-scene"},
                        {"version", version_of(scene)},
                        {"name", scene.name},
                        {"characters", std::move(characters)}};
    if (scene.obstacles) {
        json.emplace_back("obstacles", obstacles_json(*scene.obstacles));
    }
    if (scene.camera) {
        json.emplace_back("camera", camera_json(*scene.camera));
    }
    if (scene.warm_up > 0.0) {
        json.emplace_back("warm_up", scene.warm_up);
    }
    if (scene.view && *scene.view != SceneView{}) {
        json.emplace_back("view",
                          Json::object_t{{"exaggeration", scene.view->exaggeration}, {"speed", scene.view->speed}});
    }
    return to_text(json);
}

Result<Done> write_scene_file(const SceneDescription& scene, const Path& path) {
    std::error_code trouble;
    const Path folder = std::filesystem::absolute(path, trouble).parent_path();
    return write_json_file(path, scene_file_json(scene, folder), [&](std::string_view text) -> std::optional<Error> {
        const auto read = parse_scene_file(text, path.string(), folder);
        return read ? std::nullopt : std::optional(read.error());
    });
}

} // namespace limber::app
