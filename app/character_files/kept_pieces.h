// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/formats/surface_look.h"
#include "engine/rig/rig_draft.h"

#include <vector>

/// What is left of the surface in a character's file where the character has only the largest part of its tets
/// (TetSource::largest_part).
namespace limber::app {

/// The vertices of the surface's pieces that belong to the character's tets, ascending; all of them where no tets were
/// removed. Triangles that share a corner, or a place, are of one piece. A piece belongs to the tets in which most of
/// its area lies, or to which most of its area is closest: so shells inside of the kept part stay. `surface`: in the
/// units of the file.
std::vector<int> vertices_of_kept_pieces(const SurfaceMesh& surface, const Character& character);

bool has_all_vertices(const std::vector<int>& vertices, const SurfaceMesh& surface);

/// These vertices, in this order, and the triangles that have no others.
SurfaceMesh part_of(const SurfaceMesh& surface, const std::vector<int>& vertices);
SurfaceLook part_of(const SurfaceLook& look, const std::vector<int>& vertices);
/// Precondition: the weights belong to the draft's surface.
RigDraft part_of(const RigDraft& draft, const std::vector<int>& vertices);

} // namespace limber::app
