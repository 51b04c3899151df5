// SPDX-License-Identifier: MIT
#pragma once

#include "app/recording/session.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Reads and writes sessions: in each segment the recording of each character (controls_file.h) over the same steps,
/// and one checksum.
///
///     {"format": "limber-controls", "version": 1,
///      "segments": [
///        {"characters": [{"format": "limber-controls", ..., "scene": {...}, "events": [...], "hashes": [...]}, ...]},
///        ...],
///      "checksum": "0123456789abcdef"}
///
/// A single segment is written as its "characters" without "segments", and a single character as a plain recording.
namespace limber::app {

/// Preconditions: at least one segment, and at least one character in each.
Result<Done> write_session(const Session& session, const std::filesystem::path& path);

/// The recording of one character in a segment, before the character is built.
struct RecordedCharacter {
    CharacterDescription scene;
    std::string text; // its own recording
};
using RecordedSegment = std::vector<RecordedCharacter>;

/// Whether the file holds more than one character or more than one segment.
bool records_a_session(const std::filesystem::path& path);
/// Reads such a file. Fails with bad_input: not JSON, damaged, a segment without characters, or a character without a
/// scene.
Result<std::vector<RecordedSegment>> read_session(const std::filesystem::path& path);
/// `where` names the source in errors; relative paths of the scenes start at `folder`.
Result<std::vector<RecordedSegment>> parse_session(std::string_view json, std::string_view where,
                                                   const std::filesystem::path& folder);

/// Reads the controls of each character as text for parse_controls; a single one belongs to the first character. Fails
/// with bad_input: not JSON, another format, damaged, or several segments, whose controls belong to different models.
Result<std::vector<std::string>> read_controls_texts(const std::filesystem::path& path);

} // namespace limber::app
