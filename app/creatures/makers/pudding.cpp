// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <cmath>
#include <numbers>

namespace limber::makers {
namespace pudding_parts {

enum Paint { cream, caramel, white, black, blush, cherry, leaf };

constexpr int flutes = 12;

const Ellipsoid crown = {{0, 0.56, 0}, {0.235, 0.075, 0.235}};

double angle_of(int flute) {
    return 2.0 * std::numbers::pi * (flute + 0.5) / flutes;
}

// The shape of a fluted mould.
void add_body(Figure& pudding) {
    pudding.add({RoundCone{{0, 0.35, 0}, {0, 0.44, 0}, 0.30, 0.20}, {}, 0.0, cream});
    pudding.add({Ellipsoid{{0, 0.12, 0}, {0.37, 0.10, 0.37}}, {}, 0.05, cream});
    pudding.add({crown, {}, 0.06, caramel});
    for (int k = 0; k < flutes; ++k) {
        const Vec3 out(std::sin(angle_of(k)), 0.0, std::cos(angle_of(k)));
        pudding.add(
            {RoundCone{0.345 * out + Vec3(0, 0.085, 0), 0.205 * out + Vec3(0, 0.50, 0), 0.082, 0.06}, {}, 0.03, cream});
    }
}

void add_face(Figure& pudding) {
    add_front_eyes(pudding, {{0.115, 0.39, 0.275}, {0.25, 0.1, 1}, 0.062, white, black, 0.7});
    for (const auto& piece :
         stroke({{-0.07, 0.295, 0.355}, {-0.03, 0.272, 0.367}, {0.03, 0.272, 0.367}, {0.07, 0.295, 0.355}}, 0.014)) {
        pudding.add({piece, {}, 0.0, black, 0, 0.55});
    }
    add_pair(pudding, {Ellipsoid{{0.19, 0.305, 0.315}, {0.045, 0.034, 0.03}}, {}, 0.02, blush, 0, 0.7});
}

void add_cherry(Figure& pudding) {
    pudding.add({Ellipsoid{{0, 0.685, 0}, {0.088, 0.082, 0.088}}, {}, 0.012, cherry, 0, 0.8});
    pudding.add({Ellipsoid{{0.075, 0.775, 0.01}, {0.085, 0.024, 0.045}, rotation_about(Vec3::UnitZ(), 18)},
                 {},
                 0.015,
                 leaf,
                 0,
                 0.7});
}

// Caramel runs down between the flutes to different depths.
int painted(const Vec3& x, int paint) {
    if (paint != cream) {
        return paint;
    }
    const double around = std::atan2(x.x(), x.z());
    const double edge = 0.455 + 0.035 * std::cos(flutes * around) + 0.03 * std::cos(5.0 * around + 1.0);
    return x.y() > edge ? caramel : cream;
}

} // namespace pudding_parts

Figure pudding() {
    using namespace pudding_parts;
    Figure pudding = walker("pudding", "Flora the pudding", "a pudding that keeps its volume, whatever is done to it",
                            {"#f3dca8", "#a5541f", "#ffffff", "#2b1a14", "#eda188", "#c22f3d", "#5d9a4b"});
    pudding.vertices = 6000;
    add_body(pudding);
    add_face(pudding);
    add_cherry(pudding);
    pudding.painter = painted;
    pudding.young = 2e4;
    pudding.poisson = 0.47;
    pudding.walk->points = 60;
    pudding.modes = 20;
    pudding.clusters = 60;
    pudding.view = {{1.15, 0.85, 2.0}, {0, 0.32, 0}, 32.0};
    return pudding;
}

} // namespace limber::makers
