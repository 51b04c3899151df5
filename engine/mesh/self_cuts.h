#pragma once

#include "engine/mesh/tet_mesh.h"

/// Whether triangles bound a body at all. Of a body, even of one whose parts run into each other, few faces are cut
/// by others, and each by few: the cuts lie on curves. In a soup of triangles almost every face is cut by many, and its
/// winding number says nothing about what is inside.
namespace limber {

/// By how many faces that share no corner with it a face is cut: the median over a sample of the faces, evenly taken.
Index median_cuts_of_a_face(const SurfaceMesh& surface);

} // namespace limber
