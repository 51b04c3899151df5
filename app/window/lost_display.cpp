// SPDX-License-Identifier: MIT
#include "app/window/lost_display.h"

#include <cstdlib>
#include <utility>

#ifdef LIMBER_WITH_XLIB
#include <X11/Xlib.h>
#endif

namespace limber::app {
namespace {

std::function<void()>& lost_display_action() {
    static std::function<void()> action;
    return action;
}

#ifdef LIMBER_WITH_XLIB
// Xlib ends the program when this returns; since version 1.7, unless an exit handler is set.
int end_without_display(Display*) {
    if (const auto action = std::exchange(lost_display_action(), nullptr)) {
        action();
    }
    std::_Exit(1); // skips destructors, which would use the lost connection
}
#endif

} // namespace

void on_lost_display(std::function<void()> action) {
    lost_display_action() = std::move(action);
#ifdef LIMBER_WITH_XLIB
    XSetIOErrorHandler(&end_without_display);
#endif
}

} // namespace limber::app
