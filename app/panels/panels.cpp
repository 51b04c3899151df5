#include "app/panels/panels.h"

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

void panel(Studio& studio, const ViewArea& area, ScrollAnchor& anchor) {
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(area.x), static_cast<float>(area.y)));
    ImGui::SetNextWindowSize(ImVec2(static_cast<float>(area.width), static_cast<float>(area.height)));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    const float scale = static_cast<float>(studio.readings.content_scale);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(8.0F * scale, 4.0F * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(8.0F * scale, 3.5F * scale));
    scene_section(studio);
    cast_section(studio);
    mesh_section(studio);
    rig_section(studio);
    subspace_section(studio);
    clusters_section(studio);
    muscle_section(studio);
    gait_section(studio);
    learning_section(studio);
    surroundings_section(studio);
    material_section(studio);
    handles_section(studio);
    drawing_section(studio);
    performance_section(studio);
    ImGui::Spacing();
    if (ImGui::SmallButton("Shortcuts (F1)")) {
        studio.wishes.act(Action::show_shortcuts);
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
ViewArea hint_row(const Readings& readings, const Layout& layout, double messages_height) {
    ViewArea row = layout.messages;
    row.y -= readings.messages->empty() ? 0.0 : row.height + messages_height;
    return row;
}

} // namespace

PanelWishes Panels::draw(const Readings& readings, const Layout& layout, const Sketch& sketch, Edits& edits,
                         ViewOptions& view, Interaction& hand) {
    PanelWishes wishes;
    Studio studio{readings, edits, view, hand, wishes, unfinished_};
    widget_places().clear();
    start_tooltips();
    paint(sketch, layout.view);
    side_titles(readings, layout);
    view.shows_lesson = false;
    const ViewArea clear = without_bottom(layout.view, messages_height_);
    if (view.panels) {
        message_row_background(layout);
        panel(studio, layout.panel, anchor_);
        playback_strip(studio, layout.strip);
        if (!view.scenes) {
            selection_card(studio, layout.view);
            hint_line(studio, hint_row(readings, layout, messages_height_));
        }
    }
    scene_pictures(studio, clear);
    empty_card(studio, clear);
    working_card(studio, clear);
    messages_height_ = messages_card(studio, layout, messages_unfolded_);
    shortcuts_card(studio, layout.view);
    const FileBrowser::Purpose purpose = browser_.purpose();
    if (const auto chosen = browser_.draw(*readings.recent, readings.content_scale, readings.width, readings.height)) {
        (purpose == FileBrowser::Purpose::save             ? wishes.save
         : purpose == FileBrowser::Purpose::save_recording ? wishes.save_recording
         : purpose == FileBrowser::Purpose::add            ? wishes.add
         : purpose == FileBrowser::Purpose::gait           ? wishes.add_gait
         : purpose == FileBrowser::Purpose::search         ? wishes.open_search
                                                           : wishes.open) = *chosen;
    }
    return wishes;
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
