// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/loads/load.h"

#include <optional>
#include <string>
#include <vector>

/// The loads of a character, and the fields that they may name.
namespace limber::app {

/// Its painted muscle regions, the painted parts of its material, its pins ("pins"), and the weights of its bones, by
/// their names and in this order; fields without paint, and of another surface, are left out. Needs mesh and rig.
std::vector<NamedField> fields_for_loads(const Character& character);
/// Their names alone, each once and none of them empty; at no cost.
std::vector<std::string> names_of_load_fields(const Character& character);

/// The loads of the file that its subspace is made from (engine/loads/load_file.h) and those of its description;
/// without both, equal forces on equal masses. A load of the description that cannot act, such as one whose paint was
/// erased, is left out and named in a warning. Needs mass besides. Fails as read_loads.
Result<LoadDistribution> loads_of(const Character& character, std::vector<std::string>& warnings);

/// Warns of columns of its subspace that are left out because they are round-off (ForceDualModes::unresolved), if any.
void warn_of_unresolved(Index unresolved, Character& character);

/// The distribution of one load of the description alone. Fails with bad_input if it cannot act.
Result<LoadDistribution> loads_of(const BodyLoad& load, const Character& character);

/// The fibres of a muscle, of all its sections. Fails likewise. `what`: the muscle in messages.
Result<MuscleFibres> fibres_of(const BodyLoad& load, const std::string& what, const Character& character);

/// The description's own loads that its subspace is made for, without their names and sources, which change no
/// subspace; empty: the subspace does not depend on them.
std::vector<BodyLoad> loads_of_subspace(const CharacterDescription& description);

/// Where a load of the description acts, for the view: a level for each vertex of the surface. Loads without a place
/// are everywhere. Needs mesh and rig.
PaintedRegion place_of(const BodyLoad& load, const Character& character);

/// The loads of one body on another one (PlaceMap): their points and lengths. Mean vectors stay along the axes of the
/// world, and paint stays as it is.
std::vector<BodyLoad> carried_loads(std::vector<BodyLoad> loads, const Character& from, const Character& to);

/// Loads at the handles that pull the body, named "Handles"; nullopt: there are no handles.
std::optional<BodyLoad> load_of_handles(const Points& X, const std::vector<PointHandle>& handles);
/// Loads along the springs between points of the body, named "Springs"; nullopt: there are none.
std::optional<BodyLoad> load_of_springs(const Points& X, const std::vector<PointSpring>& springs);

} // namespace limber::app
