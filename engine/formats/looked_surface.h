// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/formats/surface_look.h"
#include "engine/mesh/tet_mesh.h"

#include <filesystem>

/// Surfaces as they look in their files.
namespace limber {

struct LookedSurface {
    SurfaceMesh surface; // with seams: vertices are doubled where their pictures or normals differ
    SurfaceLook look;
};

/// A surface (mesh/surface_file.h). Of a Wavefront .obj also its normals, its places on pictures, and the materials of
/// its .mtl files: Kd, map_Kd with -o, -s and -clamp, and map_d, by which what is less than half opaque is not drawn. A
/// picture takes the place of Kd, which many programs write beside it without a meaning. Materials and pictures that
/// cannot be found are left out with a warning. Fails like read_surface.
Result<Repaired<LookedSurface>> read_looked_surface(const std::filesystem::path& path);

/// n vertices in one material that is white.
SurfaceLook plain_look(Index n);

} // namespace limber
