// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/clip.h"
#include "engine/rig/rig.h"

#include <functional>
#include <optional>

/// Rigs and clips as read from a file, of the right shape and finite but not yet valid, and their repair. Every
/// repair fault becomes one warning.
namespace limber {

/// The points that a draft's weights belong to.
enum class WeightDomain {
    mesh,    // the tet mesh's vertices, in their order
    surface, // the vertices V of the triangles F
    volume,  // the vertices V of tets with boundary F: the tet mesh itself, or another one of the same shape
};

/// Whether a draft's surface is compared with the mesh before its values are carried over.
enum class SurfaceFit {
    checked, // it may belong to another body, which is refused
    known,   // the mesh was filled from it; parts of the surface may lie far from all tets
};

struct RigDraft {
    Skeleton skeleton; // parents may be missing, rest matrices scaled
    Matrix W;          // rows may sum to anything
    WeightDomain domain = WeightDomain::mesh;
    SurfaceMesh surface;         // for surface and volume
    std::vector<Target> targets; // displacements of the same points
    SurfaceFit fit = SurfaceFit::checked;
    /// Targets that the bones and the others make on the mesh, and those that no tet shows, are valid: on the surface
    /// they may be shapes of their own.
    bool may_have_dependent_targets = false;
};

/// Carries values on a surface to the vertices of a tet mesh; computes what transferred_field (rig_file.h) does.
using FieldTransfer = std::function<Result<Matrix>(const SurfaceMesh& surface, const Matrix& values,
                                                   const TetMesh& mesh, SurfaceFit fit)>;

/// Fails with bad_input: a rig for another mesh, a cycle of parents, singular rest matrices, dependent targets.
/// `transfer`: empty, or one that keeps its results.
Result<Repaired<Rig>> repair(RigDraft draft, const TetMesh& mesh, const std::string& where,
                             const FieldTransfer& transfer = {});

/// The draft's own points with its repaired weights and its targets. Preconditions: `repaired` is the draft's repair on
/// some mesh, moved or not, which keeps all targets; the draft's weights belong to its surface.
Rig at_own_points(RigDraft draft, const Rig& repaired);

/// Returns an error for a matrix that moves a bone farther than 1e9 units of the file along an axis or stretches it
/// more than 1e6 times, and for a target's weight beyond 1e6: no motion is so large, and what is computed from it
/// overflows.
std::optional<Error> fault_in_extent(const Clip& clip);

/// Removes the file's scale from the matrices. Fails with bad_input: no frames, another number of bones.
Result<Repaired<Clip>> repair(Clip clip, const Skeleton& skeleton, const std::string& where);

/// Clips in the research format do not say whether they loop. A clip that ends on its first frame loops, without that
/// frame; one that ends about one frame before its start loops; any other does not. Warns when the clip does not start
/// at rest.
void detect_looping(Repaired<Clip>& clip, const Skeleton& skeleton);

} // namespace limber
