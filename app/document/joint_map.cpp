// SPDX-License-Identifier: MIT
#include "app/document/joint_map.h"

#include "app/imports/imported_character.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"

#include <algorithm>
#include <system_error>

namespace limber::app {
namespace {

// The first name that two pairs have.
std::optional<std::string> repeated(const std::vector<JointPair>& pairs, std::string JointPair::*name) {
    std::vector<std::string> names;
    std::ranges::transform(pairs, std::back_inserter(names), [name](const JointPair& pair) { return pair.*name; });
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    return twice == names.end() ? std::nullopt : std::optional(*twice);
}

std::optional<Error> fault_in(const std::vector<JointPair>& pairs, std::string_view where) {
    if (const auto joint = repeated(pairs, &JointPair::joint)) {
        return Error{ErrorKind::bad_input, "names the joint \"" + *joint + "\" twice; name it once",
                     std::string(where)};
    }
    if (const auto bone = repeated(pairs, &JointPair::bone)) {
        return Error{ErrorKind::bad_input, "lets the bone \"" + *bone + "\" follow two joints; give it one",
                     std::string(where)};
    }
    return std::nullopt;
}

} // namespace

Result<std::vector<JointPair>> parse_joint_map(std::string_view bytes, std::string_view where) {
    const auto document = JsonDocument::parsed(bytes, where);
    if (!document) {
        return document.error();
    }
    const Json& root = document.value().root().value();
    const Error no_map{ErrorKind::bad_input,
                       "must say which bone follows which joint: {\"joint of the clip\": \"bone of the rig\"}",
                       std::string(where)};
    if (!root.is_object()) {
        return no_map;
    }
    std::vector<JointPair> pairs;
    for (const auto& [joint, bone] : root.get_ref<const Json::object_t&>()) {
        const auto* name = bone.get_ptr<const std::string*>();
        if (!name) {
            return no_map;
        }
        pairs.push_back({joint, *name});
    }
    if (auto fault = fault_in(pairs, where)) {
        return *fault;
    }
    return pairs;
}

Result<std::vector<JointPair>> read_joint_map(const std::filesystem::path& path) {
    const auto bytes = file_bytes(path);
    return bytes ? parse_joint_map(bytes.value(), path.string()) : bytes.error();
}

std::filesystem::path joint_map_beside(const std::filesystem::path& clip) {
    const auto in_character = clip_in_character_file(clip);
    std::filesystem::path beside = in_character ? in_character->file : clip;
    return beside.replace_extension(".map.json");
}

std::filesystem::path joint_map_of(const ModelDescription& model, const std::filesystem::path& clip) {
    const std::filesystem::path named = retargeting_of(model, clip).joints;
    const std::filesystem::path beside = joint_map_beside(clip);
    std::error_code trouble;
    return !named.empty()                                      ? named
           : std::filesystem::is_regular_file(beside, trouble) ? beside
                                                               : std::filesystem::path();
}

} // namespace limber::app
