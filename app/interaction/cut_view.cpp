// SPDX-License-Identifier: MIT
#include "app/interaction/cut_view.h"

#include <cmath>

namespace limber::app {

CutPlane cut_plane(const CutView& cut, const BoundingBox& box) {
    CutPlane plane;
    if (!cut.is_shown()) {
        return plane;
    }
    const double side = cut.flipped ? -1.0 : 1.0;
    plane.normal[static_cast<std::size_t>(cut.axis)] = static_cast<float>(side);
    plane.offset = static_cast<float>(side * std::lerp(box.low(cut.axis), box.high(cut.axis), cut.place));
    return plane;
}

} // namespace limber::app
