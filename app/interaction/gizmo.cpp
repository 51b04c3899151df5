// SPDX-License-Identifier: MIT
#include "app/interaction/gizmo.h"

#include "app/interaction/picking.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double ring_pixels = 62.0;
constexpr double free_ring_share = 1.2; // of the axis rings' radius
constexpr double arrow_from = 0.22;
constexpr double arrow_to = 1.62;
constexpr double head_share = 0.16;
constexpr double reach_pixels = 7.0;
constexpr double knob_pixels = 6.0;
constexpr int ring_corners = 64;
constexpr std::array parts{GizmoPart::ring_x,  GizmoPart::ring_y,  GizmoPart::ring_z, GizmoPart::ring_free,
                           GizmoPart::arrow_x, GizmoPart::arrow_y, GizmoPart::arrow_z};

// 0, 1, 2 for x, y, z; 3 for the free ring and the knob.
int axis_of(GizmoPart part) {
    switch (part) {
    case GizmoPart::ring_x:
    case GizmoPart::arrow_x:
        return 0;
    case GizmoPart::ring_y:
    case GizmoPart::arrow_y:
        return 1;
    case GizmoPart::ring_z:
    case GizmoPart::arrow_z:
        return 2;
    default:
        return 3;
    }
}

bool is_ring(GizmoPart part) {
    return part == GizmoPart::ring_x || part == GizmoPart::ring_y || part == GizmoPart::ring_z ||
           part == GizmoPart::ring_free;
}

bool is_arrow(GizmoPart part) {
    return part == GizmoPart::arrow_x || part == GizmoPart::arrow_y || part == GizmoPart::arrow_z;
}

Vec3 axis_in(const GizmoFrame& frame, const OrbitCamera& camera, GizmoPart part) {
    const int axis = axis_of(part);
    return axis < 3 ? Vec3(frame.axes.col(axis)) : frame_of(camera).backward;
}

// Two orthonormal vectors perpendicular to an axis.
std::array<Vec3, 2> across(const Vec3& axis) {
    const Vec3 other = std::abs(axis.x()) < 0.7 ? Vec3::UnitX() : Vec3::UnitY();
    const Vec3 u = axis.cross(other).normalized();
    return {u, axis.cross(u)};
}

struct SeenPoint {
    Pixel at;
    bool in_front; // of the joint
};

// Corners of a ring, or the two ends of an arrow.
std::vector<SeenPoint> outline(GizmoPart part, const GizmoFrame& frame, double radius, const OrbitCamera& camera,
                               const ViewArea& area) {
    const Vec3 axis = axis_in(frame, camera, part);
    const Vec3 backward = frame_of(camera).backward;
    std::vector<SeenPoint> points;
    const auto add = [&](const Vec3& offset) {
        if (const auto at = pixel_of(camera, area, frame.origin + offset)) {
            points.push_back({*at, part == GizmoPart::ring_free || offset.dot(backward) > -0.05 * radius});
        }
    };
    if (is_arrow(part)) {
        add(arrow_from * radius * axis);
        add(arrow_to * radius * axis);
        return points;
    }
    const auto [u, v] = across(axis);
    const double r = part == GizmoPart::ring_free ? free_ring_share * radius : radius;
    for (int corner = 0; corner <= ring_corners; ++corner) {
        const double angle = 2.0 * pi * corner / ring_corners;
        add(r * (std::cos(angle) * u + std::sin(angle) * v));
    }
    return points;
}

double distance_to(const std::vector<SeenPoint>& points, const Pixel& pixel, bool hidden_counts) {
    double nearest = 1e30;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (hidden_counts || (points[i - 1].in_front && points[i].in_front)) {
            nearest = std::min(nearest, distance_to_segment(pixel, points[i - 1].at, points[i].at));
        }
    }
    return nearest;
}

Ink colour_of(GizmoPart part, GizmoPart lit) {
    if (part == lit) {
        return palette::lit;
    }
    const std::array colours{palette::axis_x, palette::axis_y, palette::axis_z, palette::free_ring};
    return colours.at(static_cast<std::size_t>(axis_of(part)));
}

void draw_run(Sketch& sketch, const std::vector<SeenPoint>& points, std::size_t from, std::size_t to, Ink colour,
              double width) {
    Stroke stroke{{}, colour, width, false, false};
    for (std::size_t i = from; i <= to; ++i) {
        stroke.points.push_back(points[i].at);
    }
    sketch.strokes.push_back(std::move(stroke));
}

// Lines behind the joint are drawn fainter. Neighbouring segments of equal strength are one stroke.
void draw_ring(Sketch& sketch, const std::vector<SeenPoint>& points, Ink colour, double width) {
    for (std::size_t from = 0; from + 1 < points.size();) {
        std::size_t to = from + 1;
        while (to + 1 < points.size() && points[to].in_front == points[from].in_front) {
            ++to;
        }
        Ink shade = colour;
        shade.alpha *= points[from].in_front ? 1.0f : 0.22f;
        draw_run(sketch, points, from, to, shade, width);
        from = to;
    }
}

void draw_arrow(Sketch& sketch, const std::vector<SeenPoint>& points, Ink colour, double width) {
    if (points.size() < 2) {
        return;
    }
    const Pixel along = points[1].at - points[0].at;
    const Pixel base = points[1].at - head_share * along;
    const Pixel side = 0.42 * head_share * Pixel(-along.y(), along.x());
    sketch.strokes.push_back({{points[0].at, base}, colour, width, false, false});
    sketch.strokes.push_back({{base + side, base - side, points[1].at}, colour, width, true, true});
}

} // namespace

GizmoFrame gizmo_frame(const Affine& world) {
    GizmoFrame frame;
    frame.origin = world.col(3);
    const Vec3 y = world.col(1).normalized();
    const Vec3 x = (world.col(0) - y * y.dot(world.col(0))).normalized();
    frame.axes << x, y, x.cross(y);
    return frame;
}

double gizmo_radius(const OrbitCamera& camera, const ViewArea& area, const GizmoFrame& frame, double content_scale) {
    return ring_pixels * content_scale * metres_per_pixel(camera, area, frame.origin);
}

GizmoPart part_under(const Pixel& pixel, const GizmoFrame& frame, const OrbitCamera& camera, const ViewArea& area,
                     double content_scale) {
    const auto joint = pixel_of(camera, area, frame.origin);
    if (!joint) {
        return GizmoPart::none;
    }
    if ((pixel - *joint).norm() <= (knob_pixels + 3.0) * content_scale) {
        return GizmoPart::knob;
    }
    const double radius = gizmo_radius(camera, area, frame, content_scale);
    GizmoPart best = GizmoPart::none;
    double nearest = reach_pixels * content_scale;
    for (const GizmoPart part : parts) {
        const double distance = distance_to(outline(part, frame, radius, camera, area), pixel, is_arrow(part));
        if (distance < nearest) {
            nearest = distance;
            best = part;
        }
    }
    return best;
}

Sketch drawn(const GizmoFrame& frame, GizmoPart lit, const OrbitCamera& camera, const ViewArea& area,
             double content_scale) {
    Sketch sketch;
    const auto joint = pixel_of(camera, area, frame.origin);
    if (!joint) {
        return sketch;
    }
    const double radius = gizmo_radius(camera, area, frame, content_scale);
    for (const GizmoPart part : parts) {
        const auto points = outline(part, frame, radius, camera, area);
        const double width = content_scale * (part == lit ? 3.5 : 2.0);
        if (is_ring(part)) {
            draw_ring(sketch, points, colour_of(part, lit), width);
        } else {
            draw_arrow(sketch, points, colour_of(part, lit), width);
        }
    }
    sketch.dots.push_back({*joint, knob_pixels * content_scale, colour_of(GizmoPart::knob, lit), true});
    return sketch;
}

GizmoDrag::GizmoDrag(GizmoPart part, const GizmoFrame& frame, const OrbitCamera& camera, const ViewArea& area,
                     const Pixel& start)
    : part_(part), frame_(frame), camera_(camera), area_(area), start_(start) {
    EXPECTS(part != GizmoPart::none);
    last_angle_ = turns() ? angle_at(start) : 0.0;
}

Affine GizmoDrag::change_at(const Pixel& pixel, bool snap) {
    Affine change = identity_affine();
    if (!turns()) {
        change.col(3) = shift_at(pixel);
        return change;
    }
    const double angle = angle_at(pixel);
    turned_ += std::remainder(angle - last_angle_, 2.0 * pi); // accumulates more than half a turn
    last_angle_ = angle;
    const double step = pi / 12.0;
    const double wanted = snap ? step * std::round(turned_ / step) : turned_;
    change.leftCols<3>() = Eigen::AngleAxisd(wanted, axis()).toRotationMatrix();
    change.col(3) = frame_.origin - change.leftCols<3>() * frame_.origin;
    return change;
}

bool GizmoDrag::turns() const {
    return is_ring(part_);
}

Vec3 GizmoDrag::axis() const {
    return axis_in(frame_, camera_, part_);
}

// The angle around the axis, in the ring's plane. For a ring seen edge-on, the mouse movement along the ring counts
// instead.
double GizmoDrag::angle_at(const Pixel& pixel) const {
    constexpr double edge_on = 0.15;
    const Vec3 n = axis();
    const Vec3 backward = frame_of(camera_).backward;
    if (std::abs(n.dot(backward)) < edge_on) {
        const Vec3 along = n.cross(backward).normalized(); // direction of motion of the ring's front
        const double radius = gizmo_radius(camera_, area_, frame_, 1.0);
        const auto from = pixel_of(camera_, area_, frame_.origin);
        const auto to = pixel_of(camera_, area_, frame_.origin + radius * along);
        const Pixel way = from && to ? Pixel(*to - *from) : Pixel(ring_pixels, 0);
        return (pixel - start_).dot(way) / std::max(way.squaredNorm(), 1.0);
    }
    const auto point = meeting_point(mouse_ray(camera_, area_, pixel), frame_.origin, n);
    if (!point) {
        return last_angle_;
    }
    const auto [u, v] = across(n);
    const Vec3 d = *point - frame_.origin;
    return std::atan2(d.dot(v), d.dot(u));
}

// World translation since the press [m].
Vec3 GizmoDrag::shift_at(const Pixel& pixel) const {
    const CameraFrame eye = frame_of(camera_);
    Vec3 normal = eye.backward;
    if (is_arrow(part_)) {
        // The plane through the arrow that faces the eye most directly.
        const Vec3 facing = eye.backward - axis() * axis().dot(eye.backward);
        normal = facing.norm() > 1e-3 ? facing.normalized() : eye.up;
    }
    const auto from = meeting_point(mouse_ray(camera_, area_, start_), frame_.origin, normal);
    const auto to = meeting_point(mouse_ray(camera_, area_, pixel), frame_.origin, normal);
    if (!from || !to) {
        return Vec3::Zero();
    }
    const Vec3 shift = *to - *from;
    return is_arrow(part_) ? Vec3(axis() * axis().dot(shift)) : shift;
}

} // namespace limber::app
