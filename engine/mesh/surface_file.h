#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string_view>

/// Surfaces: Wavefront .obj, .stl (ASCII and binary, corners at the same place welded), .ply (ASCII
/// and binary of either byte order). Polygons are cut into fans of triangles.
namespace limber {

/// True when the extension is one of the above.
bool is_surface_file(const std::filesystem::path& path);

/// Reads by extension and makes sound. Fails with bad_input; the sentence names file and line, or
/// byte for binary files.
Result<Repaired<SurfaceMesh>> read_surface(const std::filesystem::path& path);

/// The parsers behind it, on bytes in memory: what the fuzzers feed. The meshes that they give are
/// not sound yet. `where` names the source.
Result<Repaired<SurfaceMesh>> parse_obj(std::string_view bytes, std::string_view where);
Result<Repaired<SurfaceMesh>> parse_stl(std::string_view bytes, std::string_view where);
Result<Repaired<SurfaceMesh>> parse_ply(std::string_view bytes, std::string_view where);

} // namespace limber
