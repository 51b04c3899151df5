#include "app/creatures/creatures.h"
#include "app/creatures/sea.h"
#include "app/document/character_file.h"
#include "app/document/scene_description.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"
#include "engine/linalg/json_matrices.h"

#include <Eigen/LU>

#include <cmath>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

const Path the_sea = "creature:sea";

// Turned around y, then moved.
Affine standing(const Vec3& at, double heading) {
    Affine placement = identity_affine();
    placement.leftCols<3>() = rotation_of(Turn{Vec3::UnitY(), heading});
    placement.col(3) = at;
    return placement;
}

SceneDescription sea() {
    SceneDescription cast;
    cast.name = "The sea";
    for (const Swimmer& swimmer : swimmers()) {
        cast.members.push_back(
            {creature_path(swimmer.creature), standing(swimmer.at, swimmer.heading), swimmer.clip_time, {}});
    }
    const CameraPose camera_pose;
    cast.camera = CameraDescription{camera_pose.eye, camera_pose.target, Vec3::UnitY(), camera_pose.field_of_view};
    return cast;
}

void refuse_odd_placement(const JsonNode& node, const Affine& placement) {
    const auto sizes = placement.leftCols<3>().colwise().norm();
    if (!(placement.leftCols<3>().determinant() > 0)) {
        node.refuse("must have a placement that neither mirrors nor flattens");
    } else if (!(sizes.minCoeff() >= 1e-6 && sizes.maxCoeff() <= 1e6)) {
        node.refuse("must have a placement that scales by 1e-6 to 1e6");
    } else if (!(placement.col(3).cwiseAbs().maxCoeff() <= 1e6)) {
        node.refuse("must stand within 1e6 metres of the origin");
    }
}

SceneMember member_in(const JsonNode& node, const Path& folder) {
    MemberReader members(node);
    SceneMember member;
    const std::string scene = members.object().member("scene").text();
    members.take("scene");
    std::error_code trouble;
    member.scene =
        creature_named_by(scene) ? Path(scene) : std::filesystem::absolute(folder / scene, trouble).lexically_normal();
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
    refuse_odd_placement(node, member.placement);
    if (const auto changes = members.take("changes")) {
        member.changes = to_line(changes->value());
        if (!changes->value().object()) {
            changes->refuse("must be an object");
        }
    }
    members.read("clip_time", member.clip_time);
    if (!(std::abs(member.clip_time) <= 1e6)) {
        node.refuse("must have a clip_time between -1e6 and 1e6 seconds");
    }
    return member;
}

Json member_json(const SceneMember& member, const Path& folder) {
    const std::string scene = creature_named_by(member.scene)
                                  ? member.scene.string()
                                  : member.scene.lexically_proximate(folder).generic_string();
    Json::Object json{{"scene", scene}, {"placement", to_json(member.placement)}, {"clip_time", member.clip_time}};
    if (!member.changes.empty()) {
        json.emplace_back("changes", parse_json(member.changes, scene).value());
    }
    return json;
}

} // namespace

bool describes_many_characters(const Path& path) {
    if (path == the_sea) {
        return true;
    }
    if (path.extension() != ".json") {
        return false;
    }
    const auto text = file_bytes(path);
    const auto json = text ? parse_json(text.value(), path.string()) : Result<Json>(text.error());
    return json && json.value().member("characters") != nullptr;
}

Result<Repaired<SceneDescription>> read_scene_file(const Path& path) {
    if (path == the_sea) {
        return Repaired<SceneDescription>{sea(), {}};
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
    Repaired<SceneDescription> cast;
    {
        MemberReader members(document.value().root());
        members.expect_format("limber-scene");
        members.read("name", cast.value.name);
        const JsonNode list = members.object().member("characters");
        members.take("characters");
        if (list.is_sound() && list.size() == 0) {
            list.refuse("must hold at least one character");
        }
        for (std::size_t i = 0; list.is_sound() && i < list.size(); ++i) {
            cast.value.members.push_back(member_in(list[i], folder));
        }
        if (const auto obstacles = members.take("obstacles")) {
            read_value(*obstacles, cast.value.obstacles.emplace());
        }
        if (const auto camera = members.take("camera")) {
            read_value(*camera, cast.value.camera.emplace());
        }
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    CharacterDescription seen; // of which only these are looked at
    seen.mesh = "mesh";
    seen.camera = cast.value.camera;
    seen.contact.obstacles = cast.value.obstacles.value_or(Obstacles{});
    if (const auto fault = fault_in(seen)) {
        return Error{ErrorKind::bad_input, fault->message, std::string(where)};
    }
    cast.warnings = document.value().warnings();
    return cast;
}

std::string scene_file_json(const SceneDescription& cast, const Path& folder) {
    Json::Array characters;
    for (const SceneMember& member : cast.members) {
        characters.emplace_back(member_json(member, folder));
    }
    Json::Object json{
        {"format", "limber-scene"}, {"version", 1}, {"name", cast.name}, {"characters", std::move(characters)}};
    if (cast.obstacles) {
        json.emplace_back("obstacles", obstacles_json(*cast.obstacles));
    }
    if (cast.camera) {
        json.emplace_back("camera", camera_json(*cast.camera));
    }
    return to_text(json);
}

Result<Done> write_scene_file(const SceneDescription& cast, const Path& path) {
    std::error_code trouble;
    const Path folder = std::filesystem::absolute(path, trouble).parent_path();
    return write_json_file(path, scene_file_json(cast, folder), [&](std::string_view text) -> std::optional<Error> {
        const auto read = parse_scene_file(text, path.string(), folder);
        return read ? std::nullopt : std::optional(read.error());
    });
}

} // namespace limber::app
