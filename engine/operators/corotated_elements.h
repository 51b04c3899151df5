// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// The elements of rods and shells: differences of a few positions that share one rotation, as the hinges of [Coros,
/// Martin, Thomaszewski, Schumacher, Sumner, Gross 2012, Deformable Objects Alive!]. With d = D x and d0 = D X, rows of
/// three,
///
///     E = sum_q w_q / 2 |d_q - R d0_q|^2  +  l / 2 (<R, F> - 3)^2
///     F = sum_q w_q d_q d0_q' / w,   w = sum_q w_q |d0_q|^2 / 3
///
/// R is the rotation nearest to F, which minimises the first sum. Without the constant, that sum is
///
///     sum_q w_q / 2 |d_q|^2 - w (<R, F> - 3/2),
///
/// the form of a cluster of tets (model/cluster_set.h) with F for its mean deformation gradient. F of few differences
/// is flat: at rest it is not the identity, but symmetric with the trace 3. If it has rank one, the rotation about its
/// direction is arbitrary, and moves none of the differences.
namespace limber {

struct CorotatedElement {
    std::vector<int> vertices;  // s
    Matrix D;                   // q x s, rows sum to zero
    Vector weight;              // q, w_q; [J / m^2] where a row of D x is a length
    double volume_weight = 0.0; // l [J], of the change of the area
};

/// How F of an element depends on its vertices: F = x' G', x being the s x 3 positions.
struct ElementGradient {
    Matrix G;            // 3 x s
    double weight = 0.0; // w [J]
};

ElementGradient element_gradient(const CorotatedElement& element, const Points& X);

/// n x n: sum over the elements of D' diag(w_q) D, the part of the energy that is quadratic in the positions.
SparseMatrix element_laplacian(const std::vector<CorotatedElement>& elements, Index vertex_count);

} // namespace limber
