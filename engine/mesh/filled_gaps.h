// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <functional>
#include <string>
#include <vector>

/// The gaps between parts of a surface that its tets fill: legs, fingers, or an arm beside the body that are nearer to
/// each other than the tets are long, so that they move as one. From points of the surface, a segment goes outwards. A
/// gap was filled if the segment meets the surface again from outside, if tets hold what is between, and if the way
/// between its ends along the surface is long, which is not so in a fold.
namespace limber {

/// Relative to the edge length of the tets.
inline constexpr double gap_width_max = 1.2;
inline constexpr double way_around_gap_min = 2.5;

struct NarrowPlace {
    Vec3 middle = Vec3::Zero(); // [m]
    double width = 0.0;         // the smallest [m]
};

struct FilledGap {
    Vec3 from = Vec3::Zero();        // in its middle: points of the surface on both sides [m]
    Vec3 to = Vec3::Zero();          // [m]
    double width = 0.0;              // the largest distance between the sides [m]
    double size = 0.0;               // diagonal of its bounding box [m]
    std::vector<NarrowPlace> places; // one in each cube of half an edge
};

/// The largest first. `is_inside` tells the body that the surface bounds; `edge_length` is that of the tets [m]. Fails
/// with cancelled.
Result<std::vector<FilledGap>> filled_gaps(const SurfaceMesh& surface,
                                           const std::function<bool(const Vec3&)>& is_inside, const TetMesh& mesh,
                                           double edge_length, Progress* progress = nullptr);

/// A sentence with a remedy for the user; none if there are no gaps. `part_at` names the part at a point of the
/// surface; empty: parts have no names.
std::vector<std::string> messages_of(const std::vector<FilledGap>& gaps, double edge_length, const std::string& remedy,
                                     const std::function<std::string(const Vec3&)>& part_at);
/// Part of that sentence, and of no other.
inline constexpr const char* filled_gap_words = "so that the parts move as one";

} // namespace limber
