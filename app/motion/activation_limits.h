// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/musculature.h"
#include "app/document/example_pose.h"
#include "engine/control/walker.h"

namespace limber::app {

/// Of a controller: an example pose is blended with the rest pose, from 0 to the whole of it, and never mirrored or
/// exaggerated. Other muscles have no limits.
ActivationLimits activation_limits(const Musculature& musculature, const std::vector<ExamplePose>& examples);

} // namespace limber::app
