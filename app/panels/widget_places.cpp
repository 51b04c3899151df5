// SPDX-License-Identifier: MIT
#include "app/panels/widget_places.h"

#include <imgui_internal.h> // the flags of the current window

namespace limber::app {

WidgetPlaces& widget_places() {
    static WidgetPlaces places;
    return places;
}

WidgetPlaces& widget_places_in_popups() {
    static WidgetPlaces places;
    return places;
}

void remember_place(const std::string& name) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 size = ImGui::GetItemRectSize();
    const ImVec2 centre(low.x + size.x / 2, low.y + size.y / 2);
    if (ImGui::IsRectVisible(centre, ImVec2(centre.x + 1, centre.y + 1))) { // where a click on it goes
        const bool is_in_popup = (ImGui::GetCurrentWindowRead()->RootWindow->Flags & ImGuiWindowFlags_Popup) != 0;
        WidgetPlaces& places = is_in_popup ? widget_places_in_popups() : widget_places();
        places[name] = {static_cast<double>(low.x), static_cast<double>(low.y), static_cast<double>(size.x),
                        static_cast<double>(size.y)};
    }
}

} // namespace limber::app
