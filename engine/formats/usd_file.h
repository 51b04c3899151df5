// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/baked_motion.h"

#include <filesystem>

namespace limber {

/// Universal Scene Description as text: a Mesh a surface below one Xform, with its positions, normals and extent
/// sampled at each frame, counted from 1, and the places of its pictures, but not these. y is up, the unit is the
/// metre. Fails with bad_input when the file cannot be written, and with cancelled.
Result<Done> write_usda(const BakedMotion& motion, const std::filesystem::path& path, Progress* progress = nullptr);

} // namespace limber
