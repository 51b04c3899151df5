// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/draw_list.h"
#include "engine/linalg/types.h"

namespace limber::app {

struct LineInk {
    float width = 2.2F; // [pixel x pixel_scale]
    glm::vec4 colour = {1.0F, 1.0F, 1.0F, 1.0F};
};

/// Adds an arrow [m]. Its head lies in the plane that faces the eye most directly.
void draw_arrow(const Vec3& from, const Vec3& way, const Vec3& eye, const LineInk& ink, Overlay& overlay);

} // namespace limber::app
