// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "engine/linalg/types.h"

#include <glm/glm.hpp>

namespace limber::app {

/// A position or direction in the renderer's type.
inline glm::vec3 to_glm(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

/// Red, green and blue, each from 0 to 1.
inline glm::vec3 to_glm(const Colour& colour) {
    return glm::vec3(colour.red, colour.green, colour.blue) / 255.0F;
}

} // namespace limber::app
