// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"

namespace limber::app {

/// The box around a box after a map.
BoundingBox transformed(const BoundingBox& box, const Affine& map);

} // namespace limber::app
