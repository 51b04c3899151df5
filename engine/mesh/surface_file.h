// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string_view>

/// Surfaces: Wavefront .obj, .stl (ASCII and binary, coincident corners welded), .ply (ASCII and binary of either byte
/// order). Polygons are split into triangle fans.
namespace limber {

/// True when the extension is one of the above.
bool is_surface_file(const std::filesystem::path& path);

/// Reads by extension and validates. Fails with bad_input; the message names file and line, or byte for binary files.
Result<Repaired<SurfaceMesh>> read_surface(const std::filesystem::path& path);

/// The parsers of the formats, on bytes in memory, also for fuzzing. Their meshes are not yet validated. `where` names
/// the source.
Result<Repaired<SurfaceMesh>> parse_obj(std::string_view bytes, std::string_view where);
Result<Repaired<SurfaceMesh>> parse_stl(std::string_view bytes, std::string_view where);
Result<Repaired<SurfaceMesh>> parse_ply(std::string_view bytes, std::string_view where);

} // namespace limber
