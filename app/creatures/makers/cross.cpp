// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"

#include <algorithm>
#include <array>

namespace limber::makers {
namespace cross_parts {

enum Paint { blue, orange };

constexpr double length = 0.40; // [m] of a leg, from the middle to the centre of its tip
constexpr double stretch = 0.8; // of what is beyond the hub, in an example
constexpr double hub = 0.15;    // [m] from the middle
const Vec3 middle(0, 0.349, 0); // on three legs

struct Leg {
    const char* name;
    Vec3 along;
};

// Three down and three up, at right angles to each other.
std::array<Leg, 6> legs() {
    const Mat3 turn = rotation_about(Vec3(1, 1, 1).cross(Vec3::UnitY()), 54.735610317245346);
    return {{{"Leg 1", turn.col(0)},
             {"Leg 2", -turn.col(0)},
             {"Leg 3", turn.col(1)},
             {"Leg 4", -turn.col(1)},
             {"Leg 5", turn.col(2)},
             {"Leg 6", -turn.col(2)}}};
}

int painted(const Vec3& x, int) {
    return (x - middle).norm() > 0.30 ? orange : blue;
}

} // namespace cross_parts

/// The cross of the paper's figure 6, with an example for each leg, in which it is longer.
Figure cross() {
    using namespace cross_parts;
    Figure cross = behaving_figure("cross", "Jack the cross", "a cross that rolls by extending its six legs",
                                   {"#4a6fa5", "#f08a4b"});
    cross.add({Ellipsoid{middle, Vec3::Constant(0.2)}, {}, 0.0, blue});
    for (const Leg& leg : legs()) {
        cross.add({RoundCone{middle, middle + length * leg.along, 0.13, 0.115}, {}, 0.06, blue});
        cross.walk->examples.push_back({leg.name, [along = leg.along](const Vec3& x) {
                                            const double beyond = std::max(0.0, along.dot(x - middle) - hub);
                                            return Vec3(x + stretch * beyond * along);
                                        }});
    }
    cross.painter = painted;
    cross.walk->points = 60;
    cross.walk->behaviour = {"roll", 0.2, 3.0, 0.6};
    return cross;
}

} // namespace limber::makers
