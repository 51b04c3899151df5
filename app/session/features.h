// SPDX-License-Identifier: MIT
#pragma once

#include "app/controllers/behaviour_controller.h"
#include "app/controllers/camera_controller.h"
#include "app/controllers/characters_controller.h"
#include "app/controllers/comparison_controller.h"
#include "app/controllers/driving_controller.h"
#include "app/controllers/export_controller.h"
#include "app/controllers/files_controller.h"
#include "app/controllers/film_controller.h"
#include "app/controllers/gait_files_controller.h"
#include "app/controllers/gait_search_controller.h"
#include "app/controllers/joint_matching_controller.h"
#include "app/controllers/live_input_controller.h"
#include "app/controllers/materials_controller.h"
#include "app/controllers/mode_errors_controller.h"
#include "app/controllers/model_builder.h"
#include "app/controllers/movements_controller.h"
#include "app/controllers/opening_controller.h"
#include "app/controllers/painting_controller.h"
#include "app/controllers/playback_controller.h"
#include "app/controllers/posing_controller.h"
#include "app/controllers/problems_controller.h"
#include "app/controllers/recording_controller.h"
#include "app/controllers/rig_controller.h"
#include "app/controllers/scene_simulation.h"
#include "app/controllers/session_options.h"
#include "app/controllers/surroundings_controller.h"
#include "app/controllers/throwing_controller.h"
#include "app/controllers/view_controller.h"
#include "app/session/feature_list.h"

namespace limber::app {

/// The one list of all features. The session finds at compile time which of these functions a feature has:
///
///     // commands of keys, panels, tools and other features
///     Commands carry_out(const SomeCommand& command, const SessionState& state);
///     Commands act(Action action, const SessionState& state);
///
///     // a frame
///     Commands take(std::vector<InputEvent>& events, const SessionState& state); // removes the events that it uses
///     Tools tools(); // of the mouse in the view; `draw` draws them
///     Commands update(const SessionState& state);
///     Commands snapshots_arrived(const SessionState& state); // of the simulation
///     Commands before_sending(const SessionState& state);    // the scene to the simulation
///     void control(const CharacterInstance& instance, LiveControls& controls, const SessionState& state);
///     void scene_sent();
///
///     // what others see of it
///     void add_to(Activity& activity) const;
///     void add_to(UiState& ui, const SessionState& state) const;
///     void draw(Sketch& sketch, const SessionState& state) const;
///     std::string hint(const SessionState& state) const;     // of the mouse, instead of the tools' one; may be empty
///     std::string key_hint(const SessionState& state) const; // of keys; may be empty
///     void report(Json& report, const SessionState& state) const; // for tests
///
///     // the life of scenes and of the program
///     Commands scene_opened(const SceneOpened& scene, const SessionState& state);
///     void stop();                                              // the program ends
///     bool wait_until_idle(std::chrono::milliseconds timeout) const; // whether all computing has ended
///
/// They are called in the order of the list.
using Features = FeatureList<SessionOptions,                              //
                             SceneSimulation,                             //
                             ModelBuilder,                                //
                             RigController,                               //
                             JointMatchingController,                     //
                             PlaybackController,                          //
                             FilesController,                             //
                             OpeningController,                           //
                             RecordingController,                         //
                             ExportController,                            //
                             FilmController,                              //
                             ProblemsController,                          //
                             CharactersController,                        //
                             ViewController,                              //
                             CameraController,                            //
                             ThrowingController,                          // before the handles, which pull flesh too
                             PosingController,                            //
                             SurroundingsController, LiveInputController, //
                             DrivingController,                           //
                             BehaviourController,                         // after the gaits, which it overrides
                             MovementsController,                         //
                             PaintingController,                          //
                             MaterialsController,                         //
                             GaitFilesController,                         //
                             GaitSearchController, ComparisonController, ModeErrorsController>;

} // namespace limber::app
