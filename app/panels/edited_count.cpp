// SPDX-License-Identifier: MIT
#include "app/panels/edited_count.h"

#include <imgui.h>

namespace limber::app {

std::optional<int> edited_count(const Number& number, int value, Unfinished::Count& dragged) {
    const ImGuiID widget = ImGui::GetID(number.name);
    int shown = dragged.widget == widget ? dragged.value : value;
    const Edited edited = edit(number, shown);
    if (edited.changed) {
        dragged = {widget, shown};
    }
    if (dragged.widget == widget && (edited.finished || !ImGui::IsAnyItemActive())) {
        dragged = {};
    }
    return edited.finished ? std::optional(shown) : std::nullopt;
}

} // namespace limber::app
