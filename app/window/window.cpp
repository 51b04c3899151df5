// SPDX-License-Identifier: MIT
#include "app/window/window.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace limber::app {
namespace {

Error glfw_error(const std::string& what) {
    const char* reason = nullptr;
    glfwGetError(&reason);
    return {ErrorKind::bad_input, what + (reason != nullptr ? std::string(": ") + reason : std::string()), "display"};
}

std::optional<MouseButton> mouse_button(int button) {
    switch (button) {
    case GLFW_MOUSE_BUTTON_LEFT:
        return MouseButton::left;
    case GLFW_MOUSE_BUTTON_RIGHT:
        return MouseButton::right;
    case GLFW_MOUSE_BUTTON_MIDDLE:
        return MouseButton::middle;
    default:
        return std::nullopt;
    }
}

// The events that the callbacks collect, and the cursor's position at the last of them; a later query may differ.
struct PendingInput {
    std::vector<InputEvent> events;
    MouseMoved cursor;
};

PendingInput& pending_input(GLFWwindow* window) {
    return *static_cast<PendingInput*>(glfwGetWindowUserPointer(window));
}

std::vector<InputEvent>& events_of(GLFWwindow* window) {
    return pending_input(window).events;
}

void on_motion(GLFWwindow* window, double x, double y) {
    pending_input(window).cursor = MouseMoved{x, y};
    events_of(window).push_back(MouseMoved{x, y});
}

// A press may come before the first motion.
void on_cursor_enter(GLFWwindow* window, int entered) {
    if (entered == GLFW_TRUE) {
        MouseMoved& cursor = pending_input(window).cursor;
        glfwGetCursorPos(window, &cursor.x, &cursor.y);
    }
}

void on_button(GLFWwindow* window, int button, int action, int modifiers) {
    const auto known = mouse_button(button);
    if (!known) {
        return;
    }
    const MouseMoved& cursor = pending_input(window).cursor;
    MouseButtonChanged change{.button = *known, .down = action == GLFW_PRESS, .x = cursor.x, .y = cursor.y};
    change.control = (modifiers & GLFW_MOD_CONTROL) != 0;
    change.shift = (modifiers & GLFW_MOD_SHIFT) != 0;
    change.alt = (modifiers & GLFW_MOD_ALT) != 0;
    events_of(window).push_back(change);
}

void on_focus(GLFWwindow* window, int focused) {
    if (focused == GLFW_FALSE) {
        events_of(window).push_back(FocusLost{});
    }
}

void on_wheel(GLFWwindow* window, double, double steps) {
    events_of(window).push_back(Scrolled{steps});
}

// The letter on the key of the user's keyboard layout; GLFW's own codes are those of the US layout.
int key_as_labelled(int key, int scancode) {
    const char* label = key >= GLFW_KEY_A && key <= GLFW_KEY_Z ? glfwGetKeyName(key, scancode) : nullptr;
    const bool is_letter = label != nullptr && label[0] >= 'a' && label[0] <= 'z' && label[1] == '\0';
    return is_letter ? GLFW_KEY_A + (label[0] - 'a') : key;
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    if (key == GLFW_KEY_UNKNOWN) {
        return;
    }
    events_of(window).push_back(KeyChanged{.key = key_as_labelled(key, scancode),
                                           .down = action != GLFW_RELEASE,
                                           .repeated = action == GLFW_REPEAT,
                                           .control = (modifiers & GLFW_MOD_CONTROL) != 0,
                                           .shift = (modifiers & GLFW_MOD_SHIFT) != 0,
                                           .alt = (modifiers & GLFW_MOD_ALT) != 0});
}

void on_character(GLFWwindow* window, unsigned int code_point) {
    events_of(window).push_back(CharacterTyped{code_point});
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
    FilesDropped dropped;
    for (int i = 0; i < count; ++i) {
        dropped.paths.emplace_back(paths[i]);
    }
    events_of(window).push_back(std::move(dropped));
}

void set_callbacks(GLFWwindow* window) {
    glfwSetCursorPosCallback(window, &on_motion);
    glfwSetCursorEnterCallback(window, &on_cursor_enter);
    glfwSetMouseButtonCallback(window, &on_button);
    glfwSetScrollCallback(window, &on_wheel);
    glfwSetKeyCallback(window, &on_key);
    glfwSetCharCallback(window, &on_character);
    glfwSetDropCallback(window, &on_drop);
    glfwSetWindowFocusCallback(window, &on_focus);
}

GLFWwindow* open_window(const WindowOptions& options) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE); // required for a core profile on macOS
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SAMPLES, 0);    // the renderer has its own multisampled buffer
    glfwWindowHint(GLFW_DEPTH_BITS, 0); // and its own depth buffer
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    return glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
}

constexpr int smallest_width = 320; // [window pixel]
constexpr int smallest_height = 240;

// Quantises an axis, so that a resting thumb sends no events.
double quantised(float axis) {
    constexpr double steps = 20.0;
    return std::round(steps * std::clamp(static_cast<double>(axis), -1.0, 1.0)) / steps;
}

// GLFW maps the axes and buttons of all gamepads to one layout.
GamepadMoved first_gamepad() {
    GLFWgamepadstate state{};
    for (int id = GLFW_JOYSTICK_1; id <= GLFW_JOYSTICK_LAST; ++id) {
        if (glfwJoystickIsGamepad(id) == GLFW_TRUE && glfwGetGamepadState(id, &state) == GLFW_TRUE) {
            return {quantised(state.axes[GLFW_GAMEPAD_AXIS_LEFT_X]), -quantised(state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]),
                    state.buttons[GLFW_GAMEPAD_BUTTON_A] == GLFW_PRESS};
        }
    }
    return {};
}

constexpr std::array<int, 6> standard_cursors = {GLFW_ARROW_CURSOR,     GLFW_HAND_CURSOR,  GLFW_HAND_CURSOR,
                                                 GLFW_CROSSHAIR_CURSOR, GLFW_IBEAM_CURSOR, GLFW_HRESIZE_CURSOR};

} // namespace

struct Window::Native {
    GLFWwindow* window = nullptr;
    PendingInput pending_input;
    GamepadMoved gamepad;
    std::array<GLFWcursor*, standard_cursors.size()> cursors = {};
    CursorShape cursor = CursorShape::arrow;

    ~Native() {
        if (window != nullptr) {
            glfwDestroyWindow(window);
        }
        glfwTerminate();
    }
};

Window::Window(std::unique_ptr<Native> native) : native_(std::move(native)) {}
Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

Result<Window> Window::create(const WindowOptions& options) {
    EXPECTS(options.width > 0 && options.height > 0);
    if (glfwInit() != GLFW_TRUE) {
        return glfw_error("there is no display to open a window on; 'limber render' draws without one");
    }
    auto native = std::make_unique<Native>();
    native->window = open_window(options);
    if (native->window == nullptr) {
        return glfw_error("the graphics driver does not support OpenGL 4.1; install a newer driver, or Mesa");
    }
    glfwSetWindowSizeLimits(native->window, smallest_width, smallest_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwSetWindowUserPointer(native->window, &native->pending_input);
    set_callbacks(native->window);
    glfwMakeContextCurrent(native->window);
    if (gladLoadGL(&glfwGetProcAddress) == 0) {
        return glfw_error("the graphics driver's OpenGL functions cannot be loaded");
    }
    glfwSwapInterval(options.wait_for_display ? 1 : 0);
    for (std::size_t i = 0; i < standard_cursors.size(); ++i) {
        native->cursors[i] = glfwCreateStandardCursor(standard_cursors[i]);
    }
    return Window(std::move(native));
}

std::vector<InputEvent> Window::poll() {
    glfwPollEvents();
    if (const GamepadMoved now = first_gamepad(); now != native_->gamepad) {
        native_->gamepad = now;
        native_->pending_input.events.push_back(now);
    }
    return std::exchange(native_->pending_input.events, {});
}

void Window::wait_for_events(double seconds_max) {
    glfwWaitEventsTimeout(seconds_max);
}

void Window::present() {
    glfwSwapBuffers(native_->window);
}

bool Window::should_close() const {
    return glfwWindowShouldClose(native_->window) == GLFW_TRUE;
}

void Window::set_should_close(bool close) {
    glfwSetWindowShouldClose(native_->window, close ? GLFW_TRUE : GLFW_FALSE);
}

PixelSize Window::size() const {
    PixelSize size;
    glfwGetWindowSize(native_->window, &size.width, &size.height);
    return size;
}

PixelSize Window::framebuffer_size() const {
    PixelSize size;
    glfwGetFramebufferSize(native_->window, &size.width, &size.height);
    return size;
}

double Window::refresh_seconds() const {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    return mode != nullptr && mode->refreshRate > 0 ? 1.0 / mode->refreshRate : 1.0 / 60.0;
}

float Window::content_scale() const {
    float x = 1.0F;
    float y = 1.0F;
    glfwGetWindowContentScale(native_->window, &x, &y);
    return y > 0.0F ? y : 1.0F;
}

void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(native_->window, title.c_str());
}

void Window::set_cursor(CursorShape shape) {
    if (shape != native_->cursor) {
        native_->cursor = shape;
        glfwSetCursor(native_->window, native_->cursors[static_cast<std::size_t>(shape)]);
    }
}

std::string Window::clipboard() const {
    const char* text = glfwGetClipboardString(native_->window);
    return text != nullptr ? text : "";
}

void Window::set_clipboard(const std::string& text) {
    glfwSetClipboardString(native_->window, text.c_str());
}

} // namespace limber::app
