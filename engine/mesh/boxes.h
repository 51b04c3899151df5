// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"

namespace limber {

/// The smallest box around both.
inline BoundingBox united(const BoundingBox& a, const BoundingBox& b) {
    return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)};
}

/// The height of the box's lowest corner along a unit direction.
inline double lowest(const BoundingBox& box, const Vec3& up) {
    return up.cwiseMax(0.0).dot(box.low) + up.cwiseMin(0.0).dot(box.high);
}

} // namespace limber
