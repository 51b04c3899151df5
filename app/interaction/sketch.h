// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Line drawings on top of the picture, in pixels of the window: bones, handles, the gizmo. This module only computes
/// their geometry; any line renderer can draw them.
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
    bool filled = false;                         // a convex polygon instead of a line
    std::optional<ViewArea> clip = std::nullopt; // nullopt: the whole view
};

struct Dot {
    Pixel at = Pixel::Zero();
    double radius = 4; // [pixels]
    Ink ink;
    bool filled = true;
    std::optional<ViewArea> clip = std::nullopt;
};

struct Label {
    Pixel at = Pixel::Zero(); // bottom centre of the text
    std::string text;
    std::optional<Ink> mark = std::nullopt; // of a square before the first line
};

/// The colours of values from the smallest to the largest, and what they show.
struct Legend {
    std::vector<Ink> colours;
    std::string text;
    std::optional<ViewArea> row = std::nullopt; // that is reserved for it; nullopt: none is
};

struct Sketch {
    std::vector<Stroke> strokes;
    std::vector<Dot> dots;
    std::vector<Label> labels;
    std::optional<Legend> legend = std::nullopt; // without a row in the lower left corner of the view, uncovered
};

/// Clips the strokes and dots that are added during its life to one area, such as a tile of a comparison.
class SketchClip {
public:
    SketchClip(Sketch& sketch, const ViewArea& area)
        : sketch_(sketch), area_(area), stroke_(sketch.strokes.size()), dot_(sketch.dots.size()) {}
    SketchClip(const SketchClip&) = delete;
    SketchClip& operator=(const SketchClip&) = delete;
    ~SketchClip() {
        for (; stroke_ < sketch_.strokes.size(); ++stroke_) {
            sketch_.strokes[stroke_].clip = area_;
        }
        for (; dot_ < sketch_.dots.size(); ++dot_) {
            sketch_.dots[dot_].clip = area_;
        }
    }

private:
    Sketch& sketch_;
    ViewArea area_;
    std::size_t stroke_; // the first that it clips
    std::size_t dot_;
};

namespace palette {
inline constexpr Ink accent{0.18F, 0.49F, 0.55F, 1.0F};
inline constexpr Ink bone{0.16F, 0.19F, 0.22F, 0.36F};
inline constexpr Ink lit{0.98F, 0.60F, 0.13F, 1.0F};
inline constexpr Ink limit{0.85F, 0.20F, 0.16F, 1.0F};
inline constexpr Ink axis_x{0.85F, 0.29F, 0.27F, 0.95F};
inline constexpr Ink axis_y{0.36F, 0.66F, 0.27F, 0.95F};
inline constexpr Ink axis_z{0.25F, 0.46F, 0.86F, 0.95F};
inline constexpr Ink free_ring{0.30F, 0.34F, 0.38F, 0.70F};
// Of the bodies of a comparison and their curves, the character first; distinct for colour-blind eyes too (after Okabe
// and Ito).
inline constexpr std::array bodies{Ink{0.00F, 0.45F, 0.70F, 1.0F}, Ink{0.84F, 0.37F, 0.00F, 1.0F},
                                   Ink{0.00F, 0.62F, 0.45F, 1.0F}, Ink{0.65F, 0.30F, 0.62F, 1.0F}};
/// Of a body by its colour in a comparison; 0: the character.
inline const Ink& of_body(int colour) {
    return bodies[static_cast<std::size_t>(colour)];
}
// Outlines the lines, so that they are visible on any colour.
inline constexpr Ink halo{1.0F, 1.0F, 1.0F, 0.55F};
} // namespace palette

} // namespace limber::app
