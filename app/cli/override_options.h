// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/overrides.h"

namespace CLI {
class App;
}

/// Options of commands that change a scene before it is prepared.
namespace limber::app {

void add_rig(CLI::App& command, Overrides& overrides);
/// The size of the mesh and its place in the world.
void add_placement(CLI::App& command, Overrides& overrides);
/// Rods and shells.
void add_thin(CLI::App& command, Overrides& overrides);
/// A body in a plane.
void add_plane(CLI::App& command, Overrides& overrides);
void add_subspace_file(CLI::App& command, Overrides& overrides);
/// All but the subspace, its size, rods, shells and bodies in a plane.
void add_other_overrides(CLI::App& command, Overrides& overrides);
/// With the subspace.
void add_overrides(CLI::App& command, Overrides& overrides);

} // namespace limber::app
