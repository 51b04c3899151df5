// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <string_view>

namespace limber {

/// A validated surface as the middle of a shell, with what was mended in its warnings: joins vertices in the same
/// place, so that seams hold; drops triangles that lie on another one, whose other side the shell has anyway; and
/// reports edges of more than two triangles, which are one hinge, and hinges that are folded flat. Open edges are as
/// they should be. Fails with bad_input if no triangle is left; `where` names the source.
Result<Repaired<SurfaceMesh>> shell_surface(Repaired<SurfaceMesh> surface, std::string_view where);

} // namespace limber
