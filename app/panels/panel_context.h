#pragma once

#include "app/commands/command.h"
#include "app/session/ui_state.h"

#include <optional>
#include <string>

/// What the panels show, what they edit, and what they ask for: three kinds of values, so that no panel
/// holds a window, a picture or a simulation.
namespace limber::app {

/// What is typed or dragged in a panel and is not entered yet. There is one hand.
struct Unfinished {
    struct Name {
        std::string of; // what is to be called otherwise
        std::string text;
    };
    struct Count {
        unsigned int widget = 0; // 0: none
        int value = 0;
    };
    Name gait;
    std::optional<std::string> region; // none: its name is not being typed
    Count count;
};

/// What widgets edit.
struct PanelDraft {
    CharacterDraft character; // the selected one
    ViewOptions view;
    Selection selection;
};

/// What the panels work on, handed to each of them.
struct PanelContext {
    const UiState& ui_state;
    const Document& document;
    CharacterDraft& draft; // of the selected character: what widgets edit
    ViewOptions& view;
    Selection& selection;
    Unfinished& unfinished;
    Commands& commands;
    Stage outdated = Stage::nothing; // the earliest stage that the edits of this frame need anew

    void request(Command command) {
        commands.push_back(std::move(command));
    }
    void act(Action action) {
        request(action);
    }
    void say(const std::string& text, Message::Topic topic = Message::Topic::none) {
        request(ShowMessage{{Message::Kind::notice, text, topic}});
    }
    void need(Stage stage);
    /// After an edit of the muscles' description: moves waveforms and held activations along, of all characters that
    /// share the model.
    void exchange_muscles(const MuscleExchange& muscles);
};

} // namespace limber::app
