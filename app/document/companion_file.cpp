// SPDX-License-Identifier: MIT
#include "app/document/companion_file.h"

#include "app/document/bones_of_file.h"
#include "app/document/character_file.h"
#include "app/document/scene_description.h"
#include "app/document/scene_paths.h"
#include "app/imports/conversion.h"
#include "app/imports/imported_character.h"
#include "engine/core/file_bytes.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/rig/retargeting.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

constexpr std::uintmax_t scene_bytes_max = std::uintmax_t{16} << 20U; // larger scene files are not searched
constexpr std::size_t compared_rigs_max = 32;                         // so many rigs beside a clip are compared
constexpr std::size_t searched_gltf_max = 128;                        // in so many files, most of which may be motions
constexpr std::size_t converted_max = 4;                              // so many files in FBX and Collada are compared
constexpr double conversion_seconds_max = 5.0;                        // and each within this time

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

// What a clip or a motion moves.
struct MovedBones {
    std::optional<Skeleton> bones; // nullopt: unknown
    bool has_skeleton = false;     // the motion is carried over to a rig

    // A clip in JSON may move targets only.
    bool are_unknown() const {
        return !bones || bones->bones.empty();
    }
    // The number of bones that follow by name, one where they go by their order; 0: the rig cannot play it.
    std::size_t following(const Skeleton& rig) const {
        const bool fits = has_skeleton ? names_fit(*bones, rig) : names_bones_of(*bones, rig);
        return fits ? std::max<std::size_t>(matching_bones(*bones, rig).size(), 1) : 0;
    }
};

// What can play a clip or a motion.
class Players {
public:
    explicit Players(const MovedBones& moved) : moved_(moved) {}

    void compare(const Skeleton& rig, const Path& opens_by) {
        if (const std::size_t following = moved_.following(rig); following > 0) {
            players_.emplace_back(following, opens_by);
        }
    }
    // The one of which most bones follow first.
    std::vector<Path> best_first() {
        std::ranges::stable_sort(players_, std::greater(), &std::pair<std::size_t, Path>::first);
        std::vector<Path> files;
        std::ranges::transform(players_, std::back_inserter(files), &std::pair<std::size_t, Path>::second);
        return files;
    }

private:
    const MovedBones& moved_;
    std::vector<std::pair<std::size_t, Path>> players_; // with the number of bones that follow
};

// Of a clip whose bones are unknown, every mesh with a rig.
std::vector<Path> meshes_that_play(const MovedBones& moved, const Path& folder) {
    std::vector<Path> meshes = files_in(folder, is_mesh);
    std::erase_if(meshes, [](const Path& mesh) { return rig_beside(mesh).empty(); });
    if (moved.are_unknown()) {
        return meshes;
    }
    Players players(moved);
    for (std::size_t m = 0; m < std::min(meshes.size(), compared_rigs_max); ++m) {
        if (const auto rig = bones_of_file(rig_beside(meshes[m]), bones_bytes_max)) {
            players.compare(*rig, meshes[m]);
        }
    }
    return players.best_first();
}

std::vector<Path> characters_that_play(const MovedBones& moved, const Path& clip) {
    std::vector<Path> files = files_in(clip.parent_path(), moved.are_unknown() ? is_character_format : is_gltf_file);
    std::erase(files, clip);
    if (moved.are_unknown()) {
        return files;
    }
    Players players(moved);
    std::size_t compared = 0;
    for (std::size_t f = 0; f < std::min(files.size(), searched_gltf_max) && compared < compared_rigs_max; ++f) {
        if (const auto rig = bones_of_character(files[f], bones_bytes_max)) {
            players.compare(*rig, files[f]);
            ++compared;
        }
    }
    return players.best_first();
}

// Characters that must be converted before they can be read.
struct ConvertedCharacters {
    std::vector<Path> players;
    std::size_t uncompared = 0; // too many, too large, slow or unreadable
};

ConvertedCharacters converted_characters_that_play(const MovedBones& moved, const Path& motion, Progress* progress) {
    const std::vector<Path> files = files_in(motion.parent_path(), is_convertible);
    ConvertedCharacters characters;
    Players players(moved);
    for (std::size_t f = 0; f < files.size(); ++f) {
        const auto size = regular_file_size(files[f]);
        const bool is_read = f < converted_max && size && *size <= bones_bytes_max;
        const auto rig =
            is_read ? bones_of_converted_character(files[f], conversion_seconds_max, progress) : std::nullopt;
        if (rig) {
            players.compare(*rig, files[f]);
        } else {
            ++characters.uncompared;
        }
    }
    characters.players = players.best_first();
    return characters;
}

std::vector<Path> meshes_with_rig(const Path& rig) {
    std::vector<Path> meshes = files_in(rig.parent_path(), is_mesh);
    std::erase_if(meshes, [&](const Path& mesh) { return rig_beside(mesh) != rig; });
    return meshes;
}

CompanionFile companion_of(std::string kind, const std::vector<Path>& owners, bool comes_along) {
    return owners.empty() ? CompanionFile{std::move(kind), {}, 0, comes_along}
                          : CompanionFile{std::move(kind), owners.front(), owners.size() - 1, comes_along};
}

// A character's file has a rig and clips of its own.
CompanionFile companion_rig(const Path& path) {
    std::vector<Path> owners = meshes_with_rig(path);
    if (owners.empty()) {
        owners = scenes_that_name(path);
    }
    if (!owners.empty()) {
        return companion_of("rig", owners, true);
    }
    const std::vector<Path> characters = files_in(path.parent_path(), is_character_format);
    return companion_of("rig", characters, characters.empty());
}

CompanionFile companion_clip(const Path& path) {
    const MovedBones moved{bones_of_file(path, bones_bytes_max)};
    std::vector<Path> owners = meshes_that_play(moved, path.parent_path());
    if (owners.empty()) {
        owners = scenes_that_name(path);
    }
    if (!owners.empty()) {
        return companion_of("clip", owners, true);
    }
    const std::vector<Path> characters = characters_that_play(moved, path);
    return companion_of("clip", characters, characters.empty());
}

// Scenes that name the motion play it. Meshes and characters do not: it is added to them. Only where none of them can
// play it are files converted, which takes longer.
std::optional<CompanionFile> companion_motion(const Path& path, MovedBones moved, Progress* progress) {
    if (const std::vector<Path> scenes = scenes_that_name(path); !scenes.empty()) {
        return companion_of("motion", scenes, true);
    }
    moved.has_skeleton = true;
    if (moved.are_unknown()) {
        return std::nullopt;
    }
    std::vector<Path> owners = characters_that_play(moved, path);
    const std::vector<Path> meshes = meshes_that_play(moved, path.parent_path());
    owners.insert(owners.end(), meshes.begin(), meshes.end());
    if (!owners.empty()) {
        return companion_of("motion", owners, false);
    }
    const ConvertedCharacters characters = converted_characters_that_play(moved, path, progress);
    if (characters.players.empty() && characters.uncompared == 0) {
        return std::nullopt;
    }
    CompanionFile companion = companion_of("motion", characters.players, false);
    companion.uncompared = characters.uncompared;
    return companion;
}

std::string refusal_without_owner(const CompanionFile& companion) {
    if (companion.uncompared > 0) {
        const bool is_one = companion.uncompared == 1;
        return "is a motion without a body; a file beside it in FBX or Collada may be its character, but " +
               std::string(is_one ? "that one was" : std::to_string(companion.uncompared) + " of them were") +
               " not compared, because converting takes long or fails; open the character first, then add the motion "
               "to it";
    }
    const std::string plays = companion.kind == "clip" ? " with a rig whose bones it names" : "";
    return "is a " + companion.kind + ", and no mesh" + plays +
           " lies beside it; open the mesh or the scene that it belongs to";
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

bool is_motion_file(const Path& path) {
    return regular_file_size(path) && (is_bvh_file(path) || bones_of_gltf_motion(path, bones_bytes_max));
}

std::optional<CompanionFile> companion_file(const Path& given, Progress* progress) {
    std::error_code trouble;
    const Path path = std::filesystem::absolute(given, trouble).lexically_normal();
    const bool is_capture = is_bvh_file(path);
    auto bones = is_capture ? bones_of_file(path, bones_bytes_max) : bones_of_gltf_motion(path, bones_bytes_max);
    if (is_capture || bones) {
        return companion_motion(path, {std::move(bones)}, progress);
    }
    switch (path.extension() == ".json" ? json_kind(path) : JsonKind::other) {
    case JsonKind::rig:
        return companion_rig(path);
    case JsonKind::clip:
        return companion_clip(path);
    default:
        return std::nullopt;
    }
}

Error refusal_of_motion(const Path& path) {
    return {ErrorKind::bad_input,
            "is a motion without a body: open a character first, then drop it on the window (or give it as --clip)",
            path.string()};
}

Error refusal_of(const CompanionFile& companion, const Path& path) {
    if (companion.opens_by.empty()) {
        return {ErrorKind::bad_input, refusal_without_owner(companion), path.string()};
    }
    const std::string more = companion.others == 0   ? ""
                             : companion.others == 1 ? " and one other"
                                                     : " and " + std::to_string(companion.others) + " others";
    if (!companion.comes_along) {
        return {ErrorKind::bad_input,
                "is a " + companion.kind + ", which may belong to " + companion.opens_by.filename().string() + more +
                    "; open that first, then " +
                    (companion.kind == "rig" ? "attach the rig" : "add the " + companion.kind) + " to it",
                path.string()};
    }
    return {ErrorKind::bad_input,
            "is a " + companion.kind + ", which belongs to " + companion.opens_by.filename().string() + more +
                "; open that, and the " + companion.kind + " comes along",
            path.string()};
}

} // namespace limber::app
