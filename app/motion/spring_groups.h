// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"

#include <vector>

/// Which springs bring handles to their targets. The springs of a limb form a group: they follow the handles that are
/// nearer to them, at rest, than to any other group, so that a foot is not moved by swinging the head. A spring without
/// a group follows every handle.
namespace limber::app {

/// One a spring. X: n x 3, the rest positions of the mesh [m]. Precondition: springs and handles are on the mesh.
std::vector<bool> following_springs(const Points& X, const std::vector<PointSpring>& springs,
                                    const std::vector<PointHandle>& handles);

} // namespace limber::app
