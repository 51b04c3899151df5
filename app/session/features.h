#pragma once

#include "app/controllers/characters_controller.h"
#include "app/controllers/driving_controller.h"
#include "app/controllers/files_controller.h"
#include "app/controllers/gait_files_controller.h"
#include "app/controllers/gait_search_controller.h"
#include "app/controllers/model_builder.h"
#include "app/controllers/opening_controller.h"
#include "app/controllers/painting_controller.h"
#include "app/controllers/playback_controller.h"
#include "app/controllers/recording_controller.h"
#include "app/controllers/scene_simulation.h"
#include "app/controllers/surroundings_controller.h"
#include "app/controllers/view_controller.h"
#include "app/controllers/viewport_controller.h"

#include <tuple>

namespace limber::app {

/// The one list of all features. A feature carries out commands and actions by overloads of
///
///     Commands carry_out(const SomeCommand& command, const SessionState& state);
///     Commands act(Action action, const SessionState& state);
///     Commands update(const SessionState& state);             // once a frame
///     void report(Json::Object& report, const SessionState& state) const; // for tests
///
/// of which it has those that it needs. The session finds them at compile time.
struct Features {
    SceneSimulation simulation;
    ModelBuilder builder;
    PlaybackController playback;
    FilesController files;
    OpeningController opening;
    RecordingController recordings;
    CharactersController characters;
    ViewController view;
    ViewportController viewport;
    PaintingController painting;
    DrivingController driving;
    GaitFilesController gait_files;
    GaitSearchController gait_search;
    SurroundingsController surroundings;

    auto all() {
        return std::tie(simulation, builder, playback, files, opening, recordings, characters, view, viewport, painting,
                        driving, gait_files, gait_search, surroundings);
    }
    auto all() const {
        return std::tie(simulation, builder, playback, files, opening, recordings, characters, view, viewport, painting,
                        driving, gait_files, gait_search, surroundings);
    }
};

} // namespace limber::app
