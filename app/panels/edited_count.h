#pragma once

#include "app/panels/numbers.h"
#include "app/panels/panel_context.h"

#include <optional>

/// A count of which each value costs something, or takes something away: on the way to the wanted one none of those
/// between counts.
namespace limber::app {

/// What is dragged or typed is unfinished, and comes out once, when it is let go.
std::optional<int> edited_count(const Number& number, int value, Unfinished::Count& dragged);

} // namespace limber::app
