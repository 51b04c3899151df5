#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace limber::app {

/// What keeps a recording of one character from being read again: damage, a number that is not finite, or its scene.
/// Of its events, which only a built character can judge, the numbers are looked at and nothing else.
std::optional<Error> fault_in_recording(std::string_view json, std::string_view where,
                                        const std::filesystem::path& folder);

} // namespace limber::app
