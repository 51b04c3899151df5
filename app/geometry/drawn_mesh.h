// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace limber::app {

/// A character's skin as it is uploaded to the GPU, once: x_i = sum_b rig_ib P_b [X_i 1] + sum_j mode_ij T_j [X_i 1]
/// + sum_t P_t d_it, or where targets come first, x_i = sum_b rig_ib P_b [X_i + sum_t s_t d_it, 1] + sum_j mode_ij T_j
/// [X_i 1]. It holds only the vertices of the boundary surface, in plain floats: this module does not depend on the
/// engine.
struct DrawnMesh {
    std::vector<float> positions;         // 3 n, rest [m]
    std::vector<std::uint32_t> triangles; // 3 f, counter-clockwise from outside
    std::vector<float> rig_weights;       // n x bones, row-major
    std::vector<float> mode_weights;      // n x modes, row-major
    std::vector<float> targets = {};      // n x 3 targets, row-major: the displacements d [m] of the rig's targets
    int vertex_count = 0;
    int bone_count = 0;
    int mode_count = 0;
    int target_count = 0;
    bool morphs_first = false;  // targets displace the rest positions, which the bones then move
    std::vector<float> colours; // 3 n, sRGB in [0, 1], or empty: the draw item's colour
    /// n: 1 where a vertex has its own colour, 0 where it has the draw item's; empty: all have their own.
    std::vector<float> has_colour = {};
    std::vector<float> normals = {}; // 3 n, unit or zero; empty or zero: those of the triangles
    /// n: the vertex that stands for all vertices at one place of a seam, whose weights are the same; empty: no seams.
    std::vector<std::uint32_t> welded = {};
};

/// The transforms of one frame: 3 x 4 row-major affine maps, 12 floats each.
struct DrawnMaps {
    std::vector<float> bones;               // 12 x bones
    std::vector<float> modes;               // 12 x modes
    std::vector<float> targets;             // 12 x targets; a target with a map of zeros and no weight costs nothing
    std::vector<float> target_weights = {}; // targets: s_t, for a mesh whose targets come first
    std::vector<float> fading;              // 12 x modes of another mesh of the same skin, or empty
};

} // namespace limber::app
