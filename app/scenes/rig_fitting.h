// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <optional>
#include <string>
#include <vector>

/// Whether a rig of another file fits a character, and which clips it can play, before it takes the place of the rig
/// that the character has.
namespace limber::app {

struct RigFit {
    std::vector<std::string> bones;
    std::vector<std::optional<Error>> faults;     // of the clips, one each; nullopt: the rig can play it
    std::vector<std::filesystem::path> own_clips; // animations in the file of the rig that are not among the clips
};

/// Reads the rig and the clips of `wanted`, a description with the mesh that `built` was built from. Fails with
/// bad_input if the rig does not belong to that mesh, and with cancelled.
Result<RigFit> fit_rig(const Character& built, const ModelDescription& wanted, Progress* progress = nullptr);

} // namespace limber::app
