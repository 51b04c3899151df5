// SPDX-License-Identifier: MIT
#include "app/character_skin/placed_box.h"

#include "engine/mesh/boxes.h"

namespace limber::app {

BoundingBox transformed(const BoundingBox& box, const Affine& map) {
    BoundingBox all;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 x((corner & 1) ? box.high.x() : box.low.x(), (corner & 2) ? box.high.y() : box.low.y(),
                     (corner & 4) ? box.high.z() : box.low.z());
        const Vec3 y = apply(map, x);
        all = corner == 0 ? BoundingBox{y, y} : united(all, {y, y});
    }
    return all;
}

} // namespace limber::app
