#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string_view>

/// Surfaces: Wavefront .obj, .stl (ASCII and binary, vertices welded), .ply (ASCII and binary).
namespace limber {

bool is_surface_file(const std::filesystem::path& path);

/// Reads by extension, triangulates polygons and makes sound. Fails with bad_input.
Result<Repaired<SurfaceMesh>> read_surface(const std::filesystem::path& path);

Result<SurfaceMesh> parse_obj(std::string_view bytes, std::string_view where);
Result<SurfaceMesh> parse_stl(std::string_view bytes, std::string_view where);
Result<SurfaceMesh> parse_ply(std::string_view bytes, std::string_view where);

} // namespace limber
