// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

#include <cmath>

namespace limber::makers {
namespace table_parts {

enum Paint { wood, cloth, white, black };

void add_top(Figure& table) {
    table.add({RoundBox{{0, 0.60, 0}, {0.42, 0.07, 0.32}, 0.05}, {}, 0.0, wood});
    add_front_eyes(table, {{0.10, 0.615, 0.315}, {0.12, 0.1, 1}, 0.055, white, black, 0.7});
}

void add_legs(Figure& table) {
    for (const double z : {0.23, -0.23}) {
        add_pair(table, {RoundBox{{0.32, 0.28, z}, {0.075, 0.28, 0.075}, 0.03}, {}, 0.04, wood});
    }
}

// A cloth lies on the top, and hangs over its edges in points.
int painted(const Vec3& x, int paint) {
    const double low = 0.59 + 0.05 * std::abs(std::sin(14.0 * x.x())) * std::abs(std::cos(14.0 * x.z()));
    return paint == wood && x.y() > low ? cloth : paint;
}

} // namespace table_parts

Figure table() {
    using namespace table_parts;
    Figure table = behaving_figure("table", "Tilda the table", "a table that walks away on its four legs",
                                   {"#9a6a3f", "#d8e3ea", "#ffffff", "#1f1a17"});
    add_top(table);
    add_legs(table);
    table.painter = painted;
    table.walk->cage_cells = 12;
    table.walk->behaviour = {"walk", 0.2, 3.0, 0.3};
    return table;
}

} // namespace limber::makers
