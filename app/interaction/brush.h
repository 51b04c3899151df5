#pragma once

#include "app/document/muscle_description.h"
#include "app/document/surroundings.h"
#include "app/interaction/brush_stroke.h"
#include "app/interaction/interaction.h"

#include <optional>

/// The brush: while it is held, a press on the flesh of the selected character paints a muscle region, or how closely
/// its contact points lie, and whatever it does not take is the hand's as before. Like the hand it knows pixels and
/// rays, and neither window nor panels.
namespace limber::app {

enum class BrushTarget { muscle_region, contact_density };

struct BrushOptions {
    bool is_held = false;
    BrushTarget target = BrushTarget::muscle_region;
    int region = -1;       // which of the regions is painted; none of them: the next stroke begins another
    double radius = 0.08;  // of the body's diagonal
    double strength = 1.0; // of one stroke
    double softness = 0.5; // share of the radius over which it fades
    bool through = true;   // also the far side of what is under it

    bool paints_density() const {
        return is_held && target == BrushTarget::contact_density;
    }
};

inline constexpr double brush_radius_min = 0.005;
inline constexpr double brush_radius_max = 0.5;

/// What is painted on, as it is seen now, and what for.
struct Canvas {
    const Touchable& scene;
    const OrbitCamera& camera;
    MuscleDescription& muscles;
    SurroundingsDescription& contact;
};

class Brush {
public:
    /// Keeps what paints, and gives back the rest; a stroke edits what it paints as it goes. [ and ] change the size.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, BrushOptions& options, const Canvas& canvas);

    bool is_painting() const {
        return held_.has_value();
    }
    /// The region of a stroke that ended in the events taken last.
    std::optional<std::size_t> ended() const {
        return ended_;
    }
    /// Whether such a stroke went over the contact density.
    bool has_ended_on_density() const {
        return ended_on_density_;
    }
    /// A ring where the brush would touch.
    Sketch sketch(const BrushOptions& options, const Canvas& canvas) const;
    /// What a press will do, as a phrase; empty where it would not paint.
    std::string hint(const BrushOptions& options, const MuscleDescription& muscles) const;
    /// The mouse is over a panel.
    void clear_hover();
    /// Another scene: lets go of the stroke.
    void forget() {
        *this = {};
    }

private:
    struct Held {
        BrushStroke stroke;
        std::optional<std::size_t> region; // none: the contact density
        Index triangles = 0;               // of the surface that it paints
        Pixel last = Pixel::Zero();
    };

    bool takes(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas);
    bool takes(const CharacterTyped& event, BrushOptions& options);
    void begin(const MouseButtonChanged& event, BrushOptions& options, const Canvas& canvas);
    static PaintedRegion* painted(const std::optional<std::size_t>& region, const Canvas& canvas);
    void go_on(const BrushOptions& options, const Canvas& canvas);
    void dab(const Points& x, const Pixel& at, const BrushOptions& options, const Canvas& canvas);
    void look_under_mouse(const Canvas& canvas);

    std::optional<Held> held_;
    std::vector<Pixel> way_; // of the mouse since the last frame of the stroke
    std::optional<std::size_t> ended_;
    bool ended_on_density_ = false;
    Pixel mouse_ = Pixel::Zero();
    bool mouse_moved_ = false;
    std::optional<SurfaceHit> under_; // the mouse, with the triangle's normal
    Vec3 normal_ = Vec3::UnitY();
};

} // namespace limber::app
