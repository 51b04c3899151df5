// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/loads/load_distribution.h"
#include "engine/operators/material.h"
#include "engine/subspace/supports.h"

#include <cstdint>

namespace limber {

struct ResponseErrorOptions {
    Index samples = 32; // of the forces
    std::uint64_t seed = 1;
};

/// How well a subspace of displacements reproduces the linear responses to observed loads [Force-Dual Modes, equation
/// 37 and figure 16]: for the first k columns of B (3n x m, vertex by vertex), k from 1 to m,
///
///     sqrt( sum |u - u_k|_M^2 / sum |u|_M^2 ),   u = H^-1 f,   u_k = B_k (B_k' H B_k)^-1 B_k' f
///
/// over samples of the forces f, drawn along axes of the mesh as those of sampled_load_modes.h, with the inverse on the
/// displacements that the constraint allows (`C` as in force_dual_modes.h); the parts of columns in the constraint are
/// left out. Fails as force_dual_displacements.
Result<Vector> response_errors(const TetMesh& mesh, const Material& material, const Supports& supports, const Matrix& B,
                               const LoadDistribution& observed, const ResponseErrorOptions& options = {},
                               Progress* progress = nullptr);

} // namespace limber
