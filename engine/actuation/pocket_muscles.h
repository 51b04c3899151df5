// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "engine/subspace/supports.h"

/// Closed cavities that a gas inflates, as muscles [Force-Dual Modes, equations 21 and 22, linearised at rest]. The
/// pressure p in a cavity of volume v(x) has the energy -p v, and at rest its force moves the body by
///
///     u = p H^-1 dv/dx
///
///     H   3n x 3n   the elastic Hessian at rest, inverted on the displacements that the supports allow
///
/// The muscle of a cavity has the strain of u as its target, Y(a) = I + a (grad u + grad u') / 2 in each tet. A strain
/// does not depend on how a part is turned, so that a finger whose one side grows bends by large angles. It is the
/// response to a small pressure: how a cavity's force changes with its shape is not part of it. A step of Newton's
/// method can have the energy -p v in place of the target (loads/pocket_pressure.h).
namespace limber {

struct PocketMuscles {
    Matrix D;         // 3n x q [m]: u, vertex by vertex, at activation 1; shows the target
    Matrix stretches; // 9t x q [-]: the targets (MuscleTargets), symmetric
    Vector pressures; // q [Pa]: p at activation 1
};

/// A muscle for each of the mesh's pockets, in their order (loads/pockets.h), whose largest principal strain at
/// activation 1 is that of the scale. Fails with bad_input: no pocket, or one that cannot move the body because pins
/// bear its pressure; and as greens_functions.
Result<PocketMuscles> pocket_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                     const MuscleScale& scale = {}, Progress* progress = nullptr);

} // namespace limber
