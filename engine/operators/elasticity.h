// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/operators/material.h"

/// Co-rotational elasticity in full space: E = sum_t V (mu |F - R|^2 + lambda/2 tr(R'F - I)^2),
/// with R the rotation nearest to F (FCD appendix C, with the volume where the paper writes mass).
/// At rest it agrees with linear elasticity. With lambda = 0 it is ARAP.
namespace limber {

/// [J]
double elastic_energy(const TetMesh& mesh, const Material& material, const Points& x);
/// n x 3 [N]: dE/dx.
Points elastic_gradient(const TetMesh& mesh, const Material& material, const Points& x);
/// 3n x 3n Hessian at rest, vertex-interleaved (x0 y0 z0 x1 ...): linear elasticity.
SparseMatrix rest_hessian(const TetMesh& mesh, const Material& material);
/// n x 3: the second derivative of the gradient at rest along the displacements u and v (n x 3 each), that is
/// d^2/ds dt dE/dx at x = X + s u + t v. Bilinear and symmetric. [N] for displacements in metres and dimensionless s,
/// t.
Points rest_gradient_curvature(const TetMesh& mesh, const Material& material, const Points& u, const Points& v);

} // namespace limber
