#pragma once

#include "app/session/scene_loader.h"
#include "app/session/shared_edits.h"
#include "app/session/shared_state.h"
#include "app/session/ui_state.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

/// Everything behind the window: the document, the services and the features. It knows no window library, no graphics
/// and no widgets, so that tests drive it with commands and events.
namespace limber::app {

struct SessionOptions {
    std::filesystem::path record; // the user's input is recorded from when the first scene is open; empty: it is not
    std::optional<Cache> cache;   // nullopt: everything is computed
    bool is_playing = true;
};

class ApplicationSession {
public:
    explicit ApplicationSession(const SessionOptions& options);

    /// Carries out commands in order, each with all that follows from it.
    void carry_out(const Commands& commands);
    void carry_out(const Command& command);

    // A frame: input, update, the panels' draft and commands, settle.

    /// Applies the events of one frame, oldest first, and sends the scene to the simulation.
    void take_input(const std::vector<InputEvent>& events, const InputFrame& frame);
    /// Polls services and lets features follow.
    void update();
    /// Takes over what widgets have edited.
    void apply(const CharacterDraft& draft, const ViewOptions& view, const Selection& selection);
    /// Makes one undo entry of what was edited, unless something is still held.
    void settle(bool is_editing_panels);

    /// Models that are to be drawn, before they are shown: the window uploads them, and says so.
    const Built* arriving() const {
        return features_.builder.arriving();
    }
    void show_arrived();
    void refuse_arrived(const Error& error);

    std::vector<WindowRequest> take_window_requests() {
        return std::exchange(shared_.requests, {});
    }
    /// The plots show the time of frames, too.
    void plot_frame(double milliseconds) {
        features_.playback.plot_frame(milliseconds);
    }

    // The end.

    /// The window closes: finishes writing, and prints what could not be saved. `keeps_changes`: unsaved changes are
    /// kept for recovery.
    void finish(bool keeps_changes);
    /// The controls file of the session, if one was asked for and a scene was opened; once.
    Result<Done> write_recording();
    /// After an exception: keeps unsaved changes and the last seconds of the simulation.
    void save_what_can_be_saved();
    bool is_all_saved() const {
        return is_all_saved_;
    }
    /// Nothing is computed any more, after a moment's patience.
    bool comes_to_rest(std::chrono::milliseconds patience) const;

    // What is shown.

    const SharedState& shared() const {
        return shared_;
    }
    const Features& features() const {
        return features_;
    }
    const Editor& editor() const {
        return shared_.editor;
    }
    const ViewOptions& view() const {
        return shared_.view;
    }
    const SceneSnapshots& shown() const {
        return shared_.shown;
    }
    const Viewport& viewport() const {
        return shared_.input.viewport;
    }
    SessionState state() const {
        return state_of(shared_, features_);
    }
    /// What tests read: one line of JSON has it with the window's own (application/state_reporter.h).
    Json::Object report() const;
    /// What panels read.
    UiState ui_state() const;
    /// What tools draw over the view.
    Sketch sketch() const;
    /// Nothing moves, and nothing is computed.
    bool is_calm() const;

private:
    template <typename C>
    void give_to_all(const C& command);
    void paint(std::vector<InputEvent>& events);
    void use_viewport(const std::vector<InputEvent>& events);
    void touch(const std::vector<InputEvent>& events, double seconds);
    void send_scene();
    void start_scene(const Built& built);
    void poll_simulation();
    void poll_excerpts();
    void add_excerpt(const Session& excerpt);
    void finish_writing();

    SharedState shared_;
    Features features_;
    SharedEdits edits_{shared_};
    SceneLoader loader_{shared_, features_};
    std::filesystem::path record_;
    bool is_recording_ = false; // what the options asked for
    bool is_all_saved_ = true;
};

} // namespace limber::app
