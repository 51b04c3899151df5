// SPDX-License-Identifier: MIT
#include "app/panels/scroll_anchor.h"

#include <algorithm>

namespace limber::app {

// Rows that appear move only what the mouse is on; rows that go also undo what they did before.
double ScrollAnchor::step_for(double moved, double scroll) const {
    if (moved > 0.0) {
        return is_under_mouse_ && scroll > 0.0 ? moved : 0.0;
    }
    return std::max(moved, -(is_under_mouse_ ? scroll : std::min(scroll, pushed_)));
}

// Without a widget under the mouse, a pushed panel keeps the last one. Rows that appear above it meanwhile do not push
// the panel, and are therefore not undone: its lowest height counts.
void ScrollAnchor::hold(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll) {
    const auto now = panel.holds(mouse)
                         ? std::ranges::find_if(places, [&](const auto& place) { return place.second.holds(mouse); })
                         : places.end();
    const auto last = places.find(widget_);
    if (now != places.end()) {
        widget_ = now->first;
        height_ = now->second.y + scroll;
    } else if (pushed_ > 0.0 && last != places.end()) {
        const double height = last->second.y + scroll;
        height_ = is_under_mouse_ ? height : std::min(height_, height);
    } else {
        widget_.clear();
        pushed_ = 0.0;
    }
    is_under_mouse_ = now != places.end();
}

double ScrollAnchor::update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll) {
    const auto held = places.find(widget_);
    const double moved = held == places.end() ? 0.0 : held->second.y + scroll - height_;
    const double step = step_for(moved, scroll);
    pushed_ = scroll > 0.0 ? std::max(pushed_ + step, 0.0) : 0.0;
    if (step != 0.0) {
        height_ += moved; // the widget comes back under the mouse in the next frame
    } else {
        hold(places, panel, mouse, scroll);
    }
    return step;
}

} // namespace limber::app
