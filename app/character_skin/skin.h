// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_files/file_paint.h"
#include "app/character_files/file_surface.h"
#include "app/character_skin/cluster_sizes.h"
#include "app/character_skin/skin_outline.h"
#include "app/geometry/skin_geometry.h"

#include <cstdint>
#include <memory>
#include <vector>

/// The data for drawing a character, computed when it is built, so that the drawing thread only uploads it.
namespace limber::app {

struct Skin {
    std::shared_ptr<const SkinGeometry> geometry; // shared by characters with the same skin in every pose
    Triangles triangles;                          // f x 3, rows of `skin_positions` (view/drawables.h)
    std::vector<std::uint32_t> cluster_labels;    // f; of rods and shells none
    ClusterSizes cluster_sizes;
    SkinOutline outline;
    /// The surface of the character's file, which is drawn where nothing is painted; null: it has none.
    FileSurfacePtr file_surface;
    std::shared_ptr<const SkinGeometry> file_geometry;
    std::vector<NamedPaint> paint_in_file; // what its vertices bring along as paint
    std::vector<std::string> warnings;     // about its pictures
};

/// The boundary of the character as floats.
DrawnMesh drawn_mesh(const Character& character);
/// The same with these vertices, ascending, which include those of the boundary.
DrawnMesh drawn_mesh(const Character& character, const std::vector<int>& vertices);

/// The skin of rods or a shell at rest; no maps move it, so that it is computed for each picture.
DrawnMesh drawn_mesh(const ThinSurface& surface, const Points& X);

/// The character as it is drawn: the surface of its file, or where it is null the boundary of its tets, or the skin of
/// rods or a shell.
SkinGeometry shown_geometry(const Character& character, const FileSurface* surface);

/// The cluster of the tet behind every drawn triangle: Renderer::set_labels.
std::vector<std::uint32_t> cluster_labels(const Character& character);

/// Reuses unchanged data of `previous`, which may be null. Fails with bad_input where the character's file is not what
/// it was.
Result<std::shared_ptr<const Skin>> skin_of(const Character& character, const Character* previous);
/// The same of a file that may have been read.
Result<std::shared_ptr<const Skin>> skin_of(const Character& character, const Character* previous, GltfReads& files);

} // namespace limber::app
