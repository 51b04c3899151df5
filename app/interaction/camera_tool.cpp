// SPDX-License-Identifier: MIT
#include "app/interaction/camera_tool.h"

#include <utility>

namespace limber::app {
namespace {

const ViewArea& area_at(const Pixel& pixel, const Touchable& scene) {
    return scene.other_area.width > 0 && scene.other_area.holds(pixel) ? scene.other_area : scene.area;
}

} // namespace

std::optional<Layer> CameraTool::find(const Mouse&, const SurfacesHit&, const Touchable&) {
    return Layer::view;
}

Commands CameraTool::press(const Mouse& mouse, const SurfacesHit& hit, const Touchable&) {
    const bool pans = mouse.button == MouseButton::middle || (mouse.button == MouseButton::right && mouse.shift);
    drag_ = pans ? Drag::pan : Drag::orbit;
    may_be_click_ = mouse.button == MouseButton::left && !mouse.alt;
    start_ = last_ = mouse.at;
    if (mouse.is_double && hit.flesh) {
        camera.goal.target = hit.flesh->position;
    }
    return {};
}

void CameraTool::drag(const Mouse& mouse, const Touchable& scene) {
    const Pixel movement = mouse.at - std::exchange(last_, mouse.at);
    camera.goal = drag_ == Drag::pan ? panned(camera.goal, scene.area, movement)
                                     : orbited(camera.goal, movement / scene.content_scale);
}

bool CameraTool::scroll(double steps, const Mouse& mouse, const Touchable& scene) {
    camera.goal = zoomed(camera.goal, area_at(mouse.at, scene), mouse.at, steps);
    return true;
}

Tool::Release CameraTool::release(const Mouse& mouse, const Touchable&) {
    drag_ = Drag::none;
    return {may_be_click_ && (mouse.at - start_).norm() < click_pixels, {}};
}

std::string CameraTool::hint(const SurfacesHit&, const Touchable&) const {
    return is_holding() ? "" : "Drag to orbit, wheel to zoom";
}

} // namespace limber::app
