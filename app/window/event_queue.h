// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/input_events.h"

#include <deque>
#include <vector>

namespace limber::app {

/// Distributes input events over frames. ImGui reads the input state once a frame: it would miss a key that is pressed
/// and released within a frame, and handle only one of two editing keys. So a frame ends before
///
///     a second change of the same key or button; the release of a typed letter is an exception, so that slow frames do
///     not slow down typing,
///     a motion or a wheel step after a button changed (a press belongs to its position),
///     the release of a button after a motion (ImGui ignores motion in the frame of a release),
///     a key press after an editing key (cursor, backspace, enter, any key with control), which may have moved the
///     focus, text after an editing key, or an editing key after text
///
/// and the remaining events wait for the next frame. Above waiting_max waiting events, new mouse presses, motions and
/// wheel steps are discarded; above ten times as many, also key presses, text and dropped files. A release is kept when
/// its press was kept.
class EventQueue {
public:
    static constexpr std::size_t waiting_max = 2000;

    void push(const std::vector<InputEvent>& events);
    /// Returns the events of the next frame, oldest first. While the keyboard focus moves to a text field, keys and all
    /// later events wait.
    enum class Keyboard { ready, focus_pending };
    std::vector<InputEvent> next_frame(Keyboard keyboard = Keyboard::ready);
    bool is_empty() const;
    std::size_t size() const;

private:
    bool is_surplus_repeat(const InputEvent& event) const;
    bool is_dropped(const InputEvent& event) const;

    std::deque<InputEvent> waiting_;
};

} // namespace limber::app
