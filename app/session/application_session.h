// SPDX-License-Identifier: MIT
#pragma once

#include "app/controllers/ui_state.h"
#include "app/session/document_edits.h"
#include "app/session/scene_loader.h"
#include "app/session/shared_state.h"
#include "app/session/window_edits.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

/// Everything behind the window: the document, the services and the features. It does not depend on the window library,
/// graphics or widgets, so that tests can drive it with commands and events.
namespace limber::app {

class ApplicationSession {
public:
    explicit ApplicationSession(const SessionOptions& options);

    /// Carries out commands in order, each with all commands that follow from it.
    void carry_out(const Commands& commands);
    void carry_out(const Command& command);

    // A frame: input, update, the panels' draft and commands, settle.

    /// Applies the events of one frame, oldest first, and sends the scene to the simulation.
    void take_input(const std::vector<InputEvent>& events, const InputFrame& frame);
    /// Polls services and updates the features.
    void update();
    /// Applies the edits of widgets.
    void apply(const CharacterDraft& draft, const ViewOptions& view, const Selection& selection);
    /// Makes one undo entry of all edits, unless a widget or a drag is still held.
    void settle(bool is_editing_panels);

    /// A built model or scene that waits to be drawn. The window uploads it and then calls show_arrived or
    /// refuse_arrived.
    const Built* arriving() const;
    void show_arrived();
    void refuse_arrived(const Error& error);

    std::vector<WindowRequest> take_window_requests() {
        return std::exchange(shared_.requests, {});
    }
    /// Adds the duration of a frame to the plots.
    void plot_frame(double milliseconds) {
        features_.get<PlaybackController>().plot_frame(milliseconds);
    }

    // The end.

    /// Call it when the window closes: finishes writing, and prints what could not be saved. `keeps_changes`: unsaved
    /// changes are kept for recovery.
    void finish(bool keeps_changes);
    /// Writes the controls file, if one was requested and a scene was opened; once.
    Result<Done> write_recording();
    /// Call it after an exception: keeps unsaved changes and the last seconds of the simulation.
    void save_after_error();
    bool is_all_saved() const {
        return is_all_saved_;
    }
    /// Waits for at most `timeout`, and returns whether all computing has ended.
    bool wait_until_idle(std::chrono::milliseconds timeout) const;

    // The state that the window shows.

    const SharedState& shared() const {
        return shared_;
    }
    template <typename Feature>
    const Feature& feature() const {
        return features_.get<Feature>();
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
    /// The session's values in the state report, which the window completes (application/state_reporter.h).
    Json report() const;
    /// The values that panels read.
    UiState ui_state() const;
    /// The lines and labels that tools draw over the view.
    Sketch sketch() const;
    CursorShape cursor() const {
        return shared_.pointer.cursor();
    }
    /// Whether nothing moves and nothing is computed.
    bool is_calm() const;

private:
    template <typename C>
    void dispatch(const C& command);
    void use_pointer(const std::vector<InputEvent>& events);
    Tools tools();
    std::string hint(const SessionState& now) const;
    void send_scene();
    void ask_about_new_edits();
    void start_scene(const Built& built);
    void poll_simulation();
    void poll_excerpts();
    void add_excerpt(const Session& excerpt);
    void keep_changes();
    void finish_writing();

    SharedState shared_;
    Features features_;
    DocumentEdits document_edits_{shared_};
    WindowEdits window_edits_{shared_};
    SceneLoader loader_{shared_, features_};
    std::filesystem::path record_;
    bool is_recording_ = false; // as requested by the options
    bool is_all_saved_ = true;
};

} // namespace limber::app
