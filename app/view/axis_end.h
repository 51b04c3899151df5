// SPDX-License-Identifier: MIT
#pragma once

namespace limber::app {

/// The end of an axis: 1, 2 or 5 times a power of ten, at or above the value; 1 for a value that is not positive and
/// finite.
float axis_end(float value);

} // namespace limber::app
