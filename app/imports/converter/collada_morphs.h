// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace limber::converter {

/// The text of a Collada file without its morph controllers, which assimp 5.2 takes for references that do not exist:
/// what refers to a morphed mesh then refers to the mesh. The same text where there are none.
std::string without_morphs(std::string collada);

} // namespace limber::converter
