// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/mesh/winding_number.h"

#include <string>
#include <vector>

/// The parts of a surface that the tets do not fill: shells and fins that are thin relative to the tets' edges, and
/// open sheets, which enclose nothing. A face is unmeshed if the body is behind it, by the winding number, and no
/// boundary of the tets is near; it is a sheet if its part of the surface is open and the body is not behind it. Where
/// tets fill a gap between parts (filled_gaps.h) they hold the face. Faces are probed about every edge length of the
/// tets.
namespace limber {

/// Parts below this share of the volume are dropped from any mesh.
inline constexpr double tiny_part_share = 1e-3;

struct UnmeshedParts {
    Index part_count = 0;        // pieces of the surface that share no vertex
    Index tiny_count = 0;        // of those, tiny ones that are unmeshed as a whole
    double tiny_size = 0.0;      // diagonal of the largest of those [m]
    Index unmeshed_count = 0;    // other parts that are unmeshed as a whole
    double unmeshed_size = 0.0;  // diagonal of the largest of those [m]
    Index place_count = 0;       // unmeshed places of the other parts
    double place_size = 0.0;     // diagonal of the largest of those [m]
    Index sheet_count = 0;       // parts that are open sheets as a whole
    double sheet_size = 0.0;     // diagonal of the largest of those [m]
    Index sheet_place_count = 0; // places of the other parts that are
    double sheet_place_size = 0.0;
};

/// `edge_length` is that of the tets [m].
UnmeshedParts unmeshed_parts(const SurfaceMesh& surface, const WindingNumber& winding, const TetMesh& mesh,
                             double edge_length);

/// One sentence each for the parts and the places, with a remedy for the user where more vertices are one.
std::vector<std::string> messages_of(const UnmeshedParts& parts, double edge_length, const std::string& remedy);

} // namespace limber
