// SPDX-License-Identifier: MIT
#include "app/interaction/surface_probe.h"

namespace limber::app {

std::optional<Layer> SurfaceProbe::find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) {
    triangle_.reset();
    if (hit.flesh && scene.holds(mouse.at)) {
        triangle_ = hit.flesh->triangle;
    }
    return std::nullopt;
}

} // namespace limber::app
