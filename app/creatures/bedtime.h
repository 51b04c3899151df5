// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <vector>

/// A bed with a heavy visitor: the hippo sits down on the mattress, whose foam gives way to capsules that its bone
/// carries, after figure 8 of [Force-Dual Modes].
namespace limber::app {

/// Where the hippo's lowest point is at rest: on the foam [m].
inline const Vec3 visitor_place(0.12, 0.5, 0.0);

/// Its bone, which it has at rest without a rotation.
inline constexpr const char* visitor_bone = "body";
inline const Vec3 visitor_bone_head(0.0, 0.1, 0.0); // in its own axes [m]

struct VisitorPart {
    Vec3 from, to; // in its own axes [m]
    double radius; // [m]
};
/// What of it presses on the mattress: a little inside its skin.
std::vector<VisitorPart> visitor_parts();

} // namespace limber::app
