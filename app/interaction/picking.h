// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"
#include "engine/rig/skeleton.h"

#include <limits>
#include <optional>
#include <vector>

/// Finds the point of the deformed surface, or the bone, under the mouse.
namespace limber::app {

struct SurfaceHit {
    int triangle = 0;                // row of F
    Vec3 barycentric = Vec3::Zero(); // over the triangle's corners
    Vec3 position = Vec3::Zero();    // [m]
    double distance = 0.0;           // [m] from the eye
};

/// The nearest triangle on a ray, hit from either side. x: n x 3 drawn positions. Tests every triangle, because a press
/// happens at most a few times a second.
std::optional<SurfaceHit> first_hit(const MouseRay& ray, const Points& x, const Triangles& F);

/// The distance from the eye to the point where a ray first leaves the body [m]; infinite if it misses the body or ends
/// inside. The triangles face outwards. Everything behind that point is hidden by the body.
double first_exit(const MouseRay& ray, const Points& x, const Triangles& F);

/// A drawn bone: from its joint along its y axis; where its children lie elsewhere, as in files of other tools, to the
/// middle of their joints, and a bone without children onwards from its parent.
struct BoneSegment {
    Vec3 joint, tip; // [m]
};
BoneSegment segment_of(const Bone& bone, const Affine& world);
std::vector<BoneSegment> bone_segments(const Skeleton& skeleton, const Pose& pose);

double distance_to_segment(const Pixel& p, const Pixel& a, const Pixel& b);

/// The bone whose segment is closest to a pixel, within `reach` [pixels]. Of two about equally close bones, the one
/// with the closer joint wins, so that a joint selects the bone that turns around it. A bone beyond `depth` [m from the
/// eye] is hidden by the body and is not selected.
std::optional<int> bone_under(const Pixel& pixel, double reach, const OrbitCamera& camera, const ViewArea& area,
                              const std::vector<BoneSegment>& bones,
                              double depth = std::numeric_limits<double>::infinity());

} // namespace limber::app
