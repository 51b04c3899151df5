#pragma once

#include "app/commands/messages.h"
#include "app/controllers/plots.h"
#include "app/document/character_description.h"
#include "app/interaction/drive_input.h"
#include "app/interaction/view_options.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/snapshot.h"
#include "engine/core/progress.h"
#include "engine/mesh/quality.h"

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
    int pinned_handles = 0;                           // that stay when the mouse button is released
    const OrbitCamera* camera = nullptr;
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

} // namespace limber::app
