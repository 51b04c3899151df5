#pragma once

#include "app/character/stage.h"
#include "app/commands/messages.h"
#include "app/controllers/open_document.h"
#include "app/controllers/plots.h"
#include "app/document/character_description.h"
#include "app/document/document.h"
#include "app/document/region_edits.h"
#include "app/document/scene.h"
#include "app/interaction/brush.h"
#include "app/interaction/drive_input.h"
#include "app/interaction/interaction.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/simulation_thread.h"
#include "engine/core/progress.h"
#include "engine/mesh/quality.h"

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What the panels show, what they edit, and what they ask for: three kinds of values, so that no panel
/// holds a window, a picture or a simulation.
namespace limber::app {

enum class PaintKind { flesh, mode, clusters, muscle, regions };

/// The shape that one muscle pulls towards, shown while time stands still.
struct TargetShown {
    int muscle = -1; // none
    double activation = 0.0;
    bool operator==(const TargetShown&) const = default;
};

/// How the character is shown; not part of the scene.
struct ViewOptions {
    bool secondary = true;
    bool side_by_side = false;
    bool bones = true;
    bool ground = true;
    bool contacts = false;
    PaintKind paint = PaintKind::flesh;
    int painted_mode = 0;
    int muscle = 0;          // that the panel shows and edits
    int harmonic = 0;        // of it
    std::string gait;        // the kept one that was chosen last
    bool drives = false;     // the keys that drive are taken
    bool shows_goal = false; // where it is to go, while Learning is open
    BrushOptions brush;
    TargetShown target;
    /// The obstacle whose numbers the panel shows, as it was when it was chosen.
    struct ChosenObstacle {
        std::size_t index = 0;
        std::size_t count = 0; // of all of them
        Obstacle then;
    };
    ChosenObstacle obstacle;
    bool panels = true;
    bool shortcuts = false;
    bool scenes = false; // the list with pictures
};

/// A scene in the list of scenes.
struct SceneTile {
    std::filesystem::path path;
    std::string title;
    unsigned int picture = 0; // the name of a texture; 0: there is none
};

/// What there is to be read at this moment.
struct UiState {
    const Character* character = nullptr;             // null: nothing is open
    const CharacterDescription* opened = nullptr;     // as the file had it: what numbers are reset to
    const Snapshot* snapshot = nullptr;               // of the selected one
    const LiveControls* simulated_controls = nullptr; // the controls that it simulates with, and its surroundings
    std::uint64_t place = 0;                          // on the timeline that the user asked for
    std::size_t characters = 0;                       // that are there
    int selected = 0;                                 // id of the selected character
    std::size_t opened_with = 0;                      // that were there when the scene opened
    std::string scene_name;                           // of all of it
    const MeshQuality* quality = nullptr;
    const Plots* plots = nullptr;
    DriveCommand drive;    // the request of the driving input
    std::string gait_seen; // the kept one that the selected one plays, changed or not; empty: none of them
    Gait gait_told;        // what its muscles are told, its own or what a key asks for; empty: it stands still
    const GaitSearchStatus* search_status = nullptr; // never null where there is a character
    bool is_search_target = true;                    // the selected one is the target of the search
    std::string search_target;                       // who does; empty: it is gone
    bool watches_best = true;                        // each better gait of the search plays
    bool opens_search = false;                       // from a file, which may turn out to be another body's
    unsigned int population_view = 0; // its gallery's picture, by the name of its texture; 0: there is none
    const std::deque<Message>* messages = nullptr;
    const std::vector<std::filesystem::path>* scenes = nullptr; // that come with the program
    const std::vector<std::filesystem::path>* recent = nullptr;
    const std::vector<SceneTile>* tiles = nullptr; // the same scenes with their pictures
    std::filesystem::path open;                    // what is open, or being opened
    bool building = false;
    ProgressReport progress;
    std::string building_what; // a file, or what is being changed
    bool playing = true;
    double speed = 1.0;        // simulated seconds per second
    double exaggeration = 1.0; // of the secondary motion
    bool can_undo = false;
    bool can_redo = false;
    std::string undo_name; // of the edit that Undo takes back; empty: none
    std::string redo_name;
    std::string question;     // about unsaved changes; empty: none is asked
    bool is_modified = false; // since the last save
    std::string hint;         // what a click will do
    double content_scale = 1.0;
    double width = 1280; // of the window [pixels]
    double height = 720;
};

/// What the panels ask for.
struct PanelCommands {
    Stage from = Stage::nothing; // the earliest stage that must be built anew
    std::vector<Action> actions;
    std::optional<std::filesystem::path> open;
    std::optional<std::filesystem::path> add; // to those who are there
    std::optional<std::filesystem::path> save;
    std::optional<std::filesystem::path> recover;        // the unsaved changes in this file
    std::optional<UnsavedAnswer> answer;                 // to the question
    std::optional<std::filesystem::path> save_recording; // the one that waits for its place
    std::optional<std::filesystem::path> add_gait;       // to those that are kept
    std::optional<int> select;                           // the part of this id
    std::optional<double> seek;                          // clip time [s]
    std::optional<std::uint64_t> rewind;                 // to this place of the past
    std::optional<double> speed;
    std::optional<double> exaggeration;
    std::vector<MuscleExchange> muscle_exchanges; // for the other characters of the selected one's model
    std::optional<std::size_t> dismissed_message;
    bool cancel_building = false;
    bool save_gait = false;                    // the one that plays
    std::optional<std::string> save_kept_gait; // the one of this name
    bool load_gait = false;
    std::optional<std::string> compare_gait; // the kept one, by a twin beside the selected one
    bool stop_comparing = false;
    bool switch_gait = false; // what plays was exchanged by hand, and is to fade in
    std::vector<Message> messages;
    bool reads_messages = false; // the mouse is on them
    std::optional<GaitSearchProblem> start_search;
    std::optional<GaitSearchProblem> continue_search; // with the search that was stopped
    std::optional<bool> pause_search;
    bool save_search = false; // the one of the learner, to a file
    bool ask_for_search = false;
    std::optional<std::filesystem::path> open_search;
    bool stop_search = false;
    bool keep_best = false;  // was kept
    bool watch_best = false; // of the search, again

    void need(Stage stage);
    void act(Action action) {
        actions.push_back(action);
    }
    void say(const std::string& text, Message::Topic topic = Message::Topic::none) {
        messages.push_back({Message::Kind::notice, text, topic});
    }
};

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

/// What the panels work on, handed to each of them.
struct PanelContext {
    const UiState& ui_state;
    const Document& document;
    CharacterDraft& draft; // of the selected character: what widgets edit
    ViewOptions& view;
    Interaction& hand;
    PanelCommands& commands;
    Unfinished& unfinished;

    /// After an edit of the muscles' description: moves waveforms and held activations along, of all characters that
    /// share the model.
    void exchange_muscles(const MuscleExchange& muscles);
};

} // namespace limber::app
