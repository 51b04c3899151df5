// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/core/result.h"

namespace limber::app {

/// The musculature of rods and shells, and the actuation set of their model: the shapes of a cage and example poses
/// (engine/actuation/element_muscles.h). With one cluster the whole body shares one rotation of the target; with more,
/// each edge, joint, triangle and hinge has its own. Fails with bad_input: an example that is the rest pose or cannot
/// be read, or too many muscles.
Result<Done> grow_thin_muscles(Character& character);

} // namespace limber::app
