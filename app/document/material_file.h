// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The user's own materials, which are offered below those of material_presets.h. All are in one file:
///
///     {"format": "limber-materials", "version": 1,
///      "materials": [{"name": "Pudding", "young": 8000, "density": 1050, "damping": 0.7}]}    [Pa], [kg/m^3], [1/s]
namespace limber::app {

struct UserMaterial {
    std::string name;
    double young = 1e5;      // [Pa]
    double density = 1000.0; // [kg/m^3]
    double damping = 0.0;    // [1/s]
    bool operator==(const UserMaterial&) const = default;
};

inline constexpr std::size_t user_materials_max = 256;
inline constexpr std::size_t material_name_max = 64; // letters

/// `materials.json` in the state folder (platform_paths/state_folder.h); empty: the system has no such folder.
std::filesystem::path user_materials_path();

/// Fails with bad_input: not JSON, a name that is missing, too long or there twice, a number out of range, too many.
Result<std::vector<UserMaterial>> parse_user_materials(std::string_view json, std::string_view where);
/// The same of a file; no file: no materials.
Result<std::vector<UserMaterial>> read_user_materials(const std::filesystem::path& path);
std::string user_materials_json(const std::vector<UserMaterial>& materials);

/// Reads the file, changes its list and writes it, so that materials that another window has saved stay. A material of
/// the same name is replaced. Returns the new list. Fails as read and as write_file, and leaves the file then.
Result<std::vector<UserMaterial>> save_user_material(const std::filesystem::path& path, const UserMaterial& material);
Result<std::vector<UserMaterial>> remove_user_material(const std::filesystem::path& path, const std::string& name);

} // namespace limber::app
