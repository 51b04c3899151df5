#pragma once

#include "app/interaction/sketch.h"

#include <optional>
#include <string>

/// What a character is to learn, drawn on the floor: an arrow along the way to go, from where it stands, and a ring
/// around the point to come close to.
namespace limber::app {

struct GoalMarks {
    Vec3 from = Vec3::Zero(); // [m] on the floor, under its middle
    Vec3 up = Vec3::UnitY();
    double size = 1.0;          // [m] of the body
    std::optional<Vec3> way;    // unit, along the floor; none: wherever it goes is as good
    std::string way_words;      // what it is to the body: "forward"
    std::optional<Vec3> target; // [m] on the floor
    bool target_lit = false;    // under the mouse, or held
};

/// [m] of the ring around the target of a body of that size [m].
double target_ring(double size);

/// Added to what is drawn there, over the others.
void add_goal_marks(Sketch& sketch, const GoalMarks& marks, const OrbitCamera& camera, const ViewArea& area);

} // namespace limber::app
