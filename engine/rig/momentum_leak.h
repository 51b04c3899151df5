#pragma once

#include "engine/mesh/tet_mesh.h"

#include <string>
#include <vector>

/// The momentum-leak field D (FCD section 8.1): 0 where the rig's momentum leaks freely into the
/// secondary motion, 1 where none does. By default the surface leaks and the inside does not: the
/// surface is diffused inwards, (M + depth^2 L) s = M 1_surface, and D = 1 - s, normalised to [0,1].
namespace limber {

struct MomentumLeakOptions {
    double depth = 0.1; // how far the surface reaches inwards, as a share of the bounding box's diagonal; > 0
};

/// n values in [0,1]. Where a mesh is all surface, D is 1 everywhere and a warning says so.
Repaired<Vector> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options);

} // namespace limber
