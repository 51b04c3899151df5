// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <vector>

namespace limber::app {

/// The patch of each contact point on the body's underside (engine/control/sole_patches.h). Precondition: it has
/// contact points.
std::vector<int> contact_patches(const Character& character, const Vec3& up);

} // namespace limber::app
