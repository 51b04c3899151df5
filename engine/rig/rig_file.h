#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <filesystem>
#include <string_view>

/// Rigs and clips as files.
///
/// Our own rig JSON: {"format": "limber-rig", "version": 1, "bones": [{"name", "parent", "rest": 3x4, "length"}],
/// "weights": n x b on the tet mesh's vertices}. Our own clip JSON: {"format": "limber-clip", "version": 1,
/// "name", "frame_rate", "looping", "bones": [names], "keys": frames x b x 3x4 world matrices}.
/// The field's rig.json ("rig_type", V, F, W, p0, pI, lengths) and clip ({"P": frames x b x 3x4 or 4x4}).
/// A surface rig's weights are carried into the tets by a harmonic extension. Repaired with a warning: rows that do not
/// sum to one, parents that do not exist, scaled rest matrices, a first frame that is not the rest pose.
namespace limber {

/// Fails with bad_input: not JSON (line and column), missing or ill-shaped members, not finite, a rig for
/// another mesh.
Result<Repaired<Rig>> read_rig(const std::filesystem::path& path, const TetMesh& mesh);
Result<Repaired<Rig>> parse_rig(std::string_view json, std::string_view where, const TetMesh& mesh);
Result<Repaired<Clip>> read_clip(const std::filesystem::path& path, const Skeleton& skeleton);
Result<Repaired<Clip>> parse_clip(std::string_view json, std::string_view where, const Skeleton& skeleton);

Result<Done> write_rig(const Rig& rig, const std::filesystem::path& path);
Result<Done> write_clip(const Clip& clip, const Skeleton& skeleton, const std::filesystem::path& path);

/// n x b: weights that live on a surface, carried to a tet mesh that fills it: interpolated at the
/// closest surface point on the boundary, extended harmonically inside, rows summing to one.
Result<Matrix> carried_weights(const SurfaceMesh& surface, const Matrix& surface_weights, const TetMesh& mesh);

} // namespace limber
