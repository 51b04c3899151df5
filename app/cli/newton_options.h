// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/overrides.h"

namespace CLI {
class App;
}

namespace limber::app {

/// The options of a body that is stepped by Newton's method.
void add_newton(CLI::App& command, Overrides& overrides);

} // namespace limber::app
