// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/comparison.h"
#include "app/document/character_description.h"
#include "engine/core/json_fwd.h"

#include <string>
#include <vector>

/// What `limber compare` prints of its results.
namespace limber::app {

/// Whether it names a kind of subspace whose dynamics are linear.
bool has_linear_dynamics(const std::string& kind);

/// An object for each kind. `energy`: the name of that of full space.
Json comparison_rows(const std::vector<ComparedKind>& kinds, const std::string& energy);
/// The same for readers: lines of aligned columns, the first with their names and units.
std::vector<std::string> comparison_table(const std::vector<ComparedKind>& kinds, const std::string& energy);

/// A sentence if an energy is not that of full space, which distances then also measure.
std::vector<std::string> warnings_of_materials(const std::vector<ComparedKind>& kinds, const std::string& energy);
/// A sentence if the rig is compared, and the body has none.
std::vector<std::string> warnings_of_missing_rig(const std::vector<ComparedKind>& kinds, RigKind rig);
/// A sentence for each number of modes that the motion of pod, or the loads, do not give.
std::vector<std::string> warnings_of_fewer_modes(const std::vector<ComparedKind>& kinds);

/// A sentence with those of these numbers of modes that are more than the window offers for so many vertices.
std::vector<std::string> warnings_of_many_modes(const std::vector<Index>& modes, Index vertex_count);

/// A sentence if full space has inverted tets, so that it is no reference. `after_steps`: their number, one a step.
std::vector<std::string> warnings_of_inverted_tets(const std::vector<Index>& after_steps);

} // namespace limber::app
