// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/scene.h"

#include <filesystem>
#include <vector>

/// Gives a model of a scene another rig, or none. Its characters keep their places.
namespace limber::app {

struct RigChange {
    RigKind kind = RigKind::affine_handle;
    std::filesystem::path rig; // where kind is file
    std::vector<int> kept;     // of the model's clips, ascending
    std::vector<std::filesystem::path> more_clips = {};
};

/// Characters whose clip stays play it on; others play the first of `more_clips`, or none. The pose and its keys are
/// reset, because they are of other bones.
void change_rig(Scene& scene, int model, const RigChange& change);

} // namespace limber::app
