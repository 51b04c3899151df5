// SPDX-License-Identifier: MIT
// Replaces GLFW's gamepad functions with one gamepad, whose left stick and lowest button are read from a file.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdlib>
#include <fstream>

extern "C" {

int glfwJoystickIsGamepad(int id) {
    return id == GLFW_JOYSTICK_2 ? GLFW_TRUE : GLFW_FALSE;
}

int glfwGetGamepadState(int /*id*/, GLFWgamepadstate* state) {
    const char* path = std::getenv("DRIVEN_GAMEPAD");
    std::ifstream file(path != nullptr ? path : "");
    bool pressed = false;
    *state = {};
    file >> state->axes[GLFW_GAMEPAD_AXIS_LEFT_X] >> state->axes[GLFW_GAMEPAD_AXIS_LEFT_Y] >> pressed;
    state->buttons[GLFW_GAMEPAD_BUTTON_A] = pressed ? GLFW_PRESS : GLFW_RELEASE;
    return GLFW_TRUE;
}
}
