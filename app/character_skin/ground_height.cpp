// SPDX-License-Identifier: MIT
#include "app/character_skin/ground_height.h"

#include <algorithm>
#include <optional>

namespace limber::app {
namespace {

// The lowest corner of a box after a map.
double lowest_corner(const BoundingBox& box, const Affine& map, const Vec3& up) {
    const Vec3 along = map.leftCols<3>().transpose() * up;
    const Vec3 half = 0.5 * (box.high - box.low);
    return map.col(3).dot(up) + along.dot(box.centre()) - along.cwiseAbs().dot(half);
}

// A place that turns about the up axis, moves and scales keeps heights in order; one that tilts the body does not.
double ground_height(const PlacedOutline& character, const Vec3& up) {
    const Vec3 along = character.place.leftCols<3>().transpose() * up;
    const double scale = along.dot(up);
    const bool stays_upright = scale > 0.0 && (along - scale * up).norm() <= 1e-6 * scale;
    return stays_upright ? scale * character.outline->floor(character.clip) + character.place.col(3).dot(up)
                         : lowest_corner(character.outline->reach(character.clip), character.place, up);
}

} // namespace

double ground_height(const std::vector<PlacedOutline>& characters, const Vec3& up) {
    std::optional<double> lowest;
    for (const PlacedOutline& character : characters) {
        const double here = ground_height(character, up);
        lowest = lowest ? std::min(*lowest, here) : here;
    }
    return lowest.value_or(0.0);
}

} // namespace limber::app
