// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

namespace limber::makers {
namespace letter_parts {

enum Paint { ink, white, black, blush };

// A capital I with slab serifs; it stands on the lower one.
void add_strokes(Figure& letter) {
    letter.add({RoundBox{{0, 0.45, 0}, {0.21, 0.40, 0.20}, 0.06}, {}, 0.0, ink});
    letter.add({RoundBox{{0, 0.11, 0}, {0.36, 0.11, 0.28}, 0.06}, {}, 0.05, ink});
    letter.add({RoundBox{{0, 0.79, 0}, {0.31, 0.09, 0.24}, 0.06}, {}, 0.05, ink});
}

void add_face(Figure& letter) {
    add_front_eyes(letter, {{0.085, 0.57, 0.185}, {0.12, 0.05, 1}, 0.062, white, black, 0.7});
    for (const auto& piece :
         stroke({{-0.065, 0.425, 0.2}, {-0.03, 0.4, 0.202}, {0.03, 0.4, 0.202}, {0.065, 0.425, 0.2}}, 0.012)) {
        letter.add({piece, {}, 0.0, black, 0, 0.55});
    }
    add_pair(letter, {Ellipsoid{{0.14, 0.465, 0.185}, {0.035, 0.025, 0.022}}, {}, 0.01, blush, 0, 0.6});
}

} // namespace letter_parts

Figure letter() {
    using namespace letter_parts;
    Figure letter = walker("letter", "Ivo the letter", "a capital I that hops out of its word",
                           {"#3c5a99", "#ffffff", "#1b1f2a", "#e59a9f"});
    letter.vertices = 2500;
    add_strokes(letter);
    add_face(letter);
    letter.young = 3e5;
    letter.modes = 10;
    letter.clusters = 40;
    letter.walk->muscles = 0;
    letter.walk->cage_cells = 3;
    letter.walk->behaviour.kind = "hop";
    letter.view = {{2.2, 1.3, 3.4}, {0, 0.5, 0}, 34.0};
    return letter;
}

} // namespace limber::makers
