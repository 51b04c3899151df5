#pragma once

#include <functional>

namespace limber::app {

/// What is done when the X server ends or the connection to it breaks, which Xlib answers by ending the program. Called
/// once, on the thread that uses the window, from inside a call of Xlib: it must use neither the window nor OpenGL, and
/// it may end the program. When it returns, the program ends with exit code 1. Without Xlib it is never called.
void on_lost_display(std::function<void()> action);

} // namespace limber::app
