// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/rig.h"

/// The complementarity constraint J' D M u = 0 in the space of skinning weights: columns C (n x c) such that every
/// weight function w with C' w = 0 moves the body only in ways that the rig cannot (FCD equation 21).
namespace limber {

/// For linear blend skinning: the ten columns d m w_b q a bone, q in {1, x, y, z, xx, xy, xz, yy, yz, zz},
/// where the paper stacks 144 rows of which 10 are independent. Positions are centred and scaled
/// first; the span does not change.
Matrix complementarity_columns(const Points& X, const Vector& mass, const Vector& leak, const Matrix& rig_weights);

/// For any other linear rig, x = X + J p with J 3n x p (vertex-interleaved): the columns A_ij' M D J
/// for all twelve A_ij, reduced to an orthonormal basis of their span.
Matrix complementarity_columns(const Points& X, const Vector& mass, const Vector& leak, const Matrix& J,
                               double rank_tolerance);

/// For bones and targets: ten columns a bone, and those of the one column d_t of J for every target that moves a
/// vertex. The latter hold for R d_t with any linear map R, so that the constraint stays true while a target turns with
/// its bone. A mesh in several pieces has ten columns more a piece but for one, without the leak, as if each hung on a
/// bone of its own: the rig holds the mean of all pieces of a bone, and each could fall while others rise.
Matrix complementarity_columns(const TetMesh& mesh, const Vector& mass, const Vector& leak, const Rig& rig);

/// n x (4b + 3s), for displacements instead of weights, with the s targets that move a vertex: D M J without the zero
/// columns of the targets, and M [X 1] on each piece but one. u, n x 3, cannot be made by the rig in any of its poses
/// if C'u = 0.
Matrix complementarity_of_displacements(const TetMesh& mesh, const Vector& mass, const Vector& leak, const Rig& rig);

/// n x (p - 1): one on the vertices of a piece that shares no vertex with others, zero elsewhere; of all p pieces but
/// the first.
Matrix pieces_but_one(const TetMesh& mesh);

} // namespace limber
