// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/character_files/file_surface.h"
#include "app/document/painted_region.h"

#include <filesystem>
#include <string>
#include <vector>

/// Paint that comes from files, carried to the surface of a character's tets: interpolated at the closest point.
namespace limber::app {

/// A channel of the vertex colours or another number of the vertices, as paint.
struct NamedPaint {
    std::string name;   // "COLOR_0 red"
    PaintLevels levels; // one per vertex of the tets' surface
};

/// The numbers that the character's own file has at its vertices; values outside of 0 to 1 are clamped. Empty if it has
/// none. `surface`: of that file; null: it has none.
std::vector<NamedPaint> paint_in_file(const Character& character, const FileSurface* surface);

/// Paint from values between 0 and 1, one a vertex of the tets' surface, of all tets, or of the surface in the
/// character's file, in their order. Fails with bad_input for another number of values or a value out of range.
Result<PaintLevels> paint_of_values(const Matrix& values, const Character& character, const FileSurface* surface);

/// The same of the values in a .npy file.
Result<PaintLevels> paint_in_npy(const std::filesystem::path& path, const Character& character,
                                 const FileSurface* surface);

/// Carries paint to another character's surface. A place that hangs on bones which the other character has by name is
/// looked up where those bones have it; another place is looked up where the boxes of both bodies have it.
PaintLevels carried_paint(const PaintLevels& levels, const Character& from, const Character& to);

} // namespace limber::app
