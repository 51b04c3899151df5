// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/loads/load.h"

#include <filesystem>
#include <vector>

/// The loads of a character, and the fields that they may name.
namespace limber::app {

/// Its painted muscle regions, the painted parts of its material, its pins ("pins"), and the weights of its bones, by
/// their names and in this order; fields without paint, and of another surface, are left out. Needs mesh and rig.
std::vector<NamedField> fields_for_loads(const Character& character);

/// The loads of a file (engine/loads/load_file.h); an empty path stands for equal forces on equal masses. Needs mass
/// besides. Fails as read_loads.
Result<LoadDistribution> loads_in_file(const std::filesystem::path& file, const Character& character);

} // namespace limber::app
