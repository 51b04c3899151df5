// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace limber::makers {
namespace cup_parts {

enum Paint { china, band, white, black, blush };

// A bowl on a broad foot.
void add_bowl(Figure& cup) {
    cup.add({RoundCone{{0, 0.30, 0}, {0, 0.46, 0}, 0.24, 0.31}, {}, 0.0, china});
    cup.add({RoundBox{{0, 0.09, 0}, {0.25, 0.09, 0.25}, 0.08}, {}, 0.08, china});
    cup.carve(RoundBox{{0, 0.85, 0}, {0.5, 0.25, 0.5}, 0.02}, 0.02); // all above the rim
    cup.carve(RoundCone{{0, 0.42, 0}, {0, 0.80, 0}, 0.17, 0.25}, 0.03);
}

void add_handle(Figure& cup) {
    std::vector<Vec3> ring;
    for (int i = 0; i <= 8; ++i) {
        const double angle = std::numbers::pi * (i / 8.0 - 0.5);
        ring.push_back({-0.27 - 0.14 * std::cos(angle), 0.38 + 0.13 * std::sin(angle), 0});
    }
    for (const RoundCone& piece : stroke(ring, 0.05)) {
        cup.add({piece, {}, 0.03, china});
    }
}

void add_face(Figure& cup) {
    add_front_eyes(cup, {{0.09, 0.42, 0.27}, {0.15, 0.05, 1}, 0.055, white, black, 0.65});
    for (const auto& piece :
         stroke({{-0.06, 0.3, 0.268}, {-0.025, 0.28, 0.262}, {0.025, 0.28, 0.262}, {0.06, 0.3, 0.268}}, 0.013)) {
        cup.add({piece, {}, 0.0, black, 0, 0.6});
    }
    add_pair(cup, {Ellipsoid{{0.15, 0.33, 0.225}, {0.035, 0.025, 0.022}}, {}, 0.01, blush, 0, 0.6});
}

int painted(const Vec3& x, int paint) {
    return paint == china && x.y() > 0.53 && x.y() < 0.575 ? band : paint;
}

} // namespace cup_parts

/// The tea cup of the paper's figure 1.
Figure cup() {
    using namespace cup_parts;
    Figure cup = behaving_figure("cup", "Tara the tea cup", "a tea cup that hops about",
                                 {"#f4efe4", "#4a7fb5", "#ffffff", "#1d2230", "#e8a3a0"});
    cup.vertices = 3000;
    add_bowl(cup);
    add_handle(cup);
    add_face(cup);
    cup.painter = painted;
    cup.walk->cage_cells = 4;
    cup.walk->behaviour = {"hop", 0.15, 2.0, 0.5};
    return cup;
}

} // namespace limber::makers
