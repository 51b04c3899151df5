// SPDX-License-Identifier: MIT
#include "app/document/opening.h"

#include "app/creatures/creatures.h"
#include "app/document/character_file.h"
#include "app/document/companion_file.h"
#include "app/document/plausible_unit.h"
#include "app/document/scene_changes.h"
#include "app/document/scene_description.h"
#include "app/document/scene_paths.h"
#include "app/document/turned_camera.h"
#include "app/imports/imported_character.h"
#include "app/platform_paths/data_folder.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/formats/gltf_start.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

bool is_json(const Path& path) {
    return path.extension() == ".json";
}

constexpr std::uintmax_t beside_bytes_max = std::uintmax_t{256} << 20U; // limit of the bytes read to find rig and clips

// Whether a file is named as the labels of a creature are, which only scenes use.
bool is_named_as_labels(const Path& file) {
    const std::string stem = file.stem().string();
    return stem.ends_with("_material") || stem.ends_with("_colours");
}

/// Adds the rig beside a mesh and, if there is one, the clips. What cannot be read gives a warning in any case, because
/// the user may have named a rig that needs it.
class CompanionFiles {
public:
    explicit CompanionFiles(Repaired<CharacterDescription>& opened)
        : scene_(opened.value), warnings_(opened.warnings), rig_(rig_beside(scene_.mesh)) {}

    void add() {
        const JsonFiles files = json_entries_in(scene_.mesh.parent_path());
        if (!rig_.empty()) { // first, because it decides whether clips can play
            add_file(rig_);
        }
        for (const Path& file : files.regular) {
            if (file != rig_) {
                add_file(file);
            }
        }
        for (const Path& other : files.others) {
            warnings_.push_back(name_of_file(other) + " lies beside the mesh but is not a file, and is not read");
        }
    }

private:
    static std::string name_of_file(const Path& file) {
        return file.filename().string();
    }

    void add_file(const Path& file) {
        const auto size = regular_file_size(file);
        if (size > bytes_left_) {
            warnings_.push_back(name_of_file(file) +
                                " lies beside the mesh and is not read: no more than 256 MB are searched for rigs and "
                                "clips" +
                                advice_on_large(file));
            return;
        }
        bytes_left_ -= size.value_or(0);
        add_read(file, json_kind(file));
    }

    void add_read(const Path& file, JsonKind kind) {
        if (kind == JsonKind::unreadable) {
            warnings_.push_back(name_of_file(file) + " lies beside the mesh but cannot be read as JSON; " +
                                loss_of_unreadable(file) + place_of_fault(file));
        } else if (file == rig_) {
            scene_.rig = rig_;
            scene_.rig_kind = RigKind::file;
        } else if (kind == JsonKind::clip && scene_.rig_kind == RigKind::file) {
            scene_.clips.push_back(file);
        }
    }

    static std::string place_of_fault(const Path& file) {
        const auto document = JsonDocument::read(file);
        return document ? ""
                        : " (" +
                              sentence({document.error().kind, document.error().message,
                                        Path(document.error().where).filename().string()}) +
                              ")";
    }

    std::string advice_on_large(const Path& file) const {
        if (file == rig_) {
            return "; the mesh opens without this rig, unless you name it with --rig";
        }
        return is_named_as_labels(file) ? "" : "; if it is a clip, add it with Add a clip... or --clip";
    }

    std::string loss_of_unreadable(const Path& file) const {
        if (file == rig_) {
            return "the mesh opens without this rig";
        }
        return is_named_as_labels(file) ? "scenes that take their labels from it do not open"
                                        : "if it holds a clip, that clip is not played";
    }

    CharacterDescription& scene_;
    std::vector<std::string>& warnings_;
    Path rig_;
    std::uintmax_t bytes_left_ = beside_bytes_max;
};

// Gaits of creatures are data files, because a search can replace them without a rebuild of the creature: gecko.json is
// the starting gait, gecko_left.json the gait that turns left.
void take_gaits(const std::string& creature, CharacterDescription& scene) {
    const auto gaits = data_folder("assets/gaits");
    if (!gaits || !scene.muscles.are_there()) {
        return;
    }
    for (const GaitRole role : driven_roles) {
        const std::string suffix = role == GaitRole::forward ? "" : "_" + name_of(role);
        const Path gait = gaits.value() / (creature + suffix + ".json");
        std::error_code trouble;
        if (std::filesystem::is_regular_file(gait, trouble)) {
            scene.muscles.gaits.keep({title_of(role), role, {}, gait});
            scene.muscles.gait_file = role == GaitRole::forward ? gait : scene.muscles.gait_file;
        }
    }
}

Result<Repaired<CharacterDescription>> described_creature(const std::string& creature, Progress* progress) {
    const auto scenes = creature_scenes({creature}, progress);
    if (!scenes) {
        return scenes.error();
    }
    auto read = read_scene(scenes.value().front());
    if (!read) {
        return read.error();
    }
    auto scene = std::move(read).value();
    take_gaits(creature, scene.value);
    return scene;
}

// So soft that its flesh swings about nine times a second between the bones, as measured on characters of several
// authors: real flesh would hardly be seen to move, and a softer body turns inside out where a joint bends sharply.
// `diagonal`: in units of the file.
double young_that_shows(double diagonal) {
    constexpr double young_of_a_metre = 600.0; // [Pa]
    const double size = diagonal * (is_size_of_a_character(diagonal) ? 1.0 : plausible_unit(diagonal));
    if (!(size > 0.0)) {
        return MaterialDescription{}.young; // such a mesh is refused later
    }
    const double young = std::clamp(young_of_a_metre * size * size, young_range.low, young_range.high);
    const double unit = std::pow(10.0, std::floor(std::log10(young)) - 1.0); // two digits
    return unit * std::round(young / unit);
}

// The rig and all clips of the file come along. A file without motion becomes a body on one handle, as a surface does.
Result<Repaired<CharacterDescription>> described_gltf(const Path& path, Progress* progress) {
    const auto read = read_character_file(path, GltfClips::left_out, progress);
    if (!read) {
        const bool is_refused = read.error().kind == ErrorKind::bad_input;
        const auto companion = is_refused ? companion_file(path, progress) : std::nullopt;
        return companion ? refusal_of(*companion, path) : read.error();
    }
    Repaired<CharacterDescription> scene;
    scene.value.name = path.stem().string();
    scene.value.mesh = path;
    if (read.value().value.vrm == VrmVersion::vrm_0) {
        scene.value.front = Vec3(0, 0, -1);
    }
    scene.value.metres_per_unit = 0.0; // glTF is in metres, but many files are not
    if (read.value().value.moves) {
        scene.value.material.young = young_that_shows(bounding_box(read.value().value.rig.surface.V).diagonal());
        scene.value.rig_kind = RigKind::file;
        scene.value.rig = path;
        for (std::size_t clip = 0; clip < read.value().value.clip_count; ++clip) {
            scene.value.clips.push_back(gltf_clip_path(path, clip));
        }
    }
    return scene;
}

enum class ListOfOne { opens, is_refused };

Result<Repaired<CharacterDescription>> described_file(const Path& given, Progress* progress, ListOfOne list_of_one);

// The description of the only character of a list, without its live state.
Result<Repaired<CharacterDescription>> described_member(const SceneDescription& list, Progress* progress) {
    const SceneMember& member = list.members.front();
    Repaired<CharacterDescription> one;
    if (member.character) {
        one.value = *member.character;
    } else {
        auto scene = described_file(member.scene, progress, ListOfOne::is_refused);
        if (scene && !member.changes.empty()) {
            scene = changed(scene.value().value, member.changes, member.scene.string() + ", changes",
                            folder_of_changes(member.scene));
        }
        if (!scene) {
            return scene;
        }
        one = std::move(scene).value();
    }
    if (list.obstacles) {
        one.value.environment.obstacles = *list.obstacles;
    }
    if (list.camera) {
        one.value.camera = turned(*list.camera, rotation_of(one.value.turn).transpose());
    }
    return one;
}

Result<Repaired<CharacterDescription>> described_list(const Path& path, Progress* progress, ListOfOne list_of_one) {
    const auto list = read_scene_file(path);
    if (!list) {
        return list.error();
    }
    if (list_of_one == ListOfOne::is_refused || !is_one_character(list.value().value)) {
        return Error{ErrorKind::bad_input, "holds several characters, but one is required here; name one of its scenes",
                     path.string()};
    }
    auto one = described_member(list.value().value, progress);
    if (one) {
        auto [description, warnings] = std::move(one).value();
        const auto& of_list = list.value().warnings;
        warnings.insert(warnings.begin(), of_list.begin(), of_list.end());
        one = Repaired<CharacterDescription>{std::move(description), std::move(warnings)};
    }
    return one;
}

Error refusal_of_unknown(const Path& given) {
    return {ErrorKind::bad_input,
            "cannot be opened: scenes are .json, characters .glb, .gltf, .vrm, .fbx or .dae, tet meshes .msh, .mesh, "
            ".node/.ele or .vtk, surfaces .obj, .stl or .ply",
            given.string()};
}

Result<Repaired<CharacterDescription>> described_file(const Path& given, Progress* progress, ListOfOne list_of_one) {
    if (const auto creature = creature_named_by(given)) {
        return described_creature(*creature, progress);
    }
    std::error_code trouble;
    const Path path = std::filesystem::absolute(given, trouble).lexically_normal();
    if (!std::filesystem::exists(path, trouble)) {
        return Error{ErrorKind::bad_input, "there is no such file" + built_in_hint(given), given.string()};
    }
    if (std::filesystem::is_directory(path, trouble)) {
        return Error{ErrorKind::bad_input, "is a folder; name a scene or a mesh in it", given.string()};
    }
    if (is_list_of_characters(path)) {
        return described_list(path, progress, list_of_one);
    }
    if (is_json(path)) {
        auto scene = read_scene(path);
        const auto companion = scene ? std::nullopt : companion_file(path);
        return companion ? refusal_of(*companion, given) : scene;
    }
    if (is_character_format(path)) {
        return described_gltf(path, progress);
    }
    if (is_bvh_file(path)) {
        const auto companion = companion_file(path, progress);
        return companion ? refusal_of(*companion, given) : refusal_of_motion(given);
    }
    if (!is_tet_mesh_file(path) && !is_surface_file(path)) {
        return refusal_of_unknown(given);
    }
    Repaired<CharacterDescription> scene;
    scene.value.name = path.stem().string();
    scene.value.mesh = path;
    scene.value.metres_per_unit = 0.0; // most of these files do not say it
    CompanionFiles(scene).add();
    return scene;
}

} // namespace

Result<Repaired<CharacterDescription>> describe(const Path& given, Progress* progress) {
    return described_file(given, progress, ListOfOne::opens);
}

// Names without an ending are those of folders and creatures.
std::optional<Error> refusal_by_name(const Path& path) {
    const bool is_known = !path.has_extension() || creature_named_by(path) || is_json(path) ||
                          is_character_format(path) || is_bvh_file(path) || is_tet_mesh_file(path) ||
                          is_surface_file(path);
    return is_known ? std::nullopt : std::optional(refusal_of_unknown(path));
}

std::optional<Error> refusal_by_start(const Path& path) {
    if (auto refusal = refusal_by_name(path)) {
        return refusal;
    }
    const auto size = is_gltf_file(path) ? regular_file_size(path) : std::nullopt;
    if (!size) {
        return std::nullopt;
    }
    std::ifstream file(path, std::ios::binary);
    std::string start(gltf_start_bytes, ' ');
    file.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(file.gcount()));
    const auto fault = fault_in_gltf_start(start, *size);
    return fault ? std::optional(Error{ErrorKind::bad_input, *fault, path.string()}) : std::nullopt;
}

Result<Path> default_scene() {
    const auto assets = data_folder("assets");
    if (!assets) {
        return assets.error();
    }
    const Path scene = assets.value() / "scenes" / "puppy.json";
    std::error_code trouble;
    if (!std::filesystem::exists(scene, trouble)) {
        return Error{ErrorKind::bad_input, "the scene that opens first is missing", scene.string()};
    }
    return scene;
}

} // namespace limber::app
