// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace drake_parts {

enum Paint { scales, belly, stripe, spike, wing, white, black, claw };
enum Material { flesh, paddle, hips };

constexpr double front_legs = 0.27; // along the body [m]
constexpr double hind_legs = -0.24;
constexpr double hips_before = -0.10; // behind which the flesh is heavier

void add_body(Figure& drake) {
    drake.add({Ellipsoid{{0, 0.50, -0.04}, {0.19, 0.175, 0.34}}, {}, 0.0, scales, flesh});
    drake.add({Ellipsoid{{0, 0.53, 0.17}, {0.17, 0.17, 0.17}}, {}, 0.08, scales, flesh});
    drake.add({Ellipsoid{{0, 0.49, -0.24}, {0.175, 0.165, 0.17}}, {}, 0.08, scales, flesh});
    add_tube(drake, {{0, 0.57, 0.24}, {0, 0.72, 0.41}, {0, 0.90, 0.51}, {0, 1.06, 0.58}}, {0.115, 0.088, 0.078, 0.08},
             {{}, {}, 0.06, scales, flesh});
    add_tube(drake, {{0, 0.47, -0.34}, {0, 0.34, -0.60}, {0, 0.25, -0.86}, {0, 0.27, -1.10}},
             {0.115, 0.082, 0.056, 0.034}, {{}, {}, 0.06, scales, flesh});
    drake.add({Ellipsoid{{0, 0.295, -1.17}, {0.095, 0.026, 0.11}}, {}, 0.03, spike, flesh, 0.8});
}

void add_head(Figure& drake) {
    drake.add({Ellipsoid{{0, 1.10, 0.62}, {0.115, 0.105, 0.125}}, {}, 0.05, scales, flesh});
    drake.add({RoundCone{{0, 1.07, 0.68}, {0, 1.05, 0.81}, 0.082, 0.064}, {}, 0.05, scales, flesh, 0.9});
    add_pair(drake, {RoundCone{{0.055, 1.18, 0.57}, {0.085, 1.31, 0.47}, 0.034, 0.013}, {}, 0.015, spike, flesh, 0.7});
    add_pair(drake,
             {blade({0.09, 1.12, 0.56}, {0.20, 1.17, 0.49}, {0, 1, 0.4}, 0.045, 0.016), {}, 0.02, wing, flesh, 0.7});
    add_pair(drake, {Ellipsoid{{0.028, 1.085, 0.868}, {0.012, 0.011, 0.009}}, {}, 0.004, black, flesh, 0.5});
    add_front_eyes(drake, {{0.072, 1.145, 0.695}, {0.55, 0.25, 0.80}, 0.042, white, black, 0.6});
}

void add_legs(Figure& drake) {
    for (const double z : {front_legs, hind_legs}) {
        const double thick = z > 0.0 ? 1.0 : 1.12;
        add_limbs(drake, {{0.12, 0.44, z}, {0.185, 0.25, z - 0.01}, {0.20, 0.07, z}},
                  {0.092 * thick, 0.074 * thick, 0.068 * thick}, {{}, {}, 0.05, scales, flesh});
        add_pair(drake, {Ellipsoid{{0.205, 0.045, z + 0.035}, {0.085, 0.055, 0.115}}, {}, 0.03, scales, flesh, 0.9});
        for (const double toe : {-0.05, 0.0, 0.05}) {
            add_pair(drake, {Ellipsoid{{0.205 + toe, 0.036, z + 0.145 - 5.0 * toe * toe}, {0.022, 0.026, 0.032}},
                             {},
                             0.01,
                             claw,
                             flesh,
                             0.7});
        }
    }
    drake.carve(RoundBox{{0, -0.25, 0}, {2, 0.25, 2}, 0.01}, 0.01); // flat soles
}

void add_wings(Figure& drake) {
    const Vec3 up(-0.35, 1, 0);
    add_pair(drake, {blade({0.09, 0.60, 0.08}, {0.64, 0.87, 0.0}, up, 0.21, 0.042), {}, 0.03, wing, paddle, 0.8});
    add_pair(drake, {blade({0.09, 0.59, 0.0}, {0.60, 0.82, -0.18}, up, 0.21, 0.040), {}, 0.03, wing, paddle, 0.8});
    add_pair(drake, {blade({0.09, 0.57, -0.06}, {0.48, 0.74, -0.32}, up, 0.19, 0.038), {}, 0.03, wing, paddle, 0.8});
}

// From the neck down the back to the tail.
void add_spikes(Figure& drake) {
    struct Spike {
        Vec3 at, tip;
    };
    const std::array<Spike, 8> row = {
        Spike{{0, 1.00, 0.49}, {0, 1.05, 0.39}},   Spike{{0, 0.83, 0.40}, {0, 0.89, 0.31}},
        Spike{{0, 0.69, 0.21}, {0, 0.77, 0.13}},   Spike{{0, 0.66, 0.03}, {0, 0.75, -0.04}},
        Spike{{0, 0.64, -0.14}, {0, 0.72, -0.21}}, Spike{{0, 0.57, -0.33}, {0, 0.64, -0.42}},
        Spike{{0, 0.42, -0.56}, {0, 0.48, -0.64}}, Spike{{0, 0.32, -0.78}, {0, 0.37, -0.86}}};
    for (const auto& [at, tip] : row) {
        drake.add({RoundCone{at, tip, 0.042, 0.014}, {}, 0.015, spike, flesh, 0.7});
    }
}

// A light belly and throat with stripes across them.
int painted(const Vec3& x, int paint) {
    if (paint != scales) {
        return paint;
    }
    const bool is_belly = std::abs(x.x()) < 0.12 && x.y() < 0.44 && x.y() > 0.30 && x.z() > -0.42 && x.z() < 0.30;
    const bool is_throat =
        std::abs(x.x()) < 0.06 && x.z() > 0.27 && x.z() < 0.75 && x.y() - 0.52 < 1.35 * (x.z() - 0.27);
    if (is_belly || is_throat) {
        return std::abs(std::fmod(x.z() + x.y() + 4.0, 0.07) - 0.035) < 0.006 ? stripe : belly;
    }
    return scales;
}

// The centre of mass lies behind the middle of the feet, so that it stands on three of them with a front foot lifted.
int weighted(const Vec3& x, int material) {
    return material == flesh && x.z() < hips_before ? hips : material;
}

} // namespace drake_parts

/// A dragon on four legs, with a long neck, wings and a tail, that stands free on a floor: for springs, after figures 1
/// and 17 of [Force-Dual Modes].
Figure drake() {
    using namespace drake_parts;
    Figure drake = walker("drake", "Delia the drake", "a dragon on four legs with a long neck, wings and a tail",
                          {"#4f9fb8", "#f3ecc9", "#ddcf9d", "#e8714f", "#e9a23f", "#ffffff", "#20242c", "#f4e7d2"});
    drake.vertices = 28000;
    drake.regions = {{"flesh", 1.0, 0.2}, {"wing", 1.0, 0.1}, {"hips", 1.0, 0.4}};
    drake.painter = painted;
    drake.material_at = weighted;
    add_body(drake);
    add_head(drake);
    add_legs(drake);
    add_wings(drake);
    add_spikes(drake);
    drake.young = 6e5;
    drake.damping = 1.0;
    Walk& walk = *drake.walk;
    walk.muscles = 0;
    walk.points = 60;
    walk.friction = 0.9;
    drake.modes = 16;
    drake.clusters = 60;
    drake.view = {{2.05, 1.35, 2.45}, {0, 0.58, -0.12}, 34.0};
    return drake;
}

} // namespace limber::makers
