// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>
#include <string>
#include <string_view>

/// Tet meshes in common formats: Gmsh .msh 2.2 and 4.1 (ASCII and binary of either byte order), MEDIT .mesh (ASCII),
/// TetGen .node/.ele (either name opens both), legacy .vtk (ASCII and binary). Curved tets are reduced to their
/// corners, other elements are skipped.
namespace limber {

/// True when the extension is one of the above.
bool is_tet_mesh_file(const std::filesystem::path& path);

/// Reads by extension and validates. Fails with bad_input; the message names file and line, or byte for binary files.
Result<Repaired<TetMesh>> read_tet_mesh(const std::filesystem::path& path);

/// The parsers of the formats, on bytes in memory, also for fuzzing. Their meshes are not yet validated. `where` names
/// the source; for TetGen without extension.
Result<Repaired<TetMesh>> parse_msh(std::string_view bytes, std::string_view where);
Result<Repaired<TetMesh>> parse_medit(std::string_view bytes, std::string_view where);
Result<Repaired<TetMesh>> parse_tetgen(std::string_view node_bytes, std::string_view ele_bytes, std::string_view where);
Result<Repaired<TetMesh>> parse_vtk(std::string_view bytes, std::string_view where);

/// Writes .msh (4.1 binary) or .mesh by extension; both round-trip bit for bit. Fails with bad_input for another
/// extension or when the file cannot be written.
Result<Done> write_tet_mesh(const TetMesh& mesh, const std::filesystem::path& path);
std::string msh_bytes(const TetMesh& mesh);
std::string medit_text(const TetMesh& mesh);

} // namespace limber
