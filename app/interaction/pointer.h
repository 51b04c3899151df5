// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/tool.h"
#include "app/window/input_events.h"

#include <optional>
#include <string>

/// Gives the mouse in the view to the tool that lies in front, and keys to the commands that they stand for. It depends
/// on pixels, rays and values but on neither window nor panels, so that tests can drive it.
namespace limber::app {

class Pointer {
public:
    /// Call it before the events of a frame; `seconds` since the last frame.
    void start_frame(double seconds) {
        now_ += seconds;
        since_surface_test_ += seconds;
    }
    /// A press on another character selects it before the press takes effect; no command: anything else.
    Commands select_pressed(const InputEvent& event, const Tools& tools, const Touchable& scene);
    /// Applies one event.
    Commands take(const InputEvent& event, const Tools& tools, const Touchable& scene);
    /// Call it after the events of a frame: the edits of the drag.
    Commands take_edits(const Touchable& scene);
    /// Call it after that: finds what lies under the mouse.
    void look(const Tools& tools, const Touchable& scene);

    /// Ends a drag without its effect.
    void cancel();
    /// The mouse is over a panel, so nothing in the view is under it.
    void leave_view(const Tools& tools);

    bool is_holding() const {
        return held_ && held_->is_holding();
    }
    /// A drag that changes the document.
    bool is_editing() const {
        return is_holding() && held_->is_editing();
    }
    CursorShape cursor() const;
    /// Describes what a click will do here, as a phrase; empty if nothing can be picked.
    std::string hint(const Touchable& scene) const;

private:
    void move(const Pixel& to, const Touchable& scene);
    Commands press(const MouseButtonChanged& event, const Tools& tools, const Touchable& scene);
    Commands release(const Touchable& scene);
    Commands scroll(double steps, const Tools& tools, const Touchable& scene);
    Commands act(std::optional<Action> action, const Touchable& scene);
    void find(const Tools& tools, const Touchable& scene);
    bool is_other_in_front() const;

    Mouse mouse_;
    bool is_inside_ = false;
    bool has_moved_ = false;    // since the surfaces were tested
    bool has_selected_ = false; // the press has selected another character, so that as a click it has no effect
    double now_ = 0.0;          // [s] of the pointer's own clock
    double last_press_ = -1.0;  // [s] for double clicks
    double since_surface_test_ = 0.0;
    Pixel last_press_at_ = Pixel::Zero();
    SurfacesHit hit_;
    Tool* held_ = nullptr;    // null: none was pressed yet
    Tool* dragged_ = nullptr; // would take a drag here
    Layer drag_layer_ = Layer::view;
    Tool* clicked_ = nullptr; // would take a click here; null: none
};

} // namespace limber::app
