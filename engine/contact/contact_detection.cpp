// SPDX-License-Identifier: MIT
#include "engine/contact/contact_detection.h"

#include "engine/contact/time_of_impact.h"

#include <algorithm>
#include <limits>

namespace limber {
namespace {

// Lengths "of size" are relative to the body's size.
constexpr double margin_of_size = 0.02;         // obstacles closer than this are near
constexpr double recovery_of_size = 1.0;        // [1/s] how fast a penetrating point is pushed out
constexpr double impact_steps = 2.0;            // an impact is faster than what gravity adds in this many steps
constexpr double lift_of_size = 1e-3;           // height at which covered faces are tested
constexpr double hill_tolerance_of_size = 1e-4; // how deep a path may cross a hill whose tangent plane is listed

Surface tangent_at(std::size_t obstacle, const Vec3& at, const Clearance& near, double start_distance) {
    return {obstacle, near.normal, near.normal.dot(at) - near.distance, start_distance};
}

// The part of its initial penetration depth [m] that a point may keep in this step.
double depth_allowed(double start_distance, const DetectionSettings& settings) {
    return std::max(0.0, -start_distance - recovery_of_size * settings.size * settings.time_step);
}

// The nearest surface within the margin.
std::optional<Surface> nearest_surface(const Obstacles& obstacles, const Vec3& at, double margin) {
    std::optional<Surface> nearest;
    double least = margin;
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
        const Vec3 here = moved_along(obstacles[o], at);
        const Clearance near = clearance(obstacles[o].shape, here);
        if (near.distance < least) {
            least = near.distance;
            nearest = tangent_at(o, here, near, near.distance);
        }
    }
    return nearest;
}

// Whether the point of the other shape that is closest to a point just above the nearest surface lies outside the
// nearest obstacle.
bool is_exposed(const Obstacles& obstacles, const Surface& nearest, const Shape& other, const Vec3& at, double lift) {
    const Vec3 here = moved_along(obstacles[nearest.obstacle], at);
    const Vec3 raised = here + (lift - std::min(0.0, nearest.start_distance)) * nearest.normal;
    const Clearance there = clearance(other, raised);
    const Vec3 foot = raised - there.distance * there.normal;
    return clearance(obstacles[nearest.obstacle].shape, foot).distance > 1e-3 * lift;
}

// Inserts in the order of distance, after the nearest, which stays first.
void insert(const Surface& surface, NearSurfaces& near) {
    if (near.count == near.surfaces.size()) {
        ++near.left_out;
        if (!(surface.start_distance < near.surfaces.back().start_distance)) {
            return;
        }
        --near.count;
    }
    std::size_t at = near.count++;
    for (; at > 1 && surface.start_distance < near.surfaces[at - 1].start_distance; --at) {
        near.surfaces[at] = near.surfaces[at - 1];
    }
    near.surfaces[at] = surface;
}

// Whether a listed half-space of this point and obstacle already measures at least half of the depth.
bool is_depth_listed(std::span<const Contact> listed, const PointPath& path, std::size_t obstacle, double depth) {
    return std::ranges::any_of(listed, [&](const Contact& contact) {
        return contact.point == path.point && contact.obstacle == obstacle &&
               contact.lowest - contact.normal.dot(path.end) > 0.5 * depth;
    });
}

bool is_listed(std::span<const Contact> listed, Index point, std::size_t obstacle) {
    return std::ranges::any_of(
        listed, [&](const Contact& contact) { return contact.point == point && contact.obstacle == obstacle; });
}

// One obstacle on a path.
struct Meeting {
    bool is_met = false;
    double share = std::numeric_limits<double>::infinity(); // of the path, at the impact; infinite: no surface to list
    Surface surface;
};

// The tangent plane where the path first enters the shape, if it does.
Meeting first_entry(const Shape& shape, std::size_t obstacle, const PointPath& path, double tolerance,
                    double start_distance) {
    const auto share = time_of_impact(shape, path.from, path.end, tolerance);
    if (!share) {
        return {};
    }
    const Vec3 at = path.from + *share * (path.end - path.from);
    return {true, *share, tangent_at(obstacle, at, clearance(shape, at), start_distance)};
}

// Has no surface if the obstacle is not met, or if its listed half-space already bounds the penetration.
Meeting meeting_with(const Shape& shape, std::size_t obstacle, const PointPath& path, const Clearance& at_end,
                     const ListedContacts& listed, const DetectionSettings& settings) {
    // A hill may rise between two points that are both far above the height field.
    const bool is_height_field = std::holds_alternative<HeightField>(shape);
    if (!is_height_field && at_end.distance > (path.end - path.from).norm()) {
        return {};
    }
    const Clearance at_start = clearance(shape, path.from);
    const double depth = -at_end.distance - depth_allowed(at_start.distance, settings);
    const bool begins_inside = at_start.distance < -settings.tolerance;
    if (!begins_inside && !is_listed(listed.contacts, path.point, obstacle)) {
        return first_entry(shape, obstacle, path, settings.tolerance, at_start.distance);
    }
    if (depth > settings.tolerance) {
        Meeting inside;
        inside.is_met = true;
        if (!is_depth_listed(listed.contacts, path, obstacle, depth)) {
            inside.share = 0.0;
            inside.surface = tangent_at(obstacle, path.end, at_end, at_start.distance);
        }
        return inside;
    }
    if (begins_inside) {
        return {};
    }
    // One half-space keeps a point outside a convex shape, but not outside the next hill.
    if (is_height_field) {
        return first_entry(shape, obstacle, path, hill_tolerance_of_size * settings.size, at_start.distance);
    }
    if (listed.are_enforced) {
        return {};
    }
    // The point may have passed through. The half-space that stops it is listed already.
    Meeting passed;
    passed.is_met = first_entry(shape, obstacle, path, settings.tolerance, at_start.distance).is_met;
    return passed;
}

// The lower bound of n . y for the point [m], from its motion relative to the obstacle.
double lowest(const Surface& surface, double restitution, const PredictedMotion& motion,
              const DetectionSettings& settings) {
    const double h = settings.time_step;
    const double start = surface.normal.dot(motion.from);
    const double approach = -surface.normal.dot(motion.to - motion.from);
    const bool hits = approach > start - surface.level && approach > impact_steps * settings.gravity * h * h;
    if (restitution > 0.0 && hits) {
        return start + restitution * approach;
    }
    return surface.level - depth_allowed(surface.start_distance, settings);
}

} // namespace

NearSurfaces near_surfaces(const Obstacles& obstacles, const Vec3& at, double size) {
    const double margin = margin_of_size * size;
    const double lift = lift_of_size * size;
    NearSurfaces surfaces;
    const auto nearest = nearest_surface(obstacles, at, margin);
    if (!nearest) {
        return surfaces;
    }
    surfaces.surfaces[0] = *nearest;
    surfaces.count = 1;
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
        const Vec3 here = moved_along(obstacles[o], at);
        const Clearance near = clearance(obstacles[o].shape, here);
        if (o != nearest->obstacle && near.distance < margin &&
            is_exposed(obstacles, *nearest, obstacles[o].shape, at, lift)) {
            insert(tangent_at(o, here, near, near.distance), surfaces);
        }
    }
    return surfaces;
}

PathContact path_contact(const Obstacles& obstacles, const PointPath& path, const ListedContacts& listed,
                         const DetectionSettings& settings) {
    PathContact result;
    Meeting first;
    for (std::size_t o = 0; o < obstacles.size(); ++o) {
        const Clearance at_end = clearance(obstacles[o].shape, path.end);
        result.depth = std::max(result.depth, -at_end.distance);
        const PointPath relative{path.point, moved_along(obstacles[o], path.from), path.end};
        const Meeting meeting = meeting_with(obstacles[o].shape, o, relative, at_end, listed, settings);
        result.is_met = result.is_met || meeting.is_met;
        if (meeting.share < first.share) {
            first = meeting;
            result.surface = meeting.surface;
        }
    }
    return result;
}

double penetration_depth(const Obstacles& obstacles, const Vec3& at) {
    double depth = 0.0;
    for (const Obstacle& obstacle : obstacles) {
        depth = std::max(depth, -clearance(obstacle.shape, at).distance);
    }
    return depth;
}

Contact contact_with(const Surface& surface, const Obstacle& obstacle, const PredictedMotion& motion,
                     const DetectionSettings& settings) {
    Contact contact;
    contact.point = motion.point;
    contact.obstacle = surface.obstacle;
    contact.normal = surface.normal;
    PredictedMotion relative = motion;
    relative.from = moved_along(obstacle, motion.from);
    contact.anchor = relative.from;
    if (settings.law == Friction::damped) {
        contact.anchor += settings.tangential_restitution * settings.time_step * motion.velocity;
        if (obstacle.motion) {
            contact.anchor -= settings.tangential_restitution * (relative.from - motion.from);
        }
    }
    contact.lowest = lowest(surface, obstacle.restitution, relative, settings);
    contact.friction = obstacle.friction;
    return contact;
}

} // namespace limber
