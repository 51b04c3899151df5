// SPDX-License-Identifier: MIT
#include "app/recording/session.h"

#include "app/character/character.h"
#include "app/character/starting_controls.h"

#include <utility>

namespace limber::app {

std::uint64_t Session::step_count() const {
    std::uint64_t steps = 0;
    for (const Segment& segment : segments) {
        steps += segment.step_count();
    }
    return steps;
}

Session session_of(std::vector<CharacterRecording> characters) {
    Session session;
    session.segments.push_back({std::move(characters)});
    return session;
}

CharacterRecording blank_recording(int id, const Character& character) {
    return {id, character.description, starting_controls(character), {}};
}

} // namespace limber::app
