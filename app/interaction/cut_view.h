// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/tet_geometry.h"
#include "engine/mesh/tet_mesh.h"

/// A cut through the selected character, across an axis of its rest shape, so that it stays at the same tets while the
/// body moves.
namespace limber::app {

struct CutView {
    int axis = -1;        // 0: x, 1: y, 2: z; -1: nothing is cut
    double place = 0.5;   // in [0, 1], along the axis through the body's box at rest
    bool flipped = false; // shows the part above the plane instead of the part below
    bool operator==(const CutView&) const = default;

    bool is_shown() const {
        return axis >= 0;
    }
};

/// `box`: of the body at rest.
CutPlane cut_plane(const CutView& cut, const BoundingBox& box);

} // namespace limber::app
