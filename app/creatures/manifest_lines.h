// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The lines of a MANIFEST (app/creatures/makers/manifest.h).
namespace limber::app {

struct ManifestLine {
    std::filesystem::path path; // relative, and below the manifest's folder
    std::string hash;           // 16 hexadecimal digits
    bool operator==(const ManifestLine&) const = default;
};

/// Returns nullopt when a line has no hash, or a path that is absolute or leads out of the folder.
std::optional<std::vector<ManifestLine>> manifest_lines(std::string_view manifest);

} // namespace limber::app
