// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"

/// The matrices of the paper: dense, 3n and 9t wide, one axis after the other (x = all x, then all y, then all z).
/// Shares no code with the engine's operators.
namespace limber::oracle {

struct TextbookOperators {
    Matrix K;      // 9t x 3n  F of every tet, row-major: row 9 t + 3 i + j is dx_i / dX_j
    Vector V;      // t        volumes [m^3]
    Vector mu;     // t        [Pa]
    Vector lambda; // t    [Pa]
    Vector M;      // 3n       lumped mass [kg]
    Matrix L;      // 3n x 3n  K' (2 mu V) K
    Matrix J;      // 3n x 12b x = J vec(P)
    Vector X;      // 3n       rest positions
};

/// 3n x 12(b + s): bones, then the entries of the linear maps of targets.
Matrix textbook_rig_jacobian(const TetMesh& mesh, const Rig& rig);
TextbookOperators textbook_operators(const TetMesh& mesh, const Material& material, const Rig& rig);

/// 3n x 3n [N/m]: linear elasticity at rest, K' V C K with C e = 2 mu sym(e) + lambda tr(e) I.
Matrix textbook_stiffness(const TextbookOperators& operators);

/// 3n x 12m: FCD equation 7, I_3 (x) [w_1 X w_1 ...], with positions as they are.
Matrix textbook_basis(const TetMesh& mesh, const Matrix& W);

/// 9r x 9t: means over the clusters, every tet with its weight; zero for a cluster that weighs nothing.
Matrix textbook_grouping(const Vector& weight_of_tet, const Clusters& clusters);
/// r: the weight of every cluster.
Vector textbook_sums(const Vector& weight_of_tet, const Clusters& clusters);

/// The rotation nearest to F by Jacobi's SVD.
Mat3 textbook_rotation(const Mat3& F);

Vector flat(const Points& x);      // n x 3 -> 3n, axis by axis
Points unflat(const Vector& x);    // back
Vector flat(const AffineStack& P); // 4b x 3 -> 12b, axis by axis

} // namespace limber::oracle
