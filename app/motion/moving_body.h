// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"

#include <filesystem>
#include <string>
#include <vector>

namespace limber::app {

inline constexpr Index automatic_cage_cells = 4;

inline constexpr double rest_shape_strength = 4.0; // times the flesh's stiffness

/// Gives a character a cage of about so many boxes as its muscles, instead of its modes and regions; its example poses
/// stay. `strength`: times the flesh's stiffness.
void set_cage(MuscleDescription& muscles, Index cells = automatic_cage_cells, double strength = rest_shape_strength);

/// Likewise a cage of the triangles in a file.
void set_cage_file(MuscleDescription& muscles, const std::filesystem::path& file);

/// Likewise the affine maps of so many skinning modes of the subspace.
void set_skinning_modes(MuscleDescription& muscles, Index count);

/// Likewise the rest place of each vertex as a muscle: for a body of few vertices.
void set_each_vertex(MuscleDescription& muscles);

/// Adds example poses from files. A character without muscles gets the strength of a cage.
void add_examples(MuscleDescription& muscles, const std::vector<std::string>& files);

/// Steps that are exact enough for a controller, whose derivatives are those of the step's minimum: at least 30
/// iterations, or 100 of rods and shells, which stretch far less than they bend, that stop where they converge. Steps
/// that already stop by themselves stay as they are.
void set_exact_steps(const ModelDescription& description, int& iterations, double& tolerance);

/// Both, for a character in motion.
void set_moving(ModelDescription& description, CharacterControls& controls);

} // namespace limber::app
