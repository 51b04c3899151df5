// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/model/body_point.h"

#include <optional>
#include <string>

namespace limber::app {

/// The mean of the painted muscle region of this name over the surface's vertices, weighted by their levels; nullopt if
/// the character has none. Precondition: the body has no linear subspace.
std::optional<BodyPoint> region_point(const Character& character, const std::string& name);

/// The names of the muscle regions that have such a point.
std::vector<std::string> names_of_painted_regions(const MuscleDescription& muscles);

} // namespace limber::app
