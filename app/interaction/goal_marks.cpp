// SPDX-License-Identifier: MIT
#include "app/interaction/goal_marks.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace limber::app {
namespace {

constexpr double arrow_start = 0.6; // of the body's size, so that the arrow starts in front of the body
constexpr double arrow_end = 1.3;
constexpr double head = 0.18;
constexpr double ring = 0.15;
constexpr int mark_ring_points = 40;
constexpr double line_width = 3.0; // [pixels]
constexpr double label_gap = 8.0;  // [pixels]

// Adds nothing if a part of the line is behind the eye.
void add_line(Sketch& sketch, const std::vector<Vec3>& points, Stroke stroke, const OrbitCamera& camera,
              const ViewArea& area) {
    const Ink ink = stroke.ink;
    for (const Vec3& point : points) {
        const auto at = pixel_of(camera, area, point);
        if (!at) {
            return;
        }
        stroke.points.push_back(*at);
    }
    stroke.ink = palette::halo;
    stroke.width = line_width + 2.0;
    sketch.strokes.push_back(stroke);
    stroke.ink = ink;
    stroke.width = line_width;
    sketch.strokes.push_back(std::move(stroke));
}

} // namespace

double target_ring(double size) {
    return ring * size;
}

void add_goal_marks(Sketch& sketch, const GoalMarks& marks, const OrbitCamera& camera, const ViewArea& area) {
    if (marks.way) {
        const Vec3 side = marks.up.cross(*marks.way);
        const Vec3 tip = marks.from + arrow_end * marks.size * *marks.way;
        const Vec3 back = tip - head * marks.size * *marks.way;
        add_line(sketch, {marks.from + arrow_start * marks.size * *marks.way, tip}, {{}, palette::accent, line_width},
                 camera, area);
        add_line(sketch, {back + 0.6 * head * marks.size * side, tip, back - 0.6 * head * marks.size * side},
                 {{}, palette::accent, line_width}, camera, area);
        if (const auto at = pixel_of(camera, area, tip); at && !marks.way_words.empty()) {
            sketch.labels.push_back({*at - Pixel(0.0, label_gap), marks.way_words});
        }
    }
    if (marks.target) {
        const Vec3 one = marks.up.unitOrthogonal();
        const Vec3 other = marks.up.cross(one);
        std::vector<Vec3> circle;
        for (int i = 0; i < mark_ring_points; ++i) {
            const double angle = 2.0 * std::numbers::pi * i / mark_ring_points;
            circle.push_back(*marks.target +
                             target_ring(marks.size) * (std::cos(angle) * one + std::sin(angle) * other));
        }
        const Ink shade = marks.target_lit ? palette::lit : palette::accent;
        add_line(sketch, circle, {{}, shade, line_width, true}, camera, area);
        if (const auto at = pixel_of(camera, area, *marks.target)) {
            sketch.dots.push_back({*at, marks.target_lit ? 6.0 : 4.5, shade, true});
        }
    }
}

} // namespace limber::app
