// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/camera.h"
#include "engine/linalg/types.h"
#include "engine/mesh/tet_mesh.h"

#include <Eigen/Geometry>
#include <optional>
#include <vector>

/// The camera: a turntable around a target point. Pixels are the window's, from its top left. The character is shown in
/// the area that the panels leave free.
namespace limber::app {

using Pixel = Eigen::Vector2d;

/// The part of the window in which the character is seen [pixels].
struct ViewArea {
    double x = 0;
    double y = 0;
    double width = 1280;
    double height = 720;

    Pixel centre() const {
        return {x + 0.5 * width, y + 0.5 * height};
    }
    bool holds(const Pixel& p) const {
        return p.x() >= x && p.x() < x + width && p.y() >= y && p.y() < y + height;
    }
};

struct OrbitCamera {
    Vec3 target = Vec3::Zero(); // the centre of rotation [m]
    Vec3 up = Vec3::UnitY();    // unit
    double yaw = 0.0;           // [rad] around `up`
    double pitch = 0.2;         // [rad] above the horizon
    double distance = 3.0;      // [m] from the target
    double field_of_view = 0.6; // [rad] over the free area's height
    double scene_radius = 1.0;  // radius of the visible scene, for the clip planes [m]
};

/// Position and orthonormal axes of a camera.
struct CameraFrame {
    Vec3 eye, right, up, backward;
};
CameraFrame frame_of(const OrbitCamera& camera);

struct MouseRay {
    Vec3 origin;
    Vec3 direction; // unit
};
MouseRay mouse_ray(const OrbitCamera& camera, const ViewArea& area, const Pixel& pixel);
/// The pixel of a point; nullopt if the point is behind the eye.
std::optional<Pixel> pixel_of(const OrbitCamera& camera, const ViewArea& area, const Vec3& point);
/// The size of one pixel at the depth of a point [m].
double metres_per_pixel(const OrbitCamera& camera, const ViewArea& area, const Vec3& point);
/// The intersection of a ray and a plane; nullopt if they are parallel or meet behind the origin.
std::optional<Vec3> meeting_point(const MouseRay& ray, const Vec3& point, const Vec3& normal);

/// The camera for the renderer; its picture fills the view area.
Camera drawn_camera(const OrbitCamera& camera);

/// Rotates by a mouse movement in pixels.
OrbitCamera orbited(OrbitCamera camera, const Pixel& movement);
/// Moves sideways so that points at the target's depth follow the mouse.
OrbitCamera panned(OrbitCamera camera, const ViewArea& area, const Pixel& movement);
/// Moves closer (steps > 0) so that the point under the pixel stays there.
OrbitCamera zoomed(OrbitCamera camera, const ViewArea& area, const Pixel& towards, double steps);
/// Shows the whole box with a margin, from the current direction.
OrbitCamera framing(OrbitCamera camera, const ViewArea& area, const BoundingBox& box);
/// Shows all boxes, at least one, with a small margin, from the current direction and as large as possible.
OrbitCamera framing(OrbitCamera camera, const ViewArea& area, const std::vector<BoundingBox>& boxes);
/// Whether all corners of a box are visible in an area.
bool shows(const OrbitCamera& camera, const ViewArea& area, const BoundingBox& box);
/// A camera that shows the whole box below the top of the area, of which `headroom` [pixels] have other things; it is
/// moved only as far as needed.
OrbitCamera with_headroom(OrbitCamera camera, const ViewArea& area, const BoundingBox& box, double headroom);
/// Adapts a camera from one area to another: moves it back until every box that is visible in `from` is visible in
/// `to`.
OrbitCamera adapted(OrbitCamera camera, const ViewArea& from, const ViewArea& to, std::vector<BoundingBox> boxes);
/// A camera at `eye` that looks at `target`; field of view in degrees.
OrbitCamera seen_from(OrbitCamera camera, const Vec3& eye, const Vec3& target, double field_of_view);
/// Interpolates two cameras; share in [0,1]. Distances are interpolated geometrically.
OrbitCamera blended(const OrbitCamera& from, const OrbitCamera& to, double share);

/// A camera that moves smoothly to its goal.
class GlidingCamera {
public:
    OrbitCamera goal;

    const OrbitCamera& now() const {
        return now_;
    }
    void jump_to(const OrbitCamera& camera);
    /// Scales the distance at once; share > 0.
    void widen(double share);
    /// Translates the camera and its goal at once.
    void carry(const Vec3& way);
    /// seconds: since the last call.
    void advance(double seconds);
    bool is_gliding() const;

private:
    OrbitCamera now_;
};

} // namespace limber::app
