// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"

#include <chrono>
#include <functional>

namespace limber::app {

struct Character;

/// Changes the controls of a character for its next step, which belongs to this time of the wall clock. Recordings hold
/// the changed controls.
using LiveDrive = std::function<void(std::chrono::steady_clock::time_point, const Character&, LiveControls&)>;

} // namespace limber::app
