// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace limber::app {

/// Tells a file that was written again from the one that was read.
struct FileStamp {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const FileStamp&) const = default;
};

/// nullopt: there is no such file.
inline std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
    std::error_code trouble;
    FileStamp stamp{std::filesystem::last_write_time(path, trouble), 0};
    if (trouble) {
        return std::nullopt;
    }
    stamp.size = std::filesystem::file_size(path, trouble);
    return trouble ? std::nullopt : std::optional(stamp);
}

} // namespace limber::app
