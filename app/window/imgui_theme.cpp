// SPDX-License-Identifier: MIT
#include "app/window/imgui_theme.h"

#include "app/window/needed_glyphs.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <type_traits>

namespace limber::app {
namespace {

static_assert(std::is_same_v<ImWchar, unsigned short>);

constexpr float text_height = 15.5F; // [window pixel] at a content scale of one

// Typefaces with the letters that Inter lacks, by their paths on Debian, Fedora, Arch and macOS.
constexpr std::array other_alphabets = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf", "/System/Library/Fonts/Supplemental/Arial Unicode.ttf"};
constexpr std::array chinese_japanese_korean = {"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
                                                "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
                                                "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
                                                "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
                                                "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
                                                "/System/Library/Fonts/PingFang.ttc"};

// Adds the glyphs that the typefaces before it lack, from the first of the files that is there.
template <std::size_t count>
void merge_typeface(const std::array<const char*, count>& places, float height, const ImWchar* ranges) {
    std::error_code none;
    const auto* const file =
        std::ranges::find_if(places, [&](const char* place) { return std::filesystem::is_regular_file(place, none); });
    if (file != places.end()) {
        ImFontConfig config;
        config.MergeMode = true;
        ImGui::GetIO().Fonts->AddFontFromFileTTF(*file, height, &config, ranges);
    }
}

void load_typeface(float content_scale, const ImWchar* needed) {
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    fonts.Clear();
    const std::string file = typeface_file();
    const float height = std::round(text_height * content_scale);
    if (file.empty() || fonts.AddFontFromFileTTF(file.c_str(), height, nullptr, usual_glyphs().data()) == nullptr) {
        ImFontConfig config;
        config.SizePixels = height;
        fonts.AddFontDefault(&config);
    }
    if (*needed == 0) {
        return;
    }
    if (!file.empty()) {
        ImFontConfig config;
        config.MergeMode = true;
        fonts.AddFontFromFileTTF(file.c_str(), height, &config, needed);
    }
    merge_typeface(other_alphabets, height, needed);
    merge_typeface(chinese_japanese_korean, height, needed);
}

ImVec4 rgb(unsigned int hex, float opacity = 1.0F) {
    const auto channel = [hex](unsigned int shift) {
        return static_cast<float>((hex >> shift) & 0xFFU) / 255.0F;
    };
    return {channel(16), channel(8), channel(0), opacity};
}

// One accent colour and greys.
constexpr unsigned int accent = 0x2F7D8C;
constexpr unsigned int ink = 0x23292E;
constexpr unsigned int paper = 0xF7F6F4;
constexpr unsigned int field = 0xE6E5E2;
constexpr unsigned int line = 0xD3D2CE;

void colour_surfaces(ImVec4* colours) {
    colours[ImGuiCol_Text] = rgb(ink);
    colours[ImGuiCol_TextDisabled] = rgb(0x7C838A);
    colours[ImGuiCol_TextSelectedBg] = rgb(accent, 0.28F);
    colours[ImGuiCol_WindowBg] = rgb(paper, 0.94F);
    colours[ImGuiCol_ChildBg] = rgb(paper, 0.0F);
    colours[ImGuiCol_PopupBg] = rgb(0xFDFCFB, 0.98F);
    colours[ImGuiCol_MenuBarBg] = rgb(paper);
    colours[ImGuiCol_Border] = rgb(line, 0.8F);
    colours[ImGuiCol_BorderShadow] = rgb(0, 0.0F);
    colours[ImGuiCol_TitleBg] = rgb(paper);
    colours[ImGuiCol_TitleBgActive] = rgb(paper);
    colours[ImGuiCol_TitleBgCollapsed] = rgb(paper, 0.8F);
    colours[ImGuiCol_Separator] = rgb(line);
    colours[ImGuiCol_SeparatorHovered] = rgb(accent, 0.6F);
    colours[ImGuiCol_SeparatorActive] = rgb(accent);
    colours[ImGuiCol_TableHeaderBg] = rgb(field);
    colours[ImGuiCol_TableBorderStrong] = rgb(line);
    colours[ImGuiCol_TableBorderLight] = rgb(line, 0.6F);
    colours[ImGuiCol_TableRowBg] = rgb(0, 0.0F);
    colours[ImGuiCol_TableRowBgAlt] = rgb(ink, 0.03F);
    colours[ImGuiCol_ModalWindowDimBg] = rgb(ink, 0.25F);
    colours[ImGuiCol_NavWindowingDimBg] = rgb(ink, 0.2F);
    colours[ImGuiCol_NavWindowingHighlight] = rgb(accent, 0.6F);
}

void colour_controls(ImVec4* colours) {
    colours[ImGuiCol_FrameBg] = rgb(field);
    colours[ImGuiCol_FrameBgHovered] = rgb(0xDCDBD7);
    colours[ImGuiCol_FrameBgActive] = rgb(0xD3D8D9);
    colours[ImGuiCol_Button] = rgb(field);
    colours[ImGuiCol_ButtonHovered] = rgb(accent, 0.25F);
    colours[ImGuiCol_ButtonActive] = rgb(accent, 0.5F);
    colours[ImGuiCol_Header] = rgb(ink, 0.05F);
    colours[ImGuiCol_HeaderHovered] = rgb(accent, 0.16F);
    colours[ImGuiCol_HeaderActive] = rgb(accent, 0.3F);
    colours[ImGuiCol_CheckMark] = rgb(accent);
    colours[ImGuiCol_SliderGrab] = rgb(accent, 0.5F); // translucent: the value is drawn on top
    colours[ImGuiCol_SliderGrabActive] = rgb(accent, 0.75F);
    colours[ImGuiCol_ScrollbarBg] = rgb(0, 0.0F);
    colours[ImGuiCol_ScrollbarGrab] = rgb(ink, 0.18F);
    colours[ImGuiCol_ScrollbarGrabHovered] = rgb(ink, 0.3F);
    colours[ImGuiCol_ScrollbarGrabActive] = rgb(accent);
    colours[ImGuiCol_ResizeGrip] = rgb(ink, 0.08F);
    colours[ImGuiCol_ResizeGripHovered] = rgb(accent, 0.4F);
    colours[ImGuiCol_ResizeGripActive] = rgb(accent);
    colours[ImGuiCol_Tab] = rgb(ink, 0.0F);
    colours[ImGuiCol_TabHovered] = rgb(accent, 0.25F);
    colours[ImGuiCol_TabActive] = rgb(accent, 0.18F);
    colours[ImGuiCol_TabUnfocused] = rgb(ink, 0.0F);
    colours[ImGuiCol_TabUnfocusedActive] = rgb(accent, 0.12F);
    colours[ImGuiCol_PlotLines] = rgb(accent);
    colours[ImGuiCol_PlotLinesHovered] = rgb(0x1F6472);
    colours[ImGuiCol_PlotHistogram] = rgb(accent);
    colours[ImGuiCol_PlotHistogramHovered] = rgb(0x1F6472);
    colours[ImGuiCol_DragDropTarget] = rgb(accent);
    colours[ImGuiCol_NavHighlight] = rgb(accent);
}

ImGuiStyle even_spacing() {
    ImGuiStyle style;
    style.WindowPadding = {16.0F, 14.0F};
    style.FramePadding = {9.0F, 5.0F};
    style.ItemSpacing = {8.0F, 8.0F};
    style.ItemInnerSpacing = {8.0F, 6.0F};
    style.CellPadding = {6.0F, 4.0F};
    style.IndentSpacing = 16.0F;
    style.ScrollbarSize = 10.0F;
    style.GrabMinSize = 12.0F;
    style.WindowRounding = 10.0F;
    style.ChildRounding = 8.0F;
    style.PopupRounding = 8.0F;
    style.FrameRounding = 6.0F;
    style.GrabRounding = 6.0F;
    style.TabRounding = 6.0F;
    style.ScrollbarRounding = 6.0F;
    style.WindowBorderSize = 1.0F;
    style.PopupBorderSize = 1.0F;
    style.FrameBorderSize = 0.0F;
    style.WindowTitleAlign = {0.0F, 0.5F};
    style.WindowMenuButtonPosition = ImGuiDir_None;
    return style;
}

} // namespace

std::string typeface_file() {
    // Inter on Debian, Fedora, Arch and macOS.
    constexpr std::array places = {
        "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
        "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",
        "/usr/share/fonts/rsms-inter-fonts/Inter-Regular.otf",
        "/usr/share/fonts/inter/Inter-Regular.otf",
        "/usr/local/share/fonts/Inter-Regular.otf",
        "/Library/Fonts/Inter-Regular.otf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    };
    std::error_code none;
    for (const char* place : places) {
        if (std::filesystem::is_regular_file(place, none)) {
            return place;
        }
    }
    return "";
}

void apply_theme(float content_scale, const unsigned short* needed) {
    ImGuiStyle style = even_spacing();
    colour_surfaces(style.Colors);
    colour_controls(style.Colors);
    style.ScaleAllSizes(content_scale);
    ImGui::GetStyle() = style;
    load_typeface(content_scale, needed);
}

} // namespace limber::app
