// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

/// Co-rotational elasticity of triangles in a plane, as its formula in complex numbers: with x = a X + b conj(X) + c in
/// a triangle, its stretches are |a| + |b| and |a| - |b|, and the rotation nearest to it turns by the argument of a.
namespace limber::oracle {

struct PlanarMaterial {
    double mu = 1.0;     // [Pa]
    double lambda = 0.0; // [Pa]
    double depth = 1.0;  // [m]
};

/// [J] of the triangles of the rest mesh at x (n x 3, of which z is not read): depth times the area times
/// mu |F - R|^2 + lambda / 2 (tr(R'F) - 2)^2 with 2 x 2 matrices.
double planar_energy(const SurfaceMesh& rest, const PlanarMaterial& material, const Points& x);

/// n x 3 [N]: the derivatives of that energy by x and y, by central differences of this step [m].
Points planar_gradient(const SurfaceMesh& rest, const PlanarMaterial& material, const Points& x, double step);

} // namespace limber::oracle
