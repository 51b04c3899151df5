// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/document.h"

#include <string>

/// Settings of one character that another one can take over: how it is made and stepped, not what it is or where.
namespace limber::app {

struct CopiedSettings {
    std::string from; // the character's title
    ModelDescription description;
    CharacterControls controls;
};

/// What is painted on the body: parts of the material, pins, where momentum leaks, the loads, the weights of the
/// subspace, and where contact points are dense. Muscles, with their painted regions, are no settings and are not
/// copied.
struct CopiedPaint {
    std::vector<MaterialPart> parts;
    PaintedRegion pins;
    PaintedRegion leak;
    std::vector<BodyLoad> loads;
    std::vector<PaintedWeight> weights;
    PaintedRegion contact;
};
CopiedPaint paint_of(const ModelDescription& description);

/// Whether labels of tets mean the same in both: of tets of the same file.
bool have_same_tets(const ModelDescription& one, const ModelDescription& other);

/// Writes into the character of that id: stiffness, Poisson's ratio, density, damping, iterations, tolerance and
/// solver; parts of the material, pins, momentum leak, paint of the contact points, kind of subspace, numbers of modes
/// and clusters, and Newton's method with its energy and points. `paint`: as it lies on this character, with the loads
/// at its places. The material's regions of labelled tets are copied where both have the same tets, and removed from
/// the character otherwise. The loads and the painted weights come with the kind of subspace, which may be made for
/// them. A subspace that is made from a file is of one mesh and stays with its loads; pins stay away from a body that
/// nothing holds. To and from rods, shells and bodies in their plane, which have one subspace, neither that nor
/// Newton's method is copied. Nothing happens if there is no such character.
void paste(const CopiedSettings& settings, const CopiedPaint& paint, int id, Scene& scene);

} // namespace limber::app
