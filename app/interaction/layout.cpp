// SPDX-License-Identifier: MIT
#include "app/interaction/layout.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

Layout layout_of(double width, double height, double content_scale, bool panels_shown, bool side_by_side) {
    constexpr double panel_width = 318.0;
    constexpr double strip_height = 112.0;
    constexpr double message_height = 30.0;
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
    if (side_by_side) {
        const double half = std::floor(0.5 * layout.view.width);
        layout.rig_only = {left, 0, half, layout.view.height};
        layout.dynamics = {left + half, 0, layout.view.width - half, layout.view.height};
    }
    return layout;
}

} // namespace limber::app
