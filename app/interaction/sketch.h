#pragma once

#include "app/interaction/orbit_camera.h"

#include <string>
#include <vector>

/// Thin drawings on top of the picture, in pixels of the window: bones, handles, the gizmo. Whoever has
/// a line drawer can draw them; this room only says where.
namespace limber::app {

/// sRGB and opacity, each in [0,1].
struct Ink {
    float red = 1, green = 1, blue = 1, alpha = 1;
};

struct Stroke {
    std::vector<Pixel> points;
    Ink ink;
    double width = 1.5; // [pixels]
    bool closed = false;
    bool filled = false; // a convex polygon instead of a line
};

struct Dot {
    Pixel at = Pixel::Zero();
    double radius = 4; // [pixels]
    Ink ink;
    bool filled = true;
};

struct Sketch {
    std::vector<Stroke> strokes;
    std::vector<Dot> dots;
};

namespace palette {
inline constexpr Ink accent{0.98f, 0.62f, 0.26f, 1.0f};
inline constexpr Ink bone{0.96f, 0.97f, 1.00f, 0.62f};
inline constexpr Ink lit{1.00f, 0.86f, 0.42f, 1.0f};
inline constexpr Ink axis_x{0.93f, 0.36f, 0.36f, 0.95f};
inline constexpr Ink axis_y{0.48f, 0.80f, 0.38f, 0.95f};
inline constexpr Ink axis_z{0.36f, 0.60f, 0.96f, 0.95f};
inline constexpr Ink free_ring{0.92f, 0.93f, 0.96f, 0.75f};
inline constexpr Ink shadow{0.05f, 0.06f, 0.08f, 0.45f};
} // namespace palette

} // namespace limber::app
