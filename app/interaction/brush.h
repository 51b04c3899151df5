// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_field.h"
#include "app/interaction/brush_stroke.h"
#include "app/interaction/touchable.h"
#include "app/window/input_events.h"

#include <optional>

/// The paint brush. While it is active, a drag on the surface of the selected character paints one of its fields: a
/// muscle region, a part of the material, the density of contact points, what is pinned, where momentum leaks, a load,
/// or a weight of the subspace. All other events are left to the pointer. It depends on pixels and rays but on neither
/// window nor panels.
namespace limber::app {

struct BrushOptions {
    bool is_held = false;
    BrushTarget target = BrushTarget::muscle_region;
    int region = -1;       // index of the painted region, part, load or weight; if none, the next stroke creates one
    double radius = 0.08;  // of the body's diagonal
    double strength = 1.0; // effect of one stroke, in (0, 1]
    double softness = 0.5; // share of the radius over which it fades
    bool through = true;   // also paints the far side of the body
    bool mirrored = false; // also paints the other half, left and right exchanged

    bool operator==(const BrushOptions&) const = default;
    bool paints(BrushTarget what) const {
        return is_held && target == what;
    }
};

inline constexpr double brush_radius_min = 0.005;
inline constexpr double brush_radius_max = 0.5;

/// The drawn body and the description that a stroke edits.
struct Canvas {
    const Touchable& scene;
    const OrbitCamera& camera;
    ModelDescription& description;
};

class Brush {
public:
    /// Handles the events that paint and returns the rest. A stroke edits the canvas during the drag. [ and ] change
    /// the size.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, BrushOptions& options, const Canvas& canvas);

    bool is_painting() const {
        return held_.has_value();
    }
    /// What a stroke has painted that ended during the last call of `take`.
    std::optional<PaintedField> ended() const {
        return ended_;
    }
    /// A ring on the surface under the brush.
    Sketch sketch(const BrushOptions& options, const Canvas& canvas) const;
    /// Describes what a press will do, as a phrase; empty if it would not paint.
    std::string hint(const BrushOptions& options, const ModelDescription& description) const;
    /// The mouse is over a panel.
    void clear_hover();
    /// Resets all state because another scene was opened.
    void forget() {
        *this = {};
    }

private:
    struct Held {
        BrushStroke stroke;
        PaintedField field;
        Index triangles = 0; // triangle count of the painted surface
        Pixel last = Pixel::Zero();
    };

    bool takes(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas);
    bool takes(const CharacterTyped& event, BrushOptions& options);
    void begin(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas);
    void continue_stroke(const BrushOptions& options, const Canvas& canvas);
    void dab(const Points& x, const Pixel& at, const BrushOptions& options, const Canvas& canvas);
    void look_under_mouse(const Canvas& canvas);

    std::optional<Held> held_;
    std::vector<Pixel> way_; // mouse positions since the last frame of the stroke
    std::optional<PaintedField> ended_;
    Pixel mouse_ = Pixel::Zero();
    bool mouse_moved_ = false;
    std::optional<SurfaceHit> under_; // hit under the mouse, with the triangle's normal
    Vec3 normal_ = Vec3::UnitY();
};

} // namespace limber::app
