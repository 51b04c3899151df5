// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"

#include <vector>

/// The gizmo that rotates and translates a bone: a ring around each axis of the bone, a free ring around the line of
/// sight, an arrow along each axis, and a knob in the middle that moves the bone in the picture's plane. Its size on
/// the screen is constant.
namespace limber::app {

enum class GizmoPart { none, ring_x, ring_y, ring_z, ring_free, arrow_x, arrow_y, arrow_z, knob };

/// Position and axes of the gizmo: the bone's joint and its orthonormalised axes.
struct GizmoFrame {
    Vec3 origin = Vec3::Zero();   // [m]
    Mat3 axes = Mat3::Identity(); // columns x, y, z
};
/// world: the bone's world matrix; may contain any regular linear part.
GizmoFrame gizmo_frame(const Affine& world);

/// The radius of the axis rings [m]: a fixed number of pixels.
double gizmo_radius(const OrbitCamera& camera, const ViewArea& area, const GizmoFrame& frame, double content_scale);

/// The part near a pixel: the nearest one; of equally near parts, the one in front.
GizmoPart part_under(const Pixel& pixel, const GizmoFrame& frame, const OrbitCamera& camera, const ViewArea& area,
                     double content_scale);

/// The lines of the gizmo; `lit` is drawn brighter and thicker, lines behind the joint fainter.
Sketch drawn(const GizmoFrame& frame, GizmoPart lit, const OrbitCamera& camera, const ViewArea& area,
             double content_scale);

/// A drag of one part. The frame of the press is used for the whole drag, so that a playing clip does not disturb it.
class GizmoDrag {
public:
    GizmoDrag(GizmoPart part, const GizmoFrame& frame, const OrbitCamera& camera, const ViewArea& area,
              const Pixel& start);

    /// The world map from the pose at the press to the pose at this pixel: a rotation around the joint, or a
    /// translation. With `snap`, the rotation is rounded to 15 degrees.
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
