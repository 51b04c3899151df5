// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/cubature/cubature_model.h"

#include <memory>
#include <vector>

/// A body that is stepped by Newton's method on cubature points (cubature/cubature_step.h) in place of local-global
/// iterations on clusters, with another elastic energy.
namespace limber {

/// The tets that integrate the energy of `elastic`, trained with its material for the loads that the body will meet, or
/// else for equal forces on equal masses; all tets where there are no more of them than points. `elastic`: of the
/// body's mesh. Fails as sampled_poses and trained_cubature.
Result<Cubature> cubature_of(const Body& body, const ElasticBody& elastic, const CubatureOptions& options,
                             Progress* progress = nullptr);

/// For Body.cubature, with the muscles that the linear subspace has, and with the energy of pockets and fibres, whose
/// muscles then have no target. `elastic`: with the material that Controls scale, and the model of a linear subspace
/// that is not reconstructed; `pressure`: of that model.
std::shared_ptr<const CubatureModel> newton_model_of(const ElasticBody& elastic, Cubature cubature,
                                                     CubaturePressure pressure, const std::vector<TenseFibres>& fibres);

/// 3n x 12m, vertex by vertex: the displacements of a skinning subspace, for linear_subspace_of. Needs the modes.
Matrix displacements_of_weights(const Body& body);

} // namespace limber
