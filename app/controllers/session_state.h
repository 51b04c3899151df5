#pragma once

#include "app/controllers/model_store.h"
#include "app/document/editor.h"
#include "app/interaction/layout.h"
#include "app/interaction/orbit_camera.h"
#include "app/interaction/scene_bounds.h"
#include "app/interaction/view_options.h"
#include "app/simulation/snapshot.h"

#include <vector>

/// What controllers read of the session.
namespace limber::app {

/// The newest snapshots of the simulation.
struct SceneSnapshots {
    std::vector<Snapshot> all;
    Snapshot selected; // of the selected character; of the one that was shown before, until the simulation has it
};

/// Where the view is in the window.
struct Viewport {
    Layout layout;
    double content_scale = 1.0;
};

/// What other features are doing.
struct Activity {
    bool is_playing = true;
    bool is_dragging = false;  // in the view: a handle, a bone, an obstacle, the goal, the camera
    bool is_moving = false;    // such a drag, but not the camera's
    bool is_painting = false;  // a stroke of the brush is under way
    bool is_editing = false;   // a drag in the view, a stroke of the brush, or a widget that is held
    bool has_edited = false;   // such a drag or stroke has changed the document
    bool is_asking = false;    // whether unsaved changes are to be saved
    bool is_opening = false;   // a scene
    bool is_building = false;  // a model
    bool is_steered = false;   // a key or the stick asks for a gait
    bool is_searching = false; // a gait, and is not paused
};

/// References into the session, valid during one call. Controllers change nothing of it: they return commands.
struct SessionState {
    const Editor& editor;
    const ModelStore& models;
    const SceneSnapshots& shown;
    const ViewOptions& view;
    const GlidingCamera& camera;
    const Viewport& viewport;
    Activity activity;
    double seconds = 0.0; // since the last frame

    const ViewArea& area() const {
        return viewport.layout.dynamics;
    }
    /// The newest model of the selected character; null in an empty scene.
    CharacterPtr built() const;
    /// The simulation shows the newest model of the selected character.
    bool is_shown() const;
    /// The selected character has no rig.
    bool is_free() const;
    DrawnMotion drawn_motion() const;
    SceneBounds bounds() const;
};

/// As the simulation receives the controls of the selected character: with the surroundings of its model.
LiveControls simulated_controls(const SessionState& state);

} // namespace limber::app
