// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace limber {

/// Whether a file that starts like this is a binary one.
bool is_binary_gltf(std::string_view start);

/// The whole number in four bytes of a binary file, from the byte `at`. Little-endian in the file, whatever the machine
/// (glTF 2.0 specification, 4.4.1). 0: the bytes end before.
std::uint32_t number_in_binary_gltf(std::string_view bytes, std::size_t at);

/// As many bytes of a file as fault_in_gltf_start() looks at.
inline constexpr std::size_t gltf_start_bytes = 256;

/// Why a file of `size` bytes that starts like this is no whole glTF file: a binary one starts with "glTF", its version
/// and its length, any other is a JSON object. nullopt: it may be one. (glTF 2.0 specification, 4.4.2)
std::optional<std::string> fault_in_gltf_start(std::string_view start, std::uintmax_t size);

} // namespace limber
