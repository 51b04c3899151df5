// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/operators/corotated_elements.h"

#include <span>

/// Energies of rods and shells, each as its formula: differences against turned differences, angles between normals.
namespace limber::oracle {

/// [J] of the elements with the rest positions X at x, each with its best rotation.
double corotated_energy(std::span<const CorotatedElement> elements, const Points& X, const Points& x);

/// n x 3 [N]: the derivatives of that energy by the positions, by central differences of this step [m].
Points corotated_gradient(std::span<const CorotatedElement> elements, const Points& X, const Points& x, double step);

/// [J] of bending alone: k / 2 sum (a - a0)^2 |e| / h over the edges with two triangles, a the angle between their
/// normals and h a third of the mean of their heights, all lengths at rest [Grinspun et al. 2003, equation 3, with k /
/// 2]. The triangles are oriented alike.
double discrete_shell_energy(const Triangles& F, const Points& X, const Points& x, double k);

} // namespace limber::oracle
