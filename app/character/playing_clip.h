// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"

#include <optional>

/// What plays: a clip of the character, or the user's keys where no clip plays.
namespace limber::app {

/// The clip of the controls; null: the rest pose.
const Clip* playing_clip(const Character& character, int index);

/// [s] of the clip, or else of the keys; 0: nothing plays.
double playing_length(const Character& character, const CharacterControls& controls);
/// [s] simulated while the part that plays does so once; 0: nothing plays, or it stands still.
double playing_time(const Character& character, const LiveControls& controls);
/// Whether its end continues at its start.
bool is_periodic(const Character& character, const CharacterControls& controls);
/// Whether it starts again at its end: as the controls say, or else where it is periodic.
bool does_loop(const Character& character, const CharacterControls& controls);
/// ClipPlayback::loops with which it does or does not: none where it is so by itself.
std::optional<bool> loops_of_playback(const Character& character, const CharacterControls& controls, bool loops);

} // namespace limber::app
