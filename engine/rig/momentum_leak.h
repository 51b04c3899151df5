// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>
#include <string>
#include <vector>

/// The momentum-leak field D (FCD section 8.1): 0 where the rig's momentum leaks freely into the secondary motion, 1
/// where none does. By default the surface leaks and the interior does not: the surface indicator is diffused inwards,
///
///     (M + depth^2 L) s = M 1_surface,    D = 1 - s, normalised to [0,1]
///
///     M   n      a quarter of the volume around every vertex [m^3]
///     L   n x n  the Laplacian with coefficient one [m]
///
/// which is independent of the unit of length. A field of one's own may take the place of the diffused one.
///
/// The amount a interpolates from a rig that keeps all momentum to a body that receives all of it:
///
///     D_a = D^p(a)             a = 0:        p = 0, D_a = 1 everywhere, J' M u = 0, and an accelerated rig
///                                            causes no secondary motion: B' M J = 0
///     p = a / (1 - a)          0 < a < 1/2
///                              a = 1/2:      p = 1, D itself
///     1/p = 1/q + (1 - 1/q)    1/2 < a < 1:  towards p = q, at which the integral of D^q is three quarters of
///           (1 - a) / a                      that of D
///                              a = 1:        D_a = 0 everywhere, no constraint
///
/// At every vertex D_a decreases with a, first where D is small: ears and tails are released before the trunk. A
/// constant factor on D has no effect, because only the span of D M J matters; values below 1e-30 count as 0. For the
/// same reason a high power of D does not release the rig: it attaches the whole rig to the few deepest vertices, and
/// the body tears around them. q prevents this. The transition from there to no constraint is discontinuous.
///
/// On a mesh with almost no interior vertices, D would be 0 on all but a few vertices and disable the constraint. There
/// D is 1 instead, for every amount below 1, with a warning. So it is with a field of one's own that is 0 on all but a
/// few vertices; one that is 0 everywhere is no constraint.
namespace limber {

struct MomentumLeakOptions {
    double depth = 0.1;  // diffusion length of the surface indicator, relative to the body's size (its diameter); > 0
    double amount = 0.5; // a: 0 keeps all, 1 leaks all
    Vector field = {};   // n values in [0, 1]: D for a = 1/2 instead of the diffused one; empty: diffused
};

/// Returns an error for a depth that is not positive and finite, an amount that is not in [0,1], or a field that is
/// not.
std::optional<Error> fault_in(const MomentumLeakOptions& options);

/// n values in [0,1]. Precondition: fault_in(options) returns nothing, and the field is empty or has n values.
Repaired<Vector> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options);
/// The same with cancellation; only fails with cancelled.
Result<Repaired<Vector>> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options, Progress* progress);

} // namespace limber
