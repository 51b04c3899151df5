// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/baked_motion.h"

#include <filesystem>

/// Point caches: the positions of every frame and nothing else, for a mesh that the reader has. In Blender they are
/// read by the modifier Mesh Cache. Writing fails with bad_input (too many frames or vertices, a file that cannot be
/// written) and with cancelled.
namespace limber {

/// Little-endian: a header of 32 bytes, then the frames as float32 x y z. Frames are numbered from 1.
Result<Done> write_pc2(const BakedSurface& surface, const std::filesystem::path& path, Progress* progress = nullptr);
/// Big-endian: the counts of frames and vertices, the time of each frame [s], then the frames as float32 x y z.
Result<Done> write_mdd(const BakedSurface& surface, double frames_per_second, const std::filesystem::path& path,
                       Progress* progress = nullptr);

} // namespace limber
