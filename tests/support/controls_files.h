// SPDX-License-Identifier: MIT
#pragma once

#include "app/recording/controls_file.h"
#include "app/recording/recorded_bits.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json.h"

#include <filesystem>
#include <string>

/// Files of the controls of one character.
namespace limber::testing {

/// Fails as parse_controls, or if the file cannot be read.
inline Result<Repaired<app::Recording>> read_controls(const std::filesystem::path& path,
                                                      const app::Character& character, const app::LiveControls& start) {
    const auto text = file_bytes(path);
    return text ? app::parse_controls(text.value(), path.string(), character, start) : text.error();
}

/// Without a scene, `folder` is not used.
inline std::string controls_json(const app::Recording& recording, const app::LiveControls& start,
                                 const app::CharacterDescription* scene = nullptr,
                                 const std::filesystem::path& folder = {}) {
    return app::text_with_checksum(app::controls_value(recording, start, scene, folder));
}

} // namespace limber::testing
