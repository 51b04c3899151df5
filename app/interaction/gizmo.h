#pragma once

#include "app/interaction/sketch.h"

#include <vector>

/// What turns and moves a bone by hand: a ring around each axis of the bone, a free ring around the
/// line of sight, an arrow along each axis, and a knob in the middle that moves it in the picture's plane.
/// It keeps its size on the screen.
namespace limber::app {

enum class GizmoPart { none, ring_x, ring_y, ring_z, ring_free, arrow_x, arrow_y, arrow_z, knob };

/// Where the gizmo sits: the bone's joint, and its axes made orthonormal.
struct GizmoFrame {
    Vec3 origin = Vec3::Zero();   // [m]
    Mat3 axes = Mat3::Identity(); // columns x, y, z
};
/// world: the bone's world matrix, of any regular shape.
GizmoFrame gizmo_frame(const Affine& world);

/// [m] the axis rings' radius: a fixed number of pixels.
double gizmo_radius(const OrbitCamera& camera, const ViewArea& area, const GizmoFrame& frame, double content_scale);

/// The part within reach of a pixel; of several the nearest, of equally near ones the one in front.
GizmoPart part_under(const Pixel& pixel, const GizmoFrame& frame, const OrbitCamera& camera, const ViewArea& area,
                     double content_scale);

/// Its lines; `lit` is drawn brighter and thicker, what lies behind the joint fainter.
Sketch drawn(const GizmoFrame& frame, GizmoPart lit, const OrbitCamera& camera, const ViewArea& area,
             double content_scale);

/// A drag of one part, from the press on. The frame is kept as it was at the press, so that a playing clip
/// does not shake the hand.
class GizmoDrag {
public:
    GizmoDrag(GizmoPart part, const GizmoFrame& frame, const OrbitCamera& camera, const ViewArea& area,
              const Pixel& start);

    /// The map of the world that leads from the pose at the press to the one at this pixel: a turn around the
    /// joint, or a shift. With `snap`, in steps of 15 degrees.
    Affine change_at(const Pixel& pixel, bool snap = false);
    GizmoPart part() const {
        return part_;
    }

private:
    bool turns() const;
    Vec3 axis() const;
    double angle_at(const Pixel& pixel) const;
    Vec3 shift_at(const Pixel& pixel) const;

    GizmoPart part_;
    GizmoFrame frame_;
    OrbitCamera camera_;
    ViewArea area_;
    Pixel start_;
    double last_angle_ = 0.0;
    double turned_ = 0.0;
};

} // namespace limber::app
