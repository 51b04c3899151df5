// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/core/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Which bone of a rig follows which joint of a clip, where their names do not say it:
///
///     {"Bip01_J04": "thigh_bone.L",
///      "Bip01_J05": "shin_bone.L"}
///
/// Joints that are not named there are matched by their names.
namespace limber::app {

struct JointPair {
    std::string joint; // of the clip
    std::string bone;  // of the rig
};

/// `where`: the file, for errors. Fails with bad_input: not JSON (line and column), not an object of texts, a joint or
/// a bone that is named twice.
Result<std::vector<JointPair>> parse_joint_map(std::string_view bytes, std::string_view where);
/// Reads the file. Fails with bad_input also where it cannot be read.
Result<std::vector<JointPair>> read_joint_map(const std::filesystem::path& path);

/// NAME.map.json beside the clip NAME.bvh or NAME.glb#2, whether it exists or not.
std::filesystem::path joint_map_beside(const std::filesystem::path& clip);

/// The file for a clip of the model: the one that is named for it, or the one beside it if it exists; empty: none.
std::filesystem::path joint_map_of(const ModelDescription& model, const std::filesystem::path& clip);

} // namespace limber::app
