#pragma once

#include "engine/mesh/tet_mesh.h"

#include <vector>

namespace limber {

/// f x 3: the faces that belong to one tet only, oriented outwards, in the order of the tets.
Triangles boundary_triangles(const Tets& T);
/// Ascending indices of the vertices on the boundary.
std::vector<int> boundary_vertices(const Tets& T);
/// t x 4: the tet across the face opposite to each corner, or -1 on the boundary.
Tets face_neighbours(const Tets& T);

struct Components {
    std::vector<int> of_tet; // t, a component index each, in order of first appearance
    int count = 0;
};
/// Connected through shared vertices.
Components connected_components(const Tets& T, Index vertex_count);

} // namespace limber
