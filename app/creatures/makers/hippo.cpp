// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/motion.h"

namespace limber::makers {
namespace hippo_parts {

enum Paint { skin, belly, pink, white, black };
enum Material { flesh, head };

constexpr double above = 0.25;  // where the hop begins, over its place at rest [m]
constexpr double below = -0.19; // where it ends [m]

void add_body(Figure& hippo, int bone) {
    hippo.add({Ellipsoid{{0, 0.36, -0.04}, {0.30, 0.30, 0.34}}, {bone}, 0.0, skin, flesh});
    hippo.add({Ellipsoid{{0, 0.32, 0.14}, {0.21, 0.22, 0.20}}, {bone}, 0.04, belly, flesh});
    for (const double side : {1.0, -1.0}) {
        hippo.add(
            {RoundCone{{side * 0.17, 0.16, 0.18}, {side * 0.19, 0.10, 0.34}, 0.09, 0.08}, {bone}, 0.05, skin, flesh});
        hippo.add(
            {RoundCone{{side * 0.24, 0.44, 0.10}, {side * 0.27, 0.24, 0.22}, 0.07, 0.065}, {bone}, 0.05, skin, flesh});
        hippo.add({Ellipsoid{{side * 0.13, 0.86, 0.06}, {0.045, 0.05, 0.025}}, {bone}, 0.02, pink, head, 0.7});
    }
}

void add_head(Figure& hippo, int bone) {
    hippo.add({Ellipsoid{{0, 0.72, 0.12}, {0.19, 0.16, 0.18}}, {bone}, 0.08, skin, head});
    hippo.add({Ellipsoid{{0, 0.64, 0.30}, {0.18, 0.115, 0.14}}, {bone}, 0.06, belly, head});
    for (const double side : {1.0, -1.0}) {
        hippo.add({Ellipsoid{{side * 0.07, 0.725, 0.395}, {0.022, 0.02, 0.016}}, {bone}, 0.0, black, head, 0.5});
        hippo.add({RoundBox{{side * 0.05, 0.535, 0.40}, {0.022, 0.03, 0.016}, 0.012}, {bone}, 0.004, white, head, 0.5});
    }
}

void add_eyeballs(Figure& hippo, int bone) {
    for (const double side : {1.0, -1.0}) {
        const Vec3 at(side * 0.10, 0.83, 0.19);
        hippo.add({Ellipsoid{at, Vec3::Constant(0.05)}, {bone}, 0.01, white, head, 0.6});
        hippo.add(
            {Ellipsoid{at + Vec3(side * 0.008, 0.012, 0.030), Vec3::Constant(0.032)}, {bone}, 0.0, black, head, 0.5});
    }
}

// Comes down, stays for a while, and is lifted again.
void sit_down(double phase, Motion& motion) {
    const double up = 0.5 * (1.0 + cosine_wave(phase));
    motion.front().shift.y() = below + (above - below) * up * up;
}

} // namespace hippo_parts

/// A heavy visitor, whose bone carries an obstacle (creatures/bedtime.h).
Figure hippo() {
    using namespace hippo_parts;
    Figure hippo;
    hippo.name = "hippo";
    hippo.title = "Hugo the hippo";
    hippo.about = "a heavy hippo that sits down";
    hippo.vertices = 4500;
    hippo.palette = {"#8d8aa8", "#c9b3bd", "#e3a1ab", "#ffffff", "#2b2833"};
    hippo.regions = {{"flesh", 1.0, 1.0}, {"head", 3.0, 1.0}};
    const int body = hippo.add_bone("body", -1, {0, 0.1, 0}, {0, 0.9, 0});
    add_body(hippo, body);
    add_head(hippo, body);
    add_eyeballs(hippo, body);
    hippo.clips = {looping_clip(hippo.skeleton, "sit", 4.0, sit_down)};
    hippo.young = 6e4;
    hippo.time_step = 1.0 / 60.0;
    hippo.gravity = {0, -9.81, 0};
    hippo.modes = 16;
    hippo.clusters = 80;
    hippo.view = {{1.25, 0.95, 2.75}, {0, 0.50, 0}, 32.0}; // from the top of its way to the bottom
    return hippo;
}

} // namespace limber::makers
