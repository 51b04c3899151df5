#pragma once

#include "app/document/editor.h"
#include "app/panels/panel_context.h"
#include "app/panels/widget_places.h"

#include <string>

/// The state of the window for tests with a real mouse: what is shown, selected and held, and where everything is in
/// pixels.
namespace limber::app {

struct WindowState {
    long long frame = 0;
    const UiState* ui_state = nullptr;
    const std::vector<Snapshot>* snapshots = nullptr;
    const Interaction* interaction = nullptr;
    const Editor* editor = nullptr;
    const ViewOptions* view = nullptr;
    ViewArea area;                 // of the character
    double secondary_motion = 0.0; // [m] the largest on the surface
    Pixel flesh = Pixel::Zero();   // where flesh is seen for certain
    bool asks_for_file = false;
    bool is_held = false;            // by the mouse or by a stroke of the brush
    int draw_calls = 0;              // of the last picture, without panels
    double polled = 0.0;             // [s] of the steady clock, when the events of this frame were asked for
    bool has_waiting_events = false; // some of them are left for the next frame
    std::size_t undo_entries = 0;
    int searches = 0; // begun since the program started
    std::optional<Goal> goal{};
};

/// One JSON object in one line:
/// {"frame", "polled", "scene", "vertices", "modes", "clusters", "steps", "time", "clip_time", "hash", "building",
///  "playing": as it is wanted, "moving": as it is seen to be,
///  "selection", "bone_turn", "handles", "secondary_motion", "camera": {...}, "view": [x, y, w, h], "flesh": [x, y],
///  "characters", "selected", "bodies": {title: [x, y, hash, [x, y, z]]},
///  "bones": {name: [x, y, x, y]}, "widgets": {name: [x, y, w, h]}, "messages": [...], ...}
std::string state_json(const WindowState& state, const WidgetPlaces& places);

} // namespace limber::app
