// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/waveform.h"
#include "engine/core/json_document.h"

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The gaits of a character by name, in the order of their addition, each with the drive command that plays it. In a
/// scene file, among the muscles (muscle_description.h):
///
///     "gaits": [{"name": "Forward", "role": "forward", "gait": "../gaits/gecko.json"},
///               {"name": "Left", "role": "left", "gait": {"format": "limber-gait", ...}}]
namespace limber::app {

/// The drive command of a gait. A gait with `none` is selected by its name only.
enum class GaitRole { none, forward, left, right, back, jump };
inline constexpr std::array driven_roles{GaitRole::forward, GaitRole::left, GaitRole::right, GaitRole::back,
                                         GaitRole::jump};

/// The name in files: "forward", "none".
std::string name_of(GaitRole role);
GaitRole role_in(const JsonNode& node);
/// The name in the user interface: "Forward".
std::string title_of(GaitRole role);

struct NamedGait {
    std::string name;
    GaitRole role = GaitRole::none;
    Gait gait;
    std::filesystem::path file = {}; // path of the gait's file; empty: the scene contains the gait

    /// A gait that is named by a file is compared by its path, because it may not be loaded yet.
    bool operator==(const NamedGait& other) const {
        return name == other.name && role == other.role && file == other.file && (!file.empty() || gait == other.gait);
    }
};

class GaitLibrary {
public:
    bool operator==(const GaitLibrary&) const = default;

    const std::vector<NamedGait>& gaits() const {
        return gaits_;
    }
    bool is_empty() const {
        return gaits_.empty();
    }
    /// Null if there is none.
    const NamedGait* called(std::string_view name) const;
    const NamedGait* playing(GaitRole role) const;

    /// Replaces the gait of the same name; the role is removed from any other gait that had it.
    void keep(NamedGait gait);
    void remove(std::string_view name);
    /// Returns false and does nothing if the new name is empty or already used.
    bool rename(std::string_view name, const std::string& to);
    void assign_role(std::string_view name, GaitRole role);
    /// The name, with a number if it is already used.
    std::string free_name(const std::string& command) const;

    /// Reads the gaits that are given by files. Fails with bad_input like read_gait.
    Result<Done> load();

private:
    NamedGait* find(std::string_view name);

    std::vector<NamedGait> gaits_;
};

void read_library(const JsonNode& list, const std::filesystem::path& folder, GaitLibrary& library);
Json library_json(const GaitLibrary& library, const std::filesystem::path& folder);

} // namespace limber::app
