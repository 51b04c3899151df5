// SPDX-License-Identifier: MIT
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"

#include <imgui.h>

#include <string>

namespace limber::app {

void rigid_section(PanelContext& context) {
    const RigidUi& rigid = context.ui_state.rigid;
    if (rigid.bodies == 0 || !section("Rigid bodies", true)) {
        return;
    }
    const int standing = rigid.bodies - rigid.balls;
    fact("Bodies", std::to_string(rigid.bodies), "Characters of this scene whose rigs are carried by rigid bodies");
    if (standing > 0) {
        fact("Fallen", std::to_string(rigid.fallen) + " of " + std::to_string(standing),
             "Bodies that lean by more than 45 degrees against their start; balls are not counted");
    }
    if (rigid.balls > 0) {
        ImGui::TextWrapped("Drag from the ball over the floor to aim, release to throw it.");
    }
    if (rigid.can_throw_again) {
        fact("Last throw", measured(rigid.last_speed, "m/s"), "The speed that it gave to the ball");
        if (button("Throw again", "Returns all bodies to where they were at the last throw, and repeats it")) {
            context.request(ThrowAgain{});
        }
    }
    if (button("Reset bodies", "Returns all bodies to where they started (R)")) {
        context.act(Action::reset);
    }
}

} // namespace limber::app
