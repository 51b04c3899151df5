// SPDX-License-Identifier: MIT
#include "app/character/playing_clip.h"

#include <cmath>

namespace limber::app {

const Clip* playing_clip(const Character& character, int index) {
    const bool is_there = index >= 0 && index < static_cast<int>(character.clips.size());
    return is_there ? &character.clips[static_cast<std::size_t>(index)] : nullptr;
}

double playing_length(const Character& character, const CharacterControls& controls) {
    if (const Clip* clip = playing_clip(character, controls.clip)) {
        return clip->duration();
    }
    return controls.keys.is_empty() ? 0.0 : controls.keys.length();
}

double playing_time(const Character& character, const LiveControls& controls) {
    const double length = playing_length(character, controls);
    const bool plays = controls.is_enabled && length > 0.0 && controls.clip_speed != 0.0;
    return plays ? range_of(controls.playback, length).length() / std::abs(controls.clip_speed) : 0.0;
}

bool is_periodic(const Character& character, const CharacterControls& controls) {
    const Clip* clip = playing_clip(character, controls.clip);
    return !clip || clip->looping;
}

bool does_loop(const Character& character, const CharacterControls& controls) {
    return controls.playback.loops.value_or(is_periodic(character, controls));
}

std::optional<bool> loops_of_playback(const Character& character, const CharacterControls& controls, bool loops) {
    return loops == is_periodic(character, controls) ? std::nullopt : std::optional(loops);
}

} // namespace limber::app
