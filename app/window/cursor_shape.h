// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// Shape of the mouse cursor.
enum class CursorShape { arrow, hand, grab, move, text, resize };

} // namespace limber::app
