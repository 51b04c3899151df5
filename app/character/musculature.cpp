// SPDX-License-Identifier: MIT
#include "app/character/musculature.h"

#include <algorithm>

namespace limber::app {

std::vector<std::string> limb_from(const Skeleton& skeleton, int bone) {
    std::vector<std::string> names;
    for (std::size_t b = 0; b < skeleton.bones.size(); ++b) {
        int above = static_cast<int>(b);
        while (above >= 0 && above != bone) {
            above = skeleton.bones[static_cast<std::size_t>(above)].parent;
        }
        if (above == bone) {
            names.push_back(skeleton.bones[b].name);
        }
    }
    return names;
}

} // namespace limber::app
