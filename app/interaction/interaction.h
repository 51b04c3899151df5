#pragma once

#include "app/commands/command.h"
#include "app/document/live_controls.h"
#include "app/interaction/gizmo.h"
#include "app/interaction/interaction_sketch.h"
#include "app/interaction/obstacle_picking.h"
#include "app/interaction/picking.h"
#include "app/interaction/shortcuts.h"
#include "app/window/input_events.h"
#include "app/window/window.h"

#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

/// Turns input events into camera motion, pulled handles, posed bones and key actions. It depends on pixels, rays and
/// controls but on neither window nor panels, so that tests can drive it.
namespace limber::app {

struct Character;

/// What is selected: a bone, the whole rig, a pinned handle (by its id), or an obstacle (by its place in the list).
struct Selection {
    enum class Kind { nothing, bone, whole_rig, handle, obstacle };
    Kind kind = Kind::nothing;
    int index = 0;
    bool operator==(const Selection&) const = default;
};

/// The target point on the floor of a gait search (goal_marks.h).
struct Goal {
    Vec3 at = Vec3::Zero(); // [m]
    Vec3 up = Vec3::UnitY();
    double radius = 0.1; // [m] of the ring that is drawn around it
};

/// Everything that can be picked in this frame, as it is drawn.
struct Touchable {
    const Character* character = nullptr;             // null: no scene is open
    const Pose* pose = nullptr;                       // the bones' world matrices
    const Triangles* triangles = nullptr;             // of the drawn surface, rows of `surface()`
    std::function<Points()> surface;                  // its current positions [m]; expensive, so called rarely
    std::function<Vec3(const PointHandle&)> point_of; // position of the body point that a handle holds [m]
    std::function<std::string(const Pixel&)>
        other_at; // the title of the nearest other character at a pixel; empty: none. Expensive, so called rarely
    std::vector<HandleLine> other_handles; // of other characters; drawn but not picked
    const Obstacles* obstacles = nullptr;  // that may be moved; null: none
    std::optional<Goal> goal;              // may be moved; none: it is not shown, or a running search uses it
    ViewArea area;                         // shows the character
    ViewArea other_area;                   // shows the rig alone beside it; width 0: not shown
    double content_scale = 1.0;
    double handle_stiffness = 1e3; // [N/m] of new handles
    bool bones_shown = true;
};

class Interaction {
public:
    GlidingCamera camera;
    Selection selection;

    /// Applies the events of one frame, oldest first. `seconds` is the time since the last frame.
    Commands apply(const std::vector<InputEvent>& events, const Touchable& scene, LiveControls& controls,
                   double seconds);
    /// Carries out what a key or a button does to handles; returns the other actions as commands.
    void act(Action action, LiveControls& controls, Commands& commands);
    /// Ends a drag without its effect on the selection. The caller restores what it has moved.
    void cancel_drag();

    /// Bones, handles and the gizmo.
    Sketch sketch(const Touchable& scene, const LiveControls& controls) const;
    CursorShape cursor() const;
    /// Describes what a click will do here, as a phrase; empty if nothing can be picked.
    std::string hint(const Touchable& scene) const;

    /// The current press selected a character, so as a click it does not also select a bone.
    void leave_bones_alone() {
        pressed_bone_ = -1;
    }
    /// Whether the goal is under the mouse or being dragged.
    bool has_goal() const {
        return hover_.goal || std::holds_alternative<Carried>(held_);
    }
    /// Whether a gizmo, a handle or the goal's middle is at the pixel; these have priority over bodies.
    bool has_tool_at(const Pixel& pixel, const Touchable& scene, const LiveControls& controls) const;
    /// Whether a handle, a bone, an obstacle, the goal or the camera is being dragged.
    bool is_holding() const {
        return !std::holds_alternative<Nothing>(held_);
    }
    /// A handle, a bone, an obstacle or the goal is held, and not the camera.
    bool is_moving() const {
        return std::holds_alternative<Pulled>(held_) || std::holds_alternative<Posed>(held_) ||
               std::holds_alternative<Carried>(held_);
    }
    bool is_pulling() const {
        return std::holds_alternative<Pulled>(held_);
    }
    /// The number of handles that stay after the button is released: all but the one that is being pulled.
    int pinned_count(const LiveControls& controls) const;

    void delete_selected_handle(LiveControls& controls);
    void release_all_handles(LiveControls& controls);
    /// Called when the mouse is over a panel, so nothing in the view is under it.
    void clear_hover();
    /// Resets selection and drags because another character was opened.
    void forget();
    /// Shows the whole box from the current direction.
    void frame(const BoundingBox& box, const ViewArea& area);
    /// Shows all boxes, at least one, as large as possible.
    void frame(const std::vector<BoundingBox>& boxes, const ViewArea& area);

private:
    struct Nothing {};
    struct Orbited {
        Pixel last;
        bool may_be_click = false;
    };
    struct Panned {
        Pixel last;
    };
    struct Pulled {
        int id = 0;
        Vec3 plane_point;
        Pixel start;
        bool moved = false;
        bool pinned = false;
        bool is_new = true;
    };
    struct Posed {
        GizmoDrag drag;
        Selection what;
        Affine bone = identity_affine();  // the bone's world matrix at the press
        Affine start = identity_affine(); // placement of the changed object at the press
        Shape shape = {};                 // shape of the moved obstacle at the press
    };
    struct Carried { // the goal
        Goal start;
        Vec3 grip; // offset from the pressed point of the floor to the goal [m]
    };
    using Held = std::variant<Nothing, Orbited, Panned, Pulled, Posed, Carried>;

    struct Hover {
        GizmoPart gizmo = GizmoPart::none;
        int handle = -1; // id
        int bone = -1;
        int obstacle = -1;
        bool goal = false;
        bool flesh = false;
        double depth =
            std::numeric_limits<double>::infinity(); // bones up to this depth can be picked through the flesh [m]
        std::string other;                           // title of the other character under the mouse
    };

    void press(const MouseButtonChanged& event, const Touchable& scene, LiveControls& controls);
    void press_left(const MouseButtonChanged& event, const Touchable& scene, LiveControls& controls);
    void release(const Touchable& scene, LiveControls& controls);
    void move(const Pixel& to, const Touchable& scene, LiveControls& controls);
    void scroll(double steps, const Touchable& scene, LiveControls& controls);
    void pull_flesh(const MouseButtonChanged& event, const SurfaceHit& hit, const Touchable& scene,
                    LiveControls& controls);
    void pull_to(Pulled& pulled, const Pixel& to, const Touchable& scene, LiveControls& controls);
    void pose_to(Posed& posed, const Pixel& to, const Touchable& scene, LiveControls& controls);
    void take_goal(const Touchable& scene);
    void carry_to(const Carried& carried, const Pixel& to, const Touchable& scene);
    void take_gizmo(GizmoPart part, const Touchable& scene, LiveControls& controls);
    void click(const Touchable& scene, int bone, int obstacle);
    void look_under_mouse(const Touchable& scene, const LiveControls& controls, double seconds);
    std::optional<GizmoFrame> gizmo_of_selection(const Touchable& scene, const LiveControls& controls) const;
    int handle_at_pixel(const Pixel& pixel, const Touchable& scene, const LiveControls& controls) const;
    void report_moves(Commands& commands);
    bool is_goal_dot_at(const Pixel& pixel, const Touchable& scene) const;
    bool is_goal_at(const Pixel& pixel, const Touchable& scene) const;
    int bone_here(const Touchable& scene, double depth) const;
    double flesh_depth(const Touchable& scene) const;
    std::optional<ObstacleHit> obstacle_here(const Touchable& scene) const;
    const ViewArea& area_under_mouse(const Touchable& scene) const;

    Held held_ = Nothing{};
    Hover hover_;
    Pixel mouse_ = Pixel::Zero();
    bool mouse_inside_ = false;
    bool mouse_moved_ = false;
    bool snap_ = false;
    bool one_handle_too_many_ = false; // a further handle was requested
    double since_flesh_test_ = 0.0;
    double now_ = 0.0;         // [s] of the interaction's own clock
    double last_press_ = -1.0; // [s] for double clicks
    Pixel last_press_at_ = Pixel::Zero();
    int pressed_bone_ = -1; // under the mouse at the press, because a moving bone may have moved away at the release
    int pressed_obstacle_ = -1; // under the mouse at the press, in front of the flesh
    std::optional<MoveObstacle> moved_obstacle_;
    std::optional<Vec3> moved_goal_;
    int next_id_ = 1;
};

} // namespace limber::app
