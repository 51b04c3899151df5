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

/// A sentence for each model whose loads or motion give fewer modes or displacements than were asked for.
std::vector<std::string> warnings_of_fewer_columns(const std::vector<CharacterPtr>& models);

} // namespace limber::app
