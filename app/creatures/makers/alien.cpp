// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

namespace limber::makers {
namespace alien_parts {

enum Paint { skin, belly, white, black, spot };

void add_body(Figure& alien) {
    alien.add({RoundCone{{0, 0.25, 0}, {0, 0.50, 0}, 0.24, 0.18}, {}, 0.0, skin});
    alien.add({Ellipsoid{{0, 0.27, 0.10}, {0.16, 0.17, 0.16}}, {}, 0.02, belly});
    add_pair(alien, {Ellipsoid{{0.13, 0.05, 0.07}, {0.10, 0.05, 0.15}}, {}, 0.05, skin});
    add_pair(alien, {RoundCone{{0.19, 0.40, 0.04}, {0.33, 0.28, 0.12}, 0.055, 0.05}, {}, 0.04, skin});
    add_pair(alien, {Ellipsoid{{0.12, 0.60, -0.08}, {0.035, 0.03, 0.035}}, {}, 0.02, spot, 0, 0.7});
}

// The eyes are heavy for their stalks, which bend and turn by large angles.
void add_stalks(Figure& alien) {
    add_limbs(alien, {{0.07, 0.60, 0.02}, {0.11, 0.76, 0.0}, {0.17, 0.92, 0.02}}, {0.055, 0.042, 0.042},
              {{}, {}, 0.04, skin});
    add_front_eyes(alien, {{0.185, 0.99, 0.04}, {0.1, 0, 1}, 0.10, white, black, 0.6});
}

void add_mouth(Figure& alien) {
    for (const auto& piece :
         stroke({{-0.08, 0.495, 0.165}, {-0.03, 0.465, 0.185}, {0.03, 0.465, 0.185}, {0.08, 0.495, 0.165}}, 0.014)) {
        alien.add({piece, {}, 0.0, black, 0, 0.55});
    }
}

} // namespace alien_parts

/// After figure 12 of Fast Complementary Dynamics: eyes on stalks, which displacement modes cannot bend.
Figure alien() {
    using namespace alien_parts;
    Figure alien = walker("alien", "Zog the alien", "an alien whose eyes stand on stalks",
                          {"#7fb069", "#d5e8b5", "#ffffff", "#22252e", "#4f7d3f"});
    alien.vertices = 6000;
    add_body(alien);
    add_stalks(alien);
    add_mouth(alien);
    alien.young = 6e4;
    alien.walk->points = 40;
    alien.modes = 16;
    alien.clusters = 80;
    alien.view = {{1.3, 1.0, 2.3}, {0, 0.52, 0}, 32.0};
    return alien;
}

} // namespace limber::makers
