// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

/// Points that a tet mesh carries along, such as the surface from which it was made.
namespace limber {

/// Each point is a weighted mean of the corners of one tet, or of one triangle of the boundary.
struct Embedding {
    Tets corners;   // p x 4, vertices of the mesh
    Matrix weights; // p x 4, in [0, 1], rows sum to one

    /// p x k, from values at the n vertices (n x k).
    Matrix carried(const Matrix& values) const;
};

/// A point in a tet has its barycentric coordinates there, so that a linear function is carried exactly. A point
/// outside is carried like the closest point of the boundary. Precondition: the mesh has a tet, the points are finite.
Embedding embedding(const Points& points, const TetMesh& mesh);

} // namespace limber
