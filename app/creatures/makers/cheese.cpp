// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

#include <utility>

namespace limber::makers {
namespace cheese_parts {

enum Paint { inside, rind, white, black };

constexpr double half_angle = 19.65; // [degrees] of the wedge, whose tip is behind

// A box without what is beside the wedge.
void add_wedge(Figure& cheese) {
    cheese.add({RoundBox{{0, 0.36, 0}, {0.37, 0.22, 0.43}, 0.05}, {}, 0.0, inside});
    for (const double side : {1.0, -1.0}) {
        const Mat3 turn = rotation_about(Vec3::UnitY(), side * half_angle);
        const Vec3 out = side * turn.col(0);
        cheese.carve(RoundBox{Vec3(0.21 * side, 0.36, 0) + 0.3 * out, {0.3, 1, 1}, 0.01, turn}, 0.03);
    }
}

void carve_holes(Figure& cheese) {
    const std::vector<std::pair<Vec3, double>> holes = {{{0.13, 0.60, 0.16}, 0.10},   {{-0.14, 0.59, -0.02}, 0.075},
                                                        {{0.02, 0.60, -0.24}, 0.06},  {{0.27, 0.36, 0.05}, 0.07},
                                                        {{-0.30, 0.30, 0.20}, 0.075}, {{-0.16, 0.42, -0.20}, 0.05}};
    for (const auto& [at, radius] : holes) {
        cheese.carve(Ellipsoid{at, Vec3::Constant(radius)}, 0.02);
    }
}

void add_feet(Figure& cheese) {
    add_pair(cheese, {RoundBox{{0.24, 0.10, 0.30}, {0.09, 0.10, 0.09}, 0.04}, {}, 0.04, inside});
    add_pair(cheese, {RoundBox{{0.10, 0.10, -0.27}, {0.075, 0.10, 0.09}, 0.04}, {}, 0.04, inside});
}

void add_face(Figure& cheese) {
    add_front_eyes(cheese, {{0.12, 0.42, 0.415}, {0.1, 0.1, 1}, 0.065, white, black, 0.6});
    for (const auto& piece :
         stroke({{-0.09, 0.25, 0.43}, {-0.04, 0.27, 0.435}, {0.04, 0.27, 0.435}, {0.09, 0.25, 0.43}}, 0.014)) {
        cheese.add({piece, {}, 0.0, black, 0, 0.6});
    }
}

// The wide side in front is rind.
int painted(const Vec3& x, int paint) {
    return paint == inside && x.z() > 0.40 && x.y() > 0.17 ? rind : paint;
}

} // namespace cheese_parts

Figure cheese() {
    using namespace cheese_parts;
    Figure cheese = behaving_figure("cheese", "Colby the cheese", "a wedge of cheese that runs from the mouse",
                                    {"#f2c94c", "#d9822b", "#ffffff", "#2a2118"});
    cheese.vertices = 3000;
    add_wedge(cheese);
    carve_holes(cheese);
    add_feet(cheese);
    add_face(cheese);
    cheese.painter = painted;
    cheese.walk->cage_cells = 12;
    cheese.walk->behaviour = {"flee", 0.2, 1.5, 0.5, Vec3(0.0, 0.0, -0.6)};
    return cheese;
}

} // namespace limber::makers
