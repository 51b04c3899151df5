// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/baked_motion.h"

#include <filesystem>
#include <vector>

namespace limber {

/// The surface at rest as Wavefront .obj, with normals, with places on pictures if it has pictures, with colours
/// after the positions if there are some, and with the names of its materials (usemtl), which no .mtl describes, and
/// of the objects of its file (g).
Result<Done> write_rest_obj(const BakedSurface& surface, const std::filesystem::path& path);

/// One .obj a frame, every surface as an object in each. `files` has a name for each frame.
Result<Done> write_obj_sequence(const BakedMotion& motion, const std::vector<std::filesystem::path>& files,
                                Progress* progress);

} // namespace limber
