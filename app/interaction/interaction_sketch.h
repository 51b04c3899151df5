// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/picking.h"
#include "app/interaction/sketch.h"

/// Draws bones, handles, forces and springs as lines.
namespace limber::app {

struct BoneInk {
    int selected = -1;
    int lit = -1;
};
void draw_bones(Sketch& sketch, const std::vector<BoneSegment>& bones, const BoneInk& ink, const OrbitCamera& camera,
                const ViewArea& area, double content_scale);

/// A handle: a line from the point of the body that it holds to its target.
struct HandleLine {
    Vec3 point, target; // [m]
    bool lit = false;
    bool selected = false;
    bool pinned = false;
};
void draw_handle(Sketch& sketch, const HandleLine& handle, const OrbitCamera& camera, const ViewArea& area,
                 double content_scale);

/// A force: an arrow from the point of the body on which it acts.
struct ForceArrow {
    Vec3 point, tip; // [m]
    bool lit = false;
    bool selected = false;
};
void draw_force(Sketch& sketch, const ForceArrow& arrow, const OrbitCamera& camera, const ViewArea& area,
                double content_scale);

/// A spring between two points of the body.
struct SpringLine {
    Vec3 from, to; // [m]
    bool selected = false;
    bool is_at_limit = false; // it can be no shorter, or no longer
};
void draw_spring(Sketch& sketch, const SpringLine& spring, const OrbitCamera& camera, const ViewArea& area,
                 double content_scale);

} // namespace limber::app
