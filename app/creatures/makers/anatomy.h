// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"
#include "app/creatures/makers/motion.h"

#include <string>
#include <vector>

/// Helpers that the sea creatures share. They swim towards +x with y up; left is +z.
namespace limber::makers {

constexpr double sides[] = {1.0, -1.0}; // left, right

/// Adds one bone between each two successive joints; each bone is the child of the one before.
std::vector<int> add_chain(Figure& figure, const std::string& name, int parent, const std::vector<Vec3>& joints);

/// Adds round cones along a smooth curve through points [Catmull and Rom 1974], each point with its radius. All bones
/// of `part` carry each piece. If there is one bone between each two points, only the bones next to a piece carry it.
void add_tube(Figure& figure, const std::vector<Vec3>& points, const std::vector<double>& radii, const BodyPart& part);

/// A thin ellipsoid from root to tip, flat across `normal`.
Ellipsoid blade(const Vec3& root, const Vec3& tip, const Vec3& normal, double width, double thickness);

/// The point on the ellipsoid's surface in this direction, which is given in its frame and in units of its radii.
Vec3 surface_at(const Ellipsoid& shape, const Vec3& direction);

/// An arc on the front of a head that faces +x, `degrees` to both sides: `height` above the head's centre in the
/// middle, `height + lift` at the corners.
std::vector<Vec3> smile_on(const Ellipsoid& head, double height, double lift, double degrees);

struct Eyes {
    Vec3 at;   // centre of the left eye
    Vec3 gaze; // direction of the left eye
    double radius;
    int bone;
    int white, black; // paints
    int material;
    double pupil = 0.7; // share of the radius
};
void add_eyes(Figure& figure, const Eyes& eyes);

/// A thin line without rounding where it meets the body.
void add_line(Figure& figure, const std::vector<Vec3>& points, double radius, int carrier, int paint, int material);

/// Mirrors z when `side` is -1.
Vec3 mirrored(const Vec3& x, double side);

BoneMotion& motion_of(Motion& motion, int bone);

/// A wave along a chain: joint i of n turns around `axis` by up to `degrees` * i / n, `lag` of a loop after joint i
/// - 1.
void undulate(Motion& motion, const std::vector<int>& chain, const Vec3& axis, double degrees, double lag,
              double phase);

} // namespace limber::makers
