#pragma once

#include "engine/linalg/types.h"

#include <memory>
#include <variant>
#include <vector>

/// What a body may run into. Every obstacle is solid and at rest; it is known by the signed distance to its surface, as
/// in the projective contact of AALM appendix E, and is touched at points alone (contact_points.h).
namespace limber {

/// All that lies below a plane: (x - point) . normal < 0.
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

/// All that is closer than the radius to the segment from a to b.
struct Capsule {
    Vec3 a = Vec3::Zero();        // [m]
    Vec3 b = Vec3(0.0, 1.0, 0.0); // [m]
    double radius = 1.0;          // [m]
    bool operator==(const Capsule&) const = default;
};

/// A box in any position: steps are upright ones, ramps are turned ones.
struct Box {
    Affine placement = identity_affine(); // rigid: from its own axes, at its centre, to the world [m]
    Vec3 half_size = Vec3::Ones();        // along its own axes [m]
    bool operator==(const Box&) const = default;
};

/// Hills: the solid below heights over a grid in the x-z plane of its own axes, bilinear in each cell, y up. It ends in
/// upright sides at the edges of the grid, and has no bottom.
struct HeightField {
    Affine placement = identity_affine(); // rigid: from its own axes, at the middle of the grid, to the world [m]
    double spacing = 1.0;                 // [m]
    Matrix heights;                       // rows along x, columns along z, at least 2 x 2 [m]
    bool operator==(const HeightField&) const = default;
};

using Shape = std::variant<HalfSpace, Ball, Capsule, Box, HeightField>;

struct Obstacle {
    Shape shape;
    double friction = 0.8;    // Coulomb's coefficient
    double restitution = 0.0; // share of an impact's speed with which a stiff body leaves, in [0, 1]: engine/README.md
    bool operator==(const Obstacle&) const = default;
};

using Obstacles = std::vector<Obstacle>;

/// The surface near a point.
struct Clearance {
    double distance = 0.0;      // [m], negative inside; infinite for a place that is none
    Vec3 normal = Vec3::Zero(); // out of the solid, unit: where the distance grows fastest
};

/// Whether it has a surface at all: hills without a cell have none.
bool is_whole(const Shape& shape);

/// Of a whole shape. The distance is exact but for height fields, where over the grid it is the one to the tangent
/// plane below or above the point, or to the side, if that is nearer, of a point that is inside; beyond it the way to
/// the side and the one over the edge's tangent plane are put together as if they stood upright on each other.
Clearance clearance(const Shape& shape, const Vec3& x);

} // namespace limber
