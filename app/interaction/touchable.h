// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/selection.h"
#include "app/document/live_controls.h"
#include "app/interaction/interaction_sketch.h"
#include "app/interaction/obstacle_picking.h"
#include "app/interaction/picking.h"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What the mouse can meet in the view.
namespace limber::app {

struct Character;

struct OtherCharacter {
    int id = 0;
    std::string title;
};

/// A rigid ball that carries the selected character, and can be thrown.
struct Throwable {
    int id = 0; // of the character
    Vec3 centre = Vec3::Zero();
    double radius = 0.0; // [m]
    Vec3 up = Vec3::UnitY();
};

/// Everything that can be picked in this frame, as it is drawn. References are valid during one call.
struct Touchable {
    const Character* character = nullptr;             // null: no scene is open
    const Pose* pose = nullptr;                       // the bones' world matrices
    const Triangles* triangles = nullptr;             // of the drawn surface, rows of `surface()`
    std::function<Points()> surface;                  // its current positions [m]; expensive, so called rarely
    std::function<Vec3(const PointHandle&)> point_of; // position of the body point that a handle holds [m]
    std::function<std::optional<OtherCharacter>(const Pixel&)>
        other_at;                          // the nearest other character at a pixel. Expensive, so called rarely
    std::vector<HandleLine> other_handles; // of other characters; drawn but not picked
    std::function<ForceArrow(const AppliedForce&)> arrow_of; // of a force on the character, as it is drawn
    std::vector<ForceArrow> other_forces;                    // of other characters; drawn but not picked
    std::function<SpringLine(const PointSpring&)> line_of;   // of a spring of the character, as it is drawn
    std::shared_ptr<const Obstacles> obstacles;              // that may be moved; null: none
    std::optional<Throwable> throwable;                      // none: the character cannot be thrown
    const CharacterControls* controls = nullptr;             // of the character; null: no scene is open
    Selection selection;
    OrbitCamera camera;
    ViewArea area;       // shows the character
    ViewArea other_area; // shows the rig alone beside it; width 0: not shown
    double content_scale = 1.0;
    double handle_stiffness = 1e3;   // [N/m] of new handles
    double metres_per_newton = 1e-3; // length of the arrows of forces
    bool bones_shown = true;
    bool is_dragging = false;

    bool holds(const Pixel& pixel) const {
        return character && area.holds(pixel);
    }
};

/// The surfaces under a pixel. At most one of `flesh`, `obstacle` and `other` is there, because it hides what lies
/// behind it.
struct SurfacesHit {
    std::optional<SurfaceHit> flesh; // of the selected character
    std::optional<ObstacleHit> obstacle;
    std::optional<OtherCharacter> other;
    double bone_depth = std::numeric_limits<double>::infinity(); // bones up to this depth can be picked [m]
};

/// Tests every triangle.
SurfacesHit surfaces_at(const Pixel& pixel, const Touchable& scene);

/// How far from a handle or a mark a press still takes it [pixels at scale 1].
inline constexpr double dot_reach = 11.0;

} // namespace limber::app
