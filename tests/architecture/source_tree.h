// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace limber::testing {

inline std::filesystem::path source_dir() {
    return LIMBER_SOURCE_DIR;
}

/// Every regular file below a folder of the source tree with one of the extensions, without the examples, which are
/// programs of their own.
inline std::vector<std::filesystem::path> files_below(const std::string& folder,
                                                      const std::vector<std::string>& extensions) {
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_dir() / folder)) {
        for (const auto& extension : extensions) {
            if (entry.is_regular_file() && entry.path().extension() == extension &&
                entry.path().parent_path().filename() != "examples") {
                found.push_back(entry.path());
            }
        }
    }
    return found;
}

inline std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

} // namespace limber::testing
