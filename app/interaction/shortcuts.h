// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/action.h"
#include "app/window/input_events.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// The keyboard shortcuts: one table for key handling, tooltips, the overlay that lists them, and the section of the
/// manual.
namespace limber::app {

struct Shortcut {
    Action action;
    const char* keys;        // as displayed
    const char* description; // as a sentence without a full stop
    int key = 0;             // GLFW's key code; 0: only the character counts
    bool control = false;
    bool shift = false;
    unsigned int character = 0; // the typed character, independent of the keyboard layout
    bool repeats = false;       // as long as the key is held
};

std::span<const Shortcut> shortcuts();

std::optional<Action> action_of(const KeyChanged& key);
std::optional<Action> action_of(const CharacterTyped& typed);

/// "description (keys)", for a tooltip.
std::string tooltip_of(Action action);

/// The mouse gestures, for the same overlay.
struct MouseHint {
    const char* gesture;
    const char* description;
};
std::span<const MouseHint> mouse_hints();

} // namespace limber::app
