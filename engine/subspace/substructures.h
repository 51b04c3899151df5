// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/operators/material.h"

#include <vector>

/// Substructuring: a body that is cut into domains, each with vibration modes of its own [Barbic and Zhao 2011; Kim and
/// James 2011]. What Force-Dual Modes, figure 4, compares with: deformations do not leak from a domain to the next but
/// through the tets between them, which stretch.
namespace limber {

/// t: the domain of each tet, in {0, ..., domains - 1}: that of the nearest of as many vertices that are spread over
/// the body (handle_weights.h), along the tets. Fails as spread_handles.
Result<std::vector<int>> domains_of(const TetMesh& mesh, Index domains);

/// 3n x m: for each domain the softest vibration modes of its tets alone, with its rigid motions, and zero elsewhere;
/// mass orthonormal within a domain. Neighbours share the vertices between them. A domain of few vertices has fewer.
/// Fails with bad_input (more domains than vertices), not_converged and cancelled.
Result<Matrix> substructure_modes(const TetMesh& mesh, const Material& material, Index domains, Index modes_each,
                                  Progress* progress = nullptr);

} // namespace limber
