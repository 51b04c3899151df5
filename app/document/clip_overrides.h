// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Clips of the command line, for all characters of a scene.
namespace limber::app {

struct ClipOverrides {
    std::vector<std::filesystem::path> files; // in place of the scene's, the first one plays; empty: the scene's
    std::filesystem::path joints;             // of all clips, also in place of the bones that the scene chooses
                                              // (joint_map.h); empty: as the scene says
    std::optional<double> stride;             // of all clips, see ClipRetargeting; none: as the scene says
    std::optional<bool> keeps_foot_heights;   // likewise

    bool is_empty() const {
        return files.empty() && joints.empty() && !stride && !keeps_foot_heights;
    }
};

/// Of paths of the command line and one of clip_feet_names or an empty text.
ClipOverrides clip_overrides(std::vector<std::filesystem::path> files, const std::filesystem::path& joints,
                             std::optional<double> stride, const std::string& feet);

/// Clips of the rig itself do not read joints, stride and heights.
void override_clips(ModelDescription& model, const ClipOverrides& overrides);

} // namespace limber::app
