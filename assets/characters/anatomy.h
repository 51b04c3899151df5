#pragma once

#include "assets/characters/figure.h"
#include "assets/characters/motion.h"

#include <string>
#include <vector>

/// What the creatures of the sea have in common. They swim towards +x with y up; left is +z.
namespace limber::assets {

constexpr double sides[] = {1.0, -1.0}; // left, right

/// A bone between each two joints, each the child of the one before.
std::vector<int> add_chain(Figure& figure, const std::string& name, int parent, const std::vector<Vec3>& joints);

/// Round cones along a smooth curve through points [Catmull and Rom 1974], each point with its radius. The curve's
/// pieces are carried by the bones of `part`, or, where there is a bone for each two points, by those around them.
void add_hose(Figure& figure, const std::vector<Vec3>& points, const std::vector<double>& radii,
              const CharacterInstance& part);

/// A thin ellipsoid from root to tip, flat across `normal`.
Ellipsoid blade(const Vec3& root, const Vec3& tip, const Vec3& normal, double width, double thickness);

/// Where the surface of an ellipsoid is, seen in this direction from its centre in units of its radii.
Vec3 surface_at(const Ellipsoid& shape, const Vec3& direction);

/// An arc round the front of a head that looks towards +x, `degrees` to both sides: `height` above its centre in the
/// middle, `lift` more at the corners.
std::vector<Vec3> smile_on(const Ellipsoid& head, double height, double lift, double degrees);

struct Eyes {
    Vec3 at; // of the left one, which `gaze` looks out of
    Vec3 gaze;
    double radius;
    int bone;
    int white, black; // paints
    int material;
    double pupil = 0.7; // share of the radius
};
void add_eyes(Figure& figure, const Eyes& eyes);

/// A thin line; neither rounded where it meets the body, nor soft.
void add_line(Figure& figure, const std::vector<Vec3>& points, double radius, int carrier, int paint, int material);

/// Mirrored to the other side.
Vec3 mirrored(const Vec3& x, double side);

BoneMotion& of(Motion& motion, int bone);

/// A wave that runs down a chain: each joint turns around `axis` by its share of `degrees`, later by `lag` of a loop.
void undulate(Motion& motion, const std::vector<int>& chain, const Vec3& axis, double degrees, double lag,
              double phase);

} // namespace limber::assets
