// SPDX-License-Identifier: MIT
#include "app/character/material_scales.h"
#include "app/document/region_edits.h"
#include "app/panels/edited_count.h"
#include "app/panels/example_rows.h"
#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/region_section.h"
#include "app/panels/sections.h"
#include "app/panels/style_locks.h"
#include "app/panels/waveform_editor.h"
#include "app/panels/widget_places.h"
#include "engine/loads/pockets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>

namespace limber::app {
namespace {

constexpr std::size_t harmonics_max = 6;
constexpr double wiggle_amplitude = 0.6;
constexpr const char* no_muscles = "The character has no muscles yet. Add vibration modes or example poses to make it "
                                   "move: Gaits and Gait search then appear below.";
constexpr const char* no_muscles_without_modes =
    "The character has no muscles yet. Let it move by itself, under Behaviour, or keep an example pose.";

void shapes(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    const MuscleDescription& start = context.ui_state.selected.opened->muscles;
    const auto modes = edited_count({"Vibration modes", "%d",
                                     "Muscles (D): the softest vibration modes of the body, with its own Poisson's "
                                     "ratio unless the scene states one for them; rigid ones are left out. Computed "
                                     "in the background; 0 removes the muscles",
                                     0.0, 32.0, static_cast<double>(start.modes)},
                                    static_cast<int>(muscles.modes), context.unfinished.count);
    if (modes) {
        context.exchange_muscles(set_vibration_modes(muscles, *modes));
    }
    int clusters = static_cast<int>(muscles.clusters);
    const Edited grouped_anew =
        edit({"Muscle clusters", "%d",
              "Groups of tetrahedra in which the muscles' target shape turns with the flesh as one (C_a). "
              "One for the whole body responds fastest",
              1.0, 64.0, static_cast<double>(start.clusters)},
             clusters);
    muscles.clusters = clusters;
    const Edited strained =
        edit({"Peak strain", "%.2f", "Largest relative change of length at activation 1", 0.05, 2.0, start.peak_strain},
             muscles.peak_strain);
    if (modes || grouped_anew.finished || strained.finished) {
        context.need(Stage::muscles);
    }
    if (muscles.poisson) {
        fact("Modes' Poisson", measured(*muscles.poisson, ""),
             "Poisson's ratio of the body whose modes the muscles are, as the scene states it: that with which its "
             "gaits were found, whatever the ratio of the flesh is");
    }
}

// Draws a button with a number for each vibration mode, which makes the mode a muscle or not.
void picked_modes(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    const std::vector<int> used = used_modes(muscles);
    const float end = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    for (int mode = 1; mode <= muscles.modes; ++mode) {
        const std::string name = "Mode " + std::to_string(mode);
        const bool is_used = std::ranges::binary_search(used, mode);
        ImGui::PushStyleColor(ImGuiCol_Button,
                              ImGui::GetStyleColorVec4(is_used ? ImGuiCol_SliderGrab : ImGuiCol_FrameBg));
        if (mode > 1 && ImGui::GetItemRectMax().x + 1.6F * ImGui::GetFrameHeight() < end + ImGui::GetWindowPos().x) {
            ImGui::SameLine(0.0F, 3.0F);
        }
        const bool pressed = ImGui::SmallButton((std::to_string(mode) + "##" + name).c_str());
        ImGui::PopStyleColor();
        remember_place("Pick " + name);
        if (ImGui::IsItemHovered()) {
            tooltip(
                (name + (is_used ? " is a muscle; a press leaves it out" : " is left out; a press takes it")).c_str());
        }
        const auto exchange = pressed ? toggle_mode(muscles, mode) : std::nullopt;
        if (exchange) {
            context.exchange_muscles(*exchange);
            context.need(Stage::muscles);
        }
    }
}

// Edits the muscles of a limb: the selected bone and its descendants.
void limbs(PanelContext& context) {
    const Skeleton& skeleton = context.ui_state.character->rig.skeleton;
    std::vector<MuscleRegion>& regions = context.draft.description.muscles.regions;
    const bool has_limbs = std::ranges::any_of(regions, [](const auto& region) { return !region.painted.is_there(); });
    if (skeleton.bone_count() < 2 && !has_limbs) {
        return;
    }
    const Selection& selection = context.selection;
    const bool has_bone = selection.kind == Selection::Kind::bone && selection.index < skeleton.bone_count() &&
                          !skeleton.bones[static_cast<std::size_t>(selection.index)].name.empty();
    ImGui::BeginDisabled(!has_bone);
    if (button("Bind two to the selected bone", "Two muscles that move this limb alone: the bone that is selected in "
                                                "the view, and all that hangs on it")) {
        const std::string& name = skeleton.bones[static_cast<std::size_t>(selection.index)].name;
        regions.push_back(
            {free_region_name(context.draft.description.muscles, name), limb_from(skeleton, selection.index), -1, 2});
        context.need(Stage::muscles);
    }
    ImGui::EndDisabled();
    for (std::size_t i = 0; i < regions.size(); ++i) {
        if (regions[i].painted.is_there()) {
            continue;
        }
        const std::string name = "Release " + regions[i].name;
        ImGui::PushID(static_cast<int>(i)); // files may contain two equal names
        const bool pressed = button_in_row({name.c_str(), "Takes the muscles of this limb away"});
        ImGui::PopID();
        if (pressed) {
            context.exchange_muscles(remove_region(context.draft.description.muscles, i));
            context.need(Stage::muscles);
            break;
        }
    }
}

// A body whose loads have none has no closed cavity, or they are of no interest.
bool has_pockets(const ModelDescription& description) {
    return description.muscles.pockets || std::ranges::any_of(description.loads, [](const BodyLoad& load) {
               return load.load.kind == LoadKind::pocket;
           });
}

// A row that adds or removes muscles of one kind. Not while the built body has other muscles than the description,
// because gaits count those before them. Returns whether it was pressed.
bool toggle_muscles(PanelContext& context, const char* row, const char* explanation, bool& are_there) {
    const MuscleDescription& built = context.ui_state.character->description.muscles;
    ImGui::BeginDisabled(!context.draft.description.muscles.same_shapes(built));
    const bool is_pressed = edit(row, explanation, are_there);
    ImGui::EndDisabled();
    if (is_pressed) {
        context.need(Stage::muscles);
    }
    return is_pressed;
}

void inflated_pockets(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    if (!has_pockets(context.draft.description)) {
        return;
    }
    const Character& built = *context.ui_state.character;
    const Musculature& musculature = built.musculature;
    bool inflates = muscles.pockets;
    if (toggle_muscles(context, "Inflate pockets",
                       "A gas inflates the closed cavities: each is a muscle, whose activation is its pressure. "
                       "Newton's method has the energy of the gas at every shape; other solvers pull towards the shape "
                       "of a small pressure",
                       inflates)) {
        const std::size_t place =
            musculature.count() - musculature.examples.size() - musculature.fibre_count - musculature.pocket_count();
        const std::size_t count = inflates ? pockets_of(built.mesh).size() : musculature.pocket_count();
        context.exchange_muscles(set_pockets(muscles, inflates, place, count));
    }
}

// Copies of its loads, so that these can be edited, and removed, without another gait.
std::vector<BodyLoad> fibres_of_loads(const ModelDescription& description) {
    std::vector<BodyLoad> fibres;
    std::ranges::copy_if(description.loads, std::back_inserter(fibres),
                         [](const BodyLoad& one) { return one.load.kind == LoadKind::muscle; });
    return fibres;
}

void contracting_fibres(PanelContext& context) {
    MuscleDescription& muscles = context.draft.description.muscles;
    const std::vector<BodyLoad> fibres = fibres_of_loads(context.draft.description);
    if (muscles.fibres.empty() && fibres.empty()) {
        return;
    }
    const Musculature& musculature = context.ui_state.character->musculature;
    bool contracts = !muscles.fibres.empty();
    if (toggle_muscles(context, "Contract fibres",
                       "Each load that contracts is a muscle, which pulls along its fibres. Newton's method has the "
                       "energy of their tension at every shape; other solvers pull towards the shape of a small one",
                       contracts)) {
        const std::size_t place = musculature.count() - musculature.examples.size() - musculature.fibre_count;
        context.exchange_muscles(set_fibres(muscles, contracts ? fibres : std::vector<BodyLoad>(), place));
    }
}

void gait_numbers(PanelContext& context) {
    MuscleControls& muscles = context.draft.controls.muscles;
    edit({"Strength", "%.2f x", "Of the muscles (gamma), times the flesh's own stiffness", 0.01, 100.0,
          context.ui_state.selected.opened->muscles.strength, 1.0, true},
         muscles.strength);
    edit({"Limit", "%.2f", "Largest activation in both directions", 0.1, 4.0, 1.0}, muscles.gait.limit);
    edit({"Ramp", "%.2f s", "Time over which the amplitudes rise from 0 after a restart", 0.0, 5.0,
          context.ui_state.character->gait.ramp},
         muscles.gait.ramp);
    edit("Play the gait", "Off: only held activations act", muscles.playing);
}

// Adds waveforms until every muscle has one that can be edited.
void make_room(Gait& gait, std::size_t count) {
    if (gait.waveforms.size() < count) {
        gait.waveforms.resize(count);
    }
}

// [s] The period of the softest muscle's mode, with the stiffness that the muscles add: the resonance of the body.
double own_period(const Character& character, const CharacterControls& controls) {
    MaterialDescription material;
    material.young = controls.young;
    material.poisson = controls.poisson;
    material.density = controls.density;
    const MaterialScales scales = material_scales(material, character.description.material);
    const double stiffness = scales.young / scales.density * (1.0 + controls.muscles.strength);
    const double lambda = stiffness * character.musculature.lambda.minCoeff();
    return lambda > 0.0 ? std::clamp(2.0 * std::numbers::pi / std::sqrt(lambda), 0.2, 4.0) : 1.0;
}

// Sets a sample gait in which the muscles move one after the other.
void wiggle(Gait& gait, double period) {
    const auto count = static_cast<double>(gait.waveforms.size());
    const double amplitude = std::min(wiggle_amplitude, 1.2 / std::sqrt(count));
    for (std::size_t v = 0; v < gait.waveforms.size(); ++v) {
        gait.waveforms[v] = {{amplitude, period, static_cast<double>(v) / count}};
    }
}

void whole_gait_buttons(PanelContext& context) {
    MuscleControls& muscles = context.draft.controls.muscles;
    const int moved = buttons({"Wiggle", "A simple gait to start from: moves every muscle in turn"},
                              {"Clear all", "Sets all amplitudes and held activations to 0"});
    if (moved == 0) {
        make_room(muscles.gait, context.ui_state.character->musculature.count());
        wiggle(muscles.gait, own_period(*context.ui_state.character, context.draft.controls));
    } else if (moved == 1) {
        muscles.held.clear();
        for (Waveform& waveform : muscles.gait.waveforms) {
            waveform.clear();
        }
    }
    if (button("Save the gait", "Saves the gait to a file, which can be dropped on the window")) {
        context.request(SaveGait{});
    }
}

// Draws the numbers of a sinusoid, each with a lock for the search. Returns true while the amplitude is dragged.
bool sinusoid_numbers(PanelContext& context, Sinusoid& sinusoid, int harmonic) {
    const double limit = context.draft.controls.muscles.gait.limit;
    const auto lock = [&](const char* number) {
        style_lock(context, number, static_cast<std::size_t>(context.view.muscle), static_cast<std::size_t>(harmonic));
    };
    lock("Amplitude");
    const bool scrubbed = edit({"Amplitude", "%.2f", "A: how far the muscle is activated at the peak", 0.0, limit, 0.0},
                               sinusoid.amplitude)
                              .changed;
    lock("Period");
    edit({"Period", "%.2f s", "T: from peak to peak", 0.1, 10.0, 1.0, 1.0, true}, sinusoid.period);
    lock("Phase");
    edit({"Phase", "%.2f turns", "theta: 0.25 starts at the peak", 0.0, 1.0, 0.0}, sinusoid.phase);
    return scrubbed;
}

// Returns true while the amplitude is dragged.
bool harmonic_numbers(PanelContext& context, Waveform& waveform) {
    int& harmonic = context.view.harmonic;
    bool scrubbed = false;
    std::vector<std::string> names;
    for (std::size_t j = 0; j < waveform.size(); ++j) {
        names.push_back("Harmonic " + std::to_string(j + 1));
    }
    harmonic = std::clamp(harmonic, 0, std::max(0, static_cast<int>(waveform.size()) - 1));
    if (waveform.size() > 1) {
        edit("Harmonic", "Which of the sinusoids of this muscle is edited", names, harmonic);
    }
    if (!waveform.empty()) {
        scrubbed = sinusoid_numbers(context, waveform[static_cast<std::size_t>(harmonic)], harmonic);
    }
    const int pressed = buttons({"Add a harmonic", "Another sinusoid on top, half the last one's period"},
                                {"Take it away", "Removes the harmonic that is edited"});
    if (pressed == 0 && waveform.size() < harmonics_max) {
        const Sinusoid next = waveform.empty() ? Sinusoid{0.3, 1.0, 0.0}
                                               : Sinusoid{0.5 * waveform.back().amplitude, 0.5 * waveform.back().period,
                                                          waveform.back().phase};
        waveform.push_back(next);
        harmonic = static_cast<int>(waveform.size()) - 1;
    } else if (pressed == 1 && !waveform.empty()) {
        waveform.erase(waveform.begin() + harmonic);
    }
    return scrubbed;
}

// While paused, the view shows the target shape of the dragged activation.
void target_of(PanelContext& context, std::optional<double> scrubbed) {
    TargetShown& target = context.view.target;
    if (context.ui_state.playback.is_playing) {
        target = {};
        return;
    }
    if (scrubbed) {
        target = {context.view.muscle, *scrubbed};
    }
    target = target.muscle == context.view.muscle ? target : TargetShown{};
    bool shows = target.muscle >= 0;
    edit("Show the target",
         "Shows the target shape of this muscle at the last dragged value, while paused or "
         "still",
         shows);
    if (shows != (target.muscle >= 0)) {
        target = shows ? TargetShown{context.view.muscle, 1.0} : TargetShown{};
    }
}

void one_muscle(PanelContext& context, double time) {
    const Character& it = *context.ui_state.character;
    MuscleControls& muscles = context.draft.controls.muscles;
    ViewOptions& view = context.view;
    const std::size_t count = it.musculature.count();
    view.muscle = std::clamp(view.muscle, 0, static_cast<int>(count) - 1);
    const auto v = static_cast<std::size_t>(view.muscle);
    edit("Muscle", "The muscle that is shown and edited below", it.musculature.names, view.muscle);
    std::optional<double> scrubbed;
    double held = v < muscles.held.size() ? muscles.held[v] : 0.0;
    const double limit = muscles.gait.limit;
    if (edit({"Hold", "%.2f", "Activation held on top of the gait; drag it to see what the muscle does", -limit, limit,
              0.0},
             held)
            .changed) {
        muscles.held.resize(std::max(muscles.held.size(), v + 1), 0.0);
        muscles.held[v] = held;
        scrubbed = held;
    }
    // An unchanged value must stay exactly equal: a change would add an undo entry.
    const Waveform before = v < muscles.gait.waveforms.size() ? muscles.gait.waveforms[v] : Waveform{};
    Waveform waveform = before;
    edit_waveform("Waveform", waveform, static_cast<std::size_t>(view.harmonic), limit, time);
    if (harmonic_numbers(context, waveform)) {
        scrubbed = waveform[static_cast<std::size_t>(view.harmonic)].amplitude;
    }
    target_of(context, scrubbed);
    if (waveform != before) {
        make_room(muscles.gait, v + 1);
        muscles.gait.waveforms[v] = waveform;
        follow_sliders(context, v, before, waveform);
    }
}

// Shows the current activation, from driving or a gait blend, and not the values that are edited below.
void activations(PanelContext& context) {
    const UiState& now = context.ui_state;
    const auto count = static_cast<Index>(now.character->musculature.count());
    Vector activation = Vector::Zero(count);
    if (now.snapshot && now.snapshot->activation.size() == count) {
        activation = now.snapshot->activation;
    }
    const double limit = std::max(context.draft.controls.muscles.gait.limit, activation.cwiseAbs().maxCoeff());
    const int pressed = activation_bars("Activations", activation, context.view.muscle, limit);
    context.view.muscle = pressed >= 0 ? pressed : context.view.muscle;
}

void muscles_of_tets(PanelContext& context) {
    shapes(context);
    picked_modes(context);
    limbs(context);
    painted_regions(context);
    inflated_pockets(context);
    contracting_fibres(context);
}

} // namespace

void muscle_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || !section("Muscles", now.selected.opened->muscles.are_there() &&
                                                  now.selected.opened->muscles.gaits.is_empty())) {
        return;
    }
    ImGui::PushID("muscles");
    const bool has_modes = !now.character->thin && !now.character->model.is_planar;
    if (has_modes) {
        muscles_of_tets(context);
    }
    example_rows(context);
    const std::size_t count = now.character->musculature.count();
    if (count > 0) {
        const double time = now.snapshot ? now.snapshot->state.time : 0.0;
        gait_numbers(context);
        activations(context);
        whole_gait_buttons(context);
        one_muscle(context, time);
    } else {
        ImGui::TextWrapped("%s", has_modes ? no_muscles : no_muscles_without_modes);
    }
    ImGui::PopID();
}

} // namespace limber::app
