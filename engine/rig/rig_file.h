// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"
#include "engine/rig/rig_draft.h"

#include <filesystem>
#include <span>
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
/// A rig may have targets of a blendshape: displacements [m] of the vertices that a target moves, as a list of
/// [vertex, x, y, z], and the bone that the target turns with (0, if missing). Without "bones" and "weights", one bone
/// carries the whole body. With "surface", weights and offsets belong to the vertices of that surface, and are carried
/// to the tets by a harmonic extension:
///
///      "targets": [{"name": "smile", "bone": 0, "offsets": [[17, 0, 0.01, 0.002], [18, 0, 0.012, 0.002]]}],
///      "surface": {"vertices": [[0, 0, 0], ...], "triangles": [[0, 1, 2], ...]}
///
/// Limber's clip format, with one matrix from bone space to the world for each frame and bone:
///
///     {"format": "limber-clip", "version": 1, "name": "swim", "frame_rate": 30, "looping": true,
///      "bones": ["spine"], "keys": [[[[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]]],
///      "targets": ["smile"], "target_weights": [[0.5]]}
///
/// "targets" and "target_weights", one row a frame, are optional; targets that are not named have weight zero. Without
/// "bones" and "keys", the bones rest. Bones go by name. Their order counts only where all those of the clip, or all
/// those of the rig, have no name, or the name that a rig in the research format gives them ("bone 3"), and with a
/// warning.
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
/// Also for a clip whose bones have other names than the rig's.
Result<Repaired<Clip>> read_clip(const std::filesystem::path& path, const Skeleton& skeleton,
                                 std::span<const Target> targets = {});
Result<Repaired<Clip>> parse_clip(std::string_view json, std::string_view where, const Skeleton& skeleton,
                                  std::span<const Target> targets = {});

Result<Done> write_rig(const Rig& rig, const std::filesystem::path& path);
Result<Done> write_clip(const Clip& clip, const Skeleton& skeleton, const std::filesystem::path& path,
                        std::span<const Target> targets = {});

/// n x c: transfers values on a surface to a tet mesh that fills it: interpolated at the closest surface point on the
/// boundary, extended harmonically to the interior. Fails with bad_input where the surface is `checked` and is not the
/// shape of the mesh.
Result<Matrix> transferred_field(const SurfaceMesh& surface, const Matrix& values, const TetMesh& mesh,
                                 SurfaceFit fit = SurfaceFit::checked);

/// Weights, n x b, of which none is negative and rows sum to one.
Matrix convex_weights(Matrix W);

/// Transfers weights: the field, made convex.
Result<Matrix> transferred_weights(const SurfaceMesh& surface, const Matrix& surface_weights, const TetMesh& mesh);

} // namespace limber
