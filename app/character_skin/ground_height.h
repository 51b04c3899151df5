// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_skin/skin_outline.h"

#include <vector>

namespace limber::app {

/// A character with a clip, or -1, at a place in the scene.
struct PlacedOutline {
    const SkinOutline* outline = nullptr;
    int clip = -1;
    Affine place = identity_affine();
};

/// The height along `up` [m] at which the ground is drawn in the window, in films and in pictures where no obstacle is
/// a ground: that on which the lowest of the characters stands (standing_height.h). 0 without characters.
double ground_height(const std::vector<PlacedOutline>& characters, const Vec3& up);

} // namespace limber::app
