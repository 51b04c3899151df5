#pragma once

#include "engine/contact/obstacle.h"
#include "engine/mesh/tet_mesh.h"

#include <vector>

/// Where bodies can be put down, and which of them have fallen out of the scene. Bodies are known by the boxes around
/// them [m].
namespace limber::app {

/// What a body that is put down must not overlap.
struct Occupied {
    std::vector<BoundingBox> bodies;
    Obstacles obstacles;
};

/// How deep a box reaches into the obstacles [m]; 0: not at all.
double depth_in(const Obstacles& obstacles, const BoundingBox& box);

/// The shortest way across `up` from where a body is to a place beside the others: at that height, and no deeper in an
/// obstacle than `depth_allowed`. Of ways about as long, the one along `right` is taken first. Where nothing is free
/// for 30 times the body's width, it ends beyond all of the bodies.
Vec3 offset_to_free_position(const BoundingBox& body, const Occupied& occupied, const Vec3& up, const Vec3& right,
                             double depth_allowed);

/// Whether a body has fallen below everything that it could come to rest on; `start` is the lowest place at which
/// bodies came in [m, along up].
bool has_fallen_out(const BoundingBox& body, const Obstacles& obstacles, double start, const Vec3& up);

} // namespace limber::app
