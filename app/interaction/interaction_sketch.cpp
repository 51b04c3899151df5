// SPDX-License-Identifier: MIT
#include "app/interaction/interaction_sketch.h"

#include <algorithm>

namespace limber::app {
namespace {

// One side of the slim kite from joint to tip that animation programs draw for a bone.
std::vector<Pixel> flank(const Pixel& joint, const Pixel& tip, double half_width) {
    const Pixel along = tip - joint;
    const double length = along.norm();
    if (length < 1.0) {
        return {joint, tip};
    }
    const Pixel side = half_width / length * Pixel(-along.y(), along.x());
    return {joint, joint + 0.16 * along + side, tip};
}

} // namespace

void draw_bones(Sketch& sketch, const std::vector<BoneSegment>& bones, const BoneInk& ink, const OrbitCamera& camera,
                const ViewArea& area, double content_scale) {
    for (std::size_t b = 0; b < bones.size(); ++b) {
        const auto joint = pixel_of(camera, area, bones[b].joint);
        const auto tip = pixel_of(camera, area, bones[b].tip);
        if (!joint || !tip) {
            continue;
        }
        const int index = static_cast<int>(b);
        const bool lit = index == ink.lit;
        const Ink shade = lit ? palette::lit : index == ink.selected ? palette::accent : palette::bone;
        const double width = content_scale * (lit || index == ink.selected ? 2.2 : 1.3);
        const double half_width = std::min(5.0 * content_scale, 0.09 * (*tip - *joint).norm());
        sketch.strokes.push_back({flank(*joint, *tip, half_width), shade, width, false, false});
        sketch.strokes.push_back({flank(*joint, *tip, -half_width), shade, width, false, false});
        sketch.dots.push_back({*joint, content_scale * (lit ? 4.5 : 3.2), shade, true});
    }
}

void draw_handle(Sketch& sketch, const HandleLine& handle, const OrbitCamera& camera, const ViewArea& area,
                 double content_scale) {
    const auto point = pixel_of(camera, area, handle.point);
    const auto target = pixel_of(camera, area, handle.target);
    if (!point || !target) {
        return;
    }
    const Ink shade = handle.lit ? palette::lit : palette::accent;
    const double size = handle.lit || handle.selected ? 7.0 : 5.5;
    sketch.strokes.push_back({{*point, *target}, palette::halo, 4.0 * content_scale, false, false});
    sketch.strokes.push_back({{*point, *target}, shade, 2.0 * content_scale, false, false});
    sketch.dots.push_back({*point, 2.5 * content_scale, shade, true});
    sketch.dots.push_back({*target, (size + 1.5) * content_scale, palette::halo, true});
    sketch.dots.push_back({*target, size * content_scale, shade, handle.pinned});
    if (handle.selected) {
        sketch.dots.push_back({*target, (size + 4.0) * content_scale, shade, false});
    }
}

void draw_force(Sketch& sketch, const ForceArrow& arrow, const OrbitCamera& camera, const ViewArea& area,
                double content_scale) {
    const auto point = pixel_of(camera, area, arrow.point);
    const auto tip = pixel_of(camera, area, arrow.tip);
    if (!point || !tip) {
        return;
    }
    const Ink shade = arrow.lit ? palette::lit : palette::accent;
    sketch.dots.push_back({*point, 3.0 * content_scale, shade, true});
    const Pixel along = *tip - *point;
    const double length = along.norm();
    if (length < 1.0) {
        return;
    }
    // The head is no longer than the arrow, so that a weak force has its direction too.
    const double head = std::min(14.0 * content_scale, length);
    const Pixel ahead = along / length;
    const Pixel neck = *tip - head * ahead;
    const Pixel side = 0.45 * head * Pixel(-ahead.y(), ahead.x());
    const double wide = (arrow.selected || arrow.lit ? 3.2 : 2.4) * content_scale;
    sketch.strokes.push_back({{*point, neck}, palette::halo, wide + 2.4 * content_scale, false, false});
    sketch.strokes.push_back({{*tip, neck + side, neck - side}, palette::halo, 2.4 * content_scale, true, false});
    sketch.strokes.push_back({{*point, neck}, shade, wide, false, false});
    sketch.strokes.push_back({{*tip, neck + side, neck - side}, shade, 1.0, true, true});
    if (arrow.selected) {
        sketch.dots.push_back({*tip, 9.0 * content_scale, shade, false});
    }
}

// Straight at its ends, with turns between.
void draw_spring(Sketch& sketch, const SpringLine& spring, const OrbitCamera& camera, const ViewArea& area,
                 double content_scale) {
    constexpr int turns = 8;
    constexpr double end = 0.15; // of the length
    const auto from = pixel_of(camera, area, spring.from);
    const auto to = pixel_of(camera, area, spring.to);
    if (!from || !to) {
        return;
    }
    const Pixel along = *to - *from;
    const double length = along.norm();
    const double wide = (spring.selected ? 6.0 : 4.0) * content_scale;
    const Pixel side = length > 1.0 ? Pixel(wide / length * Pixel(-along.y(), along.x())) : Pixel(Pixel::Zero());
    std::vector<Pixel> points{*from, *from + end * along};
    for (int turn = 0; turn < turns; ++turn) {
        const double share = end + (1.0 - 2.0 * end) * (turn + 0.5) / turns;
        points.push_back(*from + share * along + (turn % 2 == 0 ? 1.0 : -1.0) * side);
    }
    points.push_back(*from + (1.0 - end) * along);
    points.push_back(*to);
    const Ink shade = spring.selected ? palette::lit : spring.is_at_limit ? palette::limit : palette::accent;
    sketch.strokes.push_back({points, palette::halo, 3.6 * content_scale, false, false});
    sketch.strokes.push_back({points, shade, 1.6 * content_scale, false, false});
    for (const Pixel& point : {*from, *to}) {
        sketch.dots.push_back({point, 3.0 * content_scale, shade, true});
    }
}

} // namespace limber::app
