// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/subspace/handle_weights.h"

#include <optional>

/// The stages of build_body, for callers that keep the result of some of them. Each computes one part of a body from
/// the parts before it, and fails as the function that it calls.
namespace limber {

/// The modes of the body's kind of subspace, other than force_dual_skinning; needs mesh, rig, material, mass and leak.
/// `threads` do not change the bits.
Result<SkinningModes> modes_of(const Body& body, Index count, Threads threads, Progress* progress = nullptr);

/// Weights of handles (subspace/handle_weights.h), which depend on the mesh alone, as the modes of this body: softest
/// first, and zero where it is pinned. Needs mesh, material and mass.
Result<SkinningModes> modes_of_handles(const Body& body, const HandleWeights& weights, Progress* progress = nullptr);

/// The weights of force_dual_skinning and their variances; needs the loads besides. The weights are softest first, the
/// variances falling.
struct DualModes {
    SkinningModes modes;
    Vector variances;
    Index unresolved = 0; // modes that were asked for, and are left out because they are round-off
};
Result<DualModes> dual_modes_of(const Body& body, Index count, Progress* progress = nullptr);

/// The largest number of modes that the body can have of its kind, however large; nullopt: that is known only when they
/// are computed. Needs mesh, rig, mass and leak.
std::optional<Index> modes_possible(const Body& body);

/// Of weights that are given, n x m; needs mesh alone.
std::optional<Error> fault_in_weights(const Body& body, const Matrix& W);
/// Weights that are given, n x m, as modes: softest first, and one more, the sum of all maps, if they do not span the
/// constant weight, without which the body cannot move as a whole. Needs mesh and mass. Fails with bad_input: another
/// number of vertices, a weight that is not finite, or a column of zeros.
Result<SkinningModes> modes_of_weights(const Body& body, const Matrix& W);

/// The eigenproblem of the modes, for kinds that have eigenmodes; needs mesh, rig, material, mass and leak. If the rig
/// spans all motions of a small mesh, the modes are not constrained by it.
Result<ModeProblem> mode_problem(const Body& body, Progress* progress = nullptr);

/// Needs the modes. At most one cluster per tet.
Result<Clusters> clusters_of(const Body& body, const BodyOptions& options, Progress* progress = nullptr);

/// Needs the clusters. `material`: of the elastic energy, where it differs from that of the modes. Precondition: a
/// skinning subspace; linear ones are in linear_subspace.h.
Result<ReducedModel> model_of(const Body& body, const Material& material, Progress* progress = nullptr);

} // namespace limber
