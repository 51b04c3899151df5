// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Paths inside a scene are relative to its folder, and absolute once it was read.
namespace limber::app {

/// Empty stays empty.
std::filesystem::path resolved(const std::string& text, const std::filesystem::path& folder);
std::string relative_text(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Of a path of the command line, which starts at the current folder. Unchanged if that folder was deleted.
std::filesystem::path absolute_path(const std::filesystem::path& path);

/// The JSON files in a folder, sorted by name; empty if it cannot be read.
std::vector<std::filesystem::path> json_files_in(const std::filesystem::path& folder);

/// What is named .json in a folder, sorted by name.
struct JsonFiles {
    std::vector<std::filesystem::path> regular; // json_files_in
    std::vector<std::filesystem::path> others;  // folders, pipes, devices and links that lead nowhere
};
JsonFiles json_entries_in(const std::filesystem::path& folder);

} // namespace limber::app
