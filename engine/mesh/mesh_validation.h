// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <string>
#include <string_view>

/// The validation after every reader. Repairs with a warning what can be repaired without changing the shape (flips
/// inverted tets, drops flat and duplicate tets, removes unreferenced vertices), reports several components, and fails
/// for the rest (empty, not finite, index out of range, nothing left) with one sentence that names the element.
namespace limber {

/// `where` names the source in errors. Fails with bad_input.
Result<Repaired<TetMesh>> validate(TetMesh mesh, std::string_view where);
Result<Repaired<SurfaceMesh>> validate(SurfaceMesh surface, std::string_view where);

/// What is said of a tet mesh in so many pieces, two or more.
std::string warning_of_pieces(int count);

/// Whether a warning about a surface is about its open edges, or those with more than two triangles.
bool is_about_edges(const std::string& warning);

} // namespace limber
