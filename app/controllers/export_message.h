// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/message_commands.h"
#include "engine/core/result.h"

namespace limber::app {

/// Why nothing was exported. What the motion does not allow is no lost work, so that it ends with the scene.
ShowMessage message_about_export(const Error& error);

} // namespace limber::app
