// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/operators/material.h"

#include <vector>

/// Operators that act on the three axes alike, n wide. The textbook's 3n-wide operators are I_3 (x) these.
namespace limber {

/// Gradients of the four hat functions of every tet, one row each: t blocks of 4 x 3 [1/m].
/// The deformation gradient of tet t under positions x is F = sum_a x_a' g_a, with x_a, g_a as rows.
using TetGradients = std::vector<Eigen::Matrix<double, 4, 3>>;
TetGradients hat_gradients(const TetMesh& mesh);

/// n, [kg]: every vertex gets a quarter of the mass of each tet around it.
Vector lumped_mass(const TetMesh& mesh, const Vector& density);

/// n x n: sum_t c_t V_t grad phi_i . grad phi_j, for any coefficient c per tet.
SparseMatrix stiffness_laplacian(const TetMesh& mesh, const Vector& coefficient);

/// The weight-space Hessian of co-rotational elasticity at rest: the three diagonal blocks of the
/// elastic Hessian, summed (FCD equation 18), which is the Laplacian with coefficient 4 mu + lambda.
SparseMatrix weight_space_hessian(const TetMesh& mesh, const Material& material);

} // namespace limber
