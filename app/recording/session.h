// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"
#include "app/motion/controls_recording.h"
#include "app/recording/controls_file.h"

#include <vector>

/// The recording of a scene with its edits. A segment lasts while the models stay the same and only steps are taken. It
/// holds each character's scene, its starting stored state, every change of the controls, and a hash per step. A new
/// model, an added or removed character, a reset and a seek begin the next segment. The start of a segment is stored by
/// value, so that it is replayed bit for bit without the earlier segments.
namespace limber::app {

struct Character;

/// The recording of one character.
struct CharacterRecording {
    int id = 0; // of the character
    CharacterDescription scene;
    LiveControls start; // the starting controls of the scene, to which the first change applies
    Recording recording;
};

/// The recordings of all characters over the same steps.
struct Segment {
    std::vector<CharacterRecording> characters;

    std::uint64_t step_count() const {
        return characters.empty() ? 0 : characters.front().recording.step_count;
    }
};

struct Session {
    std::vector<Segment> segments;
    bool failed = false; // the numbers of its last step were not finite

    std::uint64_t step_count() const;
};

/// One segment is a session.
Session session_of(std::vector<CharacterRecording> characters);

/// The recording of a model before its first step.
CharacterRecording blank_recording(int id, const Character& character);

} // namespace limber::app
