// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <functional>
#include <string>

/// Tetrahedralises a surface or any solid with good quality. The generalised winding number [Jacobson et al. 2013]
/// decides what is inside, so that open, self-intersecting and flipped surfaces work; CGAL's Mesh_3 generates the tets,
/// optimised to bounds and never to time limits, so that the same input gives the same mesh. Where tets of one length
/// would fill a gap between parts of a surface, edges are shorter, down to a third, as long as that takes at most half
/// as many vertices more, and tets that join the sides are dropped if they are few; what stays filled is reported, and
/// so is what is left out, and a volume that is noticeably less than the surface's (lost_volume.h).
namespace limber {

inline constexpr Index target_vertices_min = 50;
inline constexpr Index target_vertices_max = 2'000'000;

struct MeshingOptions {
    double edge_length = 0.0;     // target [m]; 0: chosen to give about target_vertices
    Index target_vertices = 8000; // approximate
    double dihedral_min = 10.0;   // [degrees] aimed at by the optimisation
    /// The remedy in messages that more vertices would help with.
    std::string remedy = "raise target_vertices";
    /// Names the part of the body at a point of the surface in messages; empty: parts have no names.
    std::function<std::string(const Vec3&)> part_at;
    /// Of the progress: it is reported from 0 to this share, so that a longer computation may begin with the tets.
    double progress_share = 1.0;
};

/// A solid: negative inside, positive outside, and approximate a distance near its surface.
struct Solid {
    std::function<double(const Vec3&)> value;
    BoundingBox bounds; // contains the whole solid
    /// Edge length relative to the mesh's, for finer details; empty: one everywhere.
    std::function<double(const Vec3&)> relative_edge_length;
};

/// Whether this build has a mesher.
bool can_tetrahedralise();

/// Fails with bad_input (nothing inside, options out of range, built without a mesher), and with cancelled.
Result<Repaired<TetMesh>> tetrahedralise(const SurfaceMesh& surface, const MeshingOptions& options,
                                         Progress* progress = nullptr);
Result<Repaired<TetMesh>> tetrahedralise(const Solid& solid, const MeshingOptions& options,
                                         Progress* progress = nullptr);

} // namespace limber
