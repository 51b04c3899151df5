// SPDX-License-Identifier: MIT
#include "app/document/bones_of_file.h"

#include "app/imports/conversion.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "engine/formats/bvh_file.h"
#include "engine/formats/gltf_file.h"
#include "engine/formats/gltf_start.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

constexpr std::size_t bones_max = 4096; // files with more are not compared

std::string placeholder_name(std::size_t bone) {
    return "bone " + std::to_string(bone); // as rig_file.h names the bones of rigs in the research format
}

bool are_nameless(const Skeleton& skeleton) {
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        const std::string& name = skeleton.bones[b].name;
        if (!name.empty() && name != placeholder_name(b)) {
            return false;
        }
    }
    return true;
}

constexpr std::size_t glb_header_size = 20; // "glTF", version, length; length and "JSON" of the chunk

// The size of the first chunk of a .glb, which is its JSON, by the file's first bytes; 0: none, or larger than the
// limit or the `whole` file.
std::size_t json_size_in_glb(std::string_view header, std::uintmax_t whole, std::uintmax_t bytes_max) {
    if (header.size() < glb_header_size || !is_binary_gltf(header) || header.substr(16, 4) != "JSON") {
        return 0;
    }
    const std::size_t size = number_in_binary_gltf(header, 12);
    return size > bytes_max || size + glb_header_size > whole ? 0 : size;
}

// Empty: none, or larger than the limit.
std::string json_of_glb(const Path& path, std::uintmax_t bytes_max) {
    std::ifstream file(path, std::ios::binary);
    std::array<char, glb_header_size> header = {};
    const auto whole = regular_file_size(path);
    if (!file.read(header.data(), header.size()) || !whole) {
        return {};
    }
    std::string json(json_size_in_glb({header.data(), header.size()}, *whole, bytes_max), '\0');
    file.read(json.data(), static_cast<std::streamsize>(json.size()));
    return file ? json : std::string();
}

std::optional<JsonDocument> document_of(const Path& path, std::uintmax_t bytes_max) {
    const auto size = regular_file_size(path);
    if (!size) {
        return std::nullopt;
    }
    const bool is_text = path.extension() == ".json" || path.extension() == ".gltf";
    if (is_text && *size > bytes_max) {
        return std::nullopt;
    }
    auto document =
        is_text ? JsonDocument::read(path) : JsonDocument::parsed(json_of_glb(path, bytes_max), path.string());
    return document ? std::optional(std::move(document).value()) : std::nullopt;
}

std::size_t count_in(const JsonNode& node, const char* member) {
    return node.has(member) ? node.member(member).size() : 0;
}

Skeleton nameless_bones(std::size_t count) {
    Skeleton skeleton;
    for (std::size_t b = 0; b < std::min(count, bones_max + 1); ++b) {
        skeleton.bones.emplace_back().name = placeholder_name(b);
    }
    return skeleton;
}

// Rigs have objects with a name and a parent there, and clips only names.
Skeleton bones_in_json(const JsonNode& root) {
    if (root.has("p0")) {
        return nameless_bones(count_in(root, "p0"));
    }
    if (root.has("P") && count_in(root, "P") > 0) {
        return nameless_bones(root.member("P")[0].size());
    }
    Skeleton skeleton;
    const std::size_t count = std::min(count_in(root, "bones"), bones_max + 1);
    for (std::size_t b = 0; b < count; ++b) {
        const JsonNode node = root.member("bones")[b];
        Bone& bone = skeleton.bones.emplace_back();
        bone.name = node.has("name") ? node.member("name").text() : node.text();
        bone.parent = node.has("parent") ? node.member("parent").integer() : -1;
    }
    return skeleton;
}

bool is_index(int index, std::size_t count) {
    return index >= 0 && static_cast<std::size_t>(index) < count;
}

std::vector<int> parents_of_nodes(const JsonNode& root, std::size_t count) {
    std::vector<int> parents(count, -1);
    for (std::size_t n = 0; n < count; ++n) {
        const JsonNode node = root.member("nodes")[n];
        for (std::size_t c = 0; c < count_in(node, "children"); ++c) {
            const int child = node.member("children")[c].integer();
            if (is_index(child, count)) {
                parents[static_cast<std::size_t>(child)] = static_cast<int>(n);
            }
        }
    }
    return parents;
}

std::vector<bool> are_joints(const JsonNode& root, std::size_t count) {
    const std::size_t skin_count = count_in(root, "skins");
    std::vector<bool> joints(count, skin_count == 0);
    for (std::size_t s = 0; s < skin_count; ++s) {
        const JsonNode skin = root.member("skins")[s];
        for (std::size_t j = 0; j < count_in(skin, "joints"); ++j) {
            const int joint = skin.member("joints")[j].integer();
            if (is_index(joint, count)) {
                joints[static_cast<std::size_t>(joint)] = true;
            }
        }
    }
    return joints;
}

// The nearest bone above the node; -1: none. Nodes in a circle, which are invalid, end the search.
int bone_above(int node, const std::vector<int>& parents, const std::vector<int>& bone_of) {
    int above = parents[static_cast<std::size_t>(node)];
    for (std::size_t step = 0; above >= 0 && step < parents.size(); ++step) {
        if (bone_of[static_cast<std::size_t>(above)] >= 0) {
            return bone_of[static_cast<std::size_t>(above)];
        }
        above = parents[static_cast<std::size_t>(above)];
    }
    return -1;
}

Skeleton bones_in_gltf(const JsonNode& root) {
    const std::size_t count = count_in(root, "nodes");
    Skeleton skeleton;
    if (count > bones_max) {
        return skeleton;
    }
    const std::vector<int> parents = parents_of_nodes(root, count);
    const std::vector<bool> joints = are_joints(root, count);
    std::vector<int> bone_of(count, -1);
    for (std::size_t n = 0; n < count; ++n) {
        if (joints[n]) {
            bone_of[n] = skeleton.bone_count();
            const JsonNode node = root.member("nodes")[n];
            skeleton.bones.emplace_back().name = node.has("name") ? node.member("name").text() : "";
        }
    }
    for (std::size_t n = 0; n < count; ++n) {
        if (bone_of[n] >= 0) {
            skeleton.bones[static_cast<std::size_t>(bone_of[n])].parent =
                bone_above(static_cast<int>(n), parents, bone_of);
        }
    }
    return skeleton;
}

std::optional<Skeleton> bones_of_capture(const Path& path, std::uintmax_t bytes_max) {
    const auto size = regular_file_size(path);
    if (!size || *size > bytes_max) {
        return std::nullopt;
    }
    auto read = read_bvh(path);
    return read ? std::optional(std::move(read).value().skeleton) : std::nullopt;
}

// nullopt: the document has a fault, or more bones than are compared.
std::optional<Skeleton> sound(Skeleton skeleton, const JsonDocument& document) {
    if (document.fault() || skeleton.bones.size() > bones_max || fault_in(skeleton)) {
        return std::nullopt;
    }
    return skeleton;
}

bool has_only_animations(const JsonNode& root) {
    return count_in(root, "meshes") == 0 && count_in(root, "animations") > 0;
}

std::optional<Skeleton> bones_unless_motion(const JsonDocument& document) {
    return has_only_animations(document.root()) ? std::nullopt : sound(bones_in_gltf(document.root()), document);
}

} // namespace

std::optional<Skeleton> bones_of_file(const Path& path, std::uintmax_t bytes_max) {
    if (is_bvh_file(path)) {
        return bones_of_capture(path, bytes_max);
    }
    const bool is_gltf = is_gltf_file(path);
    if (!is_gltf && path.extension() != ".json") {
        return std::nullopt;
    }
    const auto document = document_of(path, bytes_max);
    if (!document) {
        return std::nullopt;
    }
    return sound(is_gltf ? bones_in_gltf(document->root()) : bones_in_json(document->root()), *document);
}

std::optional<Skeleton> bones_of_character(const Path& path, std::uintmax_t bytes_max) {
    const auto document = is_gltf_file(path) ? document_of(path, bytes_max) : std::nullopt;
    return document ? bones_unless_motion(*document) : std::nullopt;
}

std::optional<Skeleton> bones_of_converted_character(const Path& path, double seconds_max, Progress* progress) {
    ConversionLimits limits;
    limits.seconds = seconds_max;
    const auto conversion = converted(path, limits, converter_program(), progress);
    if (!conversion) {
        return std::nullopt;
    }
    const std::string& glb = conversion.value().glb;
    const std::size_t size = json_size_in_glb(glb, glb.size(), limits.bytes);
    const auto document =
        JsonDocument::parsed(std::string_view(glb).substr(std::min(glb_header_size, glb.size()), size), path.string());
    return document ? bones_unless_motion(document.value()) : std::nullopt;
}

std::optional<Skeleton> bones_of_gltf_motion(const Path& path, std::uintmax_t bytes_max) {
    const auto document = is_gltf_file(path) ? document_of(path, bytes_max) : std::nullopt;
    if (!document || !has_only_animations(document->root()) || document->fault()) {
        return std::nullopt;
    }
    return sound(bones_in_gltf(document->root()), *document).value_or(Skeleton());
}

bool names_bones_of(const Skeleton& clip, const Skeleton& rig) {
    if (rig.bones.empty()) {
        return false;
    }
    const bool all_named = std::ranges::all_of(
        rig.bones, [&](const Bone& bone) { return std::ranges::count(clip.bones, bone.name, &Bone::name) == 1; });
    const bool by_order = are_nameless(clip) || are_nameless(rig);
    return all_named || (by_order && clip.bone_count() == rig.bone_count());
}

} // namespace limber::app
