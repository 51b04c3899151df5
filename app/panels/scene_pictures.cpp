// SPDX-License-Identifier: MIT
#include "app/panels/scene_pictures.h"

#include "app/panels/fitting.h"
#include "app/panels/texture_id.h"
#include "app/panels/widget_places.h"

#include <imgui.h>

#include <algorithm>

namespace limber::app {
namespace {

constexpr float tile_width = 168.0F; // [pixels] minimum, for a display of scale one
constexpr float aspect = 1.6F;       // of the pictures

// The window lies behind the cards for progress and errors.
constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus;

void headline(PanelContext& context) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Choose a character");
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float padding = 2.0F * ImGui::GetStyle().FramePadding.x;
    const float open_width = ImGui::CalcTextSize("Open a file...").x + padding;
    const float close_width = ImGui::CalcTextSize("Close").x + padding;
    const float buttons_at = ImGui::GetContentRegionMax().x - open_width - close_width - gap;
    if (ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap < buttons_at) {
        ImGui::SameLine(buttons_at);
    }
    if (ImGui::Button("Open a file...")) {
        context.act(Action::open_file);
    }
    ImGui::SameLine();
    if (ImGui::Button("Close")) {
        context.view.scenes = false;
    }
    remember_place("Close the scenes");
    ImGui::Spacing();
}

void paint_tile(const SceneTile& tile, ImVec2 low, ImVec2 size, bool is_open) {
    ImDrawList& ink = *ImGui::GetWindowDrawList();
    const float rounding = ImGui::GetStyle().FrameRounding;
    const ImVec2 high(low.x + size.x, low.y + size.y);
    if (tile.picture != 0) {
        ink.AddImageRounded(texture_id(tile.picture), low, high, ImVec2(0, 0), ImVec2(1, 1), IM_COL32_WHITE, rounding);
    } else {
        ink.AddRectFilled(low, high, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding);
    }
    if (ImGui::IsItemHovered() || is_open) {
        const ImU32 colour = ImGui::GetColorU32(ImGuiCol_CheckMark, ImGui::IsItemHovered() ? 1.0F : 0.5F);
        ink.AddRect(low, high, colour, rounding, 0, 0.15F * ImGui::GetFontSize());
    }
    const std::string title = fitted(tile.title, size.x);
    const ImVec2 text = ImGui::CalcTextSize(title.c_str());
    ink.AddText(ImVec2(low.x + 0.5F * (size.x - text.x), high.y + 0.15F * text.y), ImGui::GetColorU32(ImGuiCol_Text),
                title.c_str());
}

void scene_tile(PanelContext& context, const SceneTile& tile, float width) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 size(width, width / aspect);
    const bool is_open = tile.path == context.ui_state.files.open;
    ImGui::PushID(tile.path.c_str());
    if (ImGui::InvisibleButton("tile", ImVec2(size.x, size.y + 1.4F * ImGui::GetFontSize()))) {
        context.view.scenes = false;
        if (ImGui::GetIO().KeyShift) {
            context.request(AddFile{tile.path});
        } else if (!is_open) {
            context.request(OpenFile{tile.path});
        }
    }
    ImGui::PopID();
    remember_place("picture: " + tile.title);
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    paint_tile(tile, low, size, is_open);
}

} // namespace

void scene_pictures(PanelContext& context, const ViewArea& view) {
    if (!context.view.scenes) {
        return;
    }
    const float scale = static_cast<float>(context.ui_state.window.content_scale);
    ImGui::SetNextWindowPos(ImVec2(static_cast<float>(view.x), static_cast<float>(view.y)));
    ImGui::SetNextWindowSize(ImVec2(static_cast<float>(view.width), static_cast<float>(view.height)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(18.0F * scale, 14.0F * scale));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(10.0F * scale, 8.0F * scale));
    ImGui::Begin("scenes", nullptr, flags);
    headline(context);
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const int columns = std::max(1, static_cast<int>((room + gap) / (tile_width * scale + gap)));
    const float width = (room + gap) / static_cast<float>(columns) - gap;
    int column = 0;
    for (const SceneTile& tile : *context.ui_state.files.tiles) {
        if (column > 0) {
            ImGui::SameLine();
        }
        scene_tile(context, tile, width);
        column = (column + 1) % columns;
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

} // namespace limber::app
