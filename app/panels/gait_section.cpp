#include "app/panels/fitting.h"
#include "app/panels/numbers.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "app/scene/gait_origin.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

namespace limber::app {
namespace {

// Whether what its muscles are told is no more what is kept.
bool is_changed(const Studio& studio, const KeptGait& kept) {
    const GaitLibrary& gaits = studio.edits.description.muscles.gaits;
    const Gait& own = studio.edits.controls.muscles.gait;
    const KeptGait* origin = origin_of(own, gaits);
    return origin && origin->name == kept.name && !same_motion(origin->gait, own);
}

// What was changed by hand is not kept by itself.
void tell_of_lost_changes(Studio& studio) {
    for (const KeptGait& kept : studio.edits.description.muscles.gaits.gaits()) {
        if (is_changed(studio, kept)) {
            studio.wishes.say("The changes to " + kept.name + " were not kept; Ctrl+Z brings them back.",
                              Message::Topic::undo);
        }
    }
}

// It is called as it is kept, so that it is known again when it was changed.
void play(Studio& studio, const KeptGait& kept) {
    studio.view.gait = kept.name;
    studio.wishes.switch_gait = true;
    studio.edits.controls.muscles.playing = true;
    if (is_changed(studio, kept)) {
        return;
    }
    tell_of_lost_changes(studio);
    studio.edits.controls.muscles.gait = kept.gait;
    studio.edits.controls.muscles.gait.name = kept.name;
}

void names(Studio& studio) {
    const float role_at = 0.62F * ImGui::GetContentRegionAvail().x;
    const float gap = 2.0F * ImGui::GetStyle().ItemSpacing.x;
    std::optional<KeptGait> chosen;
    for (const KeptGait& kept : studio.edits.description.muscles.gaits.gaits()) {
        const bool is_chosen = kept.name == studio.view.gait;
        const bool plays = kept.name == studio.readings.gait_seen;
        const std::string shown = (plays ? "> " : "   ") + kept.name + (is_changed(studio, kept) ? ", changed" : "");
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
            chosen = kept;
        }
    }
    if (chosen) {
        play(studio, *chosen);
    }
}

// Of the chosen one, where it was changed.
void changes(Studio& studio, const KeptGait& kept) {
    MuscleControls& muscles = studio.edits.controls.muscles;
    if (!is_changed(studio, kept)) {
        return;
    }
    const int pressed = buttons({"Update", "It is from now on as it was changed"},
                                {"Take the changes back", "It plays again as it is kept"});
    if (pressed == 0) {
        studio.edits.description.muscles.gaits.keep({kept.name, kept.role, muscles.gait});
    } else if (pressed == 1) {
        muscles.gait = kept.gait;
        muscles.gait.name = kept.name;
        studio.wishes.switch_gait = true;
    }
}

// While a key plays another one, that is what plays.
void keep(Studio& studio, Gait playing) {
    GaitLibrary& gaits = studio.edits.description.muscles.gaits;
    const bool is_driven = studio.view.drives && studio.readings.drive.role != GaitRole::none;
    const KeptGait* asked = is_driven ? gaits.playing(studio.readings.drive.role) : nullptr;
    if (asked && same_motion(asked->gait, playing)) {
        studio.wishes.say("It is kept already, as " + asked->name + ".");
        return;
    }
    if (playing.waveforms.empty()) {
        studio.wishes.say("Nothing plays that could be kept: it stands still.");
        return;
    }
    Gait& own = studio.edits.controls.muscles.gait;
    const bool is_own = same_motion(own, playing);
    playing.name = gaits.free_name("Gait");
    studio.view.gait = playing.name;
    if (is_own) {
        own.name = playing.name;
    }
    gaits.keep({playing.name, GaitRole::none, std::move(playing)});
}

void keep_what_plays(Studio& studio) {
    const int pressed = buttons({"Keep what plays", "Under a name, with the scene; it can be played again by a click"},
                                {"Load a gait", "From a gait file, which can also be dropped on the window"});
    if (pressed == 0) {
        keep(studio, studio.readings.gait_told);
    }
    studio.wishes.load_gait = pressed == 1;
}

void rename(Studio& studio, const std::string& chosen, const std::string& to) {
    if (!studio.edits.description.muscles.gaits.rename(chosen, to)) {
        studio.wishes.say(to.empty() ? "A gait has a name: " + chosen + " keeps its own."
                                     : "Another gait is called " + to + ": " + chosen + " keeps its name.");
        return;
    }
    studio.view.gait = to;
    Gait& playing = studio.edits.controls.muscles.gait;
    playing.name = playing.name == chosen ? to : playing.name;
}

void give_key(Studio& studio, const std::string& chosen, GaitRole role) {
    GaitLibrary& gaits = studio.edits.description.muscles.gaits;
    const KeptGait* before = gaits.playing(role);
    if (before && before->name != chosen) {
        studio.wishes.say("What is asked for by the key for " + name_of(role) + " is now " + chosen + ", and not " +
                              before->name + " any more.",
                          Message::Topic::undo);
    }
    gaits.cast(chosen, role);
}

void name_of_chosen(Studio& studio, const std::string& chosen) {
    Unfinished::Name& now = studio.unfinished.gait; // what is typed over it, until it is entered
    if (now.of != chosen) {
        now = {chosen, chosen};
    }
    ImGui::SetNextItemWidth(-1.0F);
    ImGui::InputText("##gait name", &now.text);
    remember_place("Gait name");
    if (ImGui::IsItemHovered()) {
        tooltip("Its name; another one's is not taken");
    }
    if (ImGui::IsItemDeactivatedAfterEdit() && now.text != chosen) {
        rename(studio, chosen, now.text);
    }
    if (!ImGui::IsItemActive()) {
        now = {studio.view.gait, studio.view.gait};
    }
}

// Why nothing is there to compare with.
std::string why_alone(const GaitLibrary& gaits) {
    const auto& all = gaits.gaits();
    if (all.size() < 2) {
        return "There is no other gait to compare with: keep, load or learn one";
    }
    return all[0].name + " and " + all[1].name + " are the same" + (all.size() > 2 ? ", and so are the others" : "") +
           ": there is no other gait to compare with";
}

// A twin that plays another one.
void beside(Studio& studio, const std::string& chosen) {
    const GaitLibrary& gaits = studio.edits.description.muscles.gaits;
    const KeptGait* other = another_than(studio.edits.controls.muscles.gait, chosen, gaits);
    const bool compares =
        std::ranges::any_of(studio.edits.ensemble.parts, [](const Part& part) { return part.is_helper(); });
    const std::string words = other ? "Puts a twin beside the character, which plays " + other->name +
                                          ", while the character goes on with its own"
                                    : why_alone(gaits);
    const int pressed =
        buttons({"Compare", words.c_str()}, {"Stop comparing", "Takes the twin away"}, {other != nullptr, compares});
    studio.wishes.stop_comparing = pressed == 1;
    if (pressed == 0) {
        studio.wishes.compare_gait = other->name;
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
    changes(studio, KeptGait(*kept));
    int role = static_cast<int>(kept->role);
    if (edit("Drives", "What whoever drives gets this gait for", roles, role)) {
        give_key(studio, chosen, static_cast<GaitRole>(role));
    }
    name_of_chosen(studio, chosen);
    beside(studio, studio.view.gait); // which may have been called otherwise just now
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
    if (!now.character || now.character->musculature.count() == 0 ||
        !section("Gaits", !now.opened->muscles.gaits.is_empty())) {
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
