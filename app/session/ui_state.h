#pragma once

#include "app/commands/messages.h"
#include "app/controllers/plots.h"
#include "app/document/character_description.h"
#include "app/interaction/drive_input.h"
#include "app/interaction/view_options.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/snapshot.h"
#include "engine/core/progress.h"

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

/// What panels and the state report read of the session.
namespace limber::app {

/// A scene in the list of scenes.
struct SceneTile {
    std::filesystem::path path;
    std::string title;
    unsigned int picture = 0; // the name of a texture; 0: there is none
};

/// The selected character in numbers.
struct SelectedUi {
    int id = 0;
    std::size_t count = 0;                            // of all characters
    const CharacterDescription* opened = nullptr;     // as the file had it: what numbers are reset to
    const LiveControls* simulated_controls = nullptr; // as the simulation has them, with the surroundings
    int pinned_handles = 0;                           // that stay when the mouse button is released
};

struct GaitUi {
    DriveCommand command; // of keys and stick
    std::string seen;     // the gait of the library that plays, changed or not; empty: another one, or none
    Gait told;            // what the muscles are told; without waveforms: nothing moves
};

struct GaitSearchUi {
    const GaitSearchStatus* status = nullptr; // never null where there is a character
    bool is_target = true;                    // the search is for the selected character
    std::string target;                       // the name of the character that it is for; empty: it was removed
    bool watches_best = true;                 // each better gait plays
    bool is_opening = false;                  // from a file, which may belong to another character
    unsigned int population_view = 0;         // the texture of its picture; 0: there is none
};

struct FilesUi {
    std::string name;                                           // of the scene that is open
    std::filesystem::path open;                                 // what is open, or being opened
    std::size_t opened_with = 0;                                // so many characters
    const std::vector<std::filesystem::path>* scenes = nullptr; // that come with the program
    const std::vector<SceneTile>* tiles = nullptr;              // the same scenes with their pictures
    const std::vector<std::filesystem::path>* recent = nullptr;
};

/// Of the model that is being built, or the scene that is being opened.
struct BuildUi {
    bool is_running = false;
    ProgressReport progress;
    std::string what;
};

struct PlaybackUi {
    bool is_playing = true;
    double speed = 1.0;      // simulated seconds per second
    std::uint64_t place = 0; // on the timeline, that the user asked for
    const Plots* plots = nullptr;
};

struct EditsUi {
    bool can_undo = false;
    bool can_redo = false;
    std::string undo_name; // of the edit that Undo takes back; empty: none
    std::string redo_name;
    std::string question;     // about unsaved changes; empty: none is asked
    bool is_modified = false; // since the last save
};

struct WindowUi {
    double width = 1280; // [pixels]
    double height = 720;
    double content_scale = 1.0;
    const OrbitCamera* camera = nullptr;
    std::string hint; // what a click will do
};

/// What there is to be read at this moment.
struct UiState {
    const Character* character = nullptr; // that is shown; null: nothing is open
    const Snapshot* snapshot = nullptr;   // of it
    SelectedUi selected;
    GaitUi gaits;
    GaitSearchUi search;
    FilesUi files;
    BuildUi build;
    PlaybackUi playback;
    EditsUi edits;
    WindowUi window;
    const std::deque<Message>* messages = nullptr;
};

} // namespace limber::app
