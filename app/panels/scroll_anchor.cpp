// SPDX-License-Identifier: MIT
#include "app/panels/scroll_anchor.h"

#include <algorithm>

namespace limber::app {
namespace {

bool is_in_view(const ViewArea& panel, const ViewArea& place) {
    return panel.holds(Pixel(place.x + place.width / 2, place.y + place.height / 2));
}

std::string widget_under(const WidgetPlaces& places, const Pixel& mouse) {
    const auto found = std::ranges::find_if(places, [&](const auto& place) { return place.second.holds(mouse); });
    return found == places.end() ? std::string() : found->first;
}

std::string first_in_view(const WidgetPlaces& places, const ViewArea& panel) {
    const std::pair<const std::string, ViewArea>* first = nullptr;
    for (const auto& place : places) {
        if (is_in_view(panel, place.second) && (!first || place.second.y < first->second.y)) {
            first = &place;
        }
    }
    return first ? first->first : std::string();
}

} // namespace

// Without a widget under the mouse the last one is kept while it is in view.
void ScrollAnchor::hold(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll) {
    const auto last = places.find(widget_);
    if (const std::string now = panel.holds(mouse) ? widget_under(places, mouse) : std::string(); !now.empty()) {
        widget_ = now;
    } else if (last == places.end() || !is_in_view(panel, last->second)) {
        widget_ = first_in_view(places, panel);
    }
    if (const auto held = places.find(widget_); held != places.end()) {
        height_ = held->second.y + scroll;
    }
}

double ScrollAnchor::update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll) {
    const auto held = places.find(widget_);
    const double moved = held == places.end() ? 0.0 : held->second.y + scroll - height_;
    const double step = scroll > 0.0 ? std::max(moved, -scroll) : 0.0;
    if (step != 0.0) {
        height_ += moved; // the widget comes back to its place in the next frame
    } else {
        hold(places, panel, mouse, scroll);
    }
    return step;
}

} // namespace limber::app
