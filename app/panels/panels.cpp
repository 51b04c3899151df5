#include "app/panels/panels.h"

#include "app/character/build_character.h"
#include "app/panels/cards.h"
#include "app/panels/numbers.h"
#include "app/panels/playback_strip.h"
#include "app/panels/scene_pictures.h"
#include "app/panels/sections.h"
#include "app/panels/sketch_painter.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>

namespace limber::app {
namespace {

// Scrolls by as much as what the mouse is on was moved, below the end of the rows where they are few.
void keep_under_mouse(ScrollAnchor& anchor, const ViewArea& area) {
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

void panel(PanelContext& context, const ViewArea& area, ScrollAnchor& anchor) {
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(area.x), static_cast<float>(area.y)));
    ImGui::SetNextWindowSize(ImVec2(static_cast<float>(area.width), static_cast<float>(area.height)));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float scale = static_cast<float>(context.ui_state.content_scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8.0F * scale, 4.0F * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(8.0F * scale, 3.5F * scale));
    scene_section(context);
    characters_section(context);
    mesh_section(context);
    rig_section(context);
    subspace_section(context);
    clusters_section(context);
    muscle_section(context);
    gait_section(context);
    gait_search_section(context);
    surroundings_section(context);
    material_section(context);
    handles_section(context);
    drawing_section(context);
    performance_section(context);
    ImGui::Spacing();
    if (ImGui::SmallButton("Shortcuts (F1)")) {
        context.commands.act(Action::show_shortcuts);
    }
    remember_place("Shortcuts");
    keep_under_mouse(anchor, area);
    ImGui::PopStyleVar(2);
    ImGui::End();
}

ViewArea without_bottom(ViewArea area, double height) {
    area.height -= height;
    return area;
}

// Of the hint: the row of the messages where that is free, and else above it.
ViewArea hint_row(const UiState& ui_state, const Layout& layout, double messages_height) {
    ViewArea row = layout.messages;
    row.y -= ui_state.messages->empty() ? 0.0 : row.height + messages_height;
    return row;
}

} // namespace

PanelCommands Panels::draw(const UiState& ui_state, const Layout& layout, const Sketch& sketch,
                           const Document& document, CharacterDraft& draft, ViewOptions& view, Interaction& hand) {
    PanelCommands commands;
    PanelContext context{ui_state, document, draft, view, hand, commands, unfinished_};
    widget_places().clear();
    start_tooltips();
    paint(sketch, layout.view);
    side_titles(ui_state, layout);
    view.shows_goal = false;
    const ViewArea clear = without_bottom(layout.view, messages_height_);
    if (view.panels) {
        message_row_background(layout);
        panel(context, layout.panel, anchor_);
        playback_strip(context, layout.strip);
        if (!view.scenes) {
            selection_card(context, layout.view);
            hint_line(context, hint_row(ui_state, layout, messages_height_));
        }
    }
    scene_pictures(context, clear);
    empty_card(context, clear);
    working_card(context, clear);
    messages_height_ = messages_card(context, layout, messages_unfolded_);
    shortcuts_card(context, layout.view);
    unsaved_card(context, layout.view);
    const FileBrowser::Purpose purpose = browser_.purpose();
    if (const auto chosen = browser_.draw(*ui_state.recent, ui_state.content_scale, ui_state.width, ui_state.height)) {
        (purpose == FileBrowser::Purpose::save             ? commands.save
         : purpose == FileBrowser::Purpose::save_recording ? commands.save_recording
         : purpose == FileBrowser::Purpose::add            ? commands.add
         : purpose == FileBrowser::Purpose::gait           ? commands.add_gait
         : purpose == FileBrowser::Purpose::search         ? commands.open_search
                                                           : commands.open) = *chosen;
    }
    return commands;
}

void Panels::ask_for_file(FileBrowser::Purpose purpose, const std::filesystem::path& start) {
    browser_.show(purpose, start);
}

bool Panels::is_editing() {
    return ImGui::IsAnyItemActive();
}

bool Panels::has_open_list() {
    return list_is_open();
}

} // namespace limber::app
