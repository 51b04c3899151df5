// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/ui_state.h"
#include "app/live_input/live_input.h"
#include "app/panels/joint_lists.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// What panels show, what they edit, and what they request, as three kinds of values. Panels hold no window, picture or
/// simulation.
namespace limber::app {

/// Text, numbers or choices that are not entered yet, and the lists to choose from. There is one mouse, so at most one
/// of each.
struct Unfinished {
    struct Name {
        std::string of; // the current name
        std::string text;
    };
    struct Count {
        unsigned int widget = 0; // 0: none
        int value = 0;
    };
    /// Other keys keep their places while the dragged one passes them.
    struct KeyDrag {
        enum class State { none, on, ended_early };
        State state = State::none;
        PoseKeys before;        // the keys when the drag began
        PoseKeys now;           // as the drag left them; others, of another character or by undo, end it
        std::size_t number = 0; // of the key among those before
        double time = 0.0;      // where it is now [s]
    };
    /// The bones that are chosen for a clip that the rig refused.
    struct Matching {
        std::uint64_t number = 0; // as in JointMatchingUi
        ClipRetargeting chosen;
    };
    Name gait;
    KeyDrag key;
    Matching matching;
    JointLists joint_lists;
    bool opens_matches = false;          // the table of joints and bones of a clip opens when it is drawn next
    std::optional<std::string> region;   // nullopt: no name is being typed
    std::optional<std::string> spring;   // likewise
    std::optional<std::string> movement; // likewise
    std::optional<std::string> group;    // of a spring, likewise
    std::optional<std::string> example;  // of the next example pose; nullopt: the one that is proposed
    std::optional<std::string> preset;   // as region
    Count count;
    int tracker_port = usual_tracker_port;
};

/// The values that widgets edit.
struct PanelDraft {
    CharacterDraft character; // the selected one
    ViewOptions view;
    Selection selection;
};

/// The argument of every panel.
struct PanelContext {
    const UiState& ui_state;
    const Document& document;
    CharacterDraft& draft; // of the selected character; widgets edit it
    ViewOptions& view;
    Selection& selection;
    Unfinished& unfinished;
    Commands& commands;
    Stage outdated = Stage::nothing; // the earliest stage that must be rebuilt after this frame's edits

    void request(Command command) {
        commands.push_back(std::move(command));
    }
    void act(Action action) {
        request(action);
    }
    void say(const std::string& text, Message::Topic topic = Message::Topic::none) {
        request(ShowMessage{{Message::Kind::notice, text, topic}});
    }
    /// Whether a typed name has at most so many letters; if not, a message says that the previous one stays.
    bool accepts_name(const std::string& typed, std::size_t letters_max);
    void need(Stage stage);
    /// After an edit of the muscles' description: assigns waveforms and held activations to the new muscles, for all
    /// characters that share the model.
    void exchange_muscles(const MuscleExchange& muscles);
};

} // namespace limber::app
