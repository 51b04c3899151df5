// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Surfaces: Wavefront .obj, .stl (ASCII and binary, coincident corners welded), .ply (ASCII and binary of either byte
/// order). Polygons are split into triangle fans.
namespace limber {

/// True when the extension is one of the above.
bool is_surface_file(const std::filesystem::path& path);

/// Reads by extension and validates. Fails with bad_input; the message names file and line, or byte for binary files.
Result<Repaired<SurfaceMesh>> read_surface(const std::filesystem::path& path);

/// Numbers that a .ply or .obj file has at its vertices beside their positions, such as colours: names and n x k
/// values. Colours that are bytes lie in [0, 1].
struct SurfaceNumbers {
    SurfaceMesh surface; // as in the file, not validated
    std::vector<std::string> names;
    Matrix values; // n x k
};

/// Fails with bad_input as read_surface; a file of another kind has no numbers.
Result<SurfaceNumbers> read_surface_numbers(const std::filesystem::path& path);
/// Their parsers, also for fuzzing. A .obj file has numbers where each vertex has three behind its position: its
/// colour.
Result<SurfaceNumbers> parse_ply_numbers(std::string_view bytes, std::string_view where);
Result<SurfaceNumbers> parse_obj_numbers(std::string_view bytes, std::string_view where);

/// The parsers of the formats, on bytes in memory, also for fuzzing. Their meshes are not yet validated. `where` names
/// the source.
Result<Repaired<SurfaceMesh>> parse_obj(std::string_view bytes, std::string_view where);
Result<Repaired<SurfaceMesh>> parse_stl(std::string_view bytes, std::string_view where);
Result<Repaired<SurfaceMesh>> parse_ply(std::string_view bytes, std::string_view where);

} // namespace limber
