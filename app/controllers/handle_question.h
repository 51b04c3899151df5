// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/messages.h"

#include <string>

namespace limber::app {

/// Asks how a body without a rig is to be held, which hangs on one handle until the user decides.
Message handle_question(const std::string& name);

} // namespace limber::app
