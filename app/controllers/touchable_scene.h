// SPDX-License-Identifier: MIT
#pragma once

#include "app/controllers/session_state.h"
#include "app/interaction/touchable.h"

namespace limber::app {

/// What the mouse can meet in the view, as the session shows it. The state must outlive it.
Touchable touchable(const SessionState& state);

} // namespace limber::app
