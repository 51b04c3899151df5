#pragma once

#include "app/window/input_events.h"

#include <deque>
#include <vector>

namespace limber::app {

/// Orders events into frames. ImGui sees the state at the start of each frame only: a key that was pressed and
/// let go in between would be lost, and of two editing keys in one frame only one would count. So a
/// frame ends before
///
///     a second change of the same key or button, but for the release of a letter that was typed, so that slow frames
///     do not slow down who types,
///     a motion or a wheel step after a button changed (the press belongs to where it happened),
///     the release of a button after a motion (a slider that is let go does not look where the mouse went),
///     any key after an editing one (cursor, backspace, enter, anything with control): it may be for what that opened,
///     text after an editing key, or an editing key after text
///
/// and the rest waits for the next. Above waiting_max events, new presses, motion and wheel steps of the mouse are dropped; above ten times as
/// many, all that is pressed, typed and dropped. A release is kept where its press was.
class EventQueue {
public:
    static constexpr std::size_t waiting_max = 2000;

    void push(const std::vector<InputEvent>& events);
    /// The events of the next frame, oldest first. While the keyboard is on its way to a field, keys wait for it, and
    /// whatever came after them.
    enum class Keyboard { ready, on_its_way };
    std::vector<InputEvent> next_frame(Keyboard keyboard = Keyboard::ready);
    bool is_empty() const;
    std::size_t size() const;

private:
    bool is_piling_up(const InputEvent& event) const;
    bool is_dropped(const InputEvent& event) const;

    std::deque<InputEvent> waiting_;
};

} // namespace limber::app
