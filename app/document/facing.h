#pragma once

#include "app/document/character_description.h"

#include <string>

namespace limber::app {

/// Where a body faces along the ground, and directions that count from there, in turns to the left.
struct Facing {
    Vec3 up;
    Vec3 front; // along the ground where that can be

    /// Of a body that has turned so from its rest.
    Facing(const Mat3& turn, const CharacterDescription& scene);

    Vec3 left() const;
    /// [turns] to the left of the front.
    Vec3 direction(double turns) const;
    double turns(const Vec3& direction) const;
};

/// What a direction [turns to the left of the front] is to the body: "forward", "left", "30° to the right".
std::string words_for_direction(double turns);

} // namespace limber::app
