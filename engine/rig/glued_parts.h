// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/embedding.h"
#include "engine/mesh/tet_mesh.h"
#include "engine/rig/rig.h"

#include <string>
#include <vector>

/// Parts of a body that its tets join where its surface does not: limbs, fingers or layers of cloth that are closer
/// together than the tets' edges. An edge of a tet is glue if the surface faces itself there, its two sides hang on
/// bones that share less than a tenth of their weights and are no neighbours in the skeleton, and the way along the
/// surface from one to the other is many edges long, or there is none.
namespace limber {

struct GluedPair {
    int bone = -1;     // the heavier one of each side
    int other = -1;    // bone < other
    double size = 0.0; // diagonal of the box around the tets between them [m]
};

struct GluedParts {
    std::vector<int> tets;        // ascending: those with an edge that is glue
    std::vector<GluedPair> pairs; // largest first
};

/// `W`: of the surface's vertices, seams not welded; rows may sum to anything.
GluedParts glued_parts(const Skeleton& skeleton, const SurfaceMesh& surface, const Matrix& W, const TetMesh& mesh);

/// One sentence, or none.
std::vector<std::string> messages_of(const GluedParts& parts, const Skeleton& skeleton, const std::string& remedy);

/// Corners that hang on other bones than a point no longer carry it, unless no corner is left. `of_points` and
/// `of_vertices` are the same rig.
void carry_by_own_bones(const Rig& of_points, const Rig& of_vertices, Embedding& embedding);

} // namespace limber
