#include "app/scene/cast_recording.h"

#include "app/scene/controls_file.h"
#include "app/scene/recorded_bits.h"
#include "engine/core/file_bytes.h"

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

} // namespace limber::app
