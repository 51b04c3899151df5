// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/load_muscles.h"
#include "engine/loads/muscle_loads.h"

#include <vector>

/// Fibres that contract, as muscles [Force-Dual Modes, equations 23 to 25]: under the tension A they have the energy
/// A tr(x' K x) / 2 (loads/active_stresses.h), and at rest the force - A K X.
namespace limber {

/// A muscle for each of these fibres, in their order. Fails as load_muscles.
Result<LoadMuscles> fibre_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                  const std::vector<MuscleFibres>& fibres, const MuscleScale& scale = {},
                                  Progress* progress = nullptr);

} // namespace limber
