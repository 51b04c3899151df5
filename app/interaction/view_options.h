// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/body_colours.h"
#include "app/document/muscle_controls.h"
#include "app/interaction/brush.h"
#include "app/interaction/cut_view.h"
#include "app/interaction/layout.h"
#include "app/view/drawables.h"
#include "engine/contact/obstacle.h"

#include <array>
#include <string>

/// How the scene is shown, and which of its muscles, gaits and obstacles the panel shows.
namespace limber::app {

enum class PaintKind { flesh, mode, clusters, strain, stress, muscle, regions, materials, pins, leak, loads, values };

/// The edges of the skin's triangles: none, over the skin, or instead of it.
enum class WireView { none, over, alone };

/// The shape that one muscle pulls towards, shown while the simulation is paused.
struct TargetShown {
    int muscle = -1; // none
    double activation = 0.0;
    bool operator==(const TargetShown&) const = default;
};

/// How the character is shown; not part of the scene.
struct ViewOptions {
    bool secondary = true;
    bool solo = false; // only the selected character is drawn
    bool side_by_side = false;
    int compared = 0;                                  // other subspaces that are shown beside the character
    bool is_full_space_compared = false;               // one of them is full space: there are distances from it
    BodyColours body_colours = BodyColours::distances; // of the compared bodies
    bool bones = true;
    bool ground = true;
    bool contacts = false;
    WireView wires = WireView::none;
    CutView cut;
    double strain_range = 0.25; // strain with the strongest colour
    PaintKind paint = PaintKind::flesh;
    int painted_mode = 0;
    std::array<double, 12> flexed{}; // of that mode while its weight is painted, see FlexedMode in view/drawables.h
    int muscle = 0;                  // that the panel shows and edits
    int harmonic = 0;                // harmonic of that muscle
    int movement = 0;                // of springs that the panel shows, its place in the list
    std::string gait;                // name of the saved gait that was chosen last
    bool drives = false;             // the driving keys control the character
    bool leads = false;              // a character follows the mouse on the floor, or flees from it
    bool shows_goal = false;         // the goal of the gait search, while its section is open
    BrushOptions brush;
    TargetShown target;
    /// The obstacle whose numbers the panel shows, as it was when it was selected.
    struct ChosenObstacle {
        std::size_t index = 0;
        std::size_t count = 0; // number of all obstacles
        Obstacle then;
    };
    ChosenObstacle obstacle;
    bool panels = true;
    bool shortcuts = false;
    bool scenes = false; // the list with pictures
};

/// The motion as it is drawn. `selected`: id of the character whose painted mode may be flexed; not in a comparison.
DrawnMotion drawn_motion(const ViewOptions& view, int selected, double exaggeration);

/// Whether a character is drawn: it is enabled, and no other one is alone.
bool is_drawn(const Snapshot& snapshot, const ViewOptions& view, int selected);

/// Whether the colours of compared bodies are those of values.
bool has_value_colours(const ViewOptions& view);

/// What the layout places beside the character.
Beside shown_beside(const ViewOptions& view);

/// The target to show after an edit of the muscles was undone or redone: the activation at which the same muscle is now
/// held, or else its amplitude; none if it is zero. Other edits do not change the target.
TargetShown target_after(const TargetShown& target, const MuscleControls& before, const MuscleControls& now);

} // namespace limber::app
