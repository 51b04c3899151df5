// SPDX-License-Identifier: MIT
#include "app/document/companion_file.h"

#include "app/document/character_file.h"
#include "app/document/scene_description.h"
#include "app/document/scene_paths.h"
#include "app/imports/imported_character.h"
#include "engine/core/file_bytes.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"

#include <algorithm>
#include <array>
#include <vector>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

constexpr std::uintmax_t scene_bytes_max = std::uintmax_t{16} << 20U; // larger scene files are not searched

std::vector<Path> files_in(const Path& folder, bool (*is_wanted)(const Path&)) {
    std::vector<Path> files;
    std::error_code trouble;
    for (std::filesystem::directory_iterator entry(folder, trouble), end; !trouble && entry != end;
         entry.increment(trouble)) {
        std::error_code vanished;
        if (is_wanted(entry->path()) && entry->is_regular_file(vanished)) {
            files.push_back(entry->path());
        }
    }
    std::ranges::sort(files);
    return files;
}

// Of a mesh in two files, one is enough.
bool is_mesh(const Path& path) {
    return (is_tet_mesh_file(path) || is_surface_file(path)) && path.extension() != ".ele";
}

bool names(const CharacterDescription& character, const Path& file) {
    return character.rig.lexically_normal() == file ||
           std::ranges::any_of(character.clips, [&](const Path& clip) { return clip.lexically_normal() == file; });
}

// Whether a scene file of one character, or of several that it describes itself, names the rig or clip.
bool holds_character_with(const Path& scene_file, const Path& file) {
    if (!is_list_of_characters(scene_file)) {
        const auto scene = read_scene(scene_file);
        return scene && names(scene.value().value, file);
    }
    const auto list = read_scene_file(scene_file);
    return list && std::ranges::any_of(list.value().value.members, [&](const SceneMember& member) {
               return member.character && names(*member.character, file);
           });
}

// Searches the folder of the file, and a folder `scenes` beside it for rigs and clips in folders of their own.
std::vector<Path> scenes_that_name(const Path& file) {
    std::vector<Path> scenes;
    for (const Path& folder : {file.parent_path(), file.parent_path().parent_path() / "scenes"}) {
        for (const Path& path : json_files_in(folder)) {
            const auto size = regular_file_size(path);
            if (!size || *size > scene_bytes_max || path == file || json_kind(path) != JsonKind::scene) {
                continue;
            }
            if (holds_character_with(path, file)) {
                scenes.push_back(path);
            }
        }
    }
    return scenes;
}

} // namespace

Path rig_beside(const Path& mesh) {
    const Path folder = mesh.parent_path();
    const std::string stem = mesh.stem().string();
    for (const std::string& name : {stem + ".rig.json", stem + "_rig.json", std::string("rig.json")}) {
        std::error_code trouble;
        if (std::filesystem::is_regular_file(folder / name, trouble)) {
            return folder / name;
        }
    }
    return {};
}

std::optional<CompanionFile> companion_file(const Path& given) {
    std::error_code trouble;
    const Path path = std::filesystem::absolute(given, trouble).lexically_normal();
    const JsonKind kind = path.extension() == ".json" ? json_kind(path) : JsonKind::other;
    if (kind != JsonKind::rig && kind != JsonKind::clip) {
        return std::nullopt;
    }
    std::vector<Path> owners;
    for (const Path& mesh : files_in(path.parent_path(), is_mesh)) {
        const Path rig = rig_beside(mesh);
        if (kind == JsonKind::rig ? rig == path : !rig.empty()) {
            owners.push_back(mesh);
        }
    }
    if (owners.empty()) {
        owners = scenes_that_name(path);
    }
    CompanionFile companion{kind == JsonKind::rig ? "rig" : "clip", {}, 0};
    if (owners.empty()) { // a character's file has a rig and clips of its own
        owners = files_in(path.parent_path(), is_character_format);
        companion.comes_along = owners.empty();
    }
    if (!owners.empty()) {
        companion.opens_by = owners.front();
        companion.others = owners.size() - 1;
    }
    return companion;
}

Error refusal_of(const CompanionFile& companion, const Path& path) {
    if (companion.opens_by.empty()) {
        const std::string plays = companion.kind == "clip" ? " with a rig that could play it" : "";
        return {ErrorKind::bad_input,
                "is a " + companion.kind + ", and no mesh" + plays +
                    " lies beside it; open the mesh or the scene that it belongs to",
                path.string()};
    }
    const std::string more = companion.others == 0   ? ""
                             : companion.others == 1 ? " and one other"
                                                     : " and " + std::to_string(companion.others) + " others";
    if (!companion.comes_along) {
        return {ErrorKind::bad_input,
                "is a " + companion.kind + ", which may belong to " + companion.opens_by.filename().string() + more +
                    "; open that first, then " + (companion.kind == "clip" ? "add the clip" : "attach the rig") +
                    " to it",
                path.string()};
    }
    return {ErrorKind::bad_input,
            "is a " + companion.kind + ", which belongs to " + companion.opens_by.filename().string() + more +
                "; open that, and the " + companion.kind + " comes along",
            path.string()};
}

} // namespace limber::app
