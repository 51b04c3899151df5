// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

#include <array>
#include <vector>

/// Neighbourhoods and components of meshes. All functions depend on indices alone, cost a few sorts, and give the same
/// order on every machine.
namespace limber {

/// The corners of the face opposite to each corner, counter-clockwise seen from outside a tet of
/// positive volume.
inline constexpr std::array<std::array<int, 3>, 4> tet_faces = {{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
/// The corners of the six edges.
inline constexpr std::array<std::array<int, 2>, 6> tet_edges = {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

/// f x 3: the faces of only one tet, oriented outwards, in the order of the tets.
Triangles boundary_triangles(const Tets& T);
/// Ascending indices of the vertices on the boundary.
std::vector<int> boundary_vertices(const Tets& T);
/// t x 4: the tet across the face opposite to each corner, or -1 on the boundary. If more than two tets share a face,
/// each has the next of them in a ring.
Tets face_neighbours(const Tets& T);

struct Components {
    std::vector<int> of_tet; // t, a component index each, in order of first appearance
    int count = 0;
};
/// Connected through shared vertices.
Components connected_components(const Tets& T, Index vertex_count);
/// The same for triangles; `of_tet` then refers to triangles.
Components connected_components(const Triangles& F, Index vertex_count);
/// n: the component of each vertex, 0 for one without tets. `components`: those of T.
std::vector<int> components_of_vertices(const Tets& T, Index vertex_count, const Components& components);

} // namespace limber
