#pragma once

#include "app/cli/arguments.h"

namespace CLI {
class App;
}

namespace limber::app {

/// What is searched for and how: all that `limber gait` takes besides what every command takes.
void add_gait_options(CLI::App& command, GaitArguments& gait);

} // namespace limber::app
