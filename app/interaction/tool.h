// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/interaction/touchable.h"
#include "app/window/cursor_shape.h"
#include "app/window/input_events.h"

#include <optional>
#include <string>
#include <vector>

/// Tools of the mouse in the view. Each feature has its own: what it finds under the mouse, what a drag and a click do,
/// what it draws and says. The pointer (pointer.h) gives the mouse to the tool that lies in front.
namespace limber::app {

/// From front to back. Bones and obstacles take clicks; a drag goes to the next layer behind them.
enum class Layer { gizmo, handle, mark, floor, bone, obstacle, flesh, view };
constexpr bool takes_drags(Layer layer) {
    return layer != Layer::bone && layer != Layer::obstacle;
}

/// The mouse at an event.
struct Mouse {
    Pixel at = Pixel::Zero();
    MouseButton button = MouseButton::left; // that was pressed last
    bool shift = false;
    bool control = false;
    bool alt = false;
    bool is_double = false; // the second press of a double click
};

class Tool {
public:
    Tool() = default;
    Tool(const Tool&) = default;
    Tool& operator=(const Tool&) = default;
    virtual ~Tool() = default;

    /// Finds what a press here would take, and keeps it until the next call; nullopt: nothing. Called in each frame
    /// without a drag, with the surfaces that were hit at most a tenth of a second ago.
    virtual std::optional<Layer> find(const Mouse& mouse, const SurfacesHit& hit, const Touchable& scene) = 0;
    /// Nothing of the tool is under the mouse.
    virtual void clear_find() = 0;

    /// Takes what was found, if it takes drags.
    virtual Commands press(const Mouse&, const SurfacesHit&, const Touchable&) {
        return {};
    }
    virtual bool is_holding() const {
        return false;
    }
    /// Whether what is held changes the document.
    virtual bool is_editing() const {
        return is_holding();
    }
    virtual void drag(const Mouse&, const Touchable&) {}
    /// Steps of the wheel during the drag; false: the tool does not use them.
    virtual bool scroll(double /*steps*/, const Mouse&, const Touchable&) {
        return false;
    }
    /// The edits since the last call. Moves replace each other.
    virtual Commands take_edits(const Touchable&) {
        return {};
    }
    struct Release {
        bool is_click = false; // the mouse has not moved, so that the press was a click
        Commands commands;
    };
    virtual Release release(const Mouse&, const Touchable&) {
        return {};
    }
    /// A click on what was found at the press.
    virtual Commands click(const Touchable&) {
        return {};
    }
    /// Ends the drag without its effect on the selection. The session restores the document.
    virtual void cancel() {}

    virtual void draw(Sketch&, const Touchable&) const {}
    /// Describes what a press here will do, or a drag, as a phrase.
    virtual std::string hint(const SurfacesHit&, const Touchable&) const {
        return "";
    }
    virtual CursorShape cursor() const {
        return CursorShape::hand;
    }
};

using Tools = std::vector<Tool*>;

/// A press that moves no further than this is a click [pixels].
inline constexpr double click_pixels = 4.0;

} // namespace limber::app
