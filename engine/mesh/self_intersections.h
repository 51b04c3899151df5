// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

/// Checks whether triangles bound a body. In a body, even one with overlapping parts, few faces intersect others, and
/// each only a few: the intersections lie on curves. In a triangle soup almost every face intersects many, and its
/// winding number does not define an inside.
namespace limber {

/// The number of intersecting faces without a common corner: the median over an even sample of the faces.
Index median_intersections_of_faces(const SurfaceMesh& surface);

} // namespace limber
