// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"

#include <optional>
#include <string>

/// Draws the goal of a gait search on the floor: an arrow from the character along the direction to walk, and a ring
/// around the target point.
namespace limber::app {

struct GoalMarks {
    Vec3 from = Vec3::Zero(); // [m] on the floor, under its middle
    Vec3 up = Vec3::UnitY();
    double size = 1.0;          // [m] of the body
    std::optional<Vec3> way;    // unit direction along the floor; none: the objective has no direction
    std::string way_words;      // the direction relative to the body: "forward"
    std::optional<Vec3> target; // [m] on the floor
    bool target_lit = false;    // under the mouse, or being dragged
};

/// Radius [m] of the ring around the target, for a body of that size [m].
double target_ring(double size);

/// Adds the marks on top of the sketch.
void add_goal_marks(Sketch& sketch, const GoalMarks& marks, const OrbitCamera& camera, const ViewArea& area);

} // namespace limber::app
