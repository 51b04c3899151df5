// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/messages.h"
#include "app/comparison/live_comparison.h"
#include "app/comparison/mode_errors.h"
#include "app/controllers/plots.h"
#include "app/document/character_description.h"
#include "app/document/material_file.h"
#include "app/interaction/drive_input.h"
#include "app/interaction/view_options.h"
#include "app/scenes/scene_problems.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/snapshot.h"
#include "engine/core/progress.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

/// The values that panels and the state report read. Each feature sets its own in `add_to`.
namespace limber::app {

/// A scene in the list of scenes.
struct SceneTile {
    std::filesystem::path path;
    std::string title;
    unsigned int picture = 0; // the name of a texture; 0: none
};

/// The selected character's values.
struct SelectedUi {
    int id = 0;
    std::size_t count = 0;                            // of all characters
    const CharacterDescription* opened = nullptr;     // as in the file; numbers are reset to these values
    const LiveControls* simulated_controls = nullptr; // as in the simulation, with the surroundings
    int pinned_handles = 0;                           // handles that stay when the mouse button is released
};

struct GaitUi {
    DriveCommand command;     // of keys and stick
    std::string library_name; // the library's gait that plays, changed or not; empty: another gait, or none
    Gait current;             // the muscles' current gait; without waveforms: no motion
};

struct GaitSearchUi {
    const GaitSearchStatus* status = nullptr; // not null if there is a character
    bool is_target = true;                    // the search is for the selected character
    std::string target;                       // the name of the search's character; empty: it was removed
    bool watches_best = true;                 // each better gait plays
    bool is_opening = false;                  // a search is being read from a file, and may belong to another character
    unsigned int population_view = 0;         // the texture of the population's picture; 0: none
};

/// A character of the scene.
struct NamedCharacter {
    int id = 0;
    std::string title = {};
};

struct ComparisonUi {
    std::vector<ComparedSubspace> shown;  // beside the selected character, as in the document once edits have ended
    const ComparedStep* newest = nullptr; // null: none yet
    std::vector<FailedSubspace> failed;   // that are not shown
    bool waits_for_motion = false;        // *Best for a motion* is made once the character has moved
    std::size_t learned_poses = 0;        // of the character, from which *Best for a motion* is made; 0: none
    bool is_preparing = false;
    ProgressReport progress;               // of the preparation
    std::vector<NamedCharacter> elsewhere; // that have compared subspaces and are not selected
};

struct ModeErrorsUi {
    const ModeErrors* newest = nullptr; // null: none yet
    bool is_outdated = false;           // the character, its controls or its motion have changed since
    bool is_running = false;
    ProgressReport progress;
};

struct FilesUi {
    std::string name;                                           // of the open scene
    std::filesystem::path open;                                 // the file that is open or being opened
    std::size_t opened_with = 0;                                // the number of characters at that time
    std::filesystem::path folder;                               // of new files; empty: the working folder
    const std::vector<std::filesystem::path>* scenes = nullptr; // the scenes that come with the program
    const std::vector<SceneTile>* tiles = nullptr;              // the same scenes with their pictures
    const std::vector<std::filesystem::path>* recent = nullptr;
};

/// The model that is being built, or the scene that is being opened.
struct BuildUi {
    bool is_running = false;
    ProgressReport progress;
    std::string what;
    Index target_vertices = 0; // with which the selected character's surface is being filled; 0: it is not
};

/// A clip that the selected character's rig refused, while the user chooses the bones that follow its joints.
struct JointMatchingUi {
    std::filesystem::path clip;
    const std::vector<std::string>* joints = nullptr; // null: there is no such clip
    std::uint64_t number = 0;                         // of the choice: a new one begins with another model or clip
};

/// The tracker that drives a character.
struct LiveInputUi {
    bool can_listen = false; // this build can
    bool is_on = false;
    int port = 0;
    double rate = 0.0; // frames a second; 0: silent
    std::uint64_t packets = 0;
    std::uint64_t malformed = 0; // messages that were left out
    int driven = 0;              // id of the character that is driven
    std::string character;       // its title
    int bones = 0;               // of its rig
    int matched_bones = 0;       // of them, those with the name of a bone that a tracker can send
    int received_bones = 0;      // that the tracker has sent
    int moved_bones = 0;         // matched ones that it has sent
    int matched_targets = 0;
};

/// The rigid bodies that carry characters.
struct RigidUi {
    int bodies = 0;
    int balls = 0;  // of them
    int fallen = 0; // of the others
    bool can_throw_again = false;
    double last_speed = 0.0; // of the last throw [m/s]
};

struct MaterialsUi {
    const std::vector<UserMaterial>* own = nullptr; // the user's presets
    std::string copied_from;                        // the character whose settings were copied; empty: none
    bool can_paint_regions = false;                 // the regions of tets can become painted parts
};

/// The motion that is being exported.
struct ExportUi {
    bool is_running = false;
    ProgressReport progress;
    std::string name; // of the file
};

struct PlaybackUi {
    bool is_playing = true;
    double speed = 1.0;      // simulated seconds per second
    std::uint64_t place = 0; // of the timeline, as the user requested
    const Plots* plots = nullptr;
};

struct EditsUi {
    bool can_undo = false;
    bool can_redo = false;
    std::string undo_name; // of the edit that Undo takes back; empty: none
    std::string redo_name;
    std::string question;     // about unsaved changes; empty: none
    bool is_modified = false; // since the last save
};

struct WindowUi {
    double width = 1280; // [pixels]
    double height = 720;
    double content_scale = 1.0;
    const OrbitCamera* camera = nullptr;
    std::string hint; // describes the effect of a click
};

/// The values at this moment.
struct UiState {
    const Character* character = nullptr; // the shown character; null: no scene is open
    const Snapshot* snapshot = nullptr;   // of that character
    SelectedUi selected;
    GaitUi gaits;
    GaitSearchUi search;
    ComparisonUi comparison;
    ModeErrorsUi mode_errors;
    FilesUi files;
    BuildUi build;
    JointMatchingUi matching;
    PlaybackUi playback;
    ExportUi exporting;
    LiveInputUi live_input;
    RigidUi rigid;
    MaterialsUi materials;
    EditsUi edits;
    WindowUi window;
    const std::vector<Problem>* problems = nullptr; // null: not listed yet
    const std::deque<Message>* messages = nullptr;
};

} // namespace limber::app
