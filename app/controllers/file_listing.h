#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// What a folder holds that this program can open, and what was opened before. No panel here, so that
/// a test can look into folders.
namespace limber::app {

/// What the name of a recording ends with.
inline constexpr const char* recording_ending = ".recording.json";

struct FileEntry {
    std::filesystem::path path;
    bool is_folder = false;
};

/// Tells files by their names.
using FileKind = std::function<bool(const std::filesystem::path&)>;
/// A scene, a mesh, a surface.
bool can_be_opened(const std::filesystem::path& path);

/// Folders first, then the files of a kind, each in the order of their names; hidden ones are left out.
/// `filter` must occur in the name, whatever its case. Fails with bad_input when the folder cannot be read.
Result<std::vector<FileEntry>> entries_of(const std::filesystem::path& folder, const std::string& filter,
                                          const FileKind& kind = can_be_opened);

/// A scene or whatever else is written like one, and is no recording.
bool is_called_like_a_scene(const std::filesystem::path& path);
bool is_called_like_a_recording(const std::filesystem::path& path);

/// The file that remembers what was opened lately.
std::filesystem::path recent_files_path();
/// Newest first; those that are gone are left out.
std::vector<std::filesystem::path> recent_files(const std::filesystem::path& memory);
/// The lines of such a file, and the file of such lines.
std::vector<std::filesystem::path> recent_files_in(std::string_view lines);
std::string recent_lines(const std::vector<std::filesystem::path>& files);
/// Puts a file in front. A memory that cannot be written is no misfortune.
void remember_file(const std::filesystem::path& memory, const std::filesystem::path& file);

} // namespace limber::app
