// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

namespace limber::makers {
namespace letter_parts {

enum Paint { ink, white, black, blush };

// A capital I with slab serifs; it stands on the lower one.
void add_strokes(Figure& letter) {
    letter.add({RoundBox{{0, 0.50, 0}, {0.15, 0.44, 0.13}, 0.05}, {}, 0.0, ink});
    letter.add({RoundBox{{0, 0.09, 0}, {0.31, 0.09, 0.20}, 0.05}, {}, 0.05, ink});
    letter.add({RoundBox{{0, 0.91, 0}, {0.29, 0.08, 0.16}, 0.05}, {}, 0.05, ink});
}

void add_face(Figure& letter) {
    add_front_eyes(letter, {{0.068, 0.665, 0.115}, {0.12, 0.05, 1}, 0.056, white, black, 0.7});
    for (const auto& piece :
         stroke({{-0.055, 0.545, 0.128}, {-0.025, 0.522, 0.13}, {0.025, 0.522, 0.13}, {0.055, 0.545, 0.128}}, 0.012)) {
        letter.add({piece, {}, 0.0, black, 0, 0.55});
    }
    add_pair(letter, {Ellipsoid{{0.105, 0.575, 0.12}, {0.03, 0.022, 0.02}}, {}, 0.01, blush, 0, 0.6});
}

} // namespace letter_parts

Figure letter() {
    using namespace letter_parts;
    Figure letter = walker("letter", "Ivo the letter", "a capital I that hops out of its word",
                           {"#3c5a99", "#ffffff", "#1b1f2a", "#e59a9f"});
    letter.vertices = 2500;
    add_strokes(letter);
    add_face(letter);
    letter.young = 1.2e5;
    letter.modes = 10;
    letter.clusters = 40;
    letter.walk->muscles = 0;
    letter.walk->cage_cells = 4;
    letter.walk->behaviour = "hop";
    letter.view = {{2.2, 1.3, 3.4}, {0, 0.55, 0}, 34.0};
    return letter;
}

} // namespace limber::makers
