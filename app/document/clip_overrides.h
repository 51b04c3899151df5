// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <filesystem>
#include <optional>
#include <vector>

/// Clips of the command line, for all characters of a scene.
namespace limber::app {

struct ClipOverrides {
    std::vector<std::filesystem::path> files; // in place of the scene's, the first one plays; empty: the scene's
    std::filesystem::path joints;             // of all clips (joint_map.h); empty: as the scene says
    std::optional<double> stride;             // of all clips, see ClipRetargeting; none: as the scene says

    bool is_empty() const {
        return files.empty() && joints.empty() && !stride;
    }
};

/// Clips of the rig itself do not read joints and stride.
void override_clips(ModelDescription& model, const ClipOverrides& overrides);

} // namespace limber::app
