#pragma once

#include "app/document/character_description.h"
#include "app/motion/controls_recording.h"
#include "app/recording/controls_file.h"

#include <vector>

/// A session written down: what happened on a stage, its edits among it. While one model of each actor is there and
/// nothing but steps is taken it is one segment: what each scene is, the moment from which it starts, every change of
/// the controls, a hash a step. A new model, somebody who comes or goes, a reset and a seek begin the next one, and
/// what goes over into it is its start, by value: a segment is replayed bit for bit from there, whatever was before.
namespace limber::app {

struct Character;

/// What one actor did.
struct CharacterRecording {
    int actor = 0; // its id
    CharacterDescription scene;
    LiveControls start; // with which that scene starts: what the first change changes
    Recording recording;
};

/// All actors, the same steps.
struct Segment {
    std::vector<CharacterRecording> actors;

    std::uint64_t step_count() const {
        return actors.empty() ? 0 : actors.front().recording.step_count;
    }
};

struct Session {
    std::vector<Segment> segments;
    bool failed = false; // the numbers of its last step were not finite

    std::uint64_t step_count() const;
};

/// One segment is a session.
Session session_of(std::vector<CharacterRecording> actors);

/// What is written of a model before anything happens to it.
CharacterRecording blank_recording(int actor, const Character& character);

} // namespace limber::app
