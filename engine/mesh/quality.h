#pragma once

#include "engine/mesh/tet_mesh.h"

namespace limber {

struct MeshQuality {
    double volume = 0.0;               // [m^3]
    double dihedral_min = 0.0;         // [degrees]
    double dihedral_max = 0.0;         // [degrees]
    double dihedral_first_percent = 0; // the smallest dihedral angle of a tet: its 1 % quantile [degrees]
    double edge_mean = 0.0;            // [m]
    Index sliver_count = 0;            // tets with a dihedral angle under 5 degrees
    Index component_count = 0;
    Index boundary_face_count = 0;
    Index non_manifold_edge_count = 0; // boundary edges with other than two boundary faces
};

MeshQuality quality_of(const TetMesh& mesh);

} // namespace limber
