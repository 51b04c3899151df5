// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <string>
#include <vector>

/// Helpers that the walkers share. They face +z with y up; left is +x. Most are mirror symmetric.
namespace limber::makers {

/// A walker without parts.
Figure walker(const std::string& name, const std::string& title, const std::string& about,
              const std::vector<std::string>& palette);

/// Mirrors x, from left to right.
Vec3 mirrored_in_x(const Vec3& x);

/// Adds the part and its mirror image.
void add_pair(Figure& figure, const BodyPart& part);

/// Adds a tube through the points (anatomy.h) and its mirror image.
void add_limbs(Figure& figure, const std::vector<Vec3>& points, const std::vector<double>& radii, const BodyPart& part);

/// Two eyes that are mirror images.
struct FrontEyes {
    Vec3 at;   // centre of the left eye
    Vec3 gaze; // direction of the left eye
    double radius;
    int white, black; // paints
    double pupil = 0.66;
};
void add_front_eyes(Figure& figure, const FrontEyes& eyes);

/// A free body with the same parts, without bones and clips.
Figure as_free_body(Figure figure);

/// Rotates the figure around y, from facing +x to facing +z.
Figure turned_to_face_z(Figure figure);

} // namespace limber::makers
