// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

namespace limber::app {

/// The path in an environment variable; nullopt when the variable is unset or empty.
std::optional<std::filesystem::path> path_in_environment(const char* variable);

} // namespace limber::app
