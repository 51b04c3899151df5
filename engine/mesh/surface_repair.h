#pragma once

#include "engine/mesh/tet_mesh.h"

/// What can be mended about a triangle surface before its winding number is asked: equal
/// vertices are joined, repeated and flat faces dropped, faces turned to agree with their neighbours (the
/// larger area decides), and shells turned outwards, except those that are the wall of a cavity.
/// What cannot be mended is told: holes, edges between more than two faces. Each fact is one sentence.
namespace limber {

struct MendedSurface {
    SurfaceMesh surface;
    Index boundary_edge_count = 0;
    std::vector<std::string> warnings;
};

MendedSurface mended(const SurfaceMesh& surface);

} // namespace limber
