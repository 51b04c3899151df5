// SPDX-License-Identifier: MIT
#include "engine/formats/gltf_file.h"

#include "engine/core/file_bytes.h"
#include "engine/core/lower_case.h"
#include "engine/formats/gltf_clips.h"
#include "engine/formats/gltf_surface.h"
#include "engine/formats/vrm_springs.h"

#include <algorithm>
#include <charconv>

namespace limber {
namespace {

Error located_in(const Error& fault, std::string_view file) {
    return Error{fault.kind, fault.message, std::string(file) + (fault.where.empty() ? "" : ": " + fault.where)};
}

Result<Repaired<GltfCharacter>> character_of(tinygltf::Model model, GltfClips clips, std::string_view where) {
    GltfModel file(std::move(model));
    Repaired<GltfCharacter> read;
    const std::vector<bool> moves = moving_nodes(file);
    const GltfNodes tree = file.is_sound() ? gltf_nodes(file) : GltfNodes{};
    const bool is_motion_alone =
        clips == GltfClips::alone &&
        std::ranges::none_of(tree.nodes, [](const GltfNode& node) { return node.is_in_scene && node.mesh >= 0; });
    const GltfBones bones = !file.is_sound()  ? GltfBones{}
                            : is_motion_alone ? gltf_bones_without_meshes(file, tree)
                                              : gltf_bones(file, tree, moves);
    GltfSurface surface;
    if (is_motion_alone) {
        surface.rig.skeleton = bones.skeleton;
    } else if (file.is_sound()) {
        surface = gltf_surface(file, tree, bones);
    }
    read.warnings = std::move(surface.warnings);
    read.value.clip_count = file.model().animations.size();
    if (file.is_sound() && clips != GltfClips::left_out) {
        read.value.clips = gltf_clips(file, tree, bones, surface.target_of, surface.rig.targets.size(), read.warnings);
    }
    if (file.is_sound()) {
        VrmSprings springs = vrm_springs(file, tree, bones);
        read.value.vrm = springs.version;
        read.value.springs = std::move(springs.bones);
        read.warnings.insert(read.warnings.end(), springs.warnings.begin(), springs.warnings.end());
    }
    read.value.rig = std::move(surface.rig);
    read.value.look = std::move(surface.look);
    const bool has_skin = std::ranges::any_of(
        tree.nodes, [](const GltfNode& node) { return node.is_in_scene && node.mesh >= 0 && node.skin >= 0; });
    read.value.moves = has_skin || read.value.clip_count > 0 || !read.value.rig.targets.empty();
    for (const Clip& clip : read.value.clips) {
        for (const auto& fault : {fault_in(clip, bones.skeleton.bone_count()), fault_in_extent(clip)}) {
            if (fault && file.is_sound()) {
                file.refuse("makes no sound motion: " + fault->message, "animation " + clip.name);
            }
        }
    }
    if (file.fault()) {
        return located_in(*file.fault(), where);
    }
    return read;
}

Result<Repaired<GltfCharacter>> parsed(std::string_view bytes, const std::string& folder, GltfClips clips,
                                       std::string_view where) {
    auto model = gltf_model(bytes, folder, where);
    if (!model) {
        return model.error();
    }
    return character_of(std::move(model).value(), clips, where);
}

} // namespace

bool is_gltf_file(const std::filesystem::path& path) {
    const std::string extension = extension_of(path);
    return extension == ".glb" || extension == ".gltf" || extension == ".vrm";
}

Result<Repaired<GltfCharacter>> read_gltf(const std::filesystem::path& path, GltfClips clips) {
    const auto bytes = file_bytes(path);
    if (!bytes) {
        return bytes.error();
    }
    const std::string folder = path.parent_path().empty() ? "." : path.parent_path().string();
    return parsed(bytes.value(), folder, clips, path.string());
}

Result<Repaired<GltfCharacter>> parse_gltf(std::string_view bytes, std::string_view where, GltfClips clips) {
    return parsed(bytes, "", clips, where);
}

std::filesystem::path gltf_clip_path(const std::filesystem::path& file, std::size_t clip) {
    return file.string() + "#" + std::to_string(clip + 1);
}

std::optional<GltfClipName> gltf_clip_named_by(const std::filesystem::path& path,
                                               bool (*is_character)(const std::filesystem::path&)) {
    const std::string text = path.string();
    const std::size_t mark = text.rfind('#');
    if (mark == std::string::npos || !is_character(text.substr(0, mark))) {
        return is_character(path) ? std::optional(GltfClipName{path, 0}) : std::nullopt;
    }
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data() + mark + 1, end, number);
    if (fault != std::errc() || rest != end || number < 1) {
        return std::nullopt;
    }
    return GltfClipName{text.substr(0, mark), number - 1};
}

} // namespace limber
