// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace limber::app {

/// The file and line that a line of a shader's text comes from.
struct ShaderLine {
    std::filesystem::path file;
    int line = 0; // from 1
};

/// A shader's text with its includes expanded, and the origin of each line. (GLSL's `#line` with a file number is not
/// used because Mesa drops the number.)
struct ShaderSource {
    std::string text;
    std::vector<ShaderLine> lines;
};

/// Replaces each line `#include "common/x.glsl"` by that file, once per file. Fails with bad_input when a file cannot
/// be read.
Result<ShaderSource> read_shader(const std::filesystem::path& folder, const std::string& file);

/// Returns the first message of a driver's compiler, "0(14) : error ..." (NVIDIA), "0:14(3): error: ..." (Mesa) or
/// "ERROR: 0:14: ..." (Apple, Intel), with FILE:LINE as its `where`.
Error compiler_error(const ShaderSource& source, const std::string& log);

} // namespace limber::app
