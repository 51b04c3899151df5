// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace limber::app {

/// Why a recording of one character cannot be read: damage, a number that is not finite, or an invalid scene. Only the
/// numbers of its events are checked, because all else requires the built character.
std::optional<Error> fault_in_recording(std::string_view json, std::string_view where,
                                        const std::filesystem::path& folder);

} // namespace limber::app
