// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"

#include <utility>

namespace limber::makers {
namespace ropes_parts {

constexpr int intervals = 24;        // of each rope
constexpr double half_span = 1.2;    // [m]
constexpr double half_width = 0.22;  // [m]
constexpr double bank_height = 0.9;  // [m] of the deck at both ends
constexpr double sag = 0.3;          // [m] in the middle
constexpr double rail_height = 0.38; // [m] above the deck

Vec3 place(int i, double side, double above) {
    const double share = 2.0 * i / intervals - 1.0;
    return {half_span * share, bank_height + above - sag * (1.0 - share * share), side * half_width};
}

// Returns the index of its first point.
int add_rope(RodFrame& frame, double side, double above) {
    const auto first = static_cast<int>(frame.points.size());
    std::vector<int> line;
    for (int i = 0; i <= intervals; ++i) {
        line.push_back(first + i);
        frame.points.push_back(place(i, side, above));
    }
    frame.lines.push_back(std::move(line));
    frame.ends.push_back(place(0, side, above));
    frame.ends.push_back(place(intervals, side, above));
    return first;
}

// From point to point of two ropes, at every such interval.
void connect(RodFrame& frame, int one, int other, int every) {
    for (int i = 0; i <= intervals; i += every) {
        frame.lines.push_back({one + i, other + i});
    }
}

RodFrame bridge_of_rods() {
    RodFrame frame;
    frame.radius = 0.014;
    const int left = add_rope(frame, 1.0, 0.0);
    const int right = add_rope(frame, -1.0, 0.0);
    connect(frame, left, right, 1);
    connect(frame, left, add_rope(frame, 1.0, rail_height), 2);
    connect(frame, right, add_rope(frame, -1.0, rail_height), 2);
    return frame;
}

} // namespace ropes_parts

/// A rope bridge of elastic rods: two ropes with planks between them, and a railing that hangs on two more.
Figure ropes() {
    Figure ropes;
    ropes.name = "ropes";
    ropes.title = "Robin the rope bridge";
    ropes.about = "a rope bridge of elastic rods";
    ropes.palette = {"#a9743f"};
    ropes.rods = ropes_parts::bridge_of_rods();
    ropes.young = 2e6;
    ropes.gravity = Vec3(0.0, -9.81, 0.0);
    ropes.view = {{1.7, 1.5, 3.3}, {0.0, 0.8, 0.0}, 34.0};
    return ropes;
}

} // namespace limber::makers
