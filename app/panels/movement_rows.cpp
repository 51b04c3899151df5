// SPDX-License-Identifier: MIT
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <string>
#include <vector>

namespace limber::app {
namespace {

void add_movement(PanelContext& context) {
    std::vector<SpringMovement>& movements = context.draft.controls.movements;
    if (movements.size() >= movements_max) {
        context.say(std::to_string(movements_max) + " movements are the maximum for one character, one for each key "
                                                    "from 1 to 9: remove one first.");
        return;
    }
    movements.push_back({.name = "Movement " + std::to_string(movements.size() + 1)});
    context.view.movement = static_cast<int>(movements.size()) - 1;
}

// With their keys.
void list_of_movements(PanelContext& context) {
    const std::vector<SpringMovement>& movements = context.draft.controls.movements;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < movements.size(); ++i) {
        names.push_back(std::to_string(i + 1) + ": " + title_of(movements[i], i));
    }
    edit("Movement", "The movement that is shown below. It plays as long as the key before its name is held", names,
         context.view.movement);
}

void name_of_movement(PanelContext& context, SpringMovement& movement) {
    std::string typed = context.unfinished.movement.value_or(movement.name);
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##movement name", &typed);
    remember_place("Movement name");
    context.unfinished.movement = ImGui::IsItemActive() ? std::optional(typed) : std::nullopt;
    if (ImGui::IsItemDeactivatedAfterEdit() && context.accepts_name(typed, movement_name_max)) {
        movement.name = typed;
    }
}

// Of the selected spring in this movement. What does nothing is removed.
void wave_of_spring(const PanelContext& context, SpringMovement& movement) {
    const std::vector<PointSpring>& springs = context.draft.controls.springs;
    const auto spring = std::ranges::find(springs, context.selection.index, &PointSpring::id);
    if (context.selection.kind != Selection::Kind::spring || spring == springs.end()) {
        fact("Its springs", std::to_string(movement.springs.size()),
             "Springs that this movement moves. Select one under Spring to say how");
        return;
    }
    const auto found = std::ranges::find(movement.springs, spring->id, &MovedSpring::spring);
    MovedSpring moved = found == movement.springs.end() ? MovedSpring{.spring = spring->id} : *found;
    edit({"Stretch", "%.0f %%", "Mean share by which the selected spring is longer in this movement", -0.5, 0.5, 0.0,
          0.01},
         moved.stretch);
    edit({"Swing", "%.0f %%", "Share by which its length swings around that", 0.0, 0.5, 0.0, 0.01}, moved.swing);
    edit({"Phase", "%.0f %%", "By how much of the period it is ahead", 0.0, 1.0, 0.0, 0.01}, moved.phase);
    if (found != movement.springs.end()) {
        *found = moved;
    } else if (moved != MovedSpring{.spring = spring->id}) {
        movement.springs.push_back(moved);
    }
    std::erase_if(movement.springs, [](const MovedSpring& one) { return one == MovedSpring{.spring = one.spring}; });
}

} // namespace

void movement_rows(PanelContext& context) {
    std::vector<SpringMovement>& movements = context.draft.controls.movements;
    int& shown = context.view.movement;
    if (!movements.empty()) {
        shown = std::clamp(shown, 0, static_cast<int>(movements.size()) - 1);
        ImGui::PushID("movement");
        list_of_movements(context);
        SpringMovement& movement = movements[static_cast<std::size_t>(shown)];
        name_of_movement(context, movement);
        edit("Plays", "The movement plays without its key too", movement.plays);
        edit({"Period", "%.2f s", "Duration of one wave of the movement (T)", 0.2, 4.0, 1.0, 1.0, true},
             movement.period);
        wave_of_spring(context, movement);
        if (button("Remove the movement", "Removes the movement that is shown (Ctrl+Z restores it)")) {
            movements.erase(movements.begin() + shown);
        }
        ImGui::PopID();
    }
    if (button("Add a movement", "Adds a movement with a key of its own, in which the rest lengths of springs swing")) {
        add_movement(context);
    }
}

} // namespace limber::app
