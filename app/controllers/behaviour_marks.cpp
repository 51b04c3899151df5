// SPDX-License-Identifier: MIT
#include "app/controllers/behaviour_marks.h"

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

constexpr int ring_points = 32;
constexpr double foot_ring = 0.06; // of the body's length
constexpr double target_ring_size = 0.15;
constexpr double cross_size = 0.1;
constexpr double arrow_seconds = 0.5; // of the wanted velocity
constexpr double arrow_head = 0.25;   // of the arrow
constexpr double line_width = 2.5;    // [pixels]

/// Adds lines on the floor.
class FloorPen {
public:
    FloorPen(Sketch& sketch, const Vec3& up, const OrbitCamera& camera, const ViewArea& area)
        : sketch_(sketch), one_(up.unitOrthogonal()), other_(up.cross(one_)), camera_(camera), area_(area) {}

    // Adds nothing if a part of the line is behind the eye.
    void line(const std::vector<Vec3>& points, const Ink& ink, bool is_closed = false) {
        Stroke stroke{{}, palette::halo, line_width + 2.0, is_closed};
        for (const Vec3& point : points) {
            const auto at = pixel_of(camera_, area_, point);
            if (!at) {
                return;
            }
            stroke.points.push_back(*at);
        }
        sketch_.strokes.push_back(stroke);
        stroke.ink = ink;
        stroke.width = line_width;
        sketch_.strokes.push_back(std::move(stroke));
    }

    void ring(const Vec3& centre, double radius, const Ink& ink) {
        std::vector<Vec3> circle;
        for (int i = 0; i < ring_points; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / ring_points;
            circle.push_back(centre + radius * (std::cos(angle) * one_ + std::sin(angle) * other_));
        }
        line(circle, ink, true);
    }

    void cross(const Vec3& centre, double size, const Ink& ink) {
        line({centre - size * one_, centre + size * one_}, ink);
        line({centre - size * other_, centre + size * other_}, ink);
    }

    void arrow(const Vec3& from, const Vec3& way, const Ink& ink) {
        const Vec3 tip = from + way;
        const Vec3 side = one_.cross(other_).cross(way);
        line({from, tip}, ink);
        line({tip - arrow_head * (way - 0.6 * side), tip, tip - arrow_head * (way + 0.6 * side)}, ink);
    }

private:
    Sketch& sketch_;
    Vec3 one_;
    Vec3 other_;
    const OrbitCamera& camera_;
    const ViewArea& area_;
};

} // namespace

void add_behaviour_marks(Sketch& sketch, const ShownBehaviour& behaviour, const Vec3& up, const OrbitCamera& camera,
                         const ViewArea& area) {
    FloorPen pen(sketch, up, camera, area);
    const double size = behaviour.length;
    for (const GoalMarker& marker : behaviour.markers) {
        const Vec3 on_floor = marker.at + (behaviour.ground - up.dot(marker.at)) * up;
        switch (marker.kind) {
        case GoalMarker::Kind::centre: {
            pen.cross(on_floor, cross_size * size, palette::accent);
            const Vec3 level = marker.velocity - up.dot(marker.velocity) * up;
            if (level.norm() > 0.02 * size) {
                pen.arrow(behaviour.centre + (behaviour.ground - up.dot(behaviour.centre)) * up, arrow_seconds * level,
                          palette::accent);
            }
            break;
        }
        case GoalMarker::Kind::foot:
            pen.ring(on_floor, foot_ring * size, palette::axis_z);
            break;
        case GoalMarker::Kind::point:
            pen.ring(on_floor, target_ring_size * size, palette::lit);
            pen.line({on_floor, marker.at}, palette::lit);
            break;
        }
    }
}

} // namespace limber::app
