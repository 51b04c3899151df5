// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

namespace limber::makers {
namespace pegasus_parts {

enum Paint { coat, muzzle, mane, gold, feather, black, hoof };
enum Material { flesh, wing, horn };

constexpr double ground = 0.04; // below which the hooves stay where they are [m]

const Vec3 horn_tip(0, 1.16, 0.50);
const Vec3 wing_tip(0.62, 0.86, -0.10);
const Vec3 tail_tip(0, 0.34, -0.47);

void add_body(Figure& pegasus) {
    pegasus.add({Ellipsoid{{0, 0.52, -0.02}, {0.15, 0.155, 0.28}}, {}, 0.0, coat, flesh});
    pegasus.add({Ellipsoid{{0, 0.55, 0.17}, {0.13, 0.15, 0.13}}, {}, 0.08, coat, flesh});
    pegasus.add({RoundCone{{0, 0.60, 0.22}, {0, 0.84, 0.34}, 0.10, 0.075}, {}, 0.08, coat, flesh});
    add_tube(pegasus, {{0, 0.58, -0.29}, {0, 0.50, -0.42}, tail_tip}, {0.035, 0.055, 0.03},
             {{}, {}, 0.03, mane, flesh});
    add_tube(pegasus, {{0, 0.94, 0.28}, {0, 0.81, 0.21}, {0, 0.67, 0.12}}, {0.035, 0.042, 0.03},
             {{}, {}, 0.02, mane, flesh});
}

void add_legs(Figure& pegasus) {
    add_limbs(pegasus, {{0.085, 0.46, 0.16}, {0.09, 0.25, 0.17}, {0.09, 0.06, 0.17}}, {0.062, 0.044, 0.040},
              {{}, {}, 0.05, coat, flesh});
    add_limbs(pegasus, {{0.09, 0.46, -0.21}, {0.095, 0.25, -0.25}, {0.095, 0.06, -0.23}}, {0.08, 0.046, 0.040},
              {{}, {}, 0.05, coat, flesh});
    for (const double z : {0.175, -0.225}) {
        add_pair(pegasus, {RoundCone{{0.092, 0.0, z}, {0.092, 0.045, z}, 0.052, 0.046}, {}, 0.01, hoof, flesh, 0.8});
    }
    pegasus.carve(RoundBox{{0, -0.25, 0}, {1, 0.25, 1}, 0.01}, 0.01);
}

void add_head(Figure& pegasus) {
    pegasus.add({RoundCone{{0, 0.87, 0.36}, {0, 0.80, 0.51}, 0.085, 0.06}, {}, 0.05, coat, flesh});
    pegasus.add({Ellipsoid{{0, 0.785, 0.545}, {0.062, 0.052, 0.05}}, {}, 0.03, muzzle, flesh, 0.8});
    add_pair(pegasus, {Ellipsoid{{0.05, 0.965, 0.335}, {0.024, 0.052, 0.018}}, {}, 0.02, coat, flesh, 0.7});
    add_pair(pegasus, {Ellipsoid{{0.064, 0.875, 0.435}, {0.018, 0.024, 0.020}}, {}, 0.004, black, flesh, 0.45});
    add_pair(pegasus, {Ellipsoid{{0.026, 0.795, 0.588}, {0.010, 0.010, 0.008}}, {}, 0.0, black, flesh, 0.4});
    pegasus.add({RoundCone{{0, 0.93, 0.40}, horn_tip, 0.026, 0.009}, {}, 0.008, gold, horn, 0.5});
}

// Two rows of feathers.
void add_wings(Figure& pegasus) {
    const Vec3 up(-0.35, 1, 0);
    add_pair(pegasus, {blade({0.08, 0.62, 0.05}, wing_tip, up, 0.23, 0.055), {}, 0.02, feather, wing, 0.8});
    add_pair(pegasus, {blade({0.08, 0.60, -0.04}, {0.50, 0.72, -0.22}, up, 0.20, 0.055), {}, 0.02, feather, wing, 0.8});
}

} // namespace pegasus_parts

/// A winged horse on four hooves that stay, with two modes for the place that is pulled, after figure 14 of [Force-Dual
/// Modes].
Figure pegasus() {
    using namespace pegasus_parts;
    Figure pegasus = walker("pegasus", "Pia the pegasus", "a winged horse with a stiff horn",
                            {"#e9e4ee", "#f3c9c4", "#8e6fb5", "#e2b13c", "#c5d3f0", "#2a2632", "#6f6577"});
    pegasus.vertices = 9000;
    pegasus.regions = {{"flesh", 1.0, 1.0}, {"wing", 3.0, 1.0}, {"horn", 200.0, 1.0}};
    add_body(pegasus);
    add_legs(pegasus);
    add_head(pegasus);
    add_wings(pegasus);
    pegasus.young = 3e4;
    pegasus.gravity.setZero();
    pegasus.walk->muscles = 0;
    pegasus.walk->has_floor = false;
    pegasus.walk->is_pinned = [](const Vec3& x) {
        return x.y() < ground;
    };
    pegasus.subspace = {"force-dual-skinning",
                        {{"Horn", "region", horn_tip, 0.04, 100},
                         {"Head", "region", {0, 0.80, 0.52}, 0.06, 60},
                         {"Left wing", "region", wing_tip, 0.08, 40},
                         {"Right wing", "region", mirrored_in_x(wing_tip), 0.08, 40},
                         {"Tail", "region", tail_tip, 0.06, 60}},
                        true};
    pegasus.modes = 2;
    pegasus.clusters = 120;
    pegasus.view = {{1.35, 1.05, 2.35}, {0, 0.55, 0.02}, 32.0};
    return pegasus;
}

} // namespace limber::makers
