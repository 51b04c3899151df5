#pragma once

#include <string>
#include <variant>
#include <vector>

/// What the person did since the last frame, as values: no window library's type leaves this room. The
/// same events can be made by a test, recorded and replayed.
namespace limber::app {

enum class MouseButton { left, right, middle };

struct MouseMoved {
    double x = 0; // [pixels of the window], from the top left
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
/// `key` is GLFW's key code, which for letters and digits is their ASCII code in upper case.
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
/// Where the first gamepad's left stick stands now, each in [-1, 1], and whether its lowest button is down. A gamepad
/// that was pulled out stands still.
struct GamepadMoved {
    double right = 0;
    double forward = 0;
    bool jumps = false;
    bool operator==(const GamepadMoved&) const = default;
};

using InputEvent =
    std::variant<MouseMoved, MouseButtonChanged, Scrolled, KeyChanged, CharacterTyped, FilesDropped, GamepadMoved>;

} // namespace limber::app
