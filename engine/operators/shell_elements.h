// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/operators/corotated_elements.h"

#include <optional>
#include <vector>

/// Thin elastic shells on triangle surfaces, open or closed, for the shared kernel of solids. Triangles need not be
/// oriented alike; an edge may have any number of them.
///
///     a triangle of area a:   t a (mu |F - R|^2 + lambda' / 2 (<R, F> - 2)^2),   F 3 x 2 in its plane
///     a hinge, an edge e:     sum D |e| / h |n_q - R n0_q|^2,                    n = d / h, d a height on the edge
///
///     mu = E / (2 (1 + nu)),   lambda' = E nu / (1 - nu^2): plane stress
///     D  = E t^3 / (12 (1 - nu^2)): the bending stiffness of a plate of thickness t
///
/// Half of each height is a bending spring of stiffness D |e| / (h / 2) against its hinge, as in rods. For small angles
/// a hinge of two triangles is that of [Grinspun, Hirani, Desbrun, Schroeder 2003, Discrete Shells], D a^2 |e| / (h1 +
/// h2): a third of theirs with the stiffness D, whose energy is three times that of a bent plate. On grids of
/// equilateral triangles a plate bent to a cylinder in any direction has the cylinder's energy, and on grids of right
/// triangles one bent along their legs; along their diagonals it has that or three times that. The hinge's differences
/// include its edge, with the weight of the heights, without which a fold and its mirror image would be the same.
namespace limber {

struct ShellMaterial {
    double thickness = 0.005; // t [m]
    double young = 1e6;       // E [Pa]
    double poisson = 0.3;     // nu, in [0, poisson_max] (material.h)
    double density = 1000.0;  // [kg/m^3]
};

/// Returns an error with the first value that is out of range.
std::optional<Error> fault_in(const ShellMaterial& material);

/// Triangles in the order of the surface, then the hinges of edges with two triangles or more. Precondition: every
/// triangle has an area.
std::vector<CorotatedElement> shell_elements(const SurfaceMesh& surface, const ShellMaterial& material);

/// n [kg]: every vertex gets a third of the mass of each triangle at it.
Vector shell_mass(const SurfaceMesh& surface, const ShellMaterial& material);

} // namespace limber
