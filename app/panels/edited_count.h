// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/numbers.h"
#include "app/panels/panel_context.h"

#include <optional>

/// Edits a count whose every value is expensive or discards data. The values between the start and the end of a drag
/// are not applied.
namespace limber::app {

/// Returns the dragged or typed value once, when the widget is released.
std::optional<int> edited_count(const Number& number, int value, Unfinished::Count& dragged);

} // namespace limber::app
