#pragma once

#include "engine/mesh/tet_mesh.h"

/// What is asked of boxes.
namespace limber {

/// Around both.
inline BoundingBox united(const BoundingBox& a, const BoundingBox& b) {
    return {a.low.cwiseMin(b.low), a.high.cwiseMax(b.high)};
}

/// How high the lowest corner lies along a direction of length one.
inline double lowest(const BoundingBox& box, const Vec3& up) {
    return up.cwiseMax(0.0).dot(box.low) + up.cwiseMin(0.0).dot(box.high);
}

} // namespace limber
