#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/mesh/winding_number.h"

#include <string>
#include <vector>

/// What of a surface the tets that were to fill it do not reach: shells and fins that are thin beside the tets' edges.
/// A face is lost where the body begins behind it, by the winding number, and no boundary of the tets is near.
namespace limber {

/// Parts below this share of the volume are crumbs, which no mesh keeps, however fine.
inline constexpr double crumb_share = 1e-3;

struct UnmeshedParts {
    Index part_count = 0;    // pieces of the surface that share no vertex
    Index crumb_count = 0;   // of those, the ones that are lost as a whole and hold next to nothing
    double crumb_size = 0.0; // of the largest of those, from corner to corner [m]
    Index lost_count = 0;    // the others that are lost as a whole
    double lost_size = 0.0;  // of the largest of those [m]
    Index place_count = 0;   // of the others, places that are lost
    double place_size = 0.0; // of the largest of those [m]
};

/// The edge length is the tets' [m].
UnmeshedParts unmeshed_parts(const SurfaceMesh& surface, const WindingNumber& winding, const TetMesh& mesh,
                             double edge_length);

/// A sentence each for the parts and the places, with what whoever reads it can do.
std::vector<std::string> told(const UnmeshedParts& lost, double edge_length, const std::string& remedy);

} // namespace limber
