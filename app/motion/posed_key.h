// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"

#include <optional>

namespace limber::app {

/// The time of a key that is set at this time of the clip [s]: inside of what plays.
double time_of_key(const Character& character, const CharacterControls& controls, double clip_time);

/// The controls with a key at that time: of the bone (-1: none), and of all bones and targets that are posed by hand.
/// If there are none, it is a key of all bones and targets that have keys. The pose at that time stays as it is: what
/// was posed by hand becomes a part of the key. Returns nullopt if there is nothing to key.
std::optional<CharacterControls> with_pose_keyed(const Character& character, CharacterControls controls,
                                                 double clip_time, int bone);

/// How a bone is moved from the clip, in its own frame: its keys at this time of the clip [s], and then what was posed
/// by hand. The identity for a bone that the rig does not have.
Affine shown_offset(const Character& character, const CharacterControls& controls, double clip_time, int bone);

} // namespace limber::app
