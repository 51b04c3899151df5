// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Lists the files of a folder that this program can open, and recent files. It has no panel, so that tests can use it.
namespace limber::app {

/// The ending of a recording's file name.
inline constexpr const char* recording_ending = ".recording.json";

struct FileEntry {
    std::filesystem::path path;
    bool is_folder = false;
};

/// Tests a file's kind by its name.
using FileKind = std::function<bool(const std::filesystem::path&)>;
/// Whether the file is a scene, a mesh or a surface.
bool can_be_opened(const std::filesystem::path& path);

/// Lists folders first, then the files of a kind, each sorted by name, without hidden ones. Names must contain
/// `filter`, ignoring case. Fails with bad_input when the folder cannot be read.
Result<std::vector<FileEntry>> entries_of(const std::filesystem::path& folder, const std::string& filter,
                                          const FileKind& kind = can_be_opened);

/// Whether the name is that of a JSON file which is not a recording.
bool is_called_like_a_scene(const std::filesystem::path& path);
/// A motion or weights for a subspace.
bool is_called_like_an_array(const std::filesystem::path& path);
/// A clip: a motion capture or a JSON file.
bool is_called_like_a_clip(const std::filesystem::path& path);
/// JSON and characters.
bool is_called_like_a_rig(const std::filesystem::path& path);
/// A format that motion is exported in.
bool is_called_like_an_exported_motion(const std::filesystem::path& path);
bool is_called_like_a_recording(const std::filesystem::path& path);

/// The file that stores the list of recent files.
std::filesystem::path recent_files_path();
/// Recent files that still exist, newest first.
std::vector<std::filesystem::path> recent_files(const std::filesystem::path& memory);
/// Converts between the list and the lines of its file.
std::vector<std::filesystem::path> recent_files_in(std::string_view lines);
std::string recent_lines(const std::vector<std::filesystem::path>& files);
/// Puts a file in front of the list. A failed write is ignored.
void remember_file(const std::filesystem::path& memory, const std::filesystem::path& file);

} // namespace limber::app
