// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"

namespace limber::makers {
namespace pin_parts {

enum Paint { white, red, black, blush };
enum Material { body, neck, head, face };

// The profile of a bowling pin of one metre. It stands on a flat foot.
void add_profile(Figure& pin, int handle) {
    pin.add({RoundCone{{0, 0.03, 0}, {0, 0.30, 0}, 0.10, 0.16}, {handle}, 0.0, white, body});
    pin.carve(RoundBox{{0, -0.25, 0}, {0.5, 0.25, 0.5}, 0.01}, 0.01);
    pin.add({RoundCone{{0, 0.30, 0}, {0, 0.64, 0}, 0.16, 0.068}, {handle}, 0.06, white, body});
    pin.add({RoundCone{{0, 0.64, 0}, {0, 0.74, 0}, 0.068, 0.066}, {handle}, 0.05, white, neck, 0.8});
    pin.add({RoundCone{{0, 0.74, 0}, {0, 0.89, 0}, 0.066, 0.098}, {handle}, 0.05, white, head, 0.8});
}

void add_face(Figure& pin, int handle) {
    for (const double side : {1.0, -1.0}) {
        pin.add({Ellipsoid{{side * 0.038, 0.91, 0.086}, {0.017, 0.024, 0.014}}, {handle}, 0.004, black, face, 0.4});
        pin.add({Ellipsoid{{side * 0.064, 0.865, 0.072}, {0.018, 0.012, 0.012}}, {handle}, 0.006, blush, head, 0.5});
    }
    for (const auto& piece :
         stroke({{-0.03, 0.868, 0.09}, {-0.012, 0.856, 0.096}, {0.012, 0.856, 0.096}, {0.03, 0.868, 0.09}}, 0.006)) {
        pin.add({piece, {handle}, 0.0, black, face, 0.35});
    }
}

// Two red bands around the neck.
int painted(const Vec3& x, int paint) {
    const bool is_in_band = (x.y() > 0.61 && x.y() < 0.65) || (x.y() > 0.69 && x.y() < 0.73);
    return paint == white && is_in_band ? red : paint;
}

} // namespace pin_parts

Figure pin() {
    using namespace pin_parts;
    Figure pin;
    pin.name = "pin";
    pin.title = "Penny the pin";
    pin.about = "a soft bowling pin, for a rigid body to carry";
    pin.vertices = 1800;
    pin.size = 0.4;
    pin.palette = {"#f7f2e6", "#c8383f", "#2a2530", "#eda9a4"};
    pin.regions = {{"body", 1.0, 1.0}, {"neck", 0.4, 1.0}, {"head", 0.7, 1.0}, {"face", 8.0, 1.0}};
    const int handle = pin.add_bone("handle", -1, {0, 0.1, 0}, {0, 0.9, 0});
    add_profile(pin, handle);
    add_face(pin, handle);
    pin.painter = painted;
    pin.young = 6e4;
    pin.gravity = {0, -9.81, 0};
    pin.modes = 10;
    pin.clusters = 40;
    pin.view = {{0.9, 0.95, 2.5}, {0, 0.5, 0}, 32.0};
    return pin;
}

} // namespace limber::makers
