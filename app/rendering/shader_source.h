#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace limber::app {

/// A shader's text with its includes in place. Files are numbered in the order in which they were met, and
/// `#line` directives carry these numbers, so that a compiler's message can be led back to the file.
struct ShaderSource {
    std::string text;
    std::vector<std::filesystem::path> files;
};

/// Fails with bad_input when the file, or a file that it includes, cannot be read.
Result<ShaderSource> read_shader(const std::filesystem::path& folder, const std::string& file);

/// Rewrites the file numbers at the start of a compiler's messages, "2(14)" (NVIDIA), "2:14(3)" (Mesa) or "ERROR: 2:14"
/// (Apple, Intel), to FILE:LINE. The first such place is the error's `where`.
Error compiler_error(const ShaderSource& source, const std::string& log);

} // namespace limber::app
