#pragma once

#include "app/recording/session.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Sessions as files: the recording of each actor (controls_file.h), all of the same steps, segment after segment, and
/// one checksum over them.
///
///     {"format": "limber-controls", "version": 1,
///      "segments": [
///        {"characters": [{"format": "limber-controls", ..., "scene": {...}, "events": [...], "hashes": [...]}, ...]},
///        ...],
///      "checksum": "0123456789abcdef"}
///
/// One segment alone is its "characters" in the file itself, and one character alone in that is written as ever.
namespace limber::app {

/// Preconditions: at least one segment, and somebody in each.
Result<Done> write_session(const Session& session, const std::filesystem::path& path);

/// What a segment holds of one actor, before its character is built.
struct RecordedRole {
    CharacterDescription scene;
    std::string text; // its own recording
};
using RecordedSegment = std::vector<RecordedRole>;

/// Whether the file holds more than what one character did in one segment.
bool records_a_session(const std::filesystem::path& path);
/// Of such a file. Fails with bad_input: not JSON, damaged, nobody in a segment, or somebody without a scene.
Result<std::vector<RecordedSegment>> read_session(const std::filesystem::path& path);
/// `where` names the source in errors; relative paths of the scenes start at `folder`.
Result<std::vector<RecordedSegment>> parse_session(std::string_view json, std::string_view where,
                                                   const std::filesystem::path& folder);

/// The hands in a file of controls, an actor each, as parse_controls takes them; one alone is the first actor's. Fails
/// with bad_input: not JSON, damaged, or of several segments, whose hands belong to models of their own.
Result<std::vector<std::string>> read_hands(const std::filesystem::path& path);

} // namespace limber::app
