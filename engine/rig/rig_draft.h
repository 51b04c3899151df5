#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <optional>

/// Rigs and clips as they stand in a file, of the right shape and finite but not yet sound, and
/// what makes them sound. Every mended fault becomes one warning.
namespace limber {

/// Which points a draft's weights belong to.
enum class WeightHome {
    mesh,    // the tet mesh's vertices, in their order
    surface, // the vertices V of the triangles F
    volume,  // the vertices V of tets whose boundary is F: the tet mesh itself, or another one of the same shape
};

struct RigDraft {
    Skeleton skeleton; // parents may be missing, rest matrices scaled
    Matrix W;          // rows sum to anything
    WeightHome home = WeightHome::mesh;
    SurfaceMesh surface; // of surface and volume
};

/// Fails with bad_input: a rig for another mesh, a circle of parents, singular rest matrices.
Result<Repaired<Rig>> mended(RigDraft draft, const TetMesh& mesh, const std::string& where);

/// Takes the file's scale out of the matrices. Fails with bad_input: no frames, another number of bones.
Result<Repaired<Clip>> mended(Clip clip, const Skeleton& skeleton, const std::string& where);

/// The field's clips do not say whether they loop. One that ends on its first frame does, without that
/// frame; one that ends about one frame away from its start does; any other does not.
/// Warns when the clip does not start at rest.
void settle_looping_and_start(Repaired<Clip>& clip, const Skeleton& skeleton);

} // namespace limber
