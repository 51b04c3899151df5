#pragma once

#include "app/scene/snapshot.h"
#include "engine/core/result.h"

#include <filesystem>
#include <vector>

/// What many characters did, written down: the recording of each one (controls_file.h), all of the same steps, and one
/// checksum over them.
///
///     {"format": "limber-controls", "version": 1,
///      "characters": [{"format": "limber-controls", ..., "scene": {...}, "events": [...], "hashes": [...]}, ...],
///      "checksum": "0123456789abcdef"}
///
/// One character alone is written as ever.
namespace limber::app {

/// Preconditions: at least one actor.
Result<Done> write_recording(const std::vector<ActorRecording>& actors, const std::filesystem::path& path);

/// What a recording of many holds of one of them, before its character is built.
struct RecordedRole {
    SceneDescription scene;
    std::string text; // its own recording
};

/// Whether the file holds the recordings of many characters.
bool records_a_cast(const std::filesystem::path& path);
/// Fails with bad_input: not JSON, damaged, or somebody without a scene.
Result<std::vector<RecordedRole>> read_cast_recording(const std::filesystem::path& path);

} // namespace limber::app
