#pragma once

#include "assets/characters/figure.h"

#include <string>
#include <vector>

/// What the walkers have in common. They face +z with y up; left is +x, and most have two sides alike.
namespace limber::assets {

/// A walker without any clay yet.
Figure walker(const std::string& name, const std::string& title, const std::string& about,
              const std::vector<std::string>& palette);

/// Mirrored to the right.
Vec3 across(const Vec3& x);

/// The part and its mirror image.
void add_pair(Figure& figure, const CharacterInstance& part);

/// A hose through the points (anatomy.h) and its mirror image.
void add_limbs(Figure& figure, const std::vector<Vec3>& points, const std::vector<double>& radii,
               const CharacterInstance& part);

struct Stare {
    Vec3 at;   // of the left eye
    Vec3 gaze; // out of it
    double radius;
    int white, black; // paints
    double pupil = 0.66;
};
void add_stare(Figure& figure, const Stare& stare);

/// The same clay without bones and clips: a free body.
Figure set_ashore(Figure figure);

/// All of it turned around y, from facing +x to facing +z.
Figure faced_front(Figure figure);

} // namespace limber::assets
