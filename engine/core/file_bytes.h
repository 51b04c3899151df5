// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Reads and writes whole files as bytes, so that every parser is a function of bytes alone.
namespace limber {

/// The size of a regular file; nullopt for anything else.
std::optional<std::uintmax_t> regular_file_size(const std::filesystem::path& path);

/// Fails with bad_input when the file is missing or cannot be read, and immediately when it is not a regular file: a
/// folder, a pipe (also behind /dev/stdin) or a device, which might block or never end.
Result<std::string> file_bytes(const std::filesystem::path& path);
/// Replaces the file atomically (file_replacement.h): a full disk leaves the old file unchanged. Fails with bad_input
/// when the file cannot be written. `on_disk` as in file_replacement.h.
Result<Done> write_file(const std::filesystem::path& path, std::string_view bytes, bool on_disk = true);

} // namespace limber
