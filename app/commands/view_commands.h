#pragma once

#include <functional>

namespace limber::app {

struct ViewOptions; // interaction/view_options.h

/// Changes how the scene is shown.
struct EditView {
    std::function<void(ViewOptions&)> change;
};

/// Moves the camera such that the selected character, or all characters, fill the view.
struct FrameCharacter {};
struct FrameAll {
    bool once_shown = false; // as soon as the simulation shows all of them; false: now
};

/// Deselects bones, handles and obstacles.
struct ClearSelection {};

} // namespace limber::app
