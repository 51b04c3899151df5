// SPDX-License-Identifier: MIT
#include "app/controllers/file_listing.h"

#include "app/creatures/creatures.h"
#include "app/imports/imported_character.h"
#include "app/platform_paths/state_folder.h"
#include "engine/core/file_bytes.h"
#include "engine/core/lower_case.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/motion_export.h"

#include <algorithm>
#include <array>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

constexpr std::array endings{".json", ".glb",  ".gltf", ".vrm", ".fbx", ".dae", ".msh",
                             ".mesh", ".node", ".ele",  ".vtk", ".obj", ".stl", ".ply"};
constexpr std::size_t remembered_max = 12;

} // namespace

bool can_be_opened(const fs::path& path) {
    return std::ranges::find(endings, extension_of(path)) != endings.end();
}

bool is_called_like_a_clip(const std::filesystem::path& path) {
    return is_bvh_file(path) || is_character_format(path) || is_called_like_a_scene(path);
}

bool is_called_like_a_rig(const std::filesystem::path& path) {
    return is_character_format(path) || is_called_like_a_scene(path);
}

bool is_called_like_an_exported_motion(const std::filesystem::path& path) {
    return is_export_file(path);
}

bool is_called_like_a_recording(const fs::path& path) {
    return lower(path.filename().string()).ends_with(recording_ending);
}

bool is_called_like_an_array(const fs::path& path) {
    const std::string ending = extension_of(path);
    return ending == ".npy" || ending == ".pc2";
}

bool is_called_like_a_scene(const fs::path& path) {
    return extension_of(path) == ".json" && !is_called_like_a_recording(path);
}

Result<std::vector<FileEntry>> entries_of(const fs::path& folder, const std::string& filter, const FileKind& kind) {
    std::error_code trouble;
    fs::directory_iterator listing(folder, fs::directory_options::skip_permission_denied, trouble);
    if (trouble) {
        return Error{ErrorKind::bad_input, "this folder cannot be read; choose another one", folder.string()};
    }
    std::vector<FileEntry> entries;
    const std::string wanted = lower(filter);
    for (; listing != fs::directory_iterator(); listing.increment(trouble)) {
        const auto& entry = *listing;
        const std::string name = entry.path().filename().string();
        std::error_code unknown;
        const bool is_folder = entry.is_directory(unknown);
        const bool fits = is_folder || (kind(entry.path()) && lower(name).find(wanted) != std::string::npos);
        if (!name.empty() && name.front() != '.' && fits) {
            entries.push_back({entry.path(), is_folder});
        }
    }
    std::ranges::sort(entries, [](const FileEntry& a, const FileEntry& b) {
        return a.is_folder != b.is_folder ? a.is_folder : a.path.filename() < b.path.filename();
    });
    return entries;
}

fs::path recent_files_path() {
    const auto folder = state_folder();
    return folder ? *folder / "recent.txt" : fs::path();
}

std::vector<fs::path> recent_files(const fs::path& memory) {
    const auto lines = file_bytes(memory);
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const fs::path& file : recent_files_in(lines ? std::string_view(lines.value()) : std::string_view())) {
        if (files.size() < remembered_max && (creature_named_by(file) || fs::exists(file, ignored))) {
            files.push_back(file);
        }
    }
    return files;
}

std::vector<fs::path> recent_files_in(std::string_view lines) {
    std::vector<fs::path> files;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        const std::string_view line = lines.substr(0, end);
        lines.remove_prefix(std::min(end + 1, lines.size()));
        if (!line.empty() && line.find('\0') == std::string_view::npos) {
            files.emplace_back(line);
        }
    }
    return files;
}

std::string recent_lines(const std::vector<fs::path>& files) {
    std::string lines;
    for (const auto& file : files) {
        lines += file.string() + '\n';
    }
    return lines;
}

void remember_file(const fs::path& memory, const fs::path& file) {
    if (memory.empty()) {
        return;
    }
    std::error_code ignored;
    auto files = recent_files(memory);
    const fs::path whole = creature_named_by(file) ? file : fs::absolute(file, ignored).lexically_normal();
    std::erase(files, whole);
    files.insert(files.begin(), whole);
    files.resize(std::min(files.size(), remembered_max));
    fs::create_directories(memory.parent_path(), ignored);
    static_cast<void>(write_file(memory, recent_lines(files))); // a missing list of recent files is not worth a message
}

} // namespace limber::app
