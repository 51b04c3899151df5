// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/report.h"
#include "app/comparison/comparison.h"

namespace limber::app {

/// Of a character that is stepped by Newton's method: its energy, its points, their training error, and the seconds
/// that it took to choose them.
Json::object_t cubature_json(const ComparedCubature& cubature);

/// The character with cubature points of these options. Fails as build_character.
Result<CharacterPtr> with_cubature(const CharacterPtr& character, const CubatureArguments& arguments, Threads threads);

} // namespace limber::app
