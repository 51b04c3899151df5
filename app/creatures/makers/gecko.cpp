// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/stance.h"
#include "app/creatures/makers/walkers.h"

#include <cmath>

namespace limber::makers {
namespace gecko_parts {

enum Paint { skin, belly, spot, white, black };

void add_body(Figure& gecko) {
    add_tube(gecko, {{0, 0.135, 0.24}, {0, 0.14, 0.10}, {0, 0.135, -0.06}, {0, 0.125, -0.20}},
             {0.085, 0.105, 0.110, 0.085}, {{}, {}, 0.05, skin});
    gecko.add({Ellipsoid{{0, 0.165, 0.385}, {0.118, 0.088, 0.150}}, {}, 0.08, skin});
    add_tube(
        gecko,
        {{0, 0.12, -0.20}, {0.015, 0.095, -0.34}, {0.085, 0.070, -0.46}, {0.19, 0.055, -0.53}, {0.27, 0.05, -0.50}},
        {0.080, 0.066, 0.058, 0.046, 0.030}, {{}, {}, 0.05, skin});
}

void add_foot(Figure& gecko, const Vec3& ankle, double heading) {
    for (const double finger : {-1.5, -0.5, 0.5, 1.5}) {
        const Vec3 way = rotation_about({0, 1, 0}, heading + 34.0 * finger) * Vec3::UnitZ();
        const Vec3 end = Vec3(ankle.x(), 0.028, ankle.z()) + 0.088 * way;
        add_pair(gecko, {RoundCone{{ankle.x(), 0.038, ankle.z()}, end, 0.034, 0.024}, {}, 0.02, skin, 0, 0.85});
        add_pair(gecko, {Ellipsoid{end, {0.031, 0.026, 0.031}}, {}, 0.012, belly, 0, 0.85});
    }
}

void add_legs(Figure& gecko) {
    add_limbs(gecko, {{0.06, 0.13, 0.19}, {0.18, 0.135, 0.21}, {0.265, 0.05, 0.26}}, {0.060, 0.052, 0.040},
              {{}, {}, 0.04, skin});
    add_foot(gecko, {0.265, 0.04, 0.265}, 40);
    add_limbs(gecko, {{0.06, 0.12, -0.16}, {0.185, 0.135, -0.13}, {0.265, 0.05, -0.21}}, {0.066, 0.056, 0.042},
              {{}, {}, 0.04, skin});
    add_foot(gecko, {0.265, 0.04, -0.215}, 75);
}

void add_face(Figure& gecko) {
    add_front_eyes(gecko, {{0.078, 0.222, 0.400}, {0.75, 0.35, 0.65}, 0.050, white, black, 0.62});
    const Ellipsoid head = {{0, 0.160, 0.385}, {0.118, 0.085, 0.150}};
    std::vector<Vec3> lip;
    for (int k = -5; k <= 5; ++k) {
        const double x = 0.18 * k;
        lip.push_back(surface_at(head, {x, -0.20 + 0.22 * x * x, 1.05 - 0.5 * x * x}));
    }
    for (const auto& piece : stroke(lip, 0.007)) {
        gecko.add({piece, {}, 0.0, black, 0, 0.6});
    }
}

// A light belly; dark spots in two rows down the back.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    if (x.y() < 0.075 && std::abs(x.x()) < 0.1) {
        return belly;
    }
    const double along = 0.11 * std::round(x.z() / 0.11);
    const bool is_spot = x.y() > 0.14 && x.z() < 0.3 && std::hypot(std::abs(x.x()) - 0.05, x.z() - along) < 0.03;
    return is_spot ? spot : paint;
}

} // namespace gecko_parts

Figure gecko() {
    using namespace gecko_parts;
    Figure gecko = walker("gecko", "Gus the gecko", "a gecko with splayed legs and a curled tail",
                          {"#e8b84a", "#f8ecc8", "#a8632a", "#f6ffe8", "#22201c"});
    gecko.vertices = 8000;
    gecko.painter = painted;
    add_body(gecko);
    add_legs(gecko);
    add_face(gecko);
    gecko.view = {{1.3, 1.05, 1.75}, {0.02, 0.10, -0.02}, 30.0};
    return gecko;
}

} // namespace limber::makers
