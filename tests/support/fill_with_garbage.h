// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/workspace.h"

namespace limber::testing {

/// Overwrites all scratch data of a step, so that a test detects a step that reads data of an earlier one.
void fill_with_garbage(Workspace& workspace, double value);

} // namespace limber::testing
