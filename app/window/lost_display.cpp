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
// Before version 1.7, Xlib ends the program itself when this returns; from then on, too, unless it is told otherwise.
int end_without_display(Display*) {
    if (const auto action = std::exchange(lost_display_action(), nullptr)) {
        action();
    }
    std::_Exit(1); // no destructor may use the connection that is gone
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
