// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/stance.h"
#include "app/creatures/makers/walkers.h"

namespace limber::makers {
namespace tree_frog_parts {

enum Paint { skin, belly, toe, red, black, flank };

void add_body(Figure& frog) {
    frog.add({Ellipsoid{{0, 0.235, -0.06}, {0.185, 0.135, 0.30}, rotation_about({1, 0, 0}, -16)}, {}, 0.0, skin});
    frog.add({Ellipsoid{{0, 0.315, 0.21}, {0.195, 0.115, 0.165}, rotation_about({1, 0, 0}, -4)}, {}, 0.10, skin});
}

// Toes with round pads, fanned out in the ground plane.
void add_foot(Figure& frog, const Vec3& ankle, double heading, double spread, double length) {
    for (const double finger : {-1.0, 0.0, 1.0}) {
        const Vec3 way = rotation_about({0, 1, 0}, heading + finger * spread) * Vec3::UnitZ();
        const Vec3 end = Vec3(ankle.x(), 0.034, ankle.z()) + length * way;
        add_pair(frog, {RoundCone{ankle, end, 0.038, 0.026}, {}, 0.025, toe, 0, 0.85});
        add_pair(frog, {Ellipsoid{end, {0.042, 0.034, 0.042}}, {}, 0.02, toe, 0, 0.85});
    }
}

void add_legs(Figure& frog) {
    add_limbs(frog, {{0.13, 0.25, 0.16}, {0.24, 0.19, 0.19}, {0.25, 0.055, 0.23}}, {0.068, 0.058, 0.046},
              {{}, {}, 0.05, skin});
    add_foot(frog, {0.25, 0.05, 0.24}, 15, 38, 0.115);
    add_limbs(frog, {{0.11, 0.17, -0.24}, {0.25, 0.20, -0.06}, {0.33, 0.185, -0.01}}, {0.095, 0.085, 0.066},
              {{}, {}, 0.05, skin});
    add_limbs(frog, {{0.33, 0.19, -0.01}, {0.32, 0.12, -0.15}, {0.32, 0.055, -0.25}}, {0.064, 0.054, 0.045},
              {{}, {}, 0.04, skin});
    add_foot(frog, {0.32, 0.052, -0.26}, 42, 30, 0.15);
}

void add_face(Figure& frog) {
    add_pair(frog, {Ellipsoid{{0.115, 0.385, 0.235}, {0.075, 0.07, 0.075}}, {}, 0.03, skin, 0, 0.85});
    add_front_eyes(frog, {{0.137, 0.408, 0.250}, {0.75, 0.28, 0.7}, 0.066, red, black, 0.55});
    for (const double s : {1.0, -1.0}) {
        frog.add({Ellipsoid{{s * 0.026, 0.345, 0.368}, Vec3::Constant(0.009)}, {}, 0.0, black, 0, 0.6});
    }
    const Ellipsoid head = {{0, 0.305, 0.21}, {0.195, 0.105, 0.165}};
    std::vector<Vec3> lip;
    for (int k = -5; k <= 5; ++k) {
        const double x = 0.2 * k;
        lip.push_back(surface_at(head, {x, -0.16 + 0.10 * x * x, 1.05 - 0.5 * x * x}));
    }
    for (const auto& piece : stroke(lip, 0.010)) {
        frog.add({piece, {}, 0.0, flank, 0, 0.6});
    }
}

// A light belly, blue flanks.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    const bool is_low = x.y() < 0.245 + 0.16 * (x.z() + 0.06) && std::abs(x.x()) < 0.15;
    return is_low ? belly : skin;
}

} // namespace tree_frog_parts

Figure tree_frog() {
    using namespace tree_frog_parts;
    Figure frog = walker("tree_frog", "Fern the tree frog", "a red-eyed tree frog with round toes",
                         {"#6cbf4b", "#f4efc9", "#f08a3c", "#d8342c", "#1d1a1a", "#3f8f3d"});
    frog.vertices = 8000;
    frog.painter = painted;
    add_body(frog);
    add_legs(frog);
    add_face(frog);
    frog.view = {{1.25, 0.95, 1.9}, {0, 0.20, 0.02}, 30.0};
    return frog;
}

} // namespace limber::makers
