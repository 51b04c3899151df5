// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/load_muscles.h"

/// Closed cavities that a gas inflates, as muscles [Force-Dual Modes, equations 21 and 22]: the pressure p in a cavity
/// of volume v(x) has the energy -p v (loads/active_stresses.h), and at rest the force p dv/dx.
namespace limber {

/// A muscle for each of the mesh's pockets, in their order (loads/pockets.h). Fails as load_muscles, and with bad_input
/// when there is no pocket.
Result<LoadMuscles> pocket_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                   const MuscleScale& scale = {}, Progress* progress = nullptr);

} // namespace limber
