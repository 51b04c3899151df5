// SPDX-License-Identifier: MIT
#include "app/document/scene_paths.h"

#include <algorithm>
#include <system_error>

namespace limber::app {

std::filesystem::path resolved(const std::string& text, const std::filesystem::path& folder) {
    std::error_code trouble;
    return text.empty() ? std::filesystem::path()
                        : std::filesystem::absolute(folder / text, trouble).lexically_normal();
}

std::string relative_text(const std::filesystem::path& path, const std::filesystem::path& folder) {
    if (path.empty()) {
        return {};
    }
    std::error_code trouble;
    const std::filesystem::path from = std::filesystem::absolute(folder, trouble).lexically_normal();
    return std::filesystem::absolute(path, trouble).lexically_normal().lexically_proximate(from).generic_string();
}

std::filesystem::path absolute_path(const std::filesystem::path& path) {
    std::error_code trouble; // the overload without it throws on an empty path and on a deleted folder
    const std::filesystem::path absolute = std::filesystem::absolute(path, trouble).lexically_normal();
    return trouble ? path : absolute;
}

std::vector<std::filesystem::path> json_files_in(const std::filesystem::path& folder) {
    return json_entries_in(folder).regular;
}

JsonFiles json_entries_in(const std::filesystem::path& folder) {
    JsonFiles files;
    std::error_code trouble;
    // An explicit loop, because a range-based loop throws if an increment fails.
    for (std::filesystem::directory_iterator entry(folder, trouble), end; !trouble && entry != end;
         entry.increment(trouble)) {
        std::error_code vanished;
        if (entry->path().extension() == ".json") {
            (entry->is_regular_file(vanished) ? files.regular : files.others).push_back(entry->path());
        }
    }
    std::sort(files.regular.begin(), files.regular.end());
    std::sort(files.others.begin(), files.others.end());
    return files;
}

} // namespace limber::app
