#pragma once

#include "engine/stepper/workspace.h"

namespace limber::testing {

/// Overwrites everything that a step scribbles in, so that one which reads what an earlier step left is found out.
void fill_with_garbage(Workspace& workspace, double value);

} // namespace limber::testing
