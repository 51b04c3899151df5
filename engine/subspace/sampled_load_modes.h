// SPDX-License-Identifier: MIT
#pragma once

#include "engine/subspace/force_dual_modes.h"

#include <cstdint>

/// What force-dual modes replace [Force-Dual Modes, sections 3 and 4.2]: subspaces that are made from single responses
/// to a distribution of loads, in place of the distribution itself. To compare with. Directions are drawn along axes of
/// the mesh (mesh/mesh_axes.h), so that the same seed gives a turned body the turned subspace.
namespace limber {

struct LoadSampling {
    Index count = 16;       // columns
    Index samples = 64;     // of the responses; not of Green's functions, which have one a column
    std::uint64_t seed = 1; // of the samples
};

/// Green's functions: the responses to single forces, each at a vertex that is drawn with the share of its variance in
/// all of it and in a random direction of its covariance, or a pattern that is drawn likewise; none is drawn twice.
/// Mass orthonormal; fewer columns if the loads have fewer vertices and patterns, and the affine motions besides for a
/// body that nothing holds (as in force_dual_modes.h). Vertices are drawn the less the more they are pinned. Fails as
/// force_dual_displacements.
Result<Matrix> greens_functions(const TetMesh& mesh, const Material& material, const Supports& supports,
                                const LoadDistribution& loads, const LoadSampling& sampling,
                                Progress* progress = nullptr);

/// Proper orthogonal decomposition of the responses to samples of the forces, without their mean: the same as
/// force_dual_displacements in the limit of many samples, from which its variances differ by their share of
/// sqrt(2 / samples). Fails likewise.
Result<ForceDualModes> sampled_response_modes(const TetMesh& mesh, const Material& material, const Supports& supports,
                                              const LoadDistribution& loads, const LoadSampling& sampling,
                                              Progress* progress = nullptr);

} // namespace limber
