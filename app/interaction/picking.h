#pragma once

#include "app/interaction/orbit_camera.h"
#include "engine/rig/skeleton.h"

#include <limits>
#include <optional>
#include <vector>

/// What lies under the mouse: a point of the deformed surface, or a bone.
namespace limber::app {

struct SurfaceHit {
    int triangle = 0;                // row of F
    Vec3 barycentric = Vec3::Zero(); // over the triangle's corners
    Vec3 position = Vec3::Zero();    // [m]
    double distance = 0.0;           // [m] from the eye
};

/// The nearest triangle on a ray, seen from either side. x: n x 3 positions as they are drawn now.
/// Tries every triangle: a press happens a few times a second at the most.
std::optional<SurfaceHit> first_hit(const MouseRay& ray, const Points& x, const Triangles& F);

/// [m] from the eye to where a ray leaves the body for the first time; infinite where it misses the body, or ends in
/// it. The triangles face outwards. What lies behind that place is hidden by the flesh in front of it.
double first_exit(const MouseRay& ray, const Points& x, const Triangles& F);

/// A bone as it is drawn: from its joint along its y axis.
struct BoneSegment {
    Vec3 joint, tip; // [m]
};
BoneSegment segment_of(const Bone& bone, const Affine& world);
std::vector<BoneSegment> bone_segments(const Skeleton& skeleton, const Pose& pose);

double distance_to_segment(const Pixel& p, const Pixel& a, const Pixel& b);

/// The bone whose segment is seen closest to a pixel, no further than `reach` [pixels]. Of two that are
/// nearly as close the one whose joint is closer wins, so that a joint selects the bone that turns around it. A bone
/// that is further away there than `depth` [m from the eye] is behind the body, and is not selected through it.
std::optional<int> bone_under(const Pixel& pixel, double reach, const OrbitCamera& camera, const ViewArea& area,
                              const std::vector<BoneSegment>& bones,
                              double depth = std::numeric_limits<double>::infinity());

} // namespace limber::app
