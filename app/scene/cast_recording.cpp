#include "app/scene/cast_recording.h"

#include "app/scene/controls_file.h"
#include "app/scene/recorded_bits.h"
#include "app/scene/scene_file.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "engine/core/member_reader.h"

namespace limber::app {
namespace {

Json::Object value_of(const ActorRecording& actor, const std::filesystem::path& folder) {
    const SceneDescription& scene = actor.character->description;
    return controls_value(actor.recording, starting_controls(*actor.character), &scene, folder);
}

} // namespace

Result<Done> write_recording(const std::vector<ActorRecording>& actors, const std::filesystem::path& path) {
    EXPECTS(!actors.empty());
    std::error_code trouble;
    const auto folder = std::filesystem::absolute(path, trouble).parent_path();
    if (actors.size() == 1) {
        return write_file(path, text_with_checksum(value_of(actors.front(), folder)));
    }
    Json::Array characters;
    for (const ActorRecording& actor : actors) {
        characters.emplace_back(value_of(actor, folder));
    }
    return write_file(
        path,
        text_with_checksum({{"format", "limber-controls"}, {"version", 1}, {"characters", std::move(characters)}}));
}

bool records_a_cast(const std::filesystem::path& path) {
    const auto text = file_bytes(path);
    const auto json = text ? parse_json(text.value(), path.string()) : Result<Json>(text.error());
    return json && json.value().member("characters") != nullptr;
}

Result<std::vector<RecordedRole>> read_cast_recording(const std::filesystem::path& path) {
    const auto text = file_bytes(path);
    if (!text) {
        return text.error();
    }
    const auto document = JsonDocument::parsed(text.value(), path.string());
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    MemberReader(root).expect_format("limber-controls");
    refuse_damaged(root, text.value());
    std::error_code trouble;
    const auto folder = std::filesystem::absolute(path, trouble).parent_path();
    std::vector<RecordedRole> roles;
    const JsonNode list = root.member("characters");
    for (std::size_t i = 0; list.is_sound() && i < list.size(); ++i) {
        const JsonNode scene = list[i].member("scene");
        if (!scene.is_sound()) {
            break;
        }
        const auto read = parse_scene(to_text(scene.value()), path.string() + ", " + scene.path(), folder);
        if (!read) {
            return read.error();
        }
        roles.push_back({read.value().value, to_text(list[i].value())});
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return roles;
}

} // namespace limber::app
