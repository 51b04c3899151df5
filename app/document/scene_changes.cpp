// SPDX-License-Identifier: MIT
#include "app/document/scene_changes.h"

#include "app/creatures/creatures.h"
#include "app/document/character_file.h"
#include "engine/core/json.h"

#include <algorithm>

namespace limber::app {
namespace {

Json* member_of(Json::object_t& object, const std::string& name) {
    const auto found = std::ranges::find(object, name, [](const auto& member) { return member.first; });
    return found == object.end() ? nullptr : &found->second;
}

// JSON merge patch: lists are replaced as a whole.
void merge(Json& into, const Json& patch) {
    if (!patch.is_object()) {
        into = patch;
        return;
    }
    if (!into.is_object()) {
        into = Json::object();
    }
    auto& object = into.get_ref<Json::object_t&>();
    for (const auto& [name, value] : patch.get_ref<const Json::object_t&>()) {
        if (value.is_null()) {
            object.erase(name);
        } else if (Json* member = member_of(object, name)) {
            merge(*member, value);
        } else {
            merge(object.emplace_back(name, Json()).second, value);
        }
    }
}

Json::object_t difference(const Json::object_t& from, Json::object_t to) {
    Json::object_t patch;
    for (const auto& [name, before] : from) {
        const Json* after = member_of(to, name);
        if (!after) {
            patch.emplace_back(name, Json());
        } else if (before.is_object() && after->is_object()) {
            if (Json::object_t within =
                    difference(before.get_ref<const Json::object_t&>(), after->get_ref<const Json::object_t&>());
                !within.empty()) {
                patch.emplace_back(name, std::move(within));
            }
        } else if (to_line(before) != to_line(*after)) {
            patch.emplace_back(name, *after);
        }
    }
    for (auto& [name, after] : to) {
        const bool is_new =
            std::ranges::none_of(from, [&name = name](const auto& member) { return member.first == name; });
        if (is_new) {
            patch.emplace_back(name, std::move(after));
        }
    }
    return patch;
}

} // namespace

std::filesystem::path folder_of_changes(const std::filesystem::path& scene) {
    return creature_named_by(scene) ? std::filesystem::path("/") : scene.parent_path();
}

std::string changes_between(const CharacterDescription& from, const CharacterDescription& to,
                            const std::filesystem::path& folder) {
    const Json before = scene_value(from, folder);
    const Json after = scene_value(to, folder);
    const Json::object_t patch =
        difference(before.get_ref<const Json::object_t&>(), after.get_ref<const Json::object_t&>());
    return patch.empty() ? "" : to_line(patch);
}

Result<Repaired<CharacterDescription>> changed(const CharacterDescription& scene, const std::string& changes,
                                               std::string_view where, const std::filesystem::path& folder) {
    const auto patch = parse_json(changes, where);
    if (!patch) {
        return patch.error();
    }
    Json json = scene_value(scene, folder);
    merge(json, patch.value());
    return parse_scene(to_text(json), where, folder);
}

} // namespace limber::app
