// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

/// FBX and Collada as glTF, made by another program, `limber_convert` (converter/main.cpp), which is the only one that
/// uses assimp. Such files are large formats with old readers: one that crashes, does not end or takes all memory is
/// one sentence here.
namespace limber::app {

struct Conversion {
    std::string glb; // not yet valid: the reader of glTF checks it
    std::vector<std::string> warnings;
};

struct ConversionLimits {
    double seconds = 120.0;
    std::size_t megabytes = 4096;              // of the program's memory
    std::size_t bytes = std::size_t{1} << 30U; // of what it writes
};

/// True for .fbx and .dae.
bool is_convertible(const std::filesystem::path& file);

/// Beside this program, or where it was built; empty: there is none.
std::filesystem::path converter_program();

/// Fails with bad_input: no such file, no converter, refused by it, crashed, over a limit; and with cancelled, once the
/// program is ended.
Result<Conversion> converted(const std::filesystem::path& file, const ConversionLimits& limits = {},
                             const std::filesystem::path& program = converter_program(), Progress* progress = nullptr);

} // namespace limber::app
