// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"

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

using ViewCommands = CommandList<EditView, FrameCharacter, FrameAll>;

} // namespace limber::app
