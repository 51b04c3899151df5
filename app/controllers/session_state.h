// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/selection.h"
#include "app/controllers/model_store.h"
#include "app/document/editor.h"
#include "app/interaction/layout.h"
#include "app/interaction/orbit_camera.h"
#include "app/interaction/scene_bounds.h"
#include "app/interaction/view_options.h"
#include "app/simulation/snapshot.h"

#include <vector>

/// The part of the session that controllers read.
namespace limber::app {

/// The newest snapshots of the simulation.
struct SceneSnapshots {
    std::vector<Snapshot> all;
    Snapshot selected; // of the selected character; until the simulation has it, of the character that was shown before
};

/// The place of the view in the window.
struct Viewport {
    Layout layout;
    double content_scale = 1.0;
};

/// The activities of features, which set them in `add_to`.
struct Activity {
    bool is_playing = true;
    bool is_dragging = false;        // in the view: something that has a tool, or the camera
    bool is_moving = false;          // a drag of anything but the camera
    bool is_painting = false;        // a stroke of the brush is active
    bool is_editing = false;         // a drag in the view, a stroke of the brush, or a widget that is held
    bool has_edited = false;         // that drag or stroke has changed the document
    bool is_asking = false;          // the question about unsaved changes is open
    bool is_opening = false;         // a scene
    bool is_building = false;        // a model
    bool is_steered = false;         // a key or the stick asks for a gait
    bool has_unsaved_search = false; // a gait search runs that is in no file
    int watched_search = 0;          // id of the character that plays the best gait of a running search; 0: none

    /// A drag or a stroke that may change the document, or an edit by a widget that is held.
    bool is_gesture() const {
        return is_moving || is_painting || has_edited;
    }
};

/// References into the session, valid during one call. Controllers do not modify the session; they return commands.
struct SessionState {
    const Editor& editor;
    const ModelStore& models;
    const SceneSnapshots& shown;
    const ViewOptions& view;
    const GlidingCamera& camera;
    const Viewport& viewport;
    const Selection& selection;
    Activity activity;
    double seconds = 0.0;            // since the last frame
    bool is_mouse_on_panels = false; // and not over the view

    const ViewArea& area() const {
        return viewport.layout.dynamics;
    }
    /// The newest model of the selected character; null in an empty scene.
    CharacterPtr built() const;
    /// Whether the simulation shows the newest model of the selected character.
    bool is_shown() const;
    /// Whether the selected character has no rig.
    bool is_free() const;
    DrawnMotion drawn_motion() const;
    SceneBounds bounds() const;
    bool is_drawn(const Snapshot& snapshot) const {
        return app::is_drawn(snapshot, view, editor.selected());
    }
};

/// The controls of the selected character as sent to the simulation, with the surroundings of its model.
LiveControls simulated_controls(const SessionState& state);

} // namespace limber::app
