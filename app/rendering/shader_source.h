#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace limber::app {

/// Where a line of a shader's text was written.
struct ShaderLine {
    std::filesystem::path file;
    int line = 0; // from 1
};

/// A shader's text with its includes in place, and where each of its lines comes from. (`#line` with a
/// file's number would be the language's own way; Mesa forgets the number.)
struct ShaderSource {
    std::string text;
    std::vector<ShaderLine> lines;
};

/// Puts each file that a line `#include "common/x.glsl"` names in place, once. Fails with bad_input when a file
/// cannot be read.
Result<ShaderSource> read_shader(const std::filesystem::path& folder, const std::string& file);

/// The first message of a driver's compiler, "0(14) : error ..." (NVIDIA), "0:14(3): error: ..." (Mesa) or
/// "ERROR: 0:14: ..." (Apple, Intel), with FILE:LINE as its `where`.
Error compiler_error(const ShaderSource& source, const std::string& log);

} // namespace limber::app
