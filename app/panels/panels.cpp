// SPDX-License-Identifier: MIT
#include "app/panels/panels.h"

#include "app/character/playing_clip.h"
#include "app/character_build/build_character.h"
#include "app/character_skin/skin.h"
#include "app/character_skin/travelling.h"
#include "app/document/clip_playback.h"
#include "app/imports/imported_character.h"
#include "app/motion/loop_lengths.h"
#include "app/panels/cards.h"
#include "app/panels/numbers.h"
#include "app/panels/playback_strip.h"
#include "app/panels/scene_pictures.h"
#include "app/panels/sections.h"
#include "app/panels/sketch_painter.h"
#include "app/panels/widget_places.h"
#include "app/simulation/snapshot.h"
#include "engine/loads/load_file.h"

#include <imgui.h>
#include <imgui_internal.h> // ClearActiveID

#include <algorithm>
#include <optional>

namespace limber::app {
namespace {

// Of the motion since the last reset, where the selected character has held the last pose of its clip.
double seconds_after_clip(const UiState& ui_state, const Scene& scene) {
    const Character* const character = ui_state.character;
    const CharacterInstance* const instance = ui_state.snapshot ? scene.instance(ui_state.snapshot->id) : nullptr;
    if (!character || !instance) {
        return 0.0;
    }
    CharacterControls controls = instance->controls;
    controls.clip = ui_state.snapshot->clip; // an index into the clips of the shown model
    const ClipRange range = range_of(controls.playback, playing_length(*character, controls));
    if (!has_ended(ui_state.snapshot->clip_time, range, does_loop(*character, controls))) {
        return 0.0;
    }
    const TimelineSpan& span = ui_state.snapshot->timeline;
    const double since_reset = span.removed_seconds + span.motion_seconds;
    return std::min(seconds_after_end(since_reset, range, controls.clip_speed), span.motion_seconds);
}

// Of the selected character; that of the scene is at least as long. Others may loop where it does not.
std::optional<double> seconds_of_loop_of(const UiState& ui_state, const Scene& scene) {
    if (!ui_state.character || !ui_state.snapshot || !ui_state.selected.simulated_controls) {
        return std::nullopt;
    }
    LiveControls controls = *ui_state.selected.simulated_controls;
    controls.clip = ui_state.snapshot->clip; // an index into the clips of the shown model
    const double seconds = seconds_of_loop(*ui_state.character, controls);
    return seconds > 0.0 || scene.instances.size() == 1 ? std::optional(seconds) : std::nullopt;
}

bool selected_leaves_its_place(const UiState& ui_state, const Scene& scene) {
    const Character* const character = ui_state.character;
    const CharacterInstance* const instance = ui_state.snapshot ? scene.instance(ui_state.snapshot->id) : nullptr;
    if (!character || !instance) {
        return false;
    }
    const SkinOutline* const outline = character->skin ? &character->skin->outline : nullptr;
    return leaves_its_place(*character, outline, instance->controls.clip, scene.instances.size() == 1);
}

// Scrolls the panel by the displacement of the widget that stays in its place, beyond the last row if there are few
// rows.
void keep_still(ScrollAnchor& anchor, const ViewArea& area) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const float scroll = ImGui::GetScrollY();
    const double moved =
        anchor.update(widget_places(), area, Pixel(static_cast<double>(mouse.x), static_cast<double>(mouse.y)),
                      static_cast<double>(scroll));
    const float wanted = std::max(scroll + static_cast<float>(moved), 0.0F);
    const float rows = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y;
    if (const float missing = wanted + ImGui::GetWindowHeight() - rows; wanted > 0.0F && missing > 0.0F) {
        ImGui::Dummy(ImVec2(0.0F, missing));
    }
    if (wanted != scroll) {
        ImGui::SetScrollY(wanted);
    }
}

void sections_of_muscles(PanelContext& context) {
    muscle_section(context);
    behaviour_section(context);
    gait_section(context);
    gait_search_section(context);
}

void sections_of_tets(PanelContext& context) {
    live_input_section(context);
    subspace_section(context);
    loads_section(context);
    clusters_section(context);
    comparison_section(context);
    sections_of_muscles(context);
}

void panel(PanelContext& context, const ViewArea& area, ScrollAnchor& anchor) {
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(area.x), static_cast<float>(area.y)));
    ImGui::SetNextWindowSize(ImVec2(static_cast<float>(area.width), static_cast<float>(area.height)));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float scale = static_cast<float>(context.ui_state.window.content_scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8.0F * scale, 4.0F * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(8.0F * scale, 3.5F * scale));
    scene_section(context);
    problems_section(context);
    characters_section(context);
    rigid_section(context);
    mesh_section(context);
    rig_section(context);
    if (context.ui_state.character && context.ui_state.character->thin) {
        thin_section(context);
        muscle_section(context);
        behaviour_section(context);
    } else if (context.ui_state.character && context.ui_state.character->model.is_planar) {
        plane_section(context);
        sections_of_muscles(context);
    } else {
        sections_of_tets(context);
    }
    surroundings_section(context);
    material_section(context);
    handles_section(context);
    springs_section(context);
    drawing_section(context);
    performance_section(context);
    ImGui::Spacing();
    if (ImGui::SmallButton("Shortcuts (F1)")) {
        context.act(Action::show_shortcuts);
    }
    remember_place("Shortcuts");
    keep_still(anchor, area);
    ImGui::PopStyleVar(2);
    ImGui::End();
}

ViewArea without_bottom(ViewArea area, double height) {
    area.height -= height;
    return area;
}

// The row of the hint: the row of the messages if that is empty, otherwise the row above it and above the legend that
// stands on the messages.
ViewArea hint_row(const UiState& ui_state, const Layout& layout, double messages_height) {
    ViewArea row = layout.messages;
    row.y -= ui_state.messages->empty() ? 0.0 : row.height + messages_height + layout.legend.height;
    return row;
}

// The view without what the messages, and the hint above them, cover of it.
ViewArea above_hint(const UiState& ui_state, const Layout& layout, double messages_height) {
    ViewArea area = layout.view;
    area.height = std::min(area.height, hint_row(ui_state, layout, messages_height).y - area.y);
    return area;
}

// The row of the messages, with what they cover of the view; nullopt: there are none.
std::optional<ViewArea> area_of_messages(const UiState& ui_state, const Layout& layout, double messages_height) {
    if (ui_state.messages->empty()) {
        return std::nullopt;
    }
    const ViewArea& view = layout.view;
    ViewArea area =
        layout.messages.height > 0.0 ? layout.messages : ViewArea{view.x, view.y + view.height, view.width, 0.0};
    area.y -= messages_height;
    area.height += messages_height;
    return area;
}

// What the characters of a scene were read from.
std::vector<std::filesystem::path> files_read(const Scene& scene) {
    std::vector<std::filesystem::path> files;
    for (const auto& [id, model] : scene.models) {
        files.insert(files.end(), {model.mesh, model.rig, loads_file_of(model.subspace_file)});
        for (const std::filesystem::path& clip : model.clips) {
            const auto in_file = clip_in_character_file(clip);
            files.push_back(in_file ? in_file->file : clip);
        }
    }
    return files;
}

Command command_for(FilePurpose purpose, const std::filesystem::path& chosen, const FileBrowser& browser) {
    switch (purpose) {
    case FilePurpose::save:
        return SaveDocument{chosen};
    case FilePurpose::save_recording:
        return SaveRecording{chosen};
    case FilePurpose::export_motion:
        return browser.export_to(chosen);
    case FilePurpose::add:
        return AddFile{chosen};
    case FilePurpose::clip:
        return AddClip{chosen};
    case FilePurpose::rig:
        return AttachRig{chosen};
    case FilePurpose::gait:
        return AddGait{chosen};
    case FilePurpose::search:
        return OpenGaitSearch{chosen};
    case FilePurpose::motion:
        return TakeSubspaceFile{SubspaceKind::pod, chosen};
    case FilePurpose::seen_motion:
        return FitSubspaceToMotion{chosen};
    case FilePurpose::weights:
        return TakeSubspaceFile{SubspaceKind::weights, chosen};
    case FilePurpose::loads:
        return TakeSubspaceFile{{}, chosen};
    case FilePurpose::paint:
        return AddPaintFromFile{chosen};
    case FilePurpose::cage:
        return TakeCageFile{chosen};
    case FilePurpose::open:
        break;
    }
    return OpenFile{chosen};
}

} // namespace

Commands Panels::draw(const UiState& ui_state, const Layout& layout, const Sketch& sketch, const Document& document,
                      PanelDraft& draft) {
    Commands commands;
    PanelContext context{ui_state, document, draft.character, draft.view, draft.selection, unfinished_, commands};
    widget_places().clear();
    widget_places_in_popups().clear();
    start_tooltips(area_around(layout.strip, area_of_messages(ui_state, layout, messages_height_)),
                   layout.compared.empty() ? std::nullopt : std::optional(layout.panel));
    const ViewArea clear = without_bottom(layout.view, messages_height_);
    if (!draft.view.scenes) {                                     // which lets some light through
        const bool has_row = sketch.legend && sketch.legend->row; // below the hint
        paint(sketch, layout.view, has_row ? clear : above_hint(ui_state, layout, messages_height_));
        side_titles(context, layout);
    }
    draft.view.shows_goal = false;
    if (draft.view.panels) {
        message_row_background(layout);
        panel(context, layout.panel, anchor_);
        playback_strip(context, layout.strip);
        if (!draft.view.scenes) {
            // Of a comparison over the character itself, whose handles and bones the card is about.
            selection_card(context, layout.compared.empty() ? layout.view : layout.dynamics);
            hint_line(context, hint_row(ui_state, layout, messages_height_));
        }
    }
    scene_pictures(context, clear);
    empty_card(context, clear);
    const double working_height = working_card(context, clear);
    export_card(context, without_bottom(clear, working_height));
    messages_height_ = messages_card(context, layout, messages_);
    shortcuts_card(context, layout.view);
    unsaved_card(context, layout.view);
    draw_browser(ui_state, document.scene, commands);
    are_edits_cancelled() = false;
    if (context.outdated != Stage::nothing) {
        commands.emplace_back(RebuildCharacter{context.outdated});
    }
    return commands;
}

void Panels::draw_browser(const UiState& ui_state, const Scene& scene, Commands& commands) {
    if (browser_.is_shown()) {
        browser_.keep(files_read(scene));
        const TimelineSpan span = ui_state.snapshot ? ui_state.snapshot->timeline : TimelineSpan{};
        browser_.set_motion(span.is_beside ? 0 : span.motion_steps, span.motion_seconds);
        browser_.set_removed_seconds(span.removed_seconds);
        browser_.set_seconds_after_clip(seconds_after_clip(ui_state, scene));
        browser_.set_loop(seconds_of_loop_of(ui_state, scene));
        browser_.set_scene(ui_state.files.open);
        browser_.set_follows(selected_leaves_its_place(ui_state, scene));
    }
    const auto chosen = browser_.draw(*ui_state.files.recent, ui_state.window.content_scale, ui_state.window.width,
                                      ui_state.window.height);
    if (chosen && asked_) {
        commands.emplace_back(FileChosen{});
        commands.push_back(command_for(*asked_, *chosen, browser_));
        asked_.reset();
    } else if (asked_ && !browser_.is_shown()) {
        commands.emplace_back(FileNotChosen{*std::exchange(asked_, std::nullopt)});
    }
}

void Panels::ask_for_file(FilePurpose purpose, const std::filesystem::path& start) {
    asked_ = purpose;
    browser_.show(purpose, start);
}

bool Panels::is_editing() {
    return ImGui::IsAnyItemActive();
}

bool Panels::cancel_drag() {
    if (!is_editing() || ImGui::GetIO().WantTextInput) {
        return false;
    }
    ImGui::ClearActiveID();
    are_edits_cancelled() = true;
    return true;
}

bool Panels::has_open_list() {
    return list_is_open();
}

} // namespace limber::app
