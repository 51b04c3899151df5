// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/reduced_model.h"
#include "engine/subspace/skinning_modes.h"

/// What rods, shells (element_model.h) and bodies in a plane (planar_model.h) have in common: columns W of
/// displacements of the vertices along each axis, x = W z + J P with k x 3 numbers z. As the weights of affine maps
/// (reduced_model.h) the maps of a column only translate.
namespace limber {

/// A body as its vertices: L is the part of its elastic energy that is quadratic in the positions.
struct VertexBody {
    const Points& X;       // n x 3 [m]
    const Vector& mass;    // n [kg]
    const SparseMatrix& L; // n x n [J/m^2]
};

/// The eigenvectors of L with the lowest eigenvalues in the mass, n x count; all n where there are no more vertices.
/// Fails with bad_input for sizes or a stiffness beyond what a solver represents, with not_converged, and with
/// cancelled. Precondition: count > 0.
Result<SkinningModes> vertex_columns(const VertexBody& body, Index count, Progress* progress);

/// The model without its clusters, and their w_sum and lambda_ratio_max.
ReducedModel vertex_model(const VertexBody& body, const Rig& rig, const Matrix& W);

/// n x k: the displacements of the coordinates of a model of columns W.
Matrix coordinate_columns(const Matrix& W, const ReducedModel& model);

} // namespace limber
