// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

namespace limber {

/// Merges vertices at exactly the same position (surface_mesh_builder.h), and then those of open edges that are closer
/// than the rounding of floats, 1e-7 of the size along each axis: seams whose sides an exporter computed apart. Each
/// group stays at its first vertex. The triangles stay in their order.
SurfaceMesh welded_at_seams(const SurfaceMesh& surface);

} // namespace limber
