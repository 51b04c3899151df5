// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Obstacles of a scene. Each is solid and rigid, is given by the signed distance to its surface, as in the projective
/// contact of AALM appendix E, and touches only contact points (contact_points.h). It is at rest or moves by a rigid
/// map in each step; contact and friction then measure a point's motion relative to it.
namespace limber {

/// The half-space below a plane: (x - point) . normal < 0.
struct HalfSpace {
    Vec3 point = Vec3::Zero();         // [m]
    Vec3 normal = Vec3(0.0, 1.0, 0.0); // out of the solid, unit
    bool operator==(const HalfSpace&) const = default;
};

struct Ball {
    Vec3 centre = Vec3::Zero(); // [m]
    double radius = 1.0;        // [m]
    bool operator==(const Ball&) const = default;
};

/// All points closer than the radius to the segment from a to b.
struct Capsule {
    Vec3 a = Vec3::Zero();        // [m]
    Vec3 b = Vec3(0.0, 1.0, 0.0); // [m]
    double radius = 1.0;          // [m]
    bool operator==(const Capsule&) const = default;
};

/// A box in any pose, for steps and ramps.
struct Box {
    Affine placement = identity_affine(); // rigid: from its own axes, at its centre, to the world [m]
    Vec3 half_size = Vec3::Ones();        // along its own axes [m]
    bool operator==(const Box&) const = default;
};

/// A height field: the solid below heights over a grid in the x-z plane of its own axes, bilinear in each cell, y up.
/// It has vertical sides at the edges of the grid and no bottom.
struct HeightField {
    Affine placement = identity_affine(); // rigid: from its own axes, at the middle of the grid, to the world [m]
    double spacing = 1.0;                 // [m]
    Matrix heights;                       // rows along x, columns along z, at least 2 x 2 [m]
    bool operator==(const HeightField&) const = default;
};

using Shape = std::variant<HalfSpace, Ball, Capsule, Box, HeightField>;

/// The bone that carries an obstacle. Contact does not read it: the caller of the step places the shape.
struct Carrier {
    int character = 0; // of the scene
    std::string bone;
    Affine reference = identity_affine(); // rigid: the bone's place at which the obstacle has its shape's place
    bool operator==(const Carrier&) const = default;
};

struct Obstacle {
    Shape shape;           // where it is at the end of the step
    double friction = 0.8; // Coulomb's coefficient
    double restitution =
        0.0; // share of the impact speed after the impact of a stiff body, in [0, 1]: engine/docs/numerics.md
    std::optional<Affine> motion = {};   // rigid: carries it in a step, from where it was before; none: at rest
    std::optional<Carrier> carrier = {}; // none: it stays where it is
    bool operator==(const Obstacle&) const = default;
};

using Obstacles = std::vector<Obstacle>;

/// The obstacle with its surface this much farther out [m], for contact points that lie so deep in a thin body. A box
/// keeps sharp edges, and a height field is raised along its own y axis, which is less across a slope.
Obstacle grown(Obstacle obstacle, double distance);

/// Where a point comes in the step if it moves along with the obstacle.
inline Vec3 moved_along(const Obstacle& obstacle, const Vec3& x) {
    return obstacle.motion ? apply(*obstacle.motion, x) : x;
}

/// The surface closest to a point.
struct Clearance {
    double distance = 0.0;      // [m], negative inside; infinite for a point that is not finite
    Vec3 normal = Vec3::Zero(); // out of the solid, unit: the gradient of the distance
};

/// Whether it has a surface: a height field without cells has none.
bool has_surface(const Shape& shape);

/// Precondition: has_surface(shape). The distance is exact except for height fields. Over the grid it is the distance
/// to the tangent plane above or below the point, or, for a point inside, to the nearest side if that is closer.
/// Outside the grid the distances to the side and to the tangent plane at the edge are combined as if they were
/// perpendicular.
Clearance clearance(const Shape& shape, const Vec3& x);

} // namespace limber
