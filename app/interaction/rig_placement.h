// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// The placement of the whole rig as numbers for sliders: x -> centre + translation + R S (x - centre). This is the
/// affine handle of FCD's simplest rig.
namespace limber::app {

struct RigPlacement {
    Vec3 translation = Vec3::Zero(); // [m]
    Vec3 degrees = Vec3::Zero();     // around z, then x in [-90, 90], then y in [-180, 180]
    Vec3 stretch = Vec3::Ones();     // along the rig's own x, y, z
};

Affine affine_of(const RigPlacement& placement, const Vec3& centre);
/// Exact for maps without shear and reflection; otherwise the map with the closest columns.
RigPlacement placement_of(const Affine& map, const Vec3& centre);

} // namespace limber::app
