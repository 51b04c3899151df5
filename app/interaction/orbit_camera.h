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
    Vec3 target = Vec3::Zero(); // [m] what it turns around
    Vec3 up = Vec3::UnitY();    // unit
    double yaw = 0.0;           // [rad] around `up`
    double pitch = 0.2;         // [rad] above the horizon
    double distance = 3.0;      // [m] from the target
    double field_of_view = 0.6; // [rad] over the free area's height
    double scene_radius = 1.0;  // [m] of what is to be seen, for the clip planes
};

/// Where a camera stands and looks: right, up and backward are its orthonormal axes.
struct CameraFrame {
    Vec3 eye, right, up, backward;
};
CameraFrame frame_of(const OrbitCamera& camera);

struct MouseRay {
    Vec3 origin;
    Vec3 direction; // unit
};
MouseRay mouse_ray(const OrbitCamera& camera, const ViewArea& area, const Pixel& pixel);
/// Where a point is seen; nothing when it is behind the eye.
std::optional<Pixel> pixel_of(const OrbitCamera& camera, const ViewArea& area, const Vec3& point);
/// [m] that one pixel spans at the depth of a point.
double metres_per_pixel(const OrbitCamera& camera, const ViewArea& area, const Vec3& point);
/// Where a ray meets a plane; nothing when they are parallel, or when they meet behind the origin.
std::optional<Vec3> meeting_point(const MouseRay& ray, const Vec3& point, const Vec3& normal);

/// The same eye as the renderer knows it; its picture fills the view area.
Camera drawn_camera(const OrbitCamera& camera);

/// Turns by a mouse movement in pixels.
OrbitCamera orbited(OrbitCamera camera, const Pixel& movement);
/// Moves sideways, such that what lies at the target's depth follows the mouse.
OrbitCamera panned(OrbitCamera camera, const ViewArea& area, const Pixel& movement);
/// Comes closer (steps > 0) such that what lies under the pixel stays there.
OrbitCamera zoomed(OrbitCamera camera, const ViewArea& area, const Pixel& towards, double steps);
/// Shows the whole box with a little air around it, from the present direction.
OrbitCamera framing(OrbitCamera camera, const ViewArea& area, const BoundingBox& box);
/// Shows all of several boxes, one at least, from the present direction, as large as a little air around them allows.
OrbitCamera framing(OrbitCamera camera, const ViewArea& area, const std::vector<BoundingBox>& boxes);
/// Whether all corners of a box are seen in an area.
bool shows(const OrbitCamera& camera, const ViewArea& area, const BoundingBox& box);
/// A camera that was set up for one area stands as far back as it takes to show in another one each of the boxes that
/// it shows there.
OrbitCamera adapted(OrbitCamera camera, const ViewArea& from, const ViewArea& to, std::vector<BoundingBox> boxes);
/// Stands at an eye and looks at a target; field of view in degrees.
OrbitCamera seen_from(OrbitCamera camera, const Vec3& eye, const Vec3& target, double field_of_view);
/// Between two cameras; share in [0,1]. Distances are blended as ratios.
OrbitCamera blended(const OrbitCamera& from, const OrbitCamera& to, double share);

/// A camera that glides to where it was sent.
class GlidingCamera {
public:
    OrbitCamera goal;

    const OrbitCamera& now() const {
        return now_;
    }
    void jump_to(const OrbitCamera& camera);
    /// Sees so many times as much; > 0.
    void widen(double share);
    /// Goes along with what it looks at, at once.
    void carry(const Vec3& way);
    /// seconds: since the last call.
    void advance(double seconds);
    bool is_gliding() const;

private:
    OrbitCamera now_;
};

} // namespace limber::app
