// SPDX-License-Identifier: MIT
#include "app/panels/scroll_anchor.h"

#include <algorithm>

namespace limber::app {

double ScrollAnchor::update(const WidgetPlaces& places, const ViewArea& panel, const Pixel& mouse, double scroll) {
    const auto before = places.find(widget_);
    const double moved = before == places.end() ? 0.0 : before->second.y + scroll - height_;
    const auto now = panel.holds(mouse)
                         ? std::ranges::find_if(places, [&](const auto& place) { return place.second.holds(mouse); })
                         : places.end();
    widget_ = now == places.end() ? std::string() : now->first;
    height_ = now == places.end() ? 0.0 : now->second.y + scroll;
    return moved;
}

} // namespace limber::app
