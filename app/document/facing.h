// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <string>

namespace limber::app {

/// The direction in which a body faces along the ground, and directions relative to it, in turns to the left.
struct Facing {
    Vec3 up;
    Vec3 front; // along the ground if possible

    /// The facing of a body with this rotation relative to rest.
    Facing(const Mat3& turn, const ModelDescription& scene);

    Vec3 left() const;
    /// The direction `turns` [turns] to the left of the front.
    Vec3 direction(double turns) const;
    double turns(const Vec3& direction) const;
};

/// Describes a direction [turns to the left of the front]: "forward", "left", "30° to the right".
std::string words_for_direction(double turns);

} // namespace limber::app
