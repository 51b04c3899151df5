// SPDX-License-Identifier: MIT
#include "app/platform_paths/environment.h"

#include <cstdlib>

namespace limber::app {

std::optional<std::filesystem::path> path_in_environment(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? std::optional<std::filesystem::path>(value) : std::nullopt;
}

} // namespace limber::app
