// SPDX-License-Identifier: MIT
#pragma once

#include "app/application/application_options.h"
#include "engine/core/result.h"

namespace limber::app {

/// Opens the window and runs until it is closed or a signal asks for that. Recordings are written in every case,
/// including a violated contract, where the contract handler throws. Fails with bad_input when there is no display, or
/// when the driver or the installation is at fault. The exit code is 1 when something could not be written at the end,
/// or after an internal error.
Result<int> run_application(const ApplicationOptions& options);

} // namespace limber::app
