// SPDX-License-Identifier: MIT
#pragma once

#include "engine/contact/contact_solver.h"
#include "engine/contact/obstacle.h"

#include <array>
#include <optional>
#include <span>

/// Contact detection of one point in one step. Every function is pure: it reads the obstacles and the point's motion
/// and returns candidates, from which the step lists its contacts.
///
/// In a step an obstacle is one half-space for each contact point near it,
///
///     n . y >= lowest,
///
/// tangent at the surface closest to the point when the step begins, or where the point's path to the end of the step
/// enters. Either keeps the point outside a convex shape wherever it moves. Where a surface bends towards the point and
/// the point ends inside, a second half-space is added at its end position.
///
/// An obstacle that moves is at rest in its own frame: there the point begins where it would come if it moved along
/// with the obstacle (moved_along), and ends where it ends. A path is straight in that frame. So friction holds a point
/// to the moving surface, an impact has the relative speed, and a body and an obstacle that move together are as at
/// rest.
///
/// A face that another obstacle covers, for instance between two adjacent boxes, is no candidate: only the first
/// surface on a path counts, so a floor made of many boxes acts as one floor.
namespace limber {

/// What detection reads besides obstacles and motion; the same for all points of a step.
struct DetectionSettings {
    double size = 1.0;      // [m] of the body
    double time_step = 0.0; // [s]
    double gravity = 0.0;   // [m/s^2] magnitude
    double tolerance = 0.0; // [m] a point no deeper than this is outside
    Friction law = Friction::coulomb;
    double tangential_restitution = 0.0; // of damped friction
};

/// The half-space that stands for an obstacle at one point in one step.
struct Surface {
    std::size_t obstacle = 0;    // of Obstacles
    Vec3 normal = Vec3::Zero();  // out of the obstacle, unit
    double level = 0.0;          // [m] the outside is n . y > level
    double start_distance = 0.0; // [m] signed distance of the point from the shape at the start of the step
};

/// The surfaces near a point, the nearest first.
struct NearSurfaces {
    std::array<Surface, ContactSystem::contacts_per_point> surfaces;
    std::size_t count = 0;
    int left_out = 0; // further surfaces within the margin

    std::span<const Surface> all() const {
        return {surfaces.data(), count};
    }
};

/// The nearest surfaces of a point at the start of the step, among those within a margin of 0.02 of the body's size.
NearSurfaces near_surfaces(const Obstacles& obstacles, const Vec3& at, double size);

/// The path of a contact point over the step.
struct PointPath {
    Index point = 0; // of ContactPoints
    Vec3 from;       // [m] at the start of the step
    Vec3 end;        // [m] at the end of a descent
};

/// What a path meets.
struct PathContact {
    bool is_met = false;            // an obstacle is met, so the step must be solved with contact
    std::optional<Surface> surface; // the first one on the path that no listed contact accounts for
    double depth = 0.0;             // [m] the largest penetration at the end
};

/// The contacts of the step.
struct ListedContacts {
    std::span<const Contact> contacts;
    bool are_enforced = false; // the path satisfies them
};

/// Continuous collision detection of one point; contacts of other points are ignored.
PathContact path_contact(const Obstacles& obstacles, const PointPath& path, const ListedContacts& listed,
                         const DetectionSettings& settings);

/// [m] The largest penetration of a position, zero outside of all obstacles.
double penetration_depth(const Obstacles& obstacles, const Vec3& at);

/// A contact point and its contact-free motion in this step.
struct PredictedMotion {
    Index point = 0; // of ContactPoints
    Vec3 from;       // [m]
    Vec3 to;         // [m]
    Vec3 velocity;   // [m/s] at the start
};

/// The contact of a point with a surface. Its lower bound pushes a point that began inside out by at most one body size
/// a second, and is above the surface after an impact on an obstacle with restitution.
Contact contact_with(const Surface& surface, const Obstacle& obstacle, const PredictedMotion& motion,
                     const DetectionSettings& settings);

} // namespace limber
