#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

// What is typed over the name of the chosen gait, until it is entered.
struct Typing {
    std::string of;
    std::string text;
};

Typing& typing() {
    static Typing now;
    return now;
}

bool plays(const Studio& studio, const KeptGait& kept) {
    const DriveCommand& drive = studio.readings.drive;
    const MuscleControls& muscles = studio.edits.controls.muscles;
    return drive.role == GaitRole::none ? muscles.playing && muscles.gait == kept.gait : drive.role == kept.role;
}

void play(Studio& studio, const KeptGait& kept) {
    studio.view.gait = kept.name;
    studio.edits.controls.muscles.gait = kept.gait;
    studio.edits.controls.muscles.playing = true;
    studio.wishes.switch_gait = true;
}

void names(Studio& studio) {
    const float role_at = 0.62F * ImGui::GetContentRegionAvail().x;
    const float gap = 2.0F * ImGui::GetStyle().ItemSpacing.x;
    for (const KeptGait& kept : studio.edits.description.muscles.gaits.gaits()) {
        const bool is_chosen = kept.name == studio.view.gait;
        const std::string shown = (plays(studio, kept) ? "> " : "   ") + kept.name;
        const float room = kept.role == GaitRole::none ? ImGui::GetContentRegionAvail().x : role_at - gap;
        const bool pressed = ImGui::Selectable((fitted(shown, room) + "##" + kept.name).c_str(), is_chosen);
        remember_place("Gait " + kept.name);
        if (ImGui::IsItemHovered()) {
            tooltip("Plays it: whatever plays fades into it");
        }
        if (kept.role != GaitRole::none) {
            ImGui::SameLine(role_at);
            ImGui::TextDisabled("%s", name_of(kept.role).c_str());
        }
        if (pressed) {
            play(studio, kept);
        }
    }
}

void keep_what_plays(Studio& studio) {
    MuscleDescription& muscles = studio.edits.description.muscles;
    const int pressed = buttons({"Keep what plays", "Under a name, with the scene; it can be played again by a click"},
                                {"Load a gait", "From a gait file, which can also be dropped on the window"});
    if (pressed == 0) {
        const std::string name = muscles.gaits.free_name("Gait");
        muscles.gaits.keep({name, GaitRole::none, studio.edits.controls.muscles.gait});
        studio.view.gait = name;
    }
    studio.wishes.load_gait = pressed == 1;
}

void name_of_chosen(Studio& studio, const std::string& chosen) {
    Typing& now = typing();
    if (now.of != chosen) {
        now = {chosen, chosen};
    }
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##gait name", &now.text);
    remember_place("Gait name");
    if (ImGui::IsItemHovered()) {
        tooltip("Its name; another one's is not taken");
    }
    if (ImGui::IsItemDeactivatedAfterEdit() && studio.edits.description.muscles.gaits.rename(chosen, now.text)) {
        studio.view.gait = now.text;
    }
    if (!ImGui::IsItemActive()) {
        now = {studio.view.gait, studio.view.gait};
    }
}

void chosen_gait(Studio& studio) {
    GaitLibrary& gaits = studio.edits.description.muscles.gaits;
    const KeptGait* kept = gaits.called(studio.view.gait);
    if (!kept) {
        return;
    }
    const std::string chosen = kept->name;
    std::vector<std::string> roles = {"only by name"};
    for (const GaitRole role : driven_roles) {
        roles.push_back(name_of(role));
    }
    int role = static_cast<int>(kept->role);
    if (edit("Drives", "What whoever drives gets this gait for", roles, role)) {
        gaits.cast(chosen, static_cast<GaitRole>(role));
    }
    name_of_chosen(studio, chosen);
    const bool compares =
        std::ranges::any_of(studio.edits.ensemble.parts, [](const Part& part) { return !part.shows.empty(); });
    const int beside = buttons({"Compare", "Puts a twin beside the character, which plays this gait, while the "
                                           "character goes on with its own"},
                               {"Stop comparing", "Takes the twin away"}, {true, compares});
    studio.wishes.stop_comparing = beside == 1 && compares;
    if (beside == 0) {
        studio.wishes.compare_gait = chosen;
    }
    const int pressed = buttons({"Save as a file", "The gait alone, for another scene"},
                                {"Remove", "From those that are kept; what plays goes on"});
    if (pressed == 0) {
        studio.wishes.save_kept_gait = studio.view.gait;
    } else if (pressed == 1) {
        gaits.remove(studio.view.gait);
    }
}

void driving(Studio& studio) {
    edit("Drive",
         "The arrow keys play the gaits of these names, and Space jumps; so do a gamepad's left stick and "
         "lowest button. Let go, it stands still (D)",
         studio.view.drives);
    edit({"Blend", "%.2f s", "Over which one gait fades into the next", 0.0, 2.0, 0.4},
         studio.edits.description.muscles.blend);
}

} // namespace

void gait_section(Studio& studio) {
    const Readings& now = studio.readings;
    const bool is_open = !studio.edits.description.muscles.gaits.is_empty();
    if (!now.character || now.character->musculature.count() == 0 || !section("Gaits", is_open)) {
        return;
    }
    ImGui::PushID("gaits");
    names(studio);
    chosen_gait(studio);
    keep_what_plays(studio);
    driving(studio);
    ImGui::PopID();
}

} // namespace limber::app
