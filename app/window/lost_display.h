// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

namespace limber::app {

/// Sets the action for a lost connection to the X server, after which Xlib ends the program. It is called once, on the
/// thread that uses the window, inside a call of Xlib. It must use neither the window nor OpenGL, and it may end the
/// program; when it returns, the program ends with exit code 1. Without Xlib it is never called.
void on_lost_display(std::function<void()> action);

} // namespace limber::app
