// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

/// Repairs a triangle surface before its winding number is evaluated: merges equal vertices, drops repeated and flat
/// faces, flips faces to agree with their neighbours (the larger area decides), and orients shells outwards, except the
/// walls of cavities. Reports what cannot be repaired: holes, and edges between more than two faces. Each warning is
/// one sentence.
namespace limber {

struct RepairedSurface {
    SurfaceMesh surface;
    Index boundary_edge_count = 0;
    std::vector<std::string> warnings;
};

RepairedSurface repair(const SurfaceMesh& surface);

/// Flips faces to agree with their neighbours, as `repair`, and nothing else. Returns how many.
Index orient_alike(SurfaceMesh& surface);

} // namespace limber
