#pragma once

#include "engine/core/progress.h"
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
///
/// One amount a leads from a rig that keeps all momentum to a body that takes all of it:
///
///     D_a = D^p(a)             a = 0:        p = 0, D_a = 1 everywhere, J' M u = 0, and where the rig speeds up or
///     slows
///                                            down, nothing follows: B' M J = 0
///     p = a / (1 - a)          0 < a < 1/2
///                              a = 1/2:      p = 1, D itself
///     1/p = 1/q + (1 - 1/q)    1/2 < a < 1:  towards p = q, with which D^q still holds three quarters of the volume
///           (1 - a) / a                      that D holds
///                              a = 1:        D_a = 0 everywhere, no constraint at all
///
/// At every vertex D_a falls with a, and it falls first where D is small: ears and tails let go before the trunk.
/// A factor on all of D would change nothing, because only the span of D M J counts; below 1e-30 it counts as 0. For
/// the same reason a high power of D does not let go of a rig: it ties all of it to the few deepest vertices, and the
/// body tears around them. That is what q is for. The way from there to no constraint is a jump.
///
/// On a mesh with next to no vertices inside, D would be 0 on all but a few vertices and switch the constraint off.
/// There D is 1 instead, for every amount below 1, with a warning.
namespace limber {

struct MomentumLeakOptions {
    double depth = 0.1;  // how far the surface reaches inwards, as a share of the body's size (of its diameter); > 0
    double amount = 0.5; // a: 0 keeps all, 1 leaks all
};

/// A depth that is not positive and finite, an amount that is not in [0,1].
std::optional<Error> fault_in(const MomentumLeakOptions& options);

/// n values in [0,1]; the options must have no fault.
Repaired<Vector> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options);
/// The same for somebody who may lose patience: fails with cancelled, and with nothing else.
Result<Repaired<Vector>> momentum_leak(const TetMesh& mesh, const MomentumLeakOptions& options, Progress* progress);

} // namespace limber
