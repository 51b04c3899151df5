// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

namespace limber {

/// Three orthonormal, right-handed axes that turn with the mesh, as columns: those of its first tet. For choices of a
/// direction that any would do for, as of a sample or of a tangent, where the axes of the world would give a turned
/// mesh another result. Precondition: a tet of positive volume.
Mat3 mesh_axes(const TetMesh& mesh);

} // namespace limber
