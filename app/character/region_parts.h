// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <optional>
#include <vector>

namespace limber::app {

/// The regions of tets that a scene's file names (MaterialDescription::labels), as painted parts, which the brush can
/// edit. The paint of a vertex of the surface is the share of its tets that have the label; inside of the body, the
/// paint follows the surface. Regions with the factors 1 and regions of no tet need no part. Returns nullopt if a
/// region that needs one does not reach the surface. Precondition: the character has such regions.
std::optional<std::vector<MaterialPart>> parts_of_regions(const Character& character);

} // namespace limber::app
