// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

namespace limber::app {

/// Gives a description these tets. If they are not the file's, a subspace with a file for the file's tets
/// (is_bound_to_tets) becomes skinning modes.
void take_tets(ModelDescription& description, Index target_vertices, TetSource source);

} // namespace limber::app
