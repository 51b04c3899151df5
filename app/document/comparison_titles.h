// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/comparison_description.h"

#include <string>

/// How compared subspaces are named in the window and in pictures.
namespace limber::app {

/// The name of a kind in lists and titles of the window: "Best for a motion", "Full space".
std::string shown_kind(const std::string& kind);

/// ", Young 200 kPa, 50 clusters": what differs, after the title of a subspace; empty: nothing.
std::string title_of(const ParameterOverrides& parameters);

/// The title of a subspace in the window: its name there, its number of modes, and the parameters that are not the
/// character's.
std::string title_of(const ComparedSubspace& subspace);

/// What pictures of the command line say of it, without parameters: "skinning, 16 modes", "full space".
std::string caption_of_subspace(const ComparedSubspace& subspace);

/// The same with the name in the window: "Displacements, 16 modes", "Full space".
std::string caption_in_window(const ComparedSubspace& subspace);

} // namespace limber::app
