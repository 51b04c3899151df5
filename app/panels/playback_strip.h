// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/layout.h"
#include "app/panels/panel_context.h"

namespace limber::app {

/// The strip below the view: play, step, reset, speed, the clip's timeline, frame and step time.
void playback_strip(PanelContext& context, const ViewArea& area);

/// The time of a looping or ending clip [s], between 0 and its duration.
double place_in_clip(double clip_time, double duration, bool looping);

} // namespace limber::app
