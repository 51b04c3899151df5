#pragma once

#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// Whole files as bytes in memory, so that every parser is a function of bytes alone.
namespace limber {

/// Of a regular file; none for anything else, and where there is nothing.
std::optional<std::uintmax_t> regular_file_size(const std::filesystem::path& path);

/// Fails with bad_input when the file is missing or cannot be read, and at once when it is not a regular file: a
/// folder, a pipe (also behind /dev/stdin) or a device, which might block or never end.
Result<std::string> file_bytes(const std::filesystem::path& path);
/// Replaces what was there, as a whole or not at all (file_replacement.h): a full disk leaves the old file as it was.
/// Fails with bad_input when the file cannot be written.
Result<Done> write_file(const std::filesystem::path& path, std::string_view bytes);

} // namespace limber
