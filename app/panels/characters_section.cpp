// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"
#include "app/interaction/shortcuts.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <utility>

namespace limber::app {
namespace {

std::pair<const char*, std::string> row(const char* name, Action action) {
    return {name, tooltip_of(action)};
}

void choice(PanelContext& context) {
    const Scene& scene = context.document.scene;
    std::vector<std::string> titles;
    int chosen = 0;
    for (const CharacterInstance& instance : scene.instances) {
        if (instance.id == context.ui_state.selected.id) {
            chosen = static_cast<int>(titles.size());
        }
        titles.push_back(title_of(scene, instance.id));
    }
    const int before = chosen;
    if (edit("Selected", "The character that the panels show. Or click one in the view (Tab: the next one)", titles,
             chosen) &&
        chosen != before) {
        context.request(SelectCharacter{scene.instances[static_cast<std::size_t>(chosen)].id});
    }
}

// Draws a row with two actions.
void action_row(PanelContext& context, std::pair<const char*, Action> one, std::pair<const char*, Action> other) {
    const auto [first, first_words] = row(one.first, one.second);
    const auto [second, second_words] = row(other.first, other.second);
    const int pressed = buttons({first, first_words.c_str()}, {second, second_words.c_str()});
    if (pressed >= 0) {
        context.act(pressed == 0 ? one.second : other.second);
    }
}

// Shows whether a rebuild of the selected character rebuilds others too. A single character has the rows as well, so
// that the rows below do not move when characters are added.
void sharing(PanelContext& context) {
    const CharacterInstance* instance = context.document.scene.instance(context.ui_state.selected.id);
    const int others = instance ? context.document.scene.sharers(instance->model) - 1 : 0;
    const std::string whose = others < 1 ? "its own" : "shared with " + counted(others, "other", "others");
    fact("Model", whose,
         others < 1 ? "Rebuilding changes only this character"
                    : "Modes, clusters and everything else that needs a rebuild change for all of them. Live "
                      "sliders change only this character");
}

void share_of_dynamics(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    edit("Enabled", tooltip_of(Action::enable_character).c_str(), controls.is_enabled);
    second_column();
    edit("Solo", tooltip_of(Action::solo_character).c_str(), context.view.solo);
    const Number dynamics{
        "Dynamics",
        "%.2f",
        "How much of the wobble is drawn and exported: 0 the rig alone, 1 all of it (J p + share B z)",
        0.0,
        1.0,
        1.0,
        1.0,
        false,
        controls.is_enabled ? nullptr : "The character is disabled."};
    edit(dynamics, controls.dynamics);
}

void remove_or_part(PanelContext& context) {
    const CharacterInstance* instance = context.document.scene.instance(context.ui_state.selected.id);
    const bool is_alone = context.ui_state.selected.count < 2;
    const bool is_shared = instance && context.document.scene.sharers(instance->model) > 1;
    const int pressed = buttons(
        {"Remove",
         is_alone ? "The only character cannot be removed" : "Removes the selected character from the scene (Delete)"},
        {"Make unique", is_shared ? "Gives the character its own model, so that rebuilding changes only this character"
                                  : "The character already has its own model"},
        {!is_alone, is_shared});
    if (pressed >= 0) {
        context.act(pressed == 0 ? Action::remove_character : Action::unique_character);
    }
}

void copied_settings(PanelContext& context) {
    const std::string& from = context.ui_state.materials.copied_from;
    const std::string paste = from.empty() ? "No settings were copied yet"
                                           : "Gives the selected character the settings of " + from +
                                                 ": material with its parts and regions, damping, solver, momentum "
                                                 "leak, subspace and loads, pins, and the paint of the contact points, "
                                                 "carried over by bones of the same name or by the place. Its muscles "
                                                 "stay";
    const int pressed =
        buttons({"Copy settings", "Remembers how the selected character is made: material with its parts "
                                  "and regions, damping, solver, momentum leak, subspace and loads, "
                                  "pins, and the paint of the contact points, but not its muscles"},
                {"Paste settings", paste.c_str()}, {true, !from.empty()});
    if (pressed == 0) {
        context.request(CopySettings{});
    } else if (pressed == 1) {
        context.request(PasteSettings{});
    }
}

} // namespace

void characters_section(PanelContext& context) {
    if (!context.ui_state.character || !section("Characters", context.ui_state.files.opened_with > 1)) {
        return;
    }
    choice(context);
    action_row(context, {"Add...", Action::add_character}, {"Duplicate", Action::duplicate_character});
    action_row(context, {"Move", Action::move_character}, {"Frame all", Action::frame_all});
    remove_or_part(context);
    copied_settings(context);
    sharing(context);
    share_of_dynamics(context);
}

} // namespace limber::app
