// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/clip_playback.h"
#include "app/interaction/layout.h"
#include "app/panels/panel_context.h"

namespace limber::app {

/// The strip below the view: play, step, reset, speed, the clip's timeline, frame and step time.
void playback_strip(PanelContext& context, const ViewArea& area);

/// Whether a clip that does not loop has come to the end of the part that plays.
bool has_ended(double clip_time, const ClipRange& range, bool loops);
/// How long the last pose of a clip that has ended is held [s], if it played from its start at this speed in a motion
/// of so many seconds; 0: not at all.
double seconds_after_end(double motion_seconds, const ClipRange& range, double speed);

/// The time of a looping or ending clip [s], between 0 and its duration.
double place_in_clip(double clip_time, double duration, bool looping);

} // namespace limber::app
