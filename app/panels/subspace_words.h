// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <string>
#include <vector>

namespace limber::app {

/// The name of each kind of subspace in lists, in the order of SubspaceKind.
const std::vector<std::string>& shown_kinds();

/// "16 modes", or "192 displacements" of a linear subspace.
std::string subspace_words(const Character& character);
/// "The loads give 1 of 8 modes."; empty where it has all that were asked for.
std::string words_about_fewer_columns(const Character& character);

/// What a subspace for loads is made for: "everywhere", "2 loads", "push.json", "1 load, push.json".
std::string words_about_loads(const ModelDescription& description);

} // namespace limber::app
