// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/operators/material.h"

#include <vector>

/// Example poses as muscles [Coros et al. 2012, Deformable Objects Alive!, section 4.2]. In each tet, the deformation
/// gradient F = R U of an example against rest is split into the nearest rotation and a symmetric stretch. Only the
/// stretches are blended, with the rest pose, which needs no parameter:
///
///     Y(p) = (1 - sum_k p_k) I + sum_k p_k U_k = I + sum_k p_k (U_k - I)
///
/// These targets are incompatible: the stretches of neighbours belong to no common displacement, and the body finds the
/// nearest shape by its elasticity. So examples that are turned against each other blend without shrinking. An example
/// that is only turned and moved has no target.
namespace limber {

/// 9t x q [-]: U - I of each tet for each example (n x 3 [m]), column by column, symmetric. A tet that an example
/// inverts has one negative principal stretch. Precondition: the examples are finite and have the mesh's vertices.
Matrix example_stretches(const TetMesh& mesh, const std::vector<Points>& examples);

/// q [-]: the root-mean-square strain of stretches (9t x q), sqrt(sum_t w_t |U - I|^2 / sum_t w_t), w_t = 2 mu V.
Vector strains_of_stretches(const TetMesh& mesh, const Material& material, const Matrix& stretches);

/// Examples as parameters of equal size: the stretches of parameter i are those of its example over the example's
/// strain, so that 1 has a root-mean-square strain of 1 and `strains(i)` is the example itself. Parameters between 0
/// and their strains blend between the rest pose and each example, and never exaggerate or mirror one.
struct ExampleParameters {
    Matrix stretches;              // 9t x p
    Vector strains;                // p [-], above 0
    std::vector<Index> example_of; // p, ascending
};

/// Each example has a parameter of its own, whatever the others are. One is left out if the square of its strain is
/// below `drop` times the largest, or below 1e-12, or if it is a smaller part of one before it: if the square of its
/// strain beyond that one's direction is as small.
ExampleParameters example_parameters(const TetMesh& mesh, const Material& material, const Matrix& stretches,
                                     double drop = 1e-6);

} // namespace limber
