#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>
#include <string>
#include <vector>

/// The momentum-leak field D (FCD section 8.1): 0 where the rig's momentum leaks freely into the
/// secondary motion, 1 where none does. By default the surface leaks and the inside does not: the
/// surface is diffused inwards,
///
///     (M + depth^2 L) s = M 1_surface,    D = 1 - s, normalised to [0,1]
///
///     M   n      a quarter of the volume around every vertex [m^3]
///     L   n x n  the Laplacian with coefficient one [m]
///
/// which does not depend on the unit of length.
namespace limber {

struct MomentumLeakOptions {
    double depth = 0.1; // how far the surface reaches inwards, as a share of the body's size (of its diameter); > 0
};

/// A depth that is not positive and finite.
std::optional<Error> fault_in(const MomentumLeakOptions& options);

/// n values in [0,1]; the options must have no fault. Where a mesh is all surface, D is 1 everywhere
/// and a warning says so.
Repaired<Vector> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options);

} // namespace limber
