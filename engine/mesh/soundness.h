#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <string_view>

/// The validation that follows every loader. Mends with a warning what can be mended without
/// changing the shape (inverted tets are turned, flat tets and duplicate tets dropped, unreferenced
/// vertices removed), reports several components, and refuses the rest (empty, not finite, index
/// out of range, nothing left) with one sentence that names the element.
namespace limber {

/// `where` names the file in errors. Fails with bad_input.
Result<Repaired<TetMesh>> made_sound(TetMesh mesh, std::string_view where);
Result<Repaired<SurfaceMesh>> made_sound(SurfaceMesh surface, std::string_view where);

} // namespace limber
