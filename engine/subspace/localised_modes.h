// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/operators/material.h"

/// Localised skinning modes: weights with little energy and small support, by iterated convexification for compressed
/// modes [Brandt and Hildebrandt 2017, Compressed Vibration Modes of Elastic Bodies; FCD section 9.5].
///
///     minimise  w' H w + eta sum_i M_i |w_i|   subject to   w' M w = 1,   W' M w = 0,   C' w = 0
///
/// one mode after the other, W the modes before. The constraint w' M w = 1, which is not convex, is replaced by
/// v' M w = 1 with v the last iterate; the solution, scaled to length one, is the next. Each convex problem is solved
/// by the alternating direction method of multipliers (ADMM) with one factorisation for all. The energy never rises. A
/// mode starts as a bump at a vertex far from the bumps before. H, M and C are those of skinning_modes.h.
namespace limber {

struct LocalisedModeOptions {
    Index count = 16;
    double sparsity = 20.0;  // eta, relative to the stiffness of a stretch of soft parts over the root of the mass
    double tolerance = 1e-4; // relative change of the energy at which a mode is finished
};

struct LocalisedModes {
    Matrix W;                        // n x m, W'MW = I, in the order of their computation
    Vector energy;                   // m [1/s^2], with the sparsity's part
    double change_max = 0;           // relative, of the energies in the last iteration
    double constraint_violation = 0; // as in SkinningModes
};

/// Fails with bad_input when an option is out of range or the constraints leave fewer modes, with not_converged, and
/// with cancelled. The same mesh gives the same modes.
Result<LocalisedModes> localised_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                       const LocalisedModeOptions& options, Progress* progress = nullptr);

} // namespace limber
