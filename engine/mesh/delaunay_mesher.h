// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <functional>
#include <vector>

/// The interface to CGAL's Mesh_3: restricted Delaunay refinement of the body that an inside test describes, then
/// sliver perturbation and exudation [Tournois et al. 2009] up to a dihedral bound. No step is limited by time and
/// every random number is seeded, so that the same input gives the same bits.
namespace limber {

/// A segment that crosses the surface, from which refinement starts. Parts of the body without a crossing may be
/// missed.
struct SurfaceCrossing {
    Vec3 inside;
    Vec3 outside;
};

struct DelaunayProblem {
    std::function<bool(const Vec3&)> is_inside;
    BoundingBox bounds; // contains the whole body
    std::vector<SurfaceCrossing> crossings;
    double edge_length = 0.0;                                // [m]
    std::function<double(const Vec3&)> relative_edge_length; // a factor of edge_length; empty: one everywhere
    Index vertices_max = 0;                                  // limit of the refinement; 0: none
    double dihedral_min = 0.0;                               // [degrees]; 0: refine only
    std::function<bool(std::size_t)> may_continue; // called from time to time with the number of inside tests so far;
                                                   // false stops
};

struct DelaunayMesh {
    TetMesh mesh; // may be empty
    bool reached_vertices_max = false;
};

/// Fails with cancelled when may_continue returned false, and with not_converged when Mesh_3 failed or memory ran out.
Result<DelaunayMesh> delaunay_tets(const DelaunayProblem& problem);

} // namespace limber
