// SPDX-License-Identifier: MIT
#include "app/creatures/bedtime.h"

namespace limber::app {

std::vector<VisitorPart> visitor_parts() {
    return {{{0.0, 0.32, -0.06}, {0.0, 0.32, 0.04}, 0.235},
            {{0.17, 0.15, 0.19}, {0.19, 0.105, 0.33}, 0.07},
            {{-0.17, 0.15, 0.19}, {-0.19, 0.105, 0.33}, 0.07}};
}

} // namespace limber::app
