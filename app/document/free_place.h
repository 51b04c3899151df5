// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/obstacle.h"
#include "engine/mesh/tet_mesh.h"

#include <vector>

/// Finds free places for bodies, and bodies that have fallen out of the scene. Bodies are represented by their bounding
/// boxes [m].
namespace limber::app {

/// The bodies and obstacles that a new body must not overlap.
struct Occupied {
    std::vector<BoundingBox> bodies;
    Obstacles obstacles;
};

/// The penetration depth of a box in the obstacles [m]; 0: no overlap.
double depth_in(const Obstacles& obstacles, const BoundingBox& box);

/// The shortest horizontal offset of a body to a free place, no deeper in an obstacle than `depth_allowed`. Of about
/// equally long offsets, the one along `right` is preferred. If nothing is free within 30 times the body's width, the
/// offset leads past all bodies.
Vec3 offset_to_free_position(const BoundingBox& body, const Occupied& occupied, const Vec3& up, const Vec3& right,
                             double depth_allowed);

/// Whether a body has fallen below everything that it could come to rest on. `start`: lowest initial position of the
/// bodies [m, along up].
bool has_fallen_out(const BoundingBox& body, const Obstacles& obstacles, double start, const Vec3& up);

} // namespace limber::app
