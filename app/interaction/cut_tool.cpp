// SPDX-License-Identifier: MIT
#include "app/interaction/cut_tool.h"

#include "app/interaction/view_options.h"

#include <algorithm>
#include <utility>

namespace limber::app {

CutMark cut_mark(const CutView& cut, const BoundingBox& box, const Affine& map) {
    const auto moved = [&](const Vec3& X) {
        return Vec3(map.leftCols<3>() * X + map.col(3));
    };
    const Index axis = cut.axis;
    const Index side = (axis + 1) % 3;
    const Index front = (axis + 2) % 3;
    const Vec3 margin = 0.04 * box.diagonal() * Vec3::Ones();
    const Vec3 low = box.low - margin;
    const Vec3 high = box.high + margin;
    CutMark mark;
    mark.place = cut.place;
    Vec3 at = 0.5 * (box.low + box.high);
    at(axis) = box.low(axis);
    mark.low = moved(at);
    at(axis) = box.high(axis);
    mark.high = moved(at);
    at(axis) = box.low(axis) + cut.place * (box.high(axis) - box.low(axis));
    for (std::size_t k = 0; k < 4; ++k) {
        at(side) = k == 0 || k == 3 ? low(side) : high(side);
        at(front) = k < 2 ? low(front) : high(front);
        mark.corners[k] = moved(at);
    }
    return mark;
}

// The nearest point of the axis to the ray.
std::optional<double> place_at(const CutMark& mark, const MouseRay& ray) {
    const Vec3 axis = mark.high - mark.low;
    const Vec3 across = axis - axis.dot(ray.direction) * ray.direction;
    if (across.squaredNorm() < 1e-6 * axis.squaredNorm()) {
        return std::nullopt;
    }
    return (ray.origin - mark.low).dot(across) / axis.dot(across);
}

std::optional<Layer> CutTool::find(const Mouse& mouse, const SurfacesHit&, const Touchable& scene) {
    const auto seen = scene.holds(mouse.at) ? dot_at(scene) : std::nullopt;
    is_found_ = seen && (*seen - mouse.at).norm() < dot_reach * scene.content_scale;
    return is_found_ ? std::optional(Layer::mark) : std::nullopt;
}

Commands CutTool::press(const Mouse& mouse, const SurfacesHit&, const Touchable& scene) {
    if (mark_) {
        const auto pressed = place_at(*mark_, mouse_ray(scene.camera, scene.area, mouse.at));
        held_ = Held{mark_->place, pressed ? mark_->place - *pressed : 0.0};
    }
    return {};
}

void CutTool::drag(const Mouse& mouse, const Touchable& scene) {
    if (const auto place =
            held_ && mark_ ? place_at(*mark_, mouse_ray(scene.camera, scene.area, mouse.at)) : std::nullopt) {
        moved_ = std::clamp(*place + held_->grip, 0.0, 1.0);
    }
}

Commands CutTool::take_edits(const Touchable&) {
    const auto moved = std::exchange(moved_, std::nullopt);
    if (!moved) {
        return {};
    }
    return {EditView{[place = *moved](ViewOptions& view) {
        view.cut.place = place;
    }}};
}

Tool::Release CutTool::release(const Mouse&, const Touchable& scene) {
    Release release{false, take_edits(scene)};
    held_.reset();
    return release;
}

void CutTool::cancel() {
    moved_ = held_ ? std::optional(held_->start) : std::nullopt;
    held_.reset();
}

void CutTool::draw(Sketch& sketch, const Touchable& scene) const {
    if (!mark_) {
        return;
    }
    std::vector<Pixel> outline;
    for (const Vec3& corner : mark_->corners) {
        if (const auto pixel = pixel_of(scene.camera, scene.area, corner)) {
            outline.push_back(*pixel);
        }
    }
    const auto centre = dot_at(scene);
    if (outline.size() < 4 || !centre) {
        return;
    }
    const double scale = scene.content_scale;
    const bool is_lit = is_found_ || held_;
    const Ink ink = is_lit ? palette::lit : palette::accent;
    sketch.strokes.push_back({outline, palette::halo, 3.0 * scale, true, false});
    sketch.strokes.push_back({outline, ink, 1.3 * scale, true, false});
    sketch.dots.push_back({*centre, (is_lit ? 8.5 : 7.0) * scale, palette::halo, true});
    sketch.dots.push_back({*centre, (is_lit ? 7.0 : 5.5) * scale, ink, true});
}

std::string CutTool::hint(const SurfacesHit&, const Touchable&) const {
    return is_found_ && !held_ ? "Drag the cut through the body" : "";
}

} // namespace limber::app
