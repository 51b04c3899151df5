#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Whole files as bytes in memory, so that every parser is a function of bytes alone.
namespace limber {

/// Fails with bad_input when the file is missing, is a folder or cannot be read.
Result<std::string> file_bytes(const std::filesystem::path& path);
/// Replaces what was there, as a whole or not at all (file_replacement.h): a full disk leaves the old file as it was.
/// Fails with bad_input when the file cannot be written.
Result<Done> write_file(const std::filesystem::path& path, std::string_view bytes);

} // namespace limber
