// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"

/// Muscles whose fibres contract [Force-Dual Modes, equations 23 to 25]: a tet with the unit fibre direction d, the
/// volume V and the activation A [Pa] has the energy V/2 |F d|^2 A, where F is its deformation gradient. At rest it
/// acts on its corner a, whose hat function has the gradient g_a, with the force -V (g_a . d) d A.
namespace limber {

/// The fibres of one muscle.
struct MuscleFibres {
    Points directions; // t x 3, unit; zero in tets that the muscle does not have
    Vector share;      // t: of the muscle's activation in each tet, not negative
};

/// n, in [0, 1]: a harmonic function on the body that is 0 where `from` (n) is at least one half and 1 where `to` (n)
/// is; its gradient is the direction of fibres from one to the other. It is 0 on pieces of the body that do not have
/// both. Fails with bad_input: one is nowhere at least one half, both are at one vertex, or no piece has both.
Result<Vector> fibre_potential(const TetMesh& mesh, const Vector& from, const Vector& to);

/// t x 3: the unit gradients of a function on the vertices (n); zero where it has none.
Points fibre_directions(const TetMesh& mesh, const Vector& potential);

/// Along the gradient of a potential (n), with the mean share (n, not negative) of the corners in each tet.
MuscleFibres muscle_fibres(const TetMesh& mesh, const Vector& potential, const Vector& share);

/// 3n x t [m^2]: the forces on the vertices at rest for an activation of 1 Pa of each tet; a column is zero where the
/// direction is.
SparseMatrix muscle_jacobian(const TetMesh& mesh, const Points& directions);

/// n x n [m], symmetric and positive semidefinite: sum_t V s (g_a . d) (g_b . d), with the share s of a tet. At an
/// activation of 1 Pa the energy of positions x (n x 3) is tr(x' K x) / 2, and - K x are the forces.
SparseMatrix fibre_matrix(const TetMesh& mesh, const MuscleFibres& fibres);

/// A muscle along the gradient of a potential (n), cut across into sections of equal steps of the potential, with a
/// pattern each: all tets of a section are activated alike, times their mean share (n). Sections without force have no
/// pattern. Fails with bad_input where the potential has no gradient that the share reaches.
Result<LoadDistribution> muscle_loads(const TetMesh& mesh, const Vector& potential, const Vector& share, int sections);

} // namespace limber
