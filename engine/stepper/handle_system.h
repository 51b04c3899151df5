#pragma once

#include "engine/stepper/state.h"
#include "engine/stepper/workspace.h"

/// Handles as a low-rank change of the diagonal quadratic form: springs that are added and removed while running.
namespace limber {

/// Copies the controls' handles and factors their system on top of workspace.D_inverse. Call once a step. `share` is
/// how much of the unknown the springs depend on.
void prepare_handles(const Controls& controls, double share, Workspace& workspace);

/// Adds the handles' quadratic form to at.gradient and returns its value.
double add_handle_springs(Workspace& workspace, Iterate& at);

/// rows <- (D + Phi' S Phi)^-1 rows, in place.
void solve_with_handles(Workspace& workspace, Coordinates& rows);

} // namespace limber
