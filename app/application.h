#pragma once

#include "app/application_options.h"

namespace limber::app {

/// Opens the window and lives until it is closed. Returns the exit code: 0, or 1 when the window or the
/// driver is at fault, which it has then said on stderr in one sentence.
int run_application(const ApplicationOptions& options);

} // namespace limber::app
