// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/stance.h"
#include "app/creatures/makers/walkers.h"

namespace limber::makers {
namespace bat_parts {

enum Paint { fur, wing, ear, white, black, muzzle };

void add_body(Figure& bat) {
    bat.add({Ellipsoid{{0, 0.33, 0}, {0.185, 0.20, 0.175}}, {}, 0.0, fur});
    bat.add({Ellipsoid{{0, 0.245, -0.02}, {0.165, 0.155, 0.16}}, {}, 0.08, fur});
    add_limbs(bat, {{0.085, 0.17, -0.04}, {0.115, 0.075, -0.115}, {0.125, 0.045, -0.04}}, {0.062, 0.05, 0.045},
              {{}, {}, 0.04, wing});
}

void add_face(Figure& bat) {
    add_pair(bat,
             {Ellipsoid{{0.11, 0.535, -0.01}, {0.062, 0.105, 0.036}, rotation_about({0, 0, 1}, -16)}, {}, 0.04, fur});
    add_pair(bat, {Ellipsoid{{0.112, 0.540, 0.018}, {0.038, 0.074, 0.022}, rotation_about({0, 0, 1}, -16)},
                   {},
                   0.01,
                   ear,
                   0,
                   0.8});
    add_front_eyes(bat, {{0.075, 0.395, 0.135}, {0.22, 0.06, 1}, 0.052, white, black});
    bat.add({Ellipsoid{{0, 0.318, 0.165}, {0.058, 0.036, 0.035}}, {}, 0.02, muzzle, 0, 0.8});
    bat.add({Ellipsoid{{0, 0.340, 0.196}, {0.022, 0.016, 0.014}}, {}, 0.0, black, 0, 0.6});
    add_pair(bat, {RoundCone{{0.022, 0.295, 0.190}, {0.022, 0.268, 0.193}, 0.013, 0.007}, {}, 0.0, white, 0, 0.6});
}

// An arm that rises to the wrist and reaches the ground in front, fingers behind it, and skin between them.
void add_wings(Figure& bat) {
    const Vec3 shoulder = {0.13, 0.36, 0.0};
    const Vec3 wrist = {0.355, 0.46, 0.06};
    const Vec3 tip = {0.58, 0.04, 0.21};
    add_limbs(bat, {shoulder, {0.235, 0.415, 0.02}, wrist, {0.50, 0.33, 0.12}, tip},
              {0.062, 0.052, 0.048, 0.044, 0.038}, {{}, {}, 0.05, wing});
    for (const Vec3& end : {Vec3(0.47, 0.13, 0.05), Vec3(0.325, 0.17, -0.04)}) {
        add_limbs(bat, {wrist, 0.5 * (wrist + end) + Vec3(0.02, 0.01, 0.0), end}, {0.042, 0.036, 0.028},
                  {{}, {}, 0.03, wing});
    }
    const auto skin_between = [&](const Vec3& from, const Vec3& to, double width) {
        add_pair(bat, {blade(from, to, {0, 0, 1}, width, 0.052), {}, 0.05, wing});
    };
    skin_between({0.385, 0.45, 0.06}, {0.545, 0.10, 0.14}, 0.19);
    skin_between({0.34, 0.46, 0.03}, {0.40, 0.13, 0.01}, 0.17);
    skin_between({0.14, 0.36, -0.01}, {0.38, 0.30, 0.01}, 0.26);
}

} // namespace bat_parts

Figure bat() {
    using namespace bat_parts;
    Figure bat = walker("bat", "Barnaby the bat", "a plump bat that rows itself along on its wings",
                        {"#6d5a8c", "#8d76b0", "#e5a7b4", "#fffdf5", "#231b2b", "#9a86b8"});
    bat.vertices = 7000;
    add_body(bat);
    add_wings(bat);
    add_face(bat);
    bat.view = {{1.1, 0.85, 2.7}, {0, 0.30, 0}, 30.0};
    return bat;
}

} // namespace limber::makers
