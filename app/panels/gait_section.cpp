// SPDX-License-Identifier: MIT
#include "app/document/gait_origin.h"
#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

// Whether the muscles' current gait differs from the saved one.
bool is_changed(const PanelContext& context, const NamedGait& named) {
    const GaitLibrary& gaits = context.draft.description.muscles.gaits;
    const Gait& own = context.draft.controls.muscles.gait;
    const NamedGait* origin = origin_of(own, gaits);
    return origin && origin->name == named.name && !same_motion(origin->gait, own);
}

// Manual changes are not saved automatically.
void report_lost_changes(PanelContext& context) {
    for (const NamedGait& named : context.draft.description.muscles.gaits.gaits()) {
        if (is_changed(context, named)) {
            context.say("The changes to " + named.name + " were not saved; Ctrl+Z restores them.",
                        Message::Topic::undo);
        }
    }
}

// The changed gait keeps the name of the saved one, so that the two remain linked.
void play(PanelContext& context, const NamedGait& named) {
    context.view.gait = named.name;
    context.request(ShowChosenGait{});
    context.draft.controls.muscles.playing = true;
    if (is_changed(context, named)) {
        return;
    }
    report_lost_changes(context);
    context.draft.controls.muscles.gait = named.gait;
    context.draft.controls.muscles.gait.name = named.name;
}

void names(PanelContext& context) {
    const float role_at = 0.62F * ImGui::GetContentRegionAvail().x;
    const float gap = 2.0F * ImGui::GetStyle().ItemSpacing.x;
    std::optional<NamedGait> chosen;
    for (const NamedGait& named : context.draft.description.muscles.gaits.gaits()) {
        const bool is_chosen = named.name == context.view.gait;
        const bool plays = named.name == context.ui_state.gaits.library_name;
        const std::string shown = (plays ? "> " : "   ") + named.name + (is_changed(context, named) ? ", changed" : "");
        const float room = named.role == GaitRole::none ? ImGui::GetContentRegionAvail().x : role_at - gap;
        const bool pressed = ImGui::Selectable((fitted(shown, room) + "##" + named.name).c_str(), is_chosen);
        remember_place("Gait " + named.name);
        if (ImGui::IsItemHovered()) {
            tooltip("Plays this gait; the current one fades into it");
        }
        if (named.role != GaitRole::none) {
            ImGui::SameLine(role_at);
            ImGui::TextDisabled("%s", name_of(named.role).c_str());
        }
        if (pressed) {
            chosen = named;
        }
    }
    if (chosen) {
        play(context, *chosen);
    }
}

// Offers to save or undo the changes of the chosen gait.
void changes(PanelContext& context, const NamedGait& named) {
    MuscleControls& muscles = context.draft.controls.muscles;
    if (!is_changed(context, named)) {
        return;
    }
    const int pressed =
        buttons({"Update", "Saves the changes to this gait"}, {"Discard changes", "Plays the saved gait again"});
    if (pressed == 0) {
        context.draft.description.muscles.gaits.keep({named.name, named.role, muscles.gait});
    } else if (pressed == 1) {
        muscles.gait = named.gait;
        muscles.gait.name = named.name;
        context.request(ShowChosenGait{});
    }
}

// While a key plays another gait, that gait is the current one.
void keep(PanelContext& context, Gait playing) {
    GaitLibrary& gaits = context.draft.description.muscles.gaits;
    const bool is_driven = context.view.drives && context.ui_state.gaits.command.role != GaitRole::none;
    const NamedGait* asked = is_driven ? gaits.playing(context.ui_state.gaits.command.role) : nullptr;
    if (asked && same_motion(asked->gait, playing)) {
        context.say("Already saved as " + asked->name + ".");
        return;
    }
    if (playing.waveforms.empty()) {
        context.say("There is no gait to save: the character stands still.");
        return;
    }
    Gait& own = context.draft.controls.muscles.gait;
    const bool is_own = same_motion(own, playing);
    playing.name = gaits.free_name("Gait");
    context.view.gait = playing.name;
    if (is_own) {
        own.name = playing.name;
    }
    gaits.keep({playing.name, GaitRole::none, std::move(playing)});
}

void keep_what_plays(PanelContext& context) {
    const int pressed = buttons({"Save the playing gait", "Saves the gait that plays in the scene, under a name"},
                                {"Load a gait", "Loads a gait file; files can also be dropped on the window"});
    if (pressed == 0) {
        keep(context, context.ui_state.gaits.current);
    } else if (pressed == 1) {
        context.request(AskForFile{FilePurpose::gait});
    }
}

void rename(PanelContext& context, const std::string& chosen, const std::string& to) {
    if (!context.draft.description.muscles.gaits.rename(chosen, to)) {
        context.say(to.empty() ? "A gait needs a name: " + chosen + " keeps its name."
                               : "Another gait is called " + to + ": " + chosen + " keeps its name.");
        return;
    }
    context.view.gait = to;
    Gait& playing = context.draft.controls.muscles.gait;
    playing.name = playing.name == chosen ? to : playing.name;
}

void give_key(PanelContext& context, const std::string& chosen, GaitRole role) {
    GaitLibrary& gaits = context.draft.description.muscles.gaits;
    const NamedGait* before = gaits.playing(role);
    if (before && before->name != chosen) {
        context.say("The key for " + name_of(role) + " now plays " + chosen + " instead of " + before->name + ".",
                    Message::Topic::undo);
    }
    gaits.assign_role(chosen, role);
}

void name_of_chosen(PanelContext& context, const std::string& chosen) {
    Unfinished::Name& now = context.unfinished.gait; // the typed name, until it is entered
    if (now.of != chosen) {
        now = {chosen, chosen};
    }
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##gait name", &now.text);
    remember_place("Gait name");
    if (ImGui::IsItemHovered()) {
        tooltip("The name of this gait; it must be unique");
    }
    if (ImGui::IsItemDeactivatedAfterEdit() && now.text != chosen) {
        rename(context, chosen, now.text);
    }
    if (!ImGui::IsItemActive()) {
        now = {context.view.gait, context.view.gait};
    }
}

// Returns the reason why there is no gait to compare with.
std::string why_alone(const GaitLibrary& gaits) {
    const auto& all = gaits.gaits();
    if (all.size() < 2) {
        return "There is no other gait to compare with: save, load or search for one";
    }
    return all[0].name + " and " + all[1].name + " are the same" + (all.size() > 2 ? ", and so are the others" : "") +
           ": there is no other gait to compare with";
}

// Adds a second character that plays another gait, for comparison.
void beside(PanelContext& context, const std::string& chosen) {
    const GaitLibrary& gaits = context.draft.description.muscles.gaits;
    const NamedGait* other = another_than(context.draft.controls.muscles.gait, chosen, gaits);
    const bool compares = std::ranges::any_of(context.document.scene.instances,
                                              [](const CharacterInstance& instance) { return instance.is_helper(); });
    const std::string words =
        other ? "Adds a copy beside the character that plays " + other->name + "; the character keeps its own gait"
              : why_alone(gaits);
    const int pressed =
        buttons({"Compare", words.c_str()}, {"Stop comparing", "Removes the copy"}, {other != nullptr, compares});
    if (pressed == 0) {
        context.request(CompareGait{other->name});
    } else if (pressed == 1) {
        context.request(StopComparing{});
    }
}

void chosen_gait(PanelContext& context) {
    GaitLibrary& gaits = context.draft.description.muscles.gaits;
    const NamedGait* named = gaits.called(context.view.gait);
    if (!named) {
        return;
    }
    const std::string chosen = named->name;
    std::vector<std::string> roles = {"only by name"};
    for (const GaitRole role : driven_roles) {
        roles.push_back(name_of(role));
    }
    changes(context, NamedGait(*named));
    int role = static_cast<int>(named->role);
    if (edit("Drives", "The drive command that plays this gait", roles, role)) {
        give_key(context, chosen, static_cast<GaitRole>(role));
    }
    name_of_chosen(context, chosen);
    beside(context, context.view.gait); // a gait that may just have been renamed
    const int pressed = buttons({"Save as a file", "Saves only the gait, for use in another scene"},
                                {"Remove", "Removes this gait from the scene; it keeps playing"});
    if (pressed == 0) {
        context.request(SaveGait{context.view.gait});
    } else if (pressed == 1) {
        gaits.remove(context.view.gait);
    }
}

void driving(PanelContext& context) {
    edit("Drive",
         "The arrow keys play these gaits, and Space jumps. A gamepad's left stick and lowest button do the same. "
         "Without input, the character stands still (D)",
         context.view.drives);
    edit({"Blend", "%.2f s", "Duration of the fade from one gait to the next", 0.0, 2.0, 0.4},
         context.draft.description.muscles.blend);
}

} // namespace

void gait_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || now.character->musculature.count() == 0 ||
        !section("Gaits", !now.selected.opened->muscles.gaits.is_empty())) {
        return;
    }
    ImGui::PushID("gaits");
    names(context);
    chosen_gait(context);
    keep_what_plays(context);
    driving(context);
    ImGui::PopID();
}

} // namespace limber::app
