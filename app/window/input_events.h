// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

/// The user's input since the last frame, as values without types of the window library. Tests create the same events.
namespace limber::app {

enum class MouseButton { left, right, middle };

struct MouseMoved {
    double x = 0; // [window pixel], from the top left
    double y = 0;
};
struct MouseButtonChanged {
    MouseButton button = MouseButton::left;
    bool down = false;
    double x = 0;
    double y = 0;
    bool control = false;
    bool shift = false;
    bool alt = false;
};
struct Scrolled {
    double steps = 0; // up is positive
};
/// `key` is GLFW's key code: for letters and digits, the ASCII code in upper case.
struct KeyChanged {
    int key = 0;
    bool down = false;
    bool repeated = false;
    bool control = false;
    bool shift = false;
    bool alt = false;
};
struct CharacterTyped {
    unsigned int code_point = 0;
};
struct FilesDropped {
    std::vector<std::string> paths;
};
/// The left stick of the first gamepad, each axis in [-1, 1], and whether its lowest button is down. All are zero when
/// no gamepad is connected.
struct GamepadMoved {
    double right = 0;
    double forward = 0;
    bool jumps = false;
    bool operator==(const GamepadMoved&) const = default;
};

/// The window has lost the keyboard: what is dragged is let go.
struct FocusLost {};

using InputEvent = std::variant<MouseMoved, MouseButtonChanged, Scrolled, KeyChanged, CharacterTyped, FilesDropped,
                                GamepadMoved, FocusLost>;

} // namespace limber::app
