// SPDX-License-Identifier: MIT
#include "app/character/clip_stride.h"
#include "app/character/playing_clip.h"
#include "app/document/number_limits.h"
#include "app/interaction/rig_placement.h"
#include "app/interaction/shortcuts.h"
#include "app/motion/posed_key.h"
#include "app/panels/joint_table.h"
#include "app/panels/numbers.h"
#include "app/panels/paint_sources.h"
#include "app/panels/phrases.h"
#include "app/panels/region_section.h"
#include "app/panels/sections.h"
#include "app/panels/widget_places.h"
#include "app/simulation/shown_clip.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// "Rest pose" and the document's clips. Those that the shown model does not have are named by their files.
std::vector<std::string> choices_of_clip(const PanelContext& context) {
    const Character& it = *context.ui_state.character;
    const std::vector<std::filesystem::path>& clips = context.draft.description.clips;
    std::vector<std::string> names{"Rest pose"};
    for (int i = 0; i < static_cast<int>(clips.size()); ++i) {
        const Clip* clip = playing_clip(it, index_in_shown_model(*context.ui_state.snapshot, clips, i).value_or(-1));
        const std::string name = clip ? clip->name : clips[static_cast<std::size_t>(i)].stem().string();
        names.push_back(name.empty() ? "Clip " + std::to_string(names.size()) : name);
    }
    return short_names(names);
}

void clip_choice(PanelContext& context) {
    const Character& it = *context.ui_state.character;
    CharacterControls& controls = context.draft.controls;
    const std::vector<std::string> names = choices_of_clip(context);
    int chosen = std::min(controls.clip + 1, static_cast<int>(names.size()) - 1);
    if (edit("Clip", "The clip that the rig plays", names, chosen)) {
        controls.clip = chosen - 1;
        reset_part(controls.playback);
    }
    const Number speed{"Clip speed", "%.2f x", "Clip seconds per simulated second",
                       0.1,          4.0,      1.0,
                       1.0,          true,     controls.clip >= 0 ? nullptr : "No clip plays."};
    edit(speed, controls.clip_speed);
    bool loops = does_loop(it, controls);
    if (edit("Loop",
             "The clip starts again at its end; otherwise the last pose is held. At first as the file of the clip says",
             loops)) {
        controls.playback.loops = loops_of_playback(it, controls, loops);
    }
}

// The part of the clip that plays, as numbers.
void clip_range(PanelContext& context) {
    ClipPlayback& playback = context.draft.controls.playback;
    const auto chosen =
        index_in_shown_model(*context.ui_state.snapshot, context.draft.description.clips, context.draft.controls.clip);
    CharacterControls controls = context.draft.controls;
    controls.clip = chosen.value_or(-1);
    const double duration = playing_length(*context.ui_state.character, controls);
    if (!chosen || !(duration > 0.0)) {
        return;
    }
    const bool open = ImGui::TreeNode("Part of the clip");
    remember_place("Part of the clip");
    if (!open) {
        return;
    }
    const ClipRange range = range_of(playback, duration);
    const Number in{"In", "%.2f s", "The first pose that plays; also a mark above the clip's bar", 0.0, duration, 0.0};
    const Number out{"Out", "%.2f s", "The last pose that plays; also a mark above the clip's bar",
                     0.0,   duration, duration};
    const Number fade{
        "Cross-fade", "%.2f s", "How long a clip blends into the next one, and the end of a part into its start",
        0.0,          2.0,      usual_cross_fade};
    double start = range.in;
    double end = range.out;
    if (edit(in, start).changed) {
        playback.in = std::clamp(start, 0.0, range.out);
    }
    if (edit(out, end).changed) {
        playback.out = end >= duration ? std::nullopt : std::optional(std::clamp(end, range.in, duration));
    }
    edit(fade, playback.cross_fade);
    ImGui::TreePop();
}

bool has_key_now(const PanelContext& context) {
    CharacterControls controls = context.draft.controls;
    const Snapshot& shown = *context.ui_state.snapshot;
    if (!shows_chosen_clip(shown, context.draft.description.clips, controls.clip)) {
        return false;
    }
    controls.clip = shown.clip;
    const double now = time_of_key(*context.ui_state.character, controls, shown.clip_time);
    const double reach = std::max(0.5 * context.draft.environment.time_step, same_key_seconds);
    return std::ranges::any_of(controls.keys.all(),
                               [&](const PoseKey& key) { return std::abs(key.time - now) <= reach; });
}

// Keyframes of the rig; the strip shows them as diamonds above the clip's bar.
void keys_of_rig(PanelContext& context) {
    CharacterControls& controls = context.draft.controls;
    Usable usable;
    usable.second = has_key_now(context);
    const int pressed = buttons({"Set key", tooltip_of(Action::set_key).c_str()},
                                {"Remove key", tooltip_of(Action::remove_key).c_str()}, usable);
    if (pressed >= 0) {
        context.act(pressed == 0 ? Action::set_key : Action::remove_key);
    }
    const bool is_clip_chosen =
        controls.clip >= 0 && controls.clip < static_cast<int>(context.draft.description.clips.size());
    if (controls.keys.is_empty() || is_clip_chosen) {
        return;
    }
    double length = controls.keys.length();
    const Number number{"Keys last", "%.2f s", "Where no clip plays, the keys start again after this time",
                        0.1,         20.0,     usual_keys_length};
    if (edit(number, length).changed && keys_length_range.holds(length)) {
        controls.keys = with_length(controls.keys, length);
    }
}

// Without effect where the stride is as good as the better one, until the clip is carried over with it.
bool feet_button(double stride, double better, double slide) {
    constexpr double same_stride = 5e-4; // it is shown with three decimals
    const bool is_there = std::abs(stride - better) < same_stride;
    const std::string words = is_there ? "The stride is already that with which standing feet slide least"
                                       : words_about_stride(stride, better, slide);
    ImGui::BeginDisabled(is_there);
    const bool is_pressed = button("Let the feet slide least", words.c_str());
    ImGui::EndDisabled();
    return is_pressed;
}

// How far the hips go along the ground, and a button for the way with which feet slide least.
void stride_of(PanelContext& context, const std::filesystem::path& clip, const CarriedClip& carried) {
    ModelDescription& description = context.draft.description;
    ClipRetargeting retargeting = retargeting_of(description, clip);
    const Number number{"Stride",
                        "%.3f",
                        "Factor of the way of the hips along the ground, so that feet slide less on legs of other "
                        "proportions. Saved with the scene",
                        0.5,
                        2.0,
                        1.0};
    const Edited edited = edit(number, retargeting.stride);
    const auto better = better_stride(carried);
    const bool is_pressed = better && feet_button(retargeting.stride, *better, carried.slide.mean_then);
    retargeting.stride = is_pressed ? *better : std::clamp(retargeting.stride, stride_range.low, stride_range.high);
    if (edited.changed || is_pressed) {
        set_retargeting(description, clip, retargeting);
    }
    if (edited.finished || is_pressed) {
        context.need(Stage::clips);
    }
}

std::string range_of(const FootHeights& heights) {
    return measured(heights.lowest, "m") + " to " + measured(heights.highest, "m");
}

// How high the feet are over the ground, and whether legs are bent for it.
void foot_heights_of(PanelContext& context, const std::filesystem::path& clip, const CarriedClip& carried) {
    fact("Lowest foot", range_of(*carried.heights),
         ("The lowest joint of the feet over where it rests, over the whole motion; below 0 it is in the ground. With "
          "legs that only turn as those of the capture it is at " +
          range_of(*carried.heights_of_turns))
             .c_str());
    ModelDescription& description = context.draft.description;
    ClipRetargeting retargeting = retargeting_of(description, clip);
    if (edit("Feet as high as captured",
             "Bends the legs until each ankle is as high over the ground as in the capture, and keeps toes that the "
             "capture does not have above it. Saved with the scene",
             retargeting.keeps_foot_heights)) {
        set_retargeting(description, clip, retargeting);
        context.need(Stage::clips);
    }
}

void clip_files(PanelContext& context) {
    const Character& it = *context.ui_state.character;
    const std::vector<std::filesystem::path>& clips = context.draft.description.clips;
    const int playing = context.draft.controls.clip;
    const bool plays = playing >= 0 && playing < static_cast<int>(clips.size());
    const int index = index_in_shown_model(*context.ui_state.snapshot, clips, playing).value_or(-1);
    const bool has_report = index >= 0 && index < static_cast<int>(it.carried_clips.size());
    if (has_report && it.carried_clips[static_cast<std::size_t>(index)]) {
        const CarriedClip& carried = *it.carried_clips[static_cast<std::size_t>(index)];
        fact("Follow it", counted(static_cast<long long>(carried.matches.size()), "bone", "bones"),
             "Bones of the rig that follow a joint of the motion");
        if (plays) {
            table_of_matches(context, std::filesystem::path(clips[static_cast<std::size_t>(playing)]),
                             static_cast<std::size_t>(index));
        }
        if (has_standing_feet(carried)) {
            fact("Feet slide", measured(carried.slide.mean, "m"),
                 ("How far a standing foot slides, on average; in the capture it was " +
                  measured_in_line(carried.slide.mean_of_source, "m"))
                     .c_str());
        }
        if (plays && carried.has_hips) {
            const std::filesystem::path clip = clips[static_cast<std::size_t>(playing)];
            stride_of(context, clip, carried);
            if (carried.heights) {
                foot_heights_of(context, clip, carried);
            }
        }
    }
    table_of_refused_clip(context);
    Usable usable;
    usable.second = plays;
    const int pressed =
        buttons({"Add a clip...", "A clip of this rig (.json), or a motion capture (.bvh) or the motion of another "
                                  "character (.glb, .gltf), carried over by the names of the bones"},
                {"Remove clip", "Takes the clip that plays out of the character; its file stays"}, usable);
    if (pressed == 0) {
        context.request(AskForFile{FilePurpose::clip});
    } else if (pressed == 1) {
        context.request(RemoveClip{playing});
    }
}

void rig_file(PanelContext& context) {
    const CharacterDescription& built = context.ui_state.character->description;
    const bool has_file = built.rig_kind == RigKind::file;
    const std::pair attach{has_file ? "Replace the rig..." : "Attach a rig...",
                           "A rig of this mesh (.json), or that of a character of this shape (.glb, .gltf) with its "
                           "clips; clips that it cannot play are taken out"};
    if (!has_file) {
        if (button(attach.first, attach.second)) {
            context.request(AskForFile{FilePurpose::rig});
        }
        return;
    }
    fact("Rig", built.rig.filename().string(), built.rig.string().c_str());
    const int pressed = buttons(attach, {"Detach the rig", "Takes the rig and its clips away: the body hangs on one "
                                                           "handle; the files stay"});
    if (pressed == 0) {
        context.request(AskForFile{FilePurpose::rig});
    } else if (pressed == 1) {
        context.request(DetachRig{});
    }
}

void bone_choice(PanelContext& context) {
    const Skeleton& skeleton = context.ui_state.character->rig.skeleton;
    if (skeleton.bone_count() < 2) {
        return;
    }
    std::vector<std::string> names{"None"};
    for (const Bone& bone : skeleton.bones) {
        names.push_back(bone.name.empty() ? "Bone " + std::to_string(names.size()) : bone.name);
    }
    Selection& selection = context.selection;
    int chosen = selection.kind == Selection::Kind::bone ? selection.index + 1 : 0;
    if (edit("Bone", "The bone that the gizmo moves; or click one in the view", names, chosen)) {
        selection = chosen > 0 ? Selection{Selection::Kind::bone, chosen - 1} : Selection{};
    }
}

void target_weights(PanelContext& context) {
    const std::vector<Target>& targets = context.ui_state.character->rig.targets;
    if (targets.empty()) {
        return;
    }
    constexpr std::size_t few = 8; // more would push all other sections out of the panel
    const bool open = ImGui::TreeNodeEx("Targets", targets.size() <= few ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    remember_place("Targets");
    if (!open) {
        return;
    }
    CharacterControls& controls = context.draft.controls;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        const std::string name = targets[t].name.empty() ? "Target " + std::to_string(t + 1) : targets[t].name;
        const Number number{name.c_str(), "%.2f", "Weight of this target of the rig, added to the clip's",
                            -1.0,         1.0,    0.0};
        double weight = t < controls.target_weights.size() ? controls.target_weights[t] : 0.0;
        if (edit(number, weight).changed) {
            set_target_weight(controls, t, weight);
        }
    }
    ImGui::TreePop();
}

bool edit_axes(const char* what, const char* format, const char* text, double low, double high, double rest, Vec3& v) {
    bool changed = false;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string name = std::string(what) + " " + axis_names.at(static_cast<std::size_t>(axis));
        const Number number{name.c_str(), format, text, low, high, rest};
        changed = edit(number, v(axis)).changed || changed;
    }
    return changed;
}

// Edits the affine handle, which moves the whole rig.
void placement(PanelContext& context) {
    const Character& it = *context.ui_state.character;
    const bool is_free = it.description.rig_kind == RigKind::none;
    const bool only_handle = it.bone_count() == 1 && !is_free;
    const char* name = is_free ? "Place of the body" : only_handle ? "Affine handle" : "Whole rig";
    const bool open = ImGui::TreeNodeEx(name, only_handle ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    remember_place("Whole rig");
    if (!open) {
        return;
    }
    const BoundingBox box = bounding_box(it.mesh.X);
    Affine& map = context.draft.controls.rig_offset;
    RigPlacement placed = placement_of(map, box.centre());
    // With several characters, the offset may be larger than the body.
    const double reach = box.diagonal() + 2.0 * std::min(map.col(3).stableNorm(), coordinate_max);
    bool changed = edit_axes("Move", "%.3f m", "Moves the whole rig (p, the rig's parameters)", -reach, reach, 0.0,
                             placed.translation);
    changed |= edit_axes("Turn", "%.0f\u00b0", "Turns the whole rig around its middle (p)", -180.0, 180.0, 0.0,
                         placed.degrees);
    changed |=
        edit_axes("Stretch", "%.2f x", "Stretches the whole rig along its own axis (p)", 0.2, 3.0, 1.0, placed.stretch);
    if (changed) {
        map = affine_of(placed, box.centre());
    }
    if (button("Gizmo in the view", "Selects the whole rig: rings turn it, arrows and knob move it")) {
        context.selection = {Selection::Kind::whole_rig, 0};
    }
    ImGui::TreePop();
}

void painted_leak(PanelContext& context, LeakDescription& leak) {
    BrushOptions& brush = context.view.brush;
    if (button("Paint where it leaks",
               "Selects the brush: the flesh takes up the rig's movement where the paint is (1 - D), instead of near "
               "the surface")) {
        brush.is_held = true;
        brush.target = BrushTarget::leak;
        brush.region = -1;
    }
    if (!brush.paints(BrushTarget::leak)) {
        return;
    }
    paint_sources(context, {BrushTarget::leak, 0}, Stage::rig);
    brush_numbers(brush);
    if (!leak.painted.is_blank() && button("Leak near the surface", "Removes the paint (Ctrl+Z restores it)")) {
        leak.painted = {};
        context.need(Stage::rig);
    }
    brush_down(brush);
}

void momentum_leak(PanelContext& context) {
    LeakDescription& leak = context.draft.description.leak;
    const bool is_open = ImGui::TreeNode("Momentum leak");
    remember_place("Momentum leak");
    if (!is_open) {
        return;
    }
    const Number amount{
        "Leak",
        "%.2f",
        "How much of the rig's movement the flesh may take up as a wobble of its own: 0 none, 1 all, so that the rig "
        "does not hold the body (D, raised to a power)",
        0.0,
        1.0,
        context.ui_state.selected.opened->leak.amount};
    if (edit(amount, leak.amount).finished) {
        context.need(Stage::rig);
    }
    const Number depth{"Leak depth",
                       "%.2f of the size",
                       "How deep below the surface the flesh takes up the rig's movement (in D)",
                       0.01,
                       1.0,
                       context.ui_state.selected.opened->leak.depth,
                       1.0,
                       true,
                       leak.amount <= 0.0 || leak.amount >= 1.0 ? "All of the momentum is kept, or all of it leaks."
                       : leak.painted.is_blank()                ? nullptr
                                                                : "The momentum leaks where it is painted."};
    if (edit(depth, leak.depth).finished) {
        context.need(Stage::rig);
    }
    if (context.ui_state.character->description.rig_kind != RigKind::none) {
        painted_leak(context, leak);
    }
    ImGui::TreePop();
}

void show_bones(ViewOptions& view, bool has_rig) {
    bool shown = view.bones && has_rig;
    ImGui::BeginDisabled(!has_rig);
    const bool pressed = edit("Show bones", tooltip_of(Action::show_bones).c_str(), shown);
    ImGui::EndDisabled();
    view.bones = pressed ? shown : view.bones;
    if (!has_rig && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        tooltip("The body has no rig and therefore no bones.");
    }
}

} // namespace

void rig_section(PanelContext& context) {
    const UiState& now = context.ui_state;
    if (!now.character || !section("Rig and clip", now.selected.opened->muscles.gaits.is_empty())) {
        return;
    }
    if (now.character->thin || now.character->model.is_planar) { // has neither a rig nor clips
        placement(context);
        return;
    }
    ViewOptions& view = context.view;
    clip_choice(context);
    if (now.character->description.rig_kind == RigKind::file) {
        clip_files(context);
    }
    rig_file(context);
    clip_range(context);
    edit("Secondary motion", tooltip_of(Action::secondary_motion).c_str(), view.secondary);
    const Number exaggeration{"Exaggeration",
                              "%.2f x",
                              "Draws the wobble larger or smaller than it is (B z); the simulation does not change",
                              0.0,
                              4.0,
                              1.0,
                              1.0,
                              false,
                              view.secondary ? nullptr : "The secondary motion is off."};
    double exaggerated = context.document.exaggeration;
    if (edit(exaggeration, exaggerated).changed) {
        context.request(EditDocument{[exaggerated](Document& document) { document.exaggeration = exaggerated; },
                                     "Change exaggeration", true});
    }
    edit("Side by side", tooltip_of(Action::side_by_side).c_str(), view.side_by_side);
    second_column();
    const bool has_rig = now.character->description.rig_kind != RigKind::none;
    show_bones(view, has_rig);
    if (has_rig) {
        bone_choice(context);
    }
    target_weights(context);
    if (has_rig) {
        keys_of_rig(context);
    }
    placement(context);
    if (has_rig && button("Reset the pose to the clip", tooltip_of(Action::reset_pose).c_str())) {
        context.act(Action::reset_pose);
    }
    momentum_leak(context);
}

} // namespace limber::app
