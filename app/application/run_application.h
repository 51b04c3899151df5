#pragma once

#include "app/application/application_options.h"
#include "engine/core/result.h"

namespace limber::app {

/// Opens the window and lives until it is closed, or until a signal asks for that. What was recorded is written however
/// it ends, also by one of our own mistakes, where the contract handler throws. Fails with bad_input when there is no
/// display, or when the driver or the installation is at fault. The exit code is 1 when something could not be
/// written at the end, or when it ended by a mistake.
Result<int> run_application(const ApplicationOptions& options);

} // namespace limber::app
