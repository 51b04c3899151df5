// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <filesystem>
#include <string_view>

/// Rigs and clips as files, in four JSON formats.
///
/// Limber's rig format. The weights of each vertex of the tet mesh are a list of [bone, weight]; `file_scale` is
/// optional (see Bone):
///
///     {"format": "limber-rig", "version": 1,
///      "bones": [{"name": "spine", "parent": -1, "length": 0.3, "rest": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]}],
///      "weights": [[[0, 0.75], [2, 0.25]], [[0, 1]]]}
///
/// Limber's clip format, with one matrix from bone space to the world for each frame and bone:
///
///     {"format": "limber-clip", "version": 1, "name": "swim", "frame_rate": 30, "looping": true,
///      "bones": ["spine"], "keys": [[[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]]]}
///
/// The research rig format: "p0" b x 3 x 4 (or transposed) rest matrices, "pI" parents, "lengths" (optional), "W" n x b
/// weights on the vertices "V" of the polygons "F" of a surface, or of tets if "rig_type" is "volume". Surface weights
/// are transferred to the tets by a harmonic extension. The research clip format: "P" frames x b x 3 x 4 world
/// matrices, at 60 frames a second.
///
/// Repaired with a warning: rows of weights that do not sum to one, or sum to zero; parents that do not exist; scaled
/// rest matrices; a first frame that is not the rest pose; a clip that does not end where it starts.
namespace limber {

/// Fails with bad_input: not JSON (line and column), missing or malformed members, not finite, a rig for another mesh.
Result<Repaired<Rig>> read_rig(const std::filesystem::path& path, const TetMesh& mesh);
Result<Repaired<Rig>> parse_rig(std::string_view json, std::string_view where, const TetMesh& mesh);
Result<Repaired<Clip>> read_clip(const std::filesystem::path& path, const Skeleton& skeleton);
Result<Repaired<Clip>> parse_clip(std::string_view json, std::string_view where, const Skeleton& skeleton);

Result<Done> write_rig(const Rig& rig, const std::filesystem::path& path);
Result<Done> write_clip(const Clip& clip, const Skeleton& skeleton, const std::filesystem::path& path);

/// n x b: transfers weights on a surface to a tet mesh that fills it: interpolated at the closest surface point on the
/// boundary, extended harmonically to the interior, rows summing to one.
Result<Matrix> transferred_weights(const SurfaceMesh& surface, const Matrix& surface_weights, const TetMesh& mesh);

} // namespace limber
