// SPDX-License-Identifier: MIT
#include "app/comparison/pod_modes.h"
#include "app/controllers/comparison_controller.h"
#include "app/document/comparison_titles.h"
#include "app/document/subspace_titles.h"
#include "app/panels/comparison_plots.h"
#include "app/panels/curves_plot.h"
#include "app/panels/mode_errors_words.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/plot_table.h"
#include "app/panels/sections.h"
#include "app/panels/tooltip.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>

namespace limber::app {
namespace {

constexpr double young_min = 10.0;      // [Pa] as of the character
constexpr double softest_young = 0.001; // [Pa] that a file may have

// The names in the list, in the order of live_kinds().
std::vector<std::string> shown_names() {
    std::vector<std::string> names;
    for (const std::string& kind : live_kinds()) {
        names.push_back(shown_kind(kind));
    }
    return names;
}

int place_of(const std::string& kind) {
    const auto& kinds = live_kinds();
    return static_cast<int>(std::ranges::find(kinds, kind) - kinds.begin());
}

// A check box for a parameter of its own, which begins with the character's value.
template <typename Value>
void own_parameter(const char* name, const char* tooltip, Value of_character, std::optional<Value>& parameter) {
    bool is_own = parameter.has_value();
    if (edit(name, tooltip, is_own)) {
        parameter = is_own ? std::optional(of_character) : std::nullopt;
    }
}

void edit_parameters(ParameterOverrides& own, const CharacterDraft& draft) {
    const bool is_open = ImGui::TreeNode("Parameters of its own");
    remember_place("Parameters of its own");
    if (!is_open) {
        return;
    }
    const ModelDescription& description = draft.description;
    own_parameter("Own Young", "Young's modulus (E) that is not the character's", draft.controls.young, own.young);
    second_column();
    own_parameter("Own Poisson", "Poisson's ratio (nu) that is not the character's", draft.controls.poisson,
                  own.poisson);
    own_parameter("Own clusters", "A number of clusters (r) that is not the character's", description.clusters,
                  own.clusters);
    second_column();
    own_parameter("Own leak", "A momentum leak (D) that is not the character's", description.leak.amount, own.leak);
    if (own.young) {
        const bool is_soft = std::min(draft.controls.young, *own.young) < young_min; // as a file may say
        edit({"Its Young", is_soft ? "%.6f kPa" : "%.2f kPa", "Young's modulus (E) of this body",
              is_soft ? softest_young : young_min, 1e9, draft.controls.young, 1000, true},
             *own.young);
    }
    if (own.poisson) {
        edit({"Its Poisson", "%.2f", "Poisson's ratio (nu) of this body", 0.0, poisson_max, draft.controls.poisson},
             *own.poisson);
    }
    if (own.clusters) {
        int clusters = static_cast<int>(*own.clusters);
        edit({"Its clusters", "%d", "Number of clusters (r) of this body", 1.0, 500.0,
              static_cast<double>(description.clusters)},
             clusters);
        own.clusters = clusters;
    }
    if (own.leak) {
        edit({"Its leak", "%.2f", "How much of the rig's momentum leaks into the secondary motion (D) of this body",
              0.0, 1.0, description.leak.amount},
             *own.leak);
    }
    ImGui::TreePop();
}

bool is_made_for_loads(const std::string& kind) {
    const auto own = subspace_named(kind);
    return own && depends_on_loads(*own);
}

// The box is there where the body has several loads to switch between, or had them.
void edit_switched(ComparedSubspace& subspace, const CharacterDraft& draft) {
    bool& switched = subspace.parameters.switched;
    if (is_made_for_loads(subspace.kind) && (switched || draft.description.loads.size() >= 2)) {
        edit("Switch between loads",
             "A subspace for each of the loads under Loads, instead of one for all. The body moves in that whose load "
             "explains best what pulls, pushes and touches it now",
             switched);
    }
}

// Of the full spaces in the other rows: another one of the same would move as it does.
std::vector<ElasticEnergy> energies_beside(const std::vector<ComparedSubspace>& subspaces, std::size_t row,
                                           ElasticEnergy of_character) {
    std::vector<ElasticEnergy> energies;
    for (std::size_t i = 0; i < subspaces.size(); ++i) {
        if (i != row && subspaces[i].kind == full_space_name) {
            energies.push_back(subspaces[i].parameters.energy.value_or(of_character));
        }
    }
    return energies;
}

// Those that no other row has, and `now`.
std::vector<ElasticEnergy> energies_offered(const std::vector<ElasticEnergy>& beside,
                                            std::optional<ElasticEnergy> now) {
    std::vector<ElasticEnergy> offered;
    for (std::size_t i = 0; i < energy_titles.size(); ++i) {
        const auto energy = static_cast<ElasticEnergy>(i);
        if (energy == now || std::ranges::find(beside, energy) == beside.end()) {
            offered.push_back(energy);
        }
    }
    return offered;
}

void take_energy(ElasticEnergy energy, ElasticEnergy of_character, std::optional<ElasticEnergy>& own) {
    own = energy == of_character ? std::nullopt : std::optional(energy);
}

// The energy of full space, whose other parameters are the character's.
void edit_energy(std::optional<ElasticEnergy>& own, ElasticEnergy of_character,
                 const std::vector<ElasticEnergy>& beside) {
    const ElasticEnergy now = own.value_or(of_character);
    const std::vector<ElasticEnergy> offered = energies_offered(beside, now);
    std::vector<std::string> titles;
    std::ranges::transform(offered, std::back_inserter(titles), shown_energy);
    int place = static_cast<int>(std::ranges::find(offered, now) - offered.begin());
    if (edit_below("Its energy",
                   "Elastic energy of full space; at first the character's own. The last two take Newton's method, "
                   "which is slower. Of several full spaces each has another at first, and errors are measured from "
                   "the first",
                   titles, place)) {
        take_energy(offered[static_cast<std::size_t>(place)], of_character, own);
    }
}

// The parameters that the new kind has, too, stay. Of full space there is an energy that no other row has.
void choose_other_kind(ComparedSubspace& subspace, const std::string& kind, ElasticEnergy of_character,
                       const std::vector<ElasticEnergy>& beside) {
    ParameterOverrides& own = subspace.parameters;
    subspace.kind = kind;
    own.energy.reset();
    own.switched = own.switched && is_made_for_loads(kind);
    if (kind != full_space_name) {
        return;
    }
    own = ParameterOverrides();
    const bool is_there = std::ranges::find(beside, of_character) != beside.end();
    take_energy(is_there ? energies_offered(beside, std::nullopt).front() : of_character, of_character, own.energy);
}

// `beside`: the energies of other full spaces.
void edit_subspace(ComparedSubspace& subspace, Index most, const CharacterDraft& draft,
                   const std::vector<ElasticEnergy>& beside) {
    const ElasticEnergy own_energy = elastic_energy_of(draft.description);
    int kind = place_of(subspace.kind);
    if (edit("Beside",
             "A subspace that moves beside the character, under its controls.\n"
             "Kind under Subspace says what each of them is. Best for a motion: made from the last few seconds of the "
             "character's own motion, unless the character has a file of one. Full space: all vertices, the reference "
             "of "
             "the others; slow",
             shown_names(), kind)) {
        choose_other_kind(subspace, live_kinds()[static_cast<std::size_t>(kind)], own_energy, beside);
    }
    if (subspace.kind == full_space_name) {
        edit_energy(subspace.parameters.energy, own_energy, beside);
        return;
    }
    int modes = static_cast<int>(subspace.modes);
    edit({"Its modes", "%d",
          "Number of modes (m), each with twelve coordinates; for displacement modes, twelve modes each", 1.0,
          static_cast<double>(most), static_cast<double>(draft.description.modes)},
         modes);
    subspace.modes = modes;
    edit_switched(subspace, draft);
    edit_parameters(subspace.parameters, draft);
}

// Its errors are small on the motion that it is made from.
void note_on_motion(const ComparedSubspace& subspace, PanelContext& context) {
    const std::size_t poses = context.ui_state.comparison.learned_poses;
    const std::vector<FailedSubspace>& failed = context.ui_state.comparison.failed;
    const bool is_made = std::ranges::find(failed, subspace, &FailedSubspace::subspace) == failed.end();
    if (!is_made || poses == 0 || !is_made_from_motion(subspace, context.ui_state.character->description)) {
        return;
    }
    const std::string of = poses == 1 ? "last pose" : std::to_string(poses) + " last poses";
    ImGui::TextWrapped("Learned from the %s of the character: it fits that motion, and may not fit others.",
                       of.c_str());
    remember_place("Learned from");
    if (button("Learn again", "Makes it again from the last few seconds of the character's motion, as it is now")) {
        context.request(LearnComparedAgain{});
    }
}

// Of a motion or loads that have fewer different poses or responses than the modes have numbers.
void note_on_fewer_numbers(const ComparedSubspace& subspace, PanelContext& context) {
    const ComparedStep* const step = context.ui_state.comparison.newest;
    if (!step) {
        return;
    }
    const auto made = std::ranges::find_if(step->bodies.begin() + 1, step->bodies.end(), [&](const ComparedBody& body) {
        return body.skin && body.subspace == subspace;
    });
    if (made != step->bodies.end() && numbers_wanted(*made)) {
        ImGui::TextWrapped("It has %s (twelve for each mode): the %s no more.", numbers_in_words(*made).c_str(),
                           subspace.kind == pod_name ? "motion gives" : "loads give");
        remember_place("Fewer numbers");
    }
}

// A kind of subspace has its name in the window.
std::string reason_in_window(Error error) {
    error.where = subspace_named(error.where) ? shown_kind(error.where) : error.where;
    return sentence(error);
}

void note_on_failure(const ComparedSubspace& subspace, PanelContext& context) {
    const std::vector<FailedSubspace>& failed = context.ui_state.comparison.failed;
    const auto found = std::ranges::find(failed, subspace, &FailedSubspace::subspace);
    if (found == failed.end()) {
        return;
    }
    if (context.ui_state.comparison.waits_for_motion &&
        is_made_from_motion(subspace, context.ui_state.character->description)) {
        ImGui::TextWrapped("It is made from how the character moves: play a clip or pull a handle, and it is there "
                           "about a second later.");
        remember_place("Waits for a motion");
        return;
    }
    ImGui::TextWrapped("Not shown: %s.", reason_in_window(found->error).c_str());
    remember_place("Not shown");
    if (button("Try again", "Prepares this subspace again, from the character as it is now")) {
        context.request(TryComparingAgain{});
    }
}

Index own_modes(const Character& character) {
    return std::clamp<Index>(character.modes ? character.modes->W.cols() : 0, 1, modes_max);
}

// The rows of all of them, each of which can be removed.
void edit_subspaces(PanelContext& context) {
    const Character& character = *context.ui_state.character;
    const Index most = std::max(modes_offered(character.vertex_count()), own_modes(character));
    std::vector<ComparedSubspace>& subspaces = context.draft.compared;
    std::optional<std::size_t> removed;
    for (std::size_t i = 0; i < subspaces.size(); ++i) {
        ImGui::PushID(subspaces[i].colour); // which a row keeps when another one is removed
        const float top = ImGui::GetCursorScreenPos().y;
        edit_subspace(subspaces[i], most, context.draft,
                      energies_beside(subspaces, i, elastic_energy_of(context.draft.description)));
        note_on_motion(subspaces[i], context);
        note_on_fewer_numbers(subspaces[i], context);
        note_on_failure(subspaces[i], context);
        const std::string title = title_of(ComparedSubspace{subspaces[i].kind, subspaces[i].modes});
        if (button(("Remove " + title).c_str(), "Ends the motion of this body; the others go on")) {
            removed = i;
        }
        curve_bar(palette::of_body(subspaces[i].colour), top);
        ImGui::PopID();
    }
    if (removed) {
        subspaces.erase(subspaces.begin() + static_cast<std::ptrdiff_t>(*removed));
    }
}

// What a new row shows: the reference, then what most people compare with, of as many modes as the character.
ComparedSubspace next_subspace(const std::vector<ComparedSubspace>& compared, const Character& character) {
    const std::string own = name_of(character.description.subspace);
    for (const std::string kind : {full_space_name, "displacement", "skinning"}) {
        if (kind != own && std::ranges::find(compared, kind, &ComparedSubspace::kind) == compared.end()) {
            return {kind, own_modes(character)};
        }
    }
    return {"modal-derivatives", own_modes(character)};
}

// The buttons are above the rows, which come and go, so that they stay under the mouse.
void compared_rows(PanelContext& context) {
    std::vector<ComparedSubspace>& subspaces = context.draft.compared;
    choose_colours(subspaces);
    const int pressed =
        buttons({"Add a subspace", "Shows another subspace of this character beside it; three at most"},
                {"Remove all", "Ends the comparison"}, {subspaces.size() < compared_max, !subspaces.empty()});
    if (pressed == 0) {
        subspaces.push_back(next_subspace(subspaces, *context.ui_state.character));
        choose_colours(subspaces);
    } else if (pressed == 1) {
        subspaces.clear();
    }
    edit_subspaces(context);
}

// The distances from full space and the energies, of the character itself and of the other bodies, as far back as the
// curves go.
std::vector<TableColumn> columns_of(const ComparedStep& step) {
    std::vector<TableColumn> columns{{"frame", step.frames}, {"time [s]", step.times}};
    for (const ComparedBody& body : step.bodies) {
        if (!body.skin) { // it is being prepared
            continue;
        }
        const std::string title = title_of(body.subspace);
        if (!body.is_reference && !body.errors.empty()) {
            columns.push_back({title + " error [share of the size]", body.errors});
        }
        columns.push_back({title + " energy [J]", body.energies});
    }
    return columns;
}

// Distances from full space are also those of the energies, where it has another.
void note_on_energy(const ComparedStep& step) {
    const auto reference = std::ranges::find_if(step.bodies, &ComparedBody::is_reference);
    if (reference == step.bodies.end()) {
        return;
    }
    if (const auto energy = reference->subspace.parameters.energy) {
        ImGui::TextWrapped("The full space from which distances are measured is %s: errors are also that difference.",
                           shown_energy(*energy));
    }
}

constexpr const char* help_against_inversion = "a stiffer material or a slower motion helps.";

void note_on_inversion(const ComparedStep& step) {
    const auto reference = std::ranges::find_if(step.bodies, &ComparedBody::is_reference);
    if (reference == step.bodies.end() || reference->inverted_tets == 0) {
        return;
    }
    ImGui::TextWrapped("Full space has %s, so that distances from it say little: %s",
                       inverted_tets_in_words(reference->inverted_tets).c_str(), help_against_inversion);
    remember_place("Inside out");
}

// Rows of unfinished errors appear under the mouse and change, so that a click there does nothing.
void row_of_modes(const ModeErrors& errors, Index modes, PanelContext& context) {
    const std::string count = std::to_string(modes);
    if (!is_complete(errors)) {
        ImGui::TextUnformatted(count.c_str());
        return;
    }
    if (ImGui::Selectable(count.c_str(), context.draft.description.modes == modes)) {
        context.draft.description.modes = modes;
        context.need(Stage::subspace);
    }
    remember_place("Modes: " + count);
    if (ImGui::IsItemHovered()) {
        tooltip("Errors in percent of the body's size (the diagonal of its box): of steps that start from the state "
                "of full space, and of a run, in which errors add up. A click takes this number of modes");
    }
}

// A table of errors over numbers of modes, and a click that takes a number over.
void mode_table(const ModeErrors& errors, PanelContext& context) {
    if (!ImGui::BeginTable("errors", 4, ImGuiTableFlags_SizingStretchProp)) {
        return;
    }
    for (const char* title : {"Modes", "One step", "Run", "Step"}) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", title);
    }
    for (const ModeError& one : errors.errors) {
        ImGui::TableNextColumn();
        row_of_modes(errors, one.modes, context);
        for (const std::string& value : {measured(100.0 * one.one_step, "%"), measured(100.0 * one.run, "%"),
                                         time_of_step(one.step_microseconds)}) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(value.c_str());
        }
    }
    ImGui::EndTable();
}

std::vector<float> column_of(const ModeErrors& errors, double ModeError::*value, double factor) {
    std::vector<float> column;
    for (const ModeError& one : errors.errors) {
        column.push_back(static_cast<float>(factor * one.*value));
    }
    return column;
}

// The numbers of modes double from place to place, up to the last one. The tooltip of either plot covers neither, nor
// the progress above them.
void plot_mode_errors(const ModeErrors& errors) {
    if (errors.errors.size() < 2) {
        return;
    }
    const std::string of =
        std::to_string(errors.errors.front().modes) + " to " + std::to_string(errors.errors.back().modes) + " modes";
    const float top = ImGui::GetCursorScreenPos().y;
    const char* explained = nullptr;
    const auto plot = [&](const char* name, double ModeError::*value, const char* text) {
        ProgressCurve curve;
        curve.values = column_of(errors, value, 100.0);
        curve.length = curve.values.size();
        explained = plot_progress((name + of).c_str(), curve, "%") ? text : explained;
    };
    plot("One step, ", &ModeError::one_step,
         "Error over the number of modes, on a logarithmic axis, of steps that start from the state of full space. The "
         "number is that of the most modes");
    plot("Run, ", &ModeError::run,
         "The same of a run, in which errors add up. Where the curve stays flat, more modes bring little");
    if (explained) {
        tooltip_below_rows(top, explained);
    }
}

void save_mode_errors(const ModeErrors& errors, PanelContext& context) {
    std::vector<float> counts;
    for (const ModeError& one : errors.errors) {
        counts.push_back(static_cast<float>(one.modes));
    }
    save_as_csv(context, "modes",
                {{"modes", counts},
                 {"error of a step [share of the size]", column_of(errors, &ModeError::one_step, 1.0)},
                 {"error of a run [share of the size]", column_of(errors, &ModeError::run, 1.0)},
                 {"step [us]", column_of(errors, &ModeError::step_microseconds, 1.0)}});
}

// Above the button, where the progress was while it measured.
void note_on_validity(const ModeErrorsUi& now) {
    if (!is_complete(*now.newest)) {
        ImGui::TextWrapped("%s", now.is_running ? words_while_measuring(*now.newest).c_str()
                                                : words_when_stopped(*now.newest).c_str());
        remember_place(now.is_running ? "Measured so far" : "Stopped measuring");
    }
    if (now.is_outdated) {
        ImGui::TextWrapped("%s", words_when_outdated(now.is_running));
        remember_place("Outdated errors");
    }
}

void answer(const ModeErrors& errors) {
    if (!is_complete(errors) || errors.errors.size() < 2) {
        return;
    }
    if (errors.inverted_tets > 0) {
        ImGui::TextWrapped("No answer: full space had up to %s, so that distances from it say little; %s",
                           inverted_tets_in_words(errors.inverted_tets).c_str(), help_against_inversion);
        remember_place("No answer");
        return;
    }
    ImGui::TextWrapped("%s", words_of_answer(errors).c_str());
    remember_place("Enough for this motion");
    if (ImGui::IsItemHovered()) {
        tooltip(words_about_answer(errors));
    }
    fact("Measured over", counted(static_cast<Index>(errors.steps), "frame", "frames"),
         "One pass of the clip that played, or 60 frames in the rest pose, under the handles, forces and gravity of "
         "that time");
}

// The time, and what is left of it or the share that is done, is below the bar.
void progress_rows(const ProgressReport& progress) {
    progress_bar(progress);
    const std::string time = working_time(progress);
    ImGui::TextDisabled("%s", time.c_str());
    remember_place("Time of the preparation");
}

void mode_errors_rows(PanelContext& context) {
    const ModeErrorsUi& now = context.ui_state.mode_errors;
    if (now.is_running) {
        progress_rows(now.progress);
    }
    if (now.newest) {
        note_on_validity(now);
        answer(*now.newest);
    }
    if (now.is_running) {
        if (button("Stop measuring", "Ends the measurement. What was measured so far stays, without an answer")) {
            context.request(StopMeasuringModes{});
        }
    } else if (button("How many modes?",
                      "Measures in the background how far subspaces of 2, 4, 8 and more modes of this kind are from "
                      "full space, over one pass of the clip that plays, or 60 frames in the rest pose")) {
        context.request(MeasureModeErrors{});
    }
    if (now.newest && !now.newest->errors.empty()) {
        plot_mode_errors(*now.newest);
        mode_table(*now.newest, context);
        if (is_complete(*now.newest) &&
            button("Save the errors as CSV", csv_tooltip("Writes these errors", context).c_str())) {
            save_mode_errors(*now.newest, context);
        }
    }
}

// Without full space there are no distances: the bodies have their own colours until it is added.
void colours_row(const std::vector<ComparedSubspace>& subspaces, PanelContext& context) {
    constexpr const char* text =
        "Distance: of each vertex from full space, which must be among the subspaces, as a share of the body's "
        "size.\nStrain: how far the body is from its rest shape, whichever way it is turned (equivalent Green "
        "strain).\nStress: von Mises, of the second Piola-Kirchhoff stress of that strain.\nA cut (Drawing) opens "
        "all bodies, and shows strain or stress of each tet, or the distances of their corners";
    const std::vector<std::string> names{"The character's", "Distance", "Strain", "Stress"};
    BodyColours& colours = context.view.body_colours;
    const bool has_reference =
        std::ranges::find(subspaces, full_space_name, &ComparedSubspace::kind) != subspaces.end();
    int shown = static_cast<int>(!has_reference && colours == BodyColours::distances ? BodyColours::own : colours);
    const DisabledChoice distances{static_cast<int>(BodyColours::distances),
                                   "There is no full space to measure the distance from: choose Full space under "
                                   "Beside first"};
    if (has_reference ? edit("Colours", text, names, shown) : edit("Colours", text, {names, distances}, shown)) {
        colours = static_cast<BodyColours>(shown);
    }
}

// Rows belong to a character, and those of the selected one are shown.
void rows_elsewhere(PanelContext& context) {
    for (const NamedCharacter& one : context.ui_state.comparison.elsewhere) {
        ImGui::TextWrapped("%s has subspaces beside it, which are shown when it is selected.", one.title.c_str());
        if (button(("Select " + one.title).c_str(), "Selects this character, and shows what moves beside it")) {
            context.request(SelectCharacter{one.id});
        }
    }
}

// Its tooltip covers no plot. `top`: their upper end.
void save_curves(const ComparedStep& step, float top, PanelContext& context) {
    constexpr const char* name = "Save the curves as CSV";
    const bool is_pressed = ImGui::Button(name, ImVec2(ImGui::GetContentRegionAvail().x, 0.0F));
    remember_place(name);
    if (ImGui::IsItemHovered()) {
        tooltip_below_rows(top, csv_tooltip("Writes errors and energies of the newest steps", context).c_str());
    }
    if (is_pressed) {
        save_as_csv(context, "comparison", columns_of(step));
    }
}

} // namespace

void comparison_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || !section("Compare subspaces", false)) {
        return;
    }
    ImGui::PushID("compare");
    mode_errors_rows(context);
    rows_elsewhere(context);
    compared_rows(context);
    if (!context.draft.compared.empty()) {
        colours_row(context.draft.compared, context);
    }
    if (now.comparison.is_preparing) {
        progress_rows(now.comparison.progress);
    }
    if (now.comparison.newest) {
        fact("Speed", speed_words(now.snapshot->speed_reached, now.snapshot->playing),
             "Simulated time per time of the clock: the character waits for the slowest body");
        note_on_energy(*now.comparison.newest);
        note_on_inversion(*now.comparison.newest);
        const bool with_energies = !now.comparison.newest->bodies.front().energies.empty();
        const float top = comparison_plots(*now.comparison.newest, *now.character);
        if (with_energies) {
            save_curves(*now.comparison.newest, top, context);
        }
    }
    ImGui::PopID();
}

} // namespace limber::app
