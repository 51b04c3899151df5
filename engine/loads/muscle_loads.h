// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"

/// Muscles whose fibres contract [Force-Dual Modes, equations 23 to 25]: a tet with the unit fibre direction d, the
/// volume V and the activation A [Pa] has the energy V/2 |F d|^2 A, where F is its deformation gradient. At rest it
/// acts on its corner a, whose hat function has the gradient g_a, with the force -V (g_a . d) d A.
namespace limber {

/// n, in [0, 1]: a harmonic function on the body that is 0 where `from` (n) is at least one half and 1 where `to` (n)
/// is; its gradient is the direction of fibres from one to the other. It is 0 on pieces of the body that do not have
/// both. Fails with bad_input: one is nowhere at least one half, both are at one vertex, or no piece has both.
Result<Vector> fibre_potential(const TetMesh& mesh, const Vector& from, const Vector& to);

/// t x 3: the unit gradients of a function on the vertices (n); zero where it has none.
Points fibre_directions(const TetMesh& mesh, const Vector& potential);

/// 3n x t [m^2]: the forces on the vertices at rest for an activation of 1 Pa of each tet; a column is zero where the
/// direction is.
SparseMatrix muscle_jacobian(const TetMesh& mesh, const Points& directions);

/// A muscle along the gradient of a potential (n), cut across into sections of equal steps of the potential, with a
/// pattern each: all tets of a section are activated alike, times their mean share (n). Sections without force have no
/// pattern. Fails with bad_input where the potential has no gradient that the share reaches.
Result<LoadDistribution> muscle_loads(const TetMesh& mesh, const Vector& potential, const Vector& share, int sections);

} // namespace limber
