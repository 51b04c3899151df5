// SPDX-License-Identifier: MIT
#include "app/interaction/layout.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

// The character in the first tile, the others after it, in rows of at most three, above the legend.
void place_tiles(const Beside& beside, double legend_height, Layout& layout) {
    const int count = 1 + beside.compared;
    const int columns = count == 4 ? 2 : std::min(count, 3);
    const int rows = (count + columns - 1) / columns;
    ViewArea view = layout.view;
    view.height -= beside.has_legend ? legend_height : 0.0;
    layout.legend = {view.x, view.y + view.height, view.width, layout.view.height - view.height};
    const auto edge = [](double from, double length, int i, int of) {
        return from + std::floor(length * i / of);
    };
    for (int i = 0; i < count; ++i) {
        const double x = edge(view.x, view.width, i % columns, columns);
        const double y = edge(view.y, view.height, i / columns, rows);
        const ViewArea tile{x, y, edge(view.x, view.width, i % columns + 1, columns) - x,
                            edge(view.y, view.height, i / columns + 1, rows) - y};
        if (i == 0) {
            layout.dynamics = tile;
        } else {
            layout.compared.push_back(tile);
        }
    }
}

} // namespace

Layout layout_of(double width, double height, double content_scale, bool panels_shown, const Beside& beside) {
    constexpr double panel_width = 318.0;
    constexpr double strip_height = 112.0;
    constexpr double message_height = 30.0;
    constexpr double legend_height = 26.0;
    constexpr double panel_share_max = 0.45;
    Layout layout;
    const double left = panels_shown ? std::round(std::min(panel_width * content_scale, panel_share_max * width)) : 0.0;
    const double row = panels_shown ? std::round(std::min(message_height * content_scale, 0.1 * height)) : 0.0;
    const double controls = panels_shown ? std::round(std::min(strip_height * content_scale, 0.3 * height)) : 0.0;
    const double below = row + controls;
    layout.panel = {0, 0, left, height};
    layout.strip = {left, height - controls, width - left, controls};
    layout.messages = {left, height - below, width - left, row};
    layout.view = {left, 0, width - left, height - below};
    layout.dynamics = layout.view;
    layout.rig_only = {left, 0, 0, 0};
    layout.legend = {left, 0, 0, 0};
    if (beside.compared > 0) {
        place_tiles(beside, std::round(std::min(legend_height * content_scale, 0.1 * layout.view.height)), layout);
    } else if (beside.rig_only) {
        const double half = std::floor(0.5 * layout.view.width);
        layout.rig_only = {left, 0, half, layout.view.height};
        layout.dynamics = {left + half, 0, layout.view.width - half, layout.view.height};
    }
    return layout;
}

} // namespace limber::app
