// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"

#include <string>
#include <vector>

namespace limber::app {

/// What text output says of these warnings about a run: the notes on each model's mesh, if there are several, in one
/// sentence that names the command that lists them. `file`: of the command. Sentences that begin with the name of the
/// mesh's file, about its unit or its import, stay.
std::vector<std::string> shortened(std::vector<std::string> warnings, const std::vector<CharacterPtr>& models,
                                   const std::string& file);

/// That a subspace has so few displacements, in place of those that were wanted: all that its motion, or else its
/// loads, give.
std::string fewer_displacements(const std::string& subspace, Index displacements, Index wanted, bool is_of_motion);

/// A sentence for each model that has fewer displacements than twelve for each of its modes.
std::vector<std::string> warnings_of_fewer_displacements(const std::vector<CharacterPtr>& models);

} // namespace limber::app
