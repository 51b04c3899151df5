#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <optional>
#include <string>

/// Rigs and clips are no scenes: the mesh beside them, or the scene that names them, brings them along.
namespace limber::app {

struct CompanionFile {
    std::string kind;               // "rig", "clip"
    std::filesystem::path opens_by; // the mesh or the scene to be opened instead; empty: none is known
    std::size_t others = 0;         // that bring it along, too
};

/// The rig that a mesh brings along: one called after it, or plainly rig.json, beside it; empty where there is none.
std::filesystem::path rig_beside(const std::filesystem::path& mesh);

/// Nullopt where the file is neither a rig nor a clip.
std::optional<CompanionFile> companion_file(const std::filesystem::path& path);

/// The refusal to open that file: what it is, what it belongs to and what to do.
Error refusal_of(const CompanionFile& companion, const std::filesystem::path& path);

} // namespace limber::app
