#pragma once

#include "engine/linalg/types.h"

#include <glm/glm.hpp>

namespace limber::app {

/// A place or a direction as whoever draws takes it.
inline glm::vec3 to_glm(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

} // namespace limber::app
