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

/// How examples make independent parameters of equal size, as rest_shapes.h does with displacements.
struct ExampleBlend {
    Matrix weights;                // q x p: the stretches of parameter i are sum_k weights(k, i) (U_k - I)
    std::vector<Index> example_of; // p: the example that parameter i adds to those before it
};

/// By Gram-Schmidt in the order of the examples, such that parameters of length 1 have a root-mean-square strain of 1:
/// the first parameter is the first example, and each further one is what its example has beyond those before it, so
/// that a new example leaves the others' parameters as they are. An example is left out if the square of its strain
/// beyond those before it is below `drop` times the largest, or below 1e-12.
ExampleBlend independent_examples(const TetMesh& mesh, const Material& material, const Matrix& stretches,
                                  double drop = 1e-6);

} // namespace limber
