// SPDX-License-Identifier: MIT
#include "app/creatures/makers/stance.h"
#include "app/creatures/makers/walkers.h"

namespace limber::makers {
namespace couch_parts {

enum Paint { cloth, cushion, wood, button };

void add_frame(Figure& couch) {
    couch.add({RoundBox{{0, 0.235, 0.0}, {0.50, 0.095, 0.27}, 0.05}, {}, 0.0, cloth});
    couch.add(
        {RoundBox{{0, 0.43, -0.225}, {0.50, 0.25, 0.085}, 0.075, rotation_about({1, 0, 0}, -9)}, {}, 0.03, cloth});
    add_pair(couch, {RoundBox{{0.465, 0.325, 0.015}, {0.075, 0.165, 0.27}, 0.06}, {}, 0.03, cloth});
    // Rolls on the arms.
    add_pair(couch, {RoundCone{{0.485, 0.475, -0.20}, {0.485, 0.475, 0.225}, 0.088, 0.088}, {}, 0.03, cloth});
}

void add_cushions(Figure& couch) {
    const Mat3 lean = rotation_about({1, 0, 0}, -9);
    add_pair(couch, {RoundBox{{0.197, 0.350, 0.055}, {0.190, 0.062, 0.225}, 0.055}, {}, 0.006, cushion, 0, 0.9});
    add_pair(couch, {RoundBox{{0.197, 0.525, -0.145}, {0.190, 0.155, 0.07}, 0.065, lean}, {}, 0.006, cushion, 0, 0.9});
    add_pair(couch, {Ellipsoid{{0.197, 0.535, -0.073}, {0.024, 0.024, 0.016}}, {}, 0.0, button, 0, 0.6});
}

} // namespace couch_parts

Figure couch() {
    using namespace couch_parts;
    Figure couch = walker("couch", "Chester the couch", "a couch that has had enough of standing still",
                          {"#b5485a", "#d06a72", "#6b4632", "#f2d9a6"});
    couch.vertices = 6000;
    add_frame(couch);
    add_cushions(couch);
    for (const double z : {0.20, -0.21}) {
        add_pair(couch, {RoundCone{{0.41, 0.17, z}, {0.445, 0.045, 1.12 * z}, 0.066, 0.045}, {}, 0.025, wood});
    }
    couch.view = {{1.6, 1.15, 2.6}, {0, 0.30, 0}, 30.0};
    return couch;
}

} // namespace limber::makers
