// SPDX-License-Identifier: MIT
#include "app/document/material_file.h"

#include "app/document/character_description.h"
#include "app/platform_paths/state_folder.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"
#include "engine/core/json_file.h"
#include "engine/core/member_reader.h"
#include "engine/core/utf8.h"

#include <algorithm>
#include <functional>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

bool is_material_name(const std::string& name) {
    return !name.empty() && letter_count(name) <= material_name_max &&
           std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) >= ' '; });
}

void read_number(MemberReader& members, const char* name, Range range, double& value) {
    if (members.read(name, value) && !range.holds(value)) {
        members.object().member(name).refuse("is out of range");
    }
}

UserMaterial user_material(const JsonNode& node, const std::vector<UserMaterial>& before) {
    UserMaterial material;
    MemberReader members(node);
    members.read("name", material.name);
    read_number(members, "young", young_range, material.young);
    read_number(members, "density", density_range, material.density);
    read_number(members, "damping", damping_range, material.damping);
    if (!is_material_name(material.name)) {
        node.refuse("must have a \"name\" of at most " + std::to_string(material_name_max) + " letters");
    } else if (std::ranges::find(before, material.name, &UserMaterial::name) != before.end()) {
        node.refuse("has the name of an earlier one");
    }
    return material;
}

Result<std::vector<UserMaterial>> changed_list(const fs::path& path,
                                               const std::function<void(std::vector<UserMaterial>&)>& change) {
    if (path.empty()) {
        return Error{ErrorKind::bad_input, "the system has no folder for what a program keeps: set HOME", {}};
    }
    auto read = read_user_materials(path);
    if (!read) {
        return read;
    }
    std::vector<UserMaterial> materials = std::move(read).value();
    change(materials);
    std::error_code ignored; // write_json_file says why it cannot be written
    fs::create_directories(path.parent_path(), ignored);
    const auto written =
        write_json_file(path, user_materials_json(materials), [&](std::string_view text) -> std::optional<Error> {
            const auto again = parse_user_materials(text, path.string());
            return again ? std::nullopt : std::optional(again.error());
        });
    return written ? Result<std::vector<UserMaterial>>(std::move(materials)) : written.error();
}

} // namespace

fs::path user_materials_path() {
    const auto folder = state_folder();
    return folder ? *folder / "materials.json" : fs::path();
}

Result<std::vector<UserMaterial>> parse_user_materials(std::string_view json, std::string_view where) {
    const auto document = JsonDocument::parsed(json, where);
    if (!document) {
        return document.error();
    }
    std::vector<UserMaterial> materials;
    {
        MemberReader members(document.value().root());
        members.expect_format("limber-materials");
        read_list(members, "materials", [&](const JsonNode& node) {
            if (materials.size() >= user_materials_max) {
                node.refuse("is one too many: at most " + std::to_string(user_materials_max) + " are kept");
            } else if (node.is_sound()) {
                materials.push_back(user_material(node, materials));
            }
        });
    }
    if (document.value().fault()) {
        return *document.value().fault();
    }
    return materials;
}

Result<std::vector<UserMaterial>> read_user_materials(const fs::path& path) {
    std::error_code trouble;
    if (path.empty() || !fs::exists(path, trouble)) {
        return std::vector<UserMaterial>{};
    }
    const auto bytes = file_bytes(path);
    return bytes ? parse_user_materials(bytes.value(), path.string()) : bytes.error();
}

std::string user_materials_json(const std::vector<UserMaterial>& materials) {
    Json::array_t list;
    for (const UserMaterial& material : materials) {
        list.emplace_back(Json::object_t{{"name", material.name},
                                         {"young", material.young},
                                         {"density", material.density},
                                         {"damping", material.damping}});
    }
    return to_text(Json::object_t{{"format", "limber-materials"}, {"version", 1}, {"materials", list}});
}

Result<std::vector<UserMaterial>> save_user_material(const fs::path& path, const UserMaterial& material) {
    return changed_list(path, [&](std::vector<UserMaterial>& materials) {
        const auto same = std::ranges::find(materials, material.name, &UserMaterial::name);
        if (same != materials.end()) {
            *same = material;
        } else {
            materials.push_back(material);
        }
    });
}

Result<std::vector<UserMaterial>> remove_user_material(const fs::path& path, const std::string& name) {
    return changed_list(path, [&](std::vector<UserMaterial>& materials) {
        std::erase_if(materials, [&](const UserMaterial& one) { return one.name == name; });
    });
}

} // namespace limber::app
