// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/muscle_description.h"
#include "app/document/surroundings.h"
#include "app/interaction/brush_stroke.h"
#include "app/interaction/touchable.h"
#include "app/window/input_events.h"

#include <optional>

/// The paint brush. While it is active, a drag on the surface of the selected character paints a muscle region or the
/// density of contact points. All other events are left to the pointer. It depends on pixels and rays but on neither
/// window nor panels.
namespace limber::app {

enum class BrushTarget { muscle_region, contact_density };

struct BrushOptions {
    bool is_held = false;
    BrushTarget target = BrushTarget::muscle_region;
    int region = -1;       // index of the painted region; if there is none, the next stroke creates one
    double radius = 0.08;  // of the body's diagonal
    double strength = 1.0; // effect of one stroke, in (0, 1]
    double softness = 0.5; // share of the radius over which it fades
    bool through = true;   // also paints the far side of the body

    bool operator==(const BrushOptions&) const = default;
    bool paints_density() const {
        return is_held && target == BrushTarget::contact_density;
    }
};

inline constexpr double brush_radius_min = 0.005;
inline constexpr double brush_radius_max = 0.5;

/// The drawn body and the descriptions that a stroke edits.
struct Canvas {
    const Touchable& scene;
    const OrbitCamera& camera;
    MuscleDescription& muscles;
    ContactDescription& contact;
};

class Brush {
public:
    /// Handles the events that paint and returns the rest. A stroke edits the canvas during the drag. [ and ] change
    /// the size.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, BrushOptions& options, const Canvas& canvas);

    bool is_painting() const {
        return held_.has_value();
    }
    /// The region of a stroke that ended during the last call of `take`.
    std::optional<std::size_t> ended() const {
        return ended_;
    }
    /// Whether such a stroke painted the contact density.
    bool has_ended_on_density() const {
        return ended_on_density_;
    }
    /// A ring on the surface under the brush.
    Sketch sketch(const BrushOptions& options, const Canvas& canvas) const;
    /// Describes what a press will do, as a phrase; empty if it would not paint.
    std::string hint(const BrushOptions& options, const MuscleDescription& muscles) const;
    /// The mouse is over a panel.
    void clear_hover();
    /// Resets all state because another scene was opened.
    void forget() {
        *this = {};
    }

private:
    struct Held {
        BrushStroke stroke;
        std::optional<std::size_t> region; // none: the contact density
        Index triangles = 0;               // triangle count of the painted surface
        Pixel last = Pixel::Zero();
    };

    bool takes(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas);
    bool takes(const CharacterTyped& event, BrushOptions& options);
    void begin(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas);
    static PaintedRegion* painted(const std::optional<std::size_t>& region, const Canvas& canvas);
    void continue_stroke(const BrushOptions& options, const Canvas& canvas);
    void dab(const Points& x, const Pixel& at, const BrushOptions& options, const Canvas& canvas);
    void look_under_mouse(const Canvas& canvas);

    std::optional<Held> held_;
    std::vector<Pixel> way_; // mouse positions since the last frame of the stroke
    std::optional<std::size_t> ended_;
    bool ended_on_density_ = false;
    Pixel mouse_ = Pixel::Zero();
    bool mouse_moved_ = false;
    std::optional<SurfaceHit> under_; // hit under the mouse, with the triangle's normal
    Vec3 normal_ = Vec3::UnitY();
};

} // namespace limber::app
