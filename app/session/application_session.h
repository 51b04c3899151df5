#pragma once

#include "app/session/features.h"
#include "app/session/ui_state.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Everything behind the window: the document, the services and the features. It knows no window library, no graphics
/// and no widgets, so that tests drive it with commands and events.
namespace limber::app {

struct SessionOptions {
    std::filesystem::path record; // the user's input is recorded from when the first scene is open; empty: it is not
    std::optional<Cache> cache;   // nullopt: everything is computed
    bool is_playing = true;
};

/// What the session asks of the window.
using WindowRequest = std::variant<AskForFile, CloseFileBrowser, SavePicture, CloseWindow>;

/// Input of one frame that is not an event.
struct InputFrame {
    double seconds = 0.0; // since the last frame
    Viewport viewport;
    bool is_mouse_on_panels = false;
    bool is_editing_panels = false;    // a widget is held
    bool are_messages_hovered = false; // the user reads them
};

class ApplicationSession {
public:
    explicit ApplicationSession(const SessionOptions& options);

    /// Carries out commands in order, each with all that follows from it.
    void carry_out(const Commands& commands);
    void carry_out(const Command& command);

    /// Applies the events of one frame, oldest first.
    void take_input(const std::vector<InputEvent>& events, const InputFrame& frame);
    /// Once a frame, after the input: polls services and lets features follow.
    void update();
    /// Takes over what widgets have edited.
    void apply(const CharacterDraft& draft, const ViewOptions& view, const Selection& selection);
    /// Once a frame, after the panels: sends the scene to the simulation, and makes one undo entry of what was edited,
    /// unless something is still held.
    void settle(bool is_editing_panels);

    /// Models that are to be drawn, before they are shown: the window uploads them, and says so.
    const Built* arriving() const {
        return features_.builder.arriving();
    }
    void show_arrived();
    void refuse_arrived(const Error& error);

    std::vector<WindowRequest> take_window_requests() {
        return std::exchange(requests_, {});
    }

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

    const Editor& editor() const {
        return editor_;
    }
    const ViewOptions& view() const {
        return view_;
    }
    const SceneSnapshots& shown() const {
        return shown_;
    }
    const Features& features() const {
        return features_;
    }
    const Viewport& viewport() const {
        return input_.viewport;
    }
    SessionState state() const;
    UiState ui_state() const;
    /// What tools draw over the view.
    Sketch sketch() const;
    /// The point that the selected character is to come to, if it can be dragged.
    std::optional<Goal> goal() const {
        return features_.gait_search.movable_goal(goal_input(state()));
    }
    /// The plots show the time of frames, too.
    void plot_frame(double milliseconds) {
        features_.playback.plot_frame(milliseconds);
    }
    /// The cursor in the view.
    CursorShape cursor() const {
        return features_.viewport.interaction().cursor();
    }
    /// Nothing moves, and nothing is computed.
    bool is_calm() const;

private:
    // Commands that the session carries out itself, because they change what features share.
    void carry_out_here(const Action& action);
    void carry_out_here(const ShowMessage& command);
    void carry_out_here(const RemoveMessages& command);
    void carry_out_here(const DismissMessage& command);
    void carry_out_here(const EditDocument& command);
    void carry_out_here(const EditCharacter& command);
    void carry_out_here(const SelectCharacter& command);
    void carry_out_here(const AddInstance& command);
    void carry_out_here(const MakeModelUnique& command);
    void carry_out_here(const CancelGesture& command);
    void carry_out_here(const EditView& command);
    void carry_out_here(const MarkSaved& command);
    void carry_out_here(const RebuildOutdated& command);
    void carry_out_here(const CancelBuild& command);
    void carry_out_here(const AskForFile& command);
    void carry_out_here(const FileNotChosen& command);
    void carry_out_here(const CloseFileBrowser& command);
    void carry_out_here(const SavePicture& command);
    void carry_out_here(const CloseWindow& command);
    template <typename C>
    void give_to_features(const C& command);

    void leave();
    void undo_or_redo(bool redo);
    void follow_document(int selected_before, const MuscleControls& muscles_before, bool was_comparing);
    bool rebuild_outdated();
    void withdraw_edits_of(int model);
    void keep_old_models(const Built::Refused& refused);
    void open_scene(const Built& built);
    void add_to_scene(const Built& built);
    void replace_model(const Built& built);
    void report_opened(const Built& built);
    void set_timeline(const std::shared_ptr<Timeline>& timeline);
    void paint(std::vector<InputEvent>& events);
    void use_viewport(const std::vector<InputEvent>& events);
    void touch(const std::vector<InputEvent>& events, double seconds);
    void send_scene();
    void show_selected();
    void poll_simulation();
    void add_excerpt(const Session& excerpt);
    bool keep_excerpts();
    void finish_writing();
    Touchable touchable_now() const;
    bool is_editing() const;
    void notify(const std::string& text, Message::Topic topic = Message::Topic::none);

    Features features_;
    Editor editor_;
    ModelStore models_;
    ViewOptions view_;
    SceneSnapshots shown_;
    Messages messages_;
    InputFrame input_;
    std::vector<WindowRequest> requests_;
    std::filesystem::path record_;
    bool is_recording_ = false; // what the options asked for
    bool is_choosing_file_ = false;
    bool is_all_saved_ = true;
};

} // namespace limber::app
