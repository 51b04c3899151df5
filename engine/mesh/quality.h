// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

namespace limber {

struct MeshQuality {
    double volume = 0.0;               // of the tets [m^3]
    double enclosed_volume = 0.0;      // by the boundary [m^3]; tets that overlap have more
    double area = 0.0;                 // of the boundary [m^2]
    double dihedral_min = 0.0;         // [degrees]
    double dihedral_max = 0.0;         // [degrees]
    double dihedral_first_percent = 0; // 1 % quantile of the smallest dihedral angle of each tet [degrees]
    double edge_mean = 0.0;            // [m]
    Index sliver_count = 0;            // tets with a dihedral angle under 5 degrees
    Index component_count = 0;
    Index boundary_face_count = 0;
    Index non_manifold_edge_count = 0; // boundary edges with a number of boundary faces other than two
};

MeshQuality quality_of(const TetMesh& mesh);

} // namespace limber
