// SPDX-License-Identifier: MIT
#include "app/platform_paths/data_folder.h"

#include <cstdlib>
#include <vector>

namespace limber::app {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> candidates() {
    std::vector<fs::path> found;
    if (const char* chosen = std::getenv("LIMBER_DATA_DIR"); chosen != nullptr && *chosen != '\0') {
        found.emplace_back(chosen);
    }
    found.emplace_back(LIMBER_SOURCE_DIR);
    std::error_code none;
    const fs::path program = fs::read_symlink("/proc/self/exe", none);
    if (!none) {
        found.push_back(program.parent_path());
        found.push_back(program.parent_path().parent_path() / "share" / "limber");
    }
    return found;
}

} // namespace

Result<fs::path> data_folder(const std::string& name) {
    std::error_code none;
    for (const fs::path& folder : candidates()) {
        if (fs::is_directory(folder / name, none)) {
            return folder / name;
        }
    }
    return Error{ErrorKind::bad_input,
                 "the program's own folder '" + name + "' is missing; set LIMBER_DATA_DIR to the folder that holds it",
                 candidates().front().string()};
}

} // namespace limber::app
