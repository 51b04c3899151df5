// SPDX-License-Identifier: MIT
#include "app/motion/moving_body.h"
#include "app/panels/cage_rows.h"
#include "app/panels/goal_rows.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"
#include "app/panels/set_free.h"
#include "engine/body/body_step.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace limber::app {
namespace {

// In the order of BehaviourKind, after none.
const std::vector<std::string> kind_names{"Nothing", "Stand", "Hop", "Roll", "Walk", "Turn", "Reach", "Follow", "Flee"};

constexpr const char* tooltip_of_list =
    "What the character does by itself: before each step, a controller that looks one step ahead chooses the rest "
    "shape "
    "p of its muscles. It answers your hand, forces and obstacles. While it does something, no gait plays";

constexpr const char* why_not_while_switching =
    "Not while the body switches between loads: the controller looks ahead in one subspace. Turn off Switch between "
    "loads under Subspace";

constexpr const char* why_not_by_newtons_method =
    "Not while Newton's method steps the body: the controller needs the derivatives of other steps. Choose Clusters as "
    "Elasticity in the section Clusters";

// With a floor to stand on, a free body and muscles. A body that switches between loads cannot yet.
bool is_free_to_move(const Character& character) {
    return !character.linear && muscle_count(character) > 0 && character.description.rig_kind == RigKind::none &&
           character.contact_points && character.contact_points->count() > 0;
}

void offer_to_move(PanelContext& context) {
    const bool switches = context.ui_state.character->switched != nullptr;
    const char* const outcome =
        "Removes the rig and its clips, adds a floor if there is none, and puts a cage of boxes "
        "around the body whose changes of its rest shape are its muscles";
    ImGui::TextWrapped("To move by itself, the body must be free, stand on a floor and have muscles.");
    const bool is_by_newton = context.ui_state.character->description.newton.has_value();
    ImGui::BeginDisabled(switches || is_by_newton);
    const bool is_pressed = button("Let it move by itself", is_by_newton ? why_not_by_newtons_method
                                                            : switches   ? why_not_while_switching
                                                                         : outcome);
    ImGui::EndDisabled();
    if (is_pressed) {
        set_free(context);
        set_moving(context.draft.description, context.draft.controls);
        context.draft.controls.muscles.behaviour.kind = BehaviourKind::stand;
        context.view.drives = true;
        context.need(Stage::rig);
    }
}

void choose_kind(PanelContext& context) {
    BehaviourControls& behaviour = context.draft.controls.muscles.behaviour;
    int chosen = behaviour.kind ? static_cast<int>(*behaviour.kind) + 1 : 0;
    if (!edit("It does", tooltip_of_list, kind_names, chosen)) {
        return;
    }
    if (!behaviour.kind) {
        context.view.drives = true;
    }
    behaviour.kind = chosen == 0 ? std::nullopt : std::optional(static_cast<BehaviourKind>(chosen - 1));
}

// Of a body that switches between loads: what it was to do before can only be ended.
void end_kind(PanelContext& context) {
    std::optional<BehaviourKind>& kind = context.draft.controls.muscles.behaviour.kind;
    std::vector<std::string> names{kind_names.front()};
    if (kind) {
        names.push_back(kind_names.at(static_cast<std::size_t>(*kind) + 1));
    }
    int chosen = kind ? 1 : 0;
    ImGui::BeginDisabled(!kind);
    const bool is_ended = edit("It does", why_not_while_switching, names, chosen);
    ImGui::EndDisabled();
    if (!kind && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip(why_not_while_switching);
    }
    if (is_ended) {
        kind.reset();
    }
}

void target_numbers(BehaviourControls& behaviour) {
    for (std::size_t axis = 0; axis < axis_names.size(); ++axis) {
        const std::string name = std::string("Target ") + axis_names[axis];
        edit({name.c_str(), "%.2f m", "A coordinate of the target in the world", -5.0, 5.0, 0.0},
             behaviour.target(static_cast<Index>(axis)));
    }
}

void speed_number(BehaviourControls& behaviour) {
    edit({"Speed", "%.2f m/s", "Wanted velocity of the centre of mass along the way", 0.05, 3.0, 0.5}, behaviour.speed);
}

void distance_number(BehaviourControls& behaviour, const char* tooltip) {
    edit({"Distance", "%.2f m", tooltip, 0.0, 10.0, 1.0}, behaviour.distance);
}

// Who or what a body follows or flees from.
void moving_target(PanelContext& context) {
    BehaviourControls& behaviour = context.draft.controls.muscles.behaviour;
    const bool flees = behaviour.kind == BehaviourKind::flee;
    edit(flees ? "Flee the nearest" : "Follow the nearest",
         "The target is the nearest other character of the scene, wherever it goes", behaviour.is_nearest);
    if (behaviour.is_nearest) {
        return;
    }
    edit(flees ? "Flee the mouse" : "Follow the mouse",
         flees ? "It runs from the place on the floor under the mouse"
               : "It goes to the place on the floor under the mouse, and waits there",
         context.view.leads);
    if (!context.view.leads) {
        target_numbers(behaviour);
    }
}

void numbers_of_kind(PanelContext& context) {
    BehaviourControls& behaviour = context.draft.controls.muscles.behaviour;
    switch (*behaviour.kind) {
    case BehaviourKind::stand:
        break;
    case BehaviourKind::hop:
        edit({"Hop height", "%.2f m", "Of the centre of mass above rest, at the top of the hop", 0.02, 2.0, 0.2},
             behaviour.height);
        distance_number(behaviour, "To go along the front in hops; 0: one hop on the spot");
        break;
    case BehaviourKind::roll:
    case BehaviourKind::walk:
        speed_number(behaviour);
        distance_number(behaviour, "To go along the front from where the character is now");
        break;
    case BehaviourKind::turn:
        edit({"Angle", "%.0f deg", "To turn to the left from the heading that it has now", -180.0, 180.0, 90.0},
             behaviour.angle);
        break;
    case BehaviourKind::reach:
        reaching_region_row(context, behaviour.region);
        target_numbers(behaviour);
        break;
    case BehaviourKind::follow:
        speed_number(behaviour);
        moving_target(context);
        break;
    case BehaviourKind::flee:
        speed_number(behaviour);
        distance_number(behaviour, "How near the target may come before the character runs");
        moving_target(context);
        break;
    }
}

bool has_pose(const PanelContext& context) {
    const MuscleControls& muscles = context.draft.controls.muscles;
    return !muscles.held.empty() || !muscles.gait.waveforms.empty();
}

// How the controller chooses.
void controller_numbers(PanelContext& context) {
    BehaviourControls& behaviour = context.draft.controls.muscles.behaviour;
    edit("Look ahead", "The controller plans a step of twice the time step (2h), which makes soft bodies calmer",
         behaviour.looks_ahead);
    if (has_pose(context) || behaviour.pose > 0.0) {
        edit({"Keep the pose", "%.3f",
              "How much the muscles are pulled towards what Hold and the gait say, beside the goals; 0: not at all",
              0.0, 1.0, 0.0},
             behaviour.pose);
    }
}

std::string words_for_phase(const ShownBehaviour& now) {
    if (!now.problem.empty()) {
        return "cannot";
    }
    if (now.status.cannot_rise) {
        return "cannot stand up again";
    }
    if (now.status.cannot_walk) {
        return "cannot walk, its feet slide or find no hold";
    }
    if (now.status.is_fallen) {
        return "fell, stands up";
    }
    return now.status.is_done ? "done" : std::string(now.status.phase);
}

void status_rows(const PanelContext& context) {
    const Snapshot* snapshot = context.ui_state.snapshot;
    if (!snapshot || !snapshot->behaviour) {
        return;
    }
    const ShownBehaviour& now = *snapshot->behaviour;
    if (!now.problem.empty()) {
        ImGui::TextWrapped("%s", now.problem.c_str());
        return;
    }
    fact("Now", words_for_phase(now), "The phase of what it does");
    fact("Tilt", measured(std::round(degrees_per_radian * now.status.tilt), "deg"),
         "Between the body's own up direction and up");
    fact("Muscles", std::to_string(now.parameters), "Parameters p of the rest shape that are chosen in each step");
}

} // namespace

void behaviour_section(PanelContext& context) {
    const Character* character = context.ui_state.character;
    const bool is_on = context.draft.controls.muscles.behaviour.kind.has_value();
    if (!character || !section("Behaviour", is_on)) {
        return;
    }
    ImGui::PushID("behaviour");
    const bool is_free = is_free_to_move(*character);
    if (character->switched && (is_free || is_on)) {
        end_kind(context);
    } else if (is_free || is_on) {
        choose_kind(context);
    }
    if (!is_free) {
        offer_to_move(context);
    } else if (context.draft.controls.muscles.behaviour.kind) {
        numbers_of_kind(context);
        edit("Drive", "The arrow keys let it walk as you see it, and Space lets it hop (D)", context.view.drives);
        status_rows(context);
        controller_numbers(context);
        goal_rows(context);
    }
    if (is_free && !character->switched) {
        cage_rows(context);
    }
    ImGui::PopID();
}

} // namespace limber::app
