#pragma once

#include "app/recording/controls_file.h"
#include "engine/core/file_bytes.h"

#include <filesystem>

namespace limber::testing {

/// Fails as parse_controls, or if the file cannot be read.
inline Result<Repaired<app::Recording>> read_controls(const std::filesystem::path& path,
                                                      const app::Character& character, const app::LiveControls& start) {
    const auto text = file_bytes(path);
    return text ? app::parse_controls(text.value(), path.string(), character, start) : text.error();
}

} // namespace limber::testing
