// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"
#include "engine/contact/contact_points.h"

#include <vector>

/// Which springs bring handles to their targets. The springs of a limb form a group: they follow the handles that are
/// nearer to them, at rest, than to any other group, so that a foot is not moved by swinging the head. A spring without
/// a group follows every handle.
namespace limber::app {

/// One a spring. X: n x 3, the rest positions of the mesh [m]. Precondition: springs and handles are on the mesh.
std::vector<bool> following_springs(const Points& X, const std::vector<PointSpring>& springs,
                                    const std::vector<PointHandle>& handles);

/// The contact points, ascending, that go along with the handles: those nearer to one at rest than `reach` [m]. Looking
/// ahead without them, a foot that stands can be lifted; a touching point has no derivative away from the ground.
std::vector<Index> contacts_near(const Points& X, const ContactPoints& contacts,
                                 const std::vector<PointHandle>& handles, double reach);

} // namespace limber::app
