// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/picking.h"

#include <functional>
#include <vector>

/// Finds the character under the mouse when a scene has several.
namespace limber::app {

struct PickableBody {
    int id = 0;
    BoundingBox box;                      // of the rig, grown by the reach of the secondary motion
    const Triangles* triangles = nullptr; // rows of `surface()`
    std::function<Points()> surface = {}; // its current positions [m]; called only if the ray meets the box
};

bool meets(const MouseRay& ray, const BoundingBox& box);

/// The id of the body whose surface the ray meets first.
std::optional<int> first_body(const MouseRay& ray, const std::vector<PickableBody>& bodies);

} // namespace limber::app
