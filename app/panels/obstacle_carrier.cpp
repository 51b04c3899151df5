// SPDX-License-Identifier: MIT
#include "app/panels/obstacle_carrier.h"

#include "app/character/character.h"
#include "app/document/scene.h"
#include "app/panels/numbers.h"

#include <string>
#include <vector>

namespace limber::app {

void carrier_choice(PanelContext& context, std::size_t obstacle) {
    const auto& carrier = context.draft.environment.obstacles[obstacle].carrier;
    const Skeleton& skeleton = context.ui_state.character->rig.skeleton;
    const bool is_of_other = carrier && carrier->character != context.ui_state.selected.id;
    if (skeleton.bones.empty() && !is_of_other) {
        return;
    }
    std::vector<std::string> choices{"none"};
    int chosen = 0;
    if (is_of_other) {
        choices.push_back(carrier->bone + " of " + title_of(context.document.scene, carrier->character));
        chosen = 1;
    }
    const int first = static_cast<int>(choices.size());
    for (const Bone& bone : skeleton.bones) {
        if (carrier && !is_of_other && bone.name == carrier->bone) {
            chosen = static_cast<int>(choices.size());
        }
        choices.push_back(bone.name);
    }
    if (!edit_below("Attach to bone", "The bone that carries the obstacle along, from where both are now", choices,
                    chosen)) {
        return;
    }
    if (chosen == 0) {
        context.request(DetachObstacle{static_cast<int>(obstacle)});
    } else if (chosen >= first) {
        context.request(AttachObstacle{static_cast<int>(obstacle), chosen - first});
    }
}

} // namespace limber::app
