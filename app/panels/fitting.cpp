// SPDX-License-Identifier: MIT
#include "app/panels/fitting.h"

#include "app/panels/tooltip.h"
#include "engine/core/utf8.h"

#include <imgui.h>

#include <string_view>
#include <utility>

namespace limber::app {
namespace {

constexpr const char* dots = "...";

} // namespace

std::string fitted(const std::string& text, float width) {
    if (ImGui::CalcTextSize(text.c_str()).x <= width) {
        return text;
    }
    std::string_view begin = text;
    while (!begin.empty()) {
        begin = first_bytes(begin, begin.size() - 1);
        const std::string cut = std::string(begin) + dots;
        if (ImGui::CalcTextSize(cut.c_str()).x <= width) {
            return cut;
        }
    }
    return dots;
}

void write_fitted(const std::string& text, bool is_fact) {
    const std::string shown = fitted(text, ImGui::GetContentRegionAvail().x);
    const ImGuiCol colour = is_fact ? ImGuiCol_TextDisabled : ImGuiCol_Text;
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(colour));
    ImGui::TextUnformatted(shown.c_str());
    ImGui::PopStyleColor();
    if (shown != text && ImGui::IsItemHovered()) {
        tooltip(text.c_str());
    }
}

std::vector<std::string> fact_lines(const std::string& first, const std::string& second, float width) {
    std::string both = first + ", " + second;
    if (ImGui::CalcTextSize(both.c_str()).x <= width) {
        return {std::move(both)};
    }
    return {first + ",", second};
}

void write_facts(const std::string& first, const std::string& second) {
    for (const std::string& line : fact_lines(first, second, ImGui::GetContentRegionAvail().x)) {
        write_fitted(line, true);
    }
}

} // namespace limber::app
