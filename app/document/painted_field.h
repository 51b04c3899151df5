// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <cstddef>
#include <string>
#include <vector>

/// The fields in the description of a model that are painted with the brush.
namespace limber::app {

enum class BrushTarget { muscle_region, contact_density, material_part, pins, leak, load, weight };

/// Which field; `index`: of the muscle region, of the part of the material, of the load or of the weight of a subspace,
/// 0 for the others.
struct PaintedField {
    BrushTarget target = BrushTarget::muscle_region;
    std::size_t index = 0;
    bool operator==(const PaintedField&) const = default;
};

/// What a name of a field is in.
struct NamedBy {
    bool loads = false;  // of the subspace
    bool fibres = false; // of muscles
};

/// Null if the region, the part, the load or the weight does not exist.
PaintedRegion* painted_in(ModelDescription& description, const PaintedField& field);
const PaintedRegion* painted_in(const ModelDescription& description, const PaintedField& field);

/// All fields that the description has, whether painted or not.
std::vector<PaintedField> painted_fields(const ModelDescription& description);

/// Adds a muscle region, a part of the material, a load or a weight that is not painted yet; other targets have one
/// field. A weight makes the subspace one of the kind `weights`.
PaintedField add_field(ModelDescription& description, BrushTarget target);
/// Removes a load or a weight. Nothing happens if it does not exist.
void remove_field(ModelDescription& description, const PaintedField& field);

/// Gives a muscle region or a part of the material another name. Loads and fibres that name it name it on, unless
/// others have its name too. Other fields keep their name. Returns whether a load, or a muscle of fibres, names it.
NamedBy rename_field(ModelDescription& description, const PaintedField& field, const std::string& name);

/// Raises the field to these levels where they are higher, one per vertex of the surface. Nothing happens if the field
/// does not exist. The contact density without paint is even.
void add_paint(const PaintLevels& levels, const PaintedField& field, ModelDescription& description);

/// What the field is, as a phrase: "Region 1", "the contact points".
std::string name_of(const ModelDescription& description, const PaintedField& field);

} // namespace limber::app
