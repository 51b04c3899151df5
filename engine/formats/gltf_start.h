// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace limber {

/// As many bytes of a file as fault_in_gltf_start() looks at.
inline constexpr std::size_t gltf_start_bytes = 256;

/// Why a file of `size` bytes that starts like this is no whole glTF file: a binary one starts with "glTF", its version
/// and its length, any other is a JSON object. nullopt: it may be one. (glTF 2.0 specification, 4.4.2)
std::optional<std::string> fault_in_gltf_start(std::string_view start, std::uintmax_t size);

} // namespace limber
