// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

namespace limber {

/// Halves the edges that are longer than `edge_max` until there are none, or until a pass would make more than
/// `face_count_max` faces. Faces that share an edge still do. Given vertices keep their numbers.
SurfaceMesh subdivided(const SurfaceMesh& surface, double edge_max, Index face_count_max);

} // namespace limber
