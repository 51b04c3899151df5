// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/load_distribution.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/operators/material.h"

/// What holds a body while loads act on it: the columns of its rig, and pins. Motions that nothing holds have no
/// elastic response, so that they are taken out of the responses and become columns of their own.
namespace limber {

struct Supports {
    /// Implicit, so that functions of supports can be called with the columns of a rig alone.
    Supports(Matrix rig_columns, Vector pins = {}) : C(std::move(rig_columns)), pinned(std::move(pins)) {}

    Matrix C;      // n x c, C'u = 0 for each axis; c = 0: no rig holds the body
    Vector pinned; // n, in [0, 1] (pins.h); empty: nowhere
};

/// A rig with columns is assumed to hold every piece, whatever its handles: there are no unheld motions then.
///
/// 3n x q: the rigid motions, each of one connected piece, that neither the rig nor pins hold. Six for each piece of a
/// free body, three for a piece that is pinned at a point, one on a line. These and the affine motions
/// below are made of the same affine functions, which vanish at the pins: pins that are closer to a point, a line or a
/// plane than 1e-5 of the radius of their piece are on it.
Matrix unheld_rigid_motions(const TetMesh& mesh, const Supports& supports);
/// n x q: the constant of each connected piece that neither holds.
Matrix unheld_constants(const TetMesh& mesh, const Supports& supports);
/// 3n x q, as columns of a subspace: the twelve affine motions of all pieces together that nothing holds, and those of
/// a piece that can turn about its pins, which vanish at the pins.
Matrix unheld_affine_motions(const TetMesh& mesh, const Supports& supports);

/// 3n or n, as K and mass: the springs of pins [N/m] are added to the diagonal of K, with the stiffness that they have
/// in full space.
void add_springs(const TetMesh& mesh, const Material& material, const Supports& supports, SparseMatrix& K);

/// 3n or n, as K: the stiffness [N/m] of the handles and springs that loads come from is added. It is the positive
/// semidefinite part of that of a spring, along its direction at rest. K of weights, n, gets the sum of the three
/// diagonal blocks, as it has of the elastic Hessian.
void add_stiffness(const TetMesh& mesh, const LoadDistribution& loads, SparseMatrix& K);
/// For the motions that responses have none of: handles of any stiffness hold their vertices, as pins do. Springs
/// within a body hold none.
Supports with_handles(Supports supports, const LoadDistribution& loads);

} // namespace limber
