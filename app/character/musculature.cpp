// SPDX-License-Identifier: MIT
#include "app/character/musculature.h"

#include "app/document/muscle_description.h"

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

std::optional<Error> fault_in_muscle_count(Index count, const std::string& remedy, const std::string& member) {
    if (count <= muscles_max) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input,
                 "gives the body " + std::to_string(count) + " muscles, more than the " + std::to_string(muscles_max) +
                     " that it may have: " + remedy,
                 member};
}

} // namespace limber::app
