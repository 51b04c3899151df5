// SPDX-License-Identifier: MIT
#include "app/creatures/rope_bridge.h"

#include "app/creatures/makers/creatures.h"

namespace limber::app {

std::vector<Vec3> rope_bridge_holds() {
    return makers::ropes().rods->ends;
}

} // namespace limber::app
