// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <optional>
#include <string>

/// Rigs and clips cannot be opened on their own. This module finds the mesh or the scene that uses them.
namespace limber::app {

struct CompanionFile {
    std::string kind;               // "rig", "clip"
    std::filesystem::path opens_by; // the mesh or scene to open instead; empty: unknown
    std::size_t others = 0;         // number of further such files
    bool comes_along = true;        // opening them uses it; else it is added to the open character
};

/// The rig beside a mesh: a rig file named after the mesh, or rig.json; empty if there is none.
std::filesystem::path rig_beside(const std::filesystem::path& mesh);

/// Returns nullopt if the file is neither a rig nor a clip.
std::optional<CompanionFile> companion_file(const std::filesystem::path& path);

/// The error for opening such a file: what it is, which file uses it, and what to do.
Error refusal_of(const CompanionFile& companion, const std::filesystem::path& path);

} // namespace limber::app
